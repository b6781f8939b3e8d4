public import GeocliGeo
package import GeocliSearch
internal import GeocliText

/// A source of places: a catalog's file (`Catalog`), or the same catalog on a server.
///
/// Both give the same rows in the same order, with the same values and exact coordinates; Geo computes distances from
/// the coordinates. All reads through one object see the data as it was at one moment. Only one thread may use an
/// object.
package protocol PlaceSource: LandmarkSource, LinkSource {
    /// A place of a listing. Its values are read on demand, and the place is valid until the next one is read.
    associatedtype Listed: ListedPlace

    /// The catalog is read as it was at the end of this day, `YYYY-MM-DD` in Asia/Seoul; nil for its present state.
    var day: String? { get }
    /// Whether rows have the feed's values even where people have corrected them.
    var isUncorrected: Bool { get }

    /// Returns whether there has been a good run. Before the first one, the source has no places.
    func hasGoodRun() throws -> Bool

    /// Returns each feed's last run that was published or found unchanged, ordered by feed.
    func lastGoodRuns() throws -> [CatalogStatus.Run]

    /// Returns the districts that the places of this source state, ordered by name.
    func districts() throws -> [String]

    /// Calls `body` with a search among the places that `filter` admits. The search is valid during the call.
    func search<Result>(_ filter: PlaceFilter, _ body: (TextSearch) throws -> Result) throws -> Result

    /// Calls `body` with each place that `filter` admits, ordered by id, at most `limit` of them. The memory in use
    /// does not grow with their number.
    func forEachRow(_ filter: PlaceFilter, limit: Int?, body: (Listed) throws -> Void) throws

    /// Calls `body` with each place in `box`, edges included, that `filter` admits, ordered by id; at most `limit`
    /// of them.
    func forEachRow(
        in box: BoundingBox, _ filter: PlaceFilter, limit: Int?, body: (Listed) throws -> Void
    ) throws

    /// Calls `body` with the places that have these ids, in this order.
    func forEachEntry(ids: some Sequence<Int64>, body: (CatalogEntry) throws -> Void) throws

    /// Calls `body` with the places that have these ids, in this order. Each value is read on demand.
    func forEachRow(ids: some Sequence<Int64>, body: (Listed) throws -> Void) throws

    /// Returns the id of the place with this reference, such as `seoul-bookstores/2283`; nil if no place has
    /// it.
    func id(ref: String) throws -> Int64?

    /// - Throws: an error that names the id, if no place has it.
    func entry(id: Int64) throws -> CatalogEntry

    /// - Throws: an error that names the reference, if no place has it.
    func entry(ref: String) throws -> CatalogEntry

    /// Returns the ids of the places in `area`, edges included, that `filter` admits.
    func ids(in area: MultiPolygon, _ filter: PlaceFilter) throws -> Set<Int64>

    /// Calls `body` with places that `filter` admits, each once, in any order. Stops when no other place can be
    /// within the limit.
    ///
    /// `body` returns the new limit in meters: the caller does not want places that are farther away. At the end,
    /// `body` has seen every place within the final limit.
    ///
    /// - Parameter count: the number of places that the caller wants; nil for all within the limit. It affects only
    ///   the cost.
    func forEachCandidate(
        near origin: Coordinate, count: Int?, withinMeters limit: Double, _ filter: PlaceFilter,
        body: (_ id: Int64, _ coordinate: Coordinate) -> Double
    ) throws

    /// Of the places that `filter` admits, returns the ids and distances of those nearest to `origin`, nearest
    /// first; equal distances are ordered by id. Nil if this source finds candidates only.
    ///
    /// - Units: meters on the WGS 84 ellipsoid. The error is at most 50 µm, and rounding to millimeters gives the same
    ///   result as for the geodesic.
    /// - Parameter count: the maximum number of places.
    func nearest(
        to origin: Coordinate, count: Int, withinMeters limit: Double, _ filter: PlaceFilter
    ) throws -> [IndexedNeighbor]?

    // MARK: Search

    /// Returns the places that match a reading and that `filter` admits, in the order of answers. Every place is
    /// checked.
    func scan(_ reading: SearchReading, _ filter: PlaceFilter) throws -> [SearchMatch]

    /// Calls `body` with places that `filter` admits and whose match with the reading is of the given kind, roughly
    /// nearest first. `body` returns a limit in meters. Stops when no other place can be within the last limit.
    func forEachCandidate(
        near origin: Coordinate, _ reading: SearchReading, _ kind: MatchKind, _ filter: PlaceFilter,
        body: (SearchMatch, Coordinate) -> Double
    ) throws

    /// Calls `body` with the points of the places that have these ids, in this order.
    func forEachPoint(ids: some Sequence<Int64>, body: (Coordinate?) -> Void) throws

    /// Returns the folded fields of a place, as `FoldedFields` reads them.
    func foldedFields(id: Int64) throws -> String
}

extension PlaceSource {
    /// Returns nil, because a source without an index of exact points finds candidates only.
    package func nearest(
        to origin: Coordinate, count: Int, withinMeters limit: Double, _ filter: PlaceFilter
    ) throws -> [IndexedNeighbor]? { nil }

    /// Returns the ids of the places that match the text and that the rest of the filter admits; nil if there are more
    /// than `most`.
    ///
    /// - Complexity: O(c), c candidates that are checked to find the first matches.
    package func ids(matching text: SearchReading, _ filter: PlaceFilter, atMost most: Int) throws -> [Int64]? {
        var ids: [Int64] = []
        var others = filter
        others.text = nil
        try search(others) { search in
            try search.forEachMatch(text, in: text.everything) { match in
                ids.append(match.id)
                return ids.count <= most
            }
        }
        return ids.count <= most ? ids.sorted() : nil
    }

    package func placeWords() throws -> PlaceWords { PlaceWords(try lastGoodRuns()) }

    /// Returns the feeds of the places that `filter` admits.
    /// - Complexity: O(n), n places; O(1) in a catalog with one feed of places.
    package func feeds(_ filter: PlaceFilter) throws -> Set<String> {
        let all = Set(try lastGoodRuns().lazy.filter { !$0.isOfLandmarks }.map(\.feed))
        guard all.count > 1 else { return all }
        var found: Set<String> = []
        try forEachRow(filter, limit: nil) { row in
            guard found.count < all.count else { return }
            let ref =
                switch row.listed(.ref) {
                case .lent(let text): text.string
                case .string(let text): text
                case nil: ""
                }
            found.insert(String(ref.prefix { $0 != "/" }))
        }
        return found
    }
}

/// A source of places that also has everything else that a catalog stores: the history of the places, the outlines of
/// districts, the base map, and the catalog's indexes. Only a complete catalog can answer these calls. Only one thread
/// may use an object.
package protocol PlaceArchive: PlaceSource {
    /// Makes all later reads see the catalog as it is at the next read, even if ingests change the catalog after that.
    func holdSnapshot() throws

    /// Returns this source and further ones that see the same data, at most `count` in all, so that several threads can
    /// read it.
    ///
    /// - Precondition: `holdSnapshot` was called; the source is read as it is now, with the corrected values.
    func connections(_ count: Int) throws -> [Self]

    /// Returns ranges of ids that together contain all places, in ascending order; at most `size` ids in each.
    func idRanges(size: Int64) throws -> [ClosedRange<Int64>]

    /// Calls `body` with the places that `filter` admits in some ranges of ids, ordered by id within each range.
    /// `nextRange` returns the next range, nil at the end; it is called when all rows of the range before have been
    /// read.
    func forEachRow(
        _ filter: PlaceFilter, nextRange: () throws -> ClosedRange<Int64>?, body: (Listed) throws -> Void) throws

    func status() throws -> CatalogStatus

    /// Calls `body` with each place that `filter` admits, ordered by id, at most `limit` of them.
    func forEachEntry(_ filter: PlaceFilter, limit: Int?, body: (CatalogEntry) throws -> Void) throws

    /// Calls `body` with the changes of good runs, ordered by run, place, kind of change and field; at most `limit` of
    /// them.
    func forEachChange(
        _ filter: ChangeFilter, limit: Int?, body: (CatalogChange) throws -> Void
    ) throws -> ChangeSummary

    /// Returns the outlines of the districts that a map shows, ordered by name.
    func districtOutlines() throws -> [DistrictOutline]

    /// Returns the outlines among which the name of a district is looked up, ordered by name.
    func knownOutlines() throws -> [DistrictOutline]

    /// Returns the corrections of a place that are applied or in conflict with the feed.
    func correctionsInForce(ofPlace id: Int64) throws -> [StoredCorrection]

    /// Returns the source of the outlines; nil if the catalog has no outlines.
    func outlineSource() throws -> OutlineSource?

    /// Returns the layers of the base map, in the order of drawing.
    func baseLayers() throws -> [BaseLayer]

    /// Returns the shops of these rows, with all rows of each shop; nil without links.
    ///
    /// - Complexity: for m rows and l links, O(m log l) if m is less than 1,000; O(l) otherwise.
    func sameShops(of ids: [Int64]) throws -> SameShops?

    // MARK: Copies

    /// Calls `body` with every place and its folded fields, ordered by id. Places that the last good run missed are
    /// included.
    func forEachEntryAndFields(body: (CatalogEntry, _ folded: String) throws -> Void) throws

    /// Calls `body` with every stored block of the index of pieces, ordered by piece and first number.
    func forEachPosting(
        body: (_ piece: Int64, _ first: Int64, _ documents: UnsafeRawBufferPointer) throws -> Void
    ) throws

    /// Calls `body` with every key of every landmark and the landmark's reference, in the order in which
    /// `landmarks(keyPrefix:limit:)` reads them.
    func forEachLandmarkKey(body: (_ key: String, _ ref: String) throws -> Void) throws

    /// Returns the catalog's number for each feed, by the feed's id. The feed that was added first has the lowest
    /// number.
    func feedKeys() throws -> [String: Int64]
}

extension PlaceArchive {
    /// Calls `body` with each place that `filter` admits, ordered by id.
    package func forEachEntry(_ filter: PlaceFilter, body: (CatalogEntry) throws -> Void) throws {
        try forEachEntry(filter, limit: nil, body: body)
    }

    /// Calls `body` with all changes of good runs, ordered by run, place, kind of change and field.
    package func forEachChange(
        _ filter: ChangeFilter, body: (CatalogChange) throws -> Void
    ) throws -> ChangeSummary {
        try forEachChange(filter, limit: nil, body: body)
    }

    /// Returns the outlines of the districts that a typed word can mean. If several have the name, those on the map are
    /// meant.
    package func outlines(meantBy word: String) throws -> [DistrictOutline] {
        let known = try knownOutlines().meant(by: word)
        guard known.count > 1 else { return known }
        let shown = try districtOutlines().meant(by: word)
        return shown.isEmpty ? known : shown
    }

    package func statedCounts() throws -> [String: Int] {
        // Two names with different bytes may be equal as Swift strings, so their counts are added.
        Dictionary(try status().districts.map { ($0.name, $0.count) }, uniquingKeysWith: +)
    }
}

/// The landmarks of a catalog: points to search from. Landmarks have no history, so even a catalog that is read as of a
/// past day has the current landmarks. A catalog that is too old to have landmarks answers like a catalog without
/// landmarks. Only one thread may use an object.
package protocol LandmarkSource: AnyObject {
    /// - Throws: an error that says how to get landmarks, if the catalog was pushed to a server without them.
    func requireLandmarks() throws

    func landmarkCount() throws -> Int

    /// Returns the landmarks that have this key (`LandmarkKeys`), ordered by feed and id, at most `limit` of them.
    ///
    /// - Complexity: O(log n + found), n landmarks.
    func landmarks(key: String, limit: Int) throws -> [Landmark]

    /// Returns the landmarks with a key that begins with this text, each once, ordered by key, feed and id; at most
    /// `limit` of them.
    func landmarks(keyPrefix: String, limit: Int) throws -> [Landmark]

    /// Returns the landmarks that have this id in their feeds, ordered by feed.
    func landmarks(feedID: String) throws -> [Landmark]

    /// Returns all landmarks, ordered by feed and id. All of them are held in memory.
    func landmarks() throws -> [Landmark]

    /// Returns the names of all landmarks, each once, at most `limit` of them.
    func landmarkNames(limit: Int) throws -> [String]

    /// Returns the last good run of each feed of landmarks, ordered by feed.
    func lastLandmarkRuns() throws -> [CatalogStatus.Run]
}

/// A point to search from, such as a station. It never appears in a listing. In most feeds, a station where several
/// lines meet has one record for each line. `LandmarkGroup` in the Query module joins these records.
public struct Landmark: Sendable, Equatable {
    public let feed: String
    /// The feed's own id, not empty.
    public let feedID: String
    /// Its name as the feed has it, not empty.
    public let name: String
    public let kind: Kind
    /// What distinguishes it from other landmarks with the same name, such as the line of a station; nil if the feed
    /// does not say.
    public let line: String?
    /// Its position; nil if the feed's position is not usable.
    public let coordinate: Coordinate?

    public init(feed: String, feedID: String, name: String, kind: Kind, line: String?, coordinate: Coordinate?) {
        self.feed = feed
        self.feedID = feedID
        self.name = name
        self.kind = kind
        self.line = line
        self.coordinate = coordinate
    }

    /// The feed's name and id, `seoul-stations/0239`.
    public var ref: String { "\(feed)/\(feedID)" }

    /// Whether its name may be written with or without 역.
    public var isStation: Bool { kind == .station }
}

/// A landmark and its number in the catalog, for a list that is read in pages.
package struct ListedLandmark: Sendable, Equatable {
    package let id: Int64
    package let landmark: Landmark

    package init(id: Int64, _ landmark: Landmark) { (self.id, self.landmark) = (id, landmark) }
}

extension Kind {
    public static var station: Kind { Kind(rawValue: "station") ?? .other }
}
