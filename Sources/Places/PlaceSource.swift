public import GeocliGeo
public import GeocliSearch
public import GeocliText

/// Bookstores that questions are asked of: a catalog's file (`Catalog`), or the same catalog on a server.
///
/// Both give the same rows in the same order, with the same values: exact coordinates, from which Geo computes distances.
/// All that is read through one object is of one moment. Used by one thread.
public protocol PlaceSource: AnyObject {
    /// A bookstore of a listing, read as it is asked for; holds until the next one.
    associatedtype Listed: ListedPlace

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
    func search<Result>(_ filter: PlaceFilter, _ body: (TextSearch) throws -> Result) throws -> Result

    /// Calls `body` with each bookstore that `filter` admits, by id, at most `limit` of them; memory does not grow.
    func forEachRow(_ filter: PlaceFilter, limit: Int?, body: (Listed) throws -> Void) throws

    /// Calls `body` with each bookstore in `box`, edges included, that `filter` admits, by id, at most `limit`.
    func forEachEntry(
        in box: BoundingBox, _ filter: PlaceFilter, limit: Int?, body: (CatalogEntry) throws -> Void
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
        near origin: Coordinate, count: Int?, withinMeters limit: Double, _ filter: PlaceFilter,
        body: (_ id: Int64, _ coordinate: Coordinate) -> Double
    ) throws
}

/// Places with all that one catalog keeps of them: their history, the outlines of districts, its indexes.
///
/// What only a whole catalog at hand can answer. Used by one thread.
public protocol PlaceArchive: PlaceSource {
    /// From now on everything is read from what the catalog holds at the next read, whatever ingests do meanwhile.
    func holdSnapshot() throws

    /// How fresh and how full the catalog is.
    func status() throws -> CatalogStatus

    /// Calls `body` with each place that `filter` admits, by id, at most `limit` of them.
    func forEachEntry(_ filter: PlaceFilter, limit: Int?, body: (CatalogEntry) throws -> Void) throws

    /// Calls `body` with the places that have these ids, in this order, each value read when it is asked for.
    func forEachRow(ids: some Sequence<Int64>, body: (Listed) throws -> Void) throws

    /// The ids of the places in `area`, edges included, that `filter` admits.
    func ids(in area: MultiPolygon, _ filter: PlaceFilter) throws -> Set<Int64>

    /// Calls `body` with what good runs changed, by run, then place, then what, then field; at most `limit` of them.
    func forEachChange(
        _ filter: ChangeFilter, limit: Int?, body: (CatalogChange) throws -> Void
    ) throws -> ChangeSummary

    /// The districts' outlines, by name.
    func districtOutlines() throws -> [DistrictOutline]

    /// Where the outlines come from; nil where there are none.
    func outlineSource() throws -> OutlineSource?

    // MARK: Search

    /// What matches a reading and `filter` admits, in the order of answers, by looking at every place.
    func scan(_ reading: SearchReading, _ filter: PlaceFilter) throws -> [SearchMatch]

    /// Calls `body` with places that match a reading in one way and that `filter` admits, roughly nearest first, until none
    /// can be within the limit that `body` returned last, in meters.
    func forEachCandidate(
        near origin: Coordinate, _ reading: SearchReading, _ kind: MatchKind, _ filter: PlaceFilter,
        body: (SearchMatch, Coordinate) -> Double
    ) throws

    /// Calls `body` with the points of the places that have these ids, in this order.
    func forEachPoint(ids: some Sequence<Int64>, body: (Coordinate?) -> Void) throws

    /// The folded fields of a place, as `FoldedFields` reads them.
    func foldedFields(id: Int64) throws -> String

    // MARK: Copies

    /// Calls `body` with every place, also those that the last good run missed, by id, and its folded fields.
    func forEachEntryAndFields(body: (CatalogEntry, _ folded: String) throws -> Void) throws

    /// Calls `body` with every block of the index of pieces as it is kept, by piece and first number.
    func forEachPosting(
        body: (_ piece: Int64, _ first: Int64, _ documents: UnsafeRawBufferPointer) throws -> Void
    ) throws
}

extension PlaceArchive {
    /// Calls `body` with each place that `filter` admits, by id.
    public func forEachEntry(_ filter: PlaceFilter, body: (CatalogEntry) throws -> Void) throws {
        try forEachEntry(filter, limit: nil, body: body)
    }

    /// Calls `body` with all that good runs changed, by run, then place, then what, then field.
    public func forEachChange(
        _ filter: ChangeFilter, body: (CatalogChange) throws -> Void
    ) throws -> ChangeSummary {
        try forEachChange(filter, limit: nil, body: body)
    }

    /// How many listed bookstores state each district.
    public func statedCounts() throws -> [String: Int] {
        // Texts that differ in bytes may be equal as strings.
        Dictionary(try status().districts.map { ($0.name, $0.count) }, uniquingKeysWith: +)
    }
}
