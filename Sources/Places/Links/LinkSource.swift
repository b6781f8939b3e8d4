/// The links between rows of different feeds that are the same shop. Links join only the rows of now: a catalog as of
/// a day has none, nor has one of an earlier version.
///
/// Used by one thread.
public protocol LinkSource: AnyObject {
    /// Returns a new count of the rows of an answer that repeat a shop; nil if no rows are linked.
    func answeredShops() throws -> (any AnsweredShops)?

    /// Returns the rows of each shop that has rows of several feeds; nil if no rows are linked.
    ///
    /// - Throws: what to do to get links, for a catalog on a server that was pushed without its links.
    /// - Complexity: O(l), l links; 100 bytes of memory for each.
    func sameShops() throws -> SameShops?

    /// Returns the rows that another row of the same shop stands for in an answer. Of the rows that `filter` admits, the
    /// one of the feed named first in `feeds` stays; without one, that of the feed that came first into the catalog.
    ///
    /// - Parameters:
    ///   - standing: which rows can stand for a shop.
    ///   - origin: a row whose whole shop is left out; nil for none.
    func leftOut(
        of shops: SameShops, _ filter: PlaceFilter, preferring feeds: [String], standing: UniqueShops.Standing,
        without origin: Int64?
    ) throws -> LeftOutRows

    /// Returns the other rows of a row's shop, those of the feed that came first at the start; empty if there are none.
    ///
    /// - Throws: as `sameShops`.
    func otherRows(of entry: CatalogEntry) throws -> [OtherRow]

    /// Calls `body` with the links that `filter` admits, and with the rows that a person told apart, by the ids of their
    /// two rows; at most `limit` of them.
    ///
    /// - Throws: as `sameShops`.
    func forEachLink(_ filter: LinkFilter, limit: Int?, body: (StoredLink) throws -> Void) throws
}

/// Counts the rows of an answer that tell the same shop again.
public protocol AnsweredShops: AnyObject {
    /// Adds a row of the answer by its id.
    func insert(_ id: Int64)

    /// Returns how many rows of the answer repeat a shop of another row of it.
    func repeatCount() throws -> Int
}
