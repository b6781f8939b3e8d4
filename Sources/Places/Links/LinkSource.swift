/// The links between rows of different feeds that are the same shop. Links join only current rows, so a catalog that is
/// read as of a past day has no links.
///
/// Only one thread may use an object.
public protocol LinkSource: AnyObject {
    /// Returns a new counter for the rows of an answer that repeat a shop; nil if no rows are linked.
    func answeredShops() throws -> (any AnsweredShops)?

    /// Returns the rows of each shop that has rows of several feeds; nil if no rows are linked.
    ///
    /// - Throws: an error that says how to get links, if the catalog was pushed to a server without them.
    /// - Complexity: O(l), l links; 100 bytes of memory for each link.
    func sameShops() throws -> SameShops?

    /// Returns the rows that an answer leaves out because another row represents the same shop. For each shop, one of
    /// the rows that `filter` admits stays: the row whose feed comes first in `feeds`. If `feeds` contains none of the
    /// rows' feeds, the row whose feed was added to the catalog first stays.
    ///
    /// - Parameters:
    ///   - standing: which rows can represent a shop.
    ///   - origin: a row whose whole shop is left out; nil for none.
    func leftOut(
        of shops: SameShops, _ filter: PlaceFilter, preferring feeds: [String], standing: UniqueShops.Standing,
        without origin: Int64?
    ) throws -> LeftOutRows

    /// Returns the other rows of a row's shop; empty if there are none. The rows are in the order in which their feeds
    /// were added to the catalog.
    ///
    /// - Throws: the same errors as `sameShops`.
    func otherRows(of entry: CatalogEntry) throws -> [OtherRow]

    /// Calls `body` with the links and the rejected pairs of rows that `filter` admits, ordered by the ids of their two
    /// rows; at most `limit` of them.
    ///
    /// - Throws: the same errors as `sameShops`.
    func forEachLink(_ filter: LinkFilter, limit: Int?, body: (StoredLink) throws -> Void) throws
}

/// Counts the rows of an answer that repeat a shop.
public protocol AnsweredShops: AnyObject {
    /// Adds a row of the answer by its id.
    func insert(_ id: Int64)

    /// Returns the number of rows in the answer that repeat the shop of another row in the answer.
    func repeatCount() throws -> Int
}
