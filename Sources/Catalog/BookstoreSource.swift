public import Geo
public import Text

/// Bookstores that questions are asked of: a catalog's file (`Catalog`), or the same catalog on a server.
///
/// Both give the same rows in the same order, with the same values: exact coordinates, from which Geo computes distances.
/// All that is read through one object is of one moment. Used by one thread.
public protocol BookstoreSource: AnyObject {
    /// A bookstore of a listing, read as it is asked for; holds until the next one.
    associatedtype Listed: ListedBookstore

    /// The day at whose end the catalog is read, `YYYY-MM-DD` in Asia/Seoul; nil for now.
    var day: String? { get }

    /// By which rules the texts here are folded, and so what is looked for in them.
    func foldingRules() throws -> FoldingRules

    /// Whether any run has been good yet; until then there is nothing to be found.
    func hasGoodRun() throws -> Bool

    /// The last run of each feed that was taken over or found unchanged, by feed.
    func lastGoodRuns() throws -> [CatalogStatus.Run]

    /// The districts that the bookstores here state, by name.
    func districts() throws -> [String]

    /// Calls `body` with a search among the bookstores that `filter` admits, valid during the call.
    func search<Result>(_ filter: BookstoreFilter, _ body: (TextSearch) throws -> Result) throws -> Result

    /// Calls `body` with each bookstore that `filter` admits, by id, at most `limit` of them; memory does not grow.
    func forEachRow(_ filter: BookstoreFilter, limit: Int?, body: (Listed) throws -> Void) throws

    /// Calls `body` with each bookstore in `box`, edges included, that `filter` admits, by id, at most `limit`.
    func forEachEntry(
        in box: BoundingBox, _ filter: BookstoreFilter, limit: Int?, body: (CatalogEntry) throws -> Void
    ) throws

    /// Calls `body` with the bookstores that have these ids, in this order.
    func forEachEntry(ids: some Sequence<Int64>, body: (CatalogEntry) throws -> Void) throws

    /// Calls `body` with bookstores that `filter` admits, each once, in some order, until none that was left out can be
    /// within the limit.
    ///
    /// `body` returns the limit from then on, in meters: no bookstore beyond it is of interest. Every bookstore within the
    /// final limit has been seen.
    ///
    /// - Parameter count: so many are looked for; nil for all within the limit. Only the cost depends on it.
    func forEachCandidate(
        near origin: Coordinate, count: Int?, withinMeters limit: Double, _ filter: BookstoreFilter,
        body: (_ id: Int64, _ coordinate: Coordinate) -> Double
    ) throws
}

extension Catalog: BookstoreSource {
    /// See `BookstoreSource`: as its schema says, which an ingest may change between two reads.
    public func foldingRules() throws -> FoldingRules { try read(Schema.foldingRules) }

    /// See `BookstoreSource`: here candidates come one by one, so it makes no difference how many are looked for.
    public func forEachCandidate(
        near origin: Coordinate, count: Int?, withinMeters limit: Double, _ filter: BookstoreFilter,
        body: (_ id: Int64, _ coordinate: Coordinate) -> Double
    ) throws {
        try forEachCandidate(near: origin, withinMeters: limit, filter, body: body)
    }
}
