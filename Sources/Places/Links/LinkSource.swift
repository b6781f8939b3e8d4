/// The links between rows of different feeds that are the same shop. Links join only current rows, so a catalog as of a
/// day has no links. A catalog of an earlier version has none either.
///
/// Used by one thread.
public protocol LinkSource: AnyObject {
    /// Returns a new counter for the rows of an answer that repeat a shop; nil if no rows are linked.
    func answeredShops() throws -> (any AnsweredShops)?

    /// Returns the rows of each shop that has rows of several feeds; nil if no rows are linked.
    ///
    /// - Throws: an error that says how to get links, for a catalog on a server that was pushed without them.
    /// - Complexity: O(l), l links; 100 bytes of memory for each link.
    func sameShops() throws -> SameShops?

    /// Returns the rows that an answer leaves out because another row represents the same shop. Of the rows that
    /// `filter` admits, the row of the feed that comes first in `feeds` stays. If `feeds` has none of them, the row of
    /// the feed that came first into the catalog stays.
    ///
    /// - Parameters:
    ///   - standing: which rows can represent a shop.
    ///   - origin: a row whose whole shop is left out; nil for none.
    func leftOut(
        of shops: SameShops, _ filter: PlaceFilter, preferring feeds: [String], standing: UniqueShops.Standing,
        without origin: Int64?
    ) throws -> LeftOutRows

    /// Returns the other rows of a row's shop; empty if there are none. Rows of the feed that came first are at the
    /// start.
    ///
    /// - Throws: the same errors as `sameShops`.
    func otherRows(of entry: CatalogEntry) throws -> [OtherRow]

    /// Calls `body` with the links that `filter` admits, and with the pairs of rows that a person rejected. The order
    /// is that of the ids of their two rows; at most `limit` of them.
    ///
    /// - Throws: the same errors as `sameShops`.
    func forEachLink(_ filter: LinkFilter, limit: Int?, body: (StoredLink) throws -> Void) throws
}

/// Counts the rows of an answer that repeat a shop.
public protocol AnsweredShops: AnyObject {
    /// Adds a row of the answer by its id.
    func insert(_ id: Int64)

    /// Returns how many rows of the answer repeat the shop of another row of the answer.
    func repeatCount() throws -> Int
}
