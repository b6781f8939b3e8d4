internal import GeocliDatabase
public import GeocliGeo
public import GeocliPlaces
package import GeocliSearch

/// The folded fields of the places in the catalog's file.
private struct StoredTexts: FoldedTexts {
    let maximumAtOnce = 1
    private let row: Statement

    init(_ db: Database, _ filter: PlaceFilter) throws {
        let condition = filter.condition
        row = try Statement(db, "SELECT b.folded FROM place b WHERE b.id = ? AND \(condition.sql)")
        for (offset, value) in condition.values.enumerated() { row.bind(Int32(offset + 2), value) }
    }

    func forEachText(of ids: [Int64], body: (Int64, UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
        for id in ids {
            row.bind(1, id)
            defer { row.reset() }
            guard try row.step() else { continue }
            guard try row.withText(0, { try body(id, $0) }) else { return }
        }
    }
}

extension TextSearch {
    fileprivate convenience init(_ db: Database, _ filter: PlaceFilter, hasOpenPlaces: Bool) throws {
        self.init(
            filter, in: try PostingTable(db), try StoredTexts(db, filter), needsDistrict: !hasOpenPlaces)
    }
}

extension Catalog {
    /// Calls `body` with a search among the places that `filter` admits. The search is valid during the call.
    public func search<Result>(_ filter: PlaceFilter, _ body: (TextSearch) throws -> Result) throws -> Result {
        try requirePresent()
        return try read { db in
            let isOpen = try !filter.districts.isEmpty && places(db).hasPlacesWithoutDistrict()
            return try body(TextSearch(db, filter, hasOpenPlaces: isOpen))
        }
    }

    /// Returns the filter, with the ids of the matches added if only a few places match its text. SQLite finds
    /// places fast by id.
    /// - Complexity: O(c), c candidates that are checked to find the first matches.
    func narrowed(_ filter: PlaceFilter) throws -> PlaceFilter {
        guard let text = filter.text, filter.matchKind == nil, filter.ids == nil, past == nil else { return filter }
        if let lastNarrowing, lastNarrowing.from == filter { return lastNarrowing.to }
        var narrowed = filter
        if let ids = try ids(matching: text, filter, atMost: fewMatches) { narrowed.ids = ids }
        // Without a snapshot, the next read may see other places.
        if holdsSnapshot { lastNarrowing = (filter, narrowed) }
        return narrowed
    }

    /// Returns the places that match a reading and that `filter` admits, in the order of answers. Scans all
    /// places. Tests compare the results of the index with those of this scan.
    ///
    /// - Complexity: O(n), n places in the catalog.
    package func scan(_ reading: SearchReading, _ filter: PlaceFilter) throws -> [SearchMatch] {
        let condition = filter.condition
        var matches: [SearchMatch] = []
        try read { db in
            let rows = try Statement(db, "SELECT b.id, b.folded FROM place b WHERE \(condition.sql) ORDER BY b.id")
            rows.bind(condition.values)
            while try rows.step() {
                let id = try rows.placeID(0)
                rows.withText(1) { text in
                    let fields = FoldedFields(text)
                    guard let kind = reading.kind(fields) else { return }
                    matches.append(SearchMatch(id: id, kind: kind, nameLength: fields.nameLength))
                }
            }
        }
        return matches.sorted()
    }

    /// Calls `body` with places that match a reading in one way and that `filter` admits, roughly nearest first.
    /// Stops when no other place can be within the limit in meters that `body` returned last.
    package func forEachCandidate(
        near origin: Coordinate, _ reading: SearchReading, _ kind: MatchKind, _ filter: PlaceFilter,
        body: (SearchMatch, Coordinate) -> Double
    ) throws {
        var filter = filter
        filter.text = reading
        filter.matchKind = kind
        try forEachNamedCandidate(near: origin, withinMeters: .infinity, filter) { id, length, coordinate in
            body(SearchMatch(id: id, kind: kind, nameLength: length), coordinate)
        }
    }

    /// Calls `body` with the points of the places that have these ids, in the order of `ids`. The point is nil for
    /// an unknown id or a place without a point.
    ///
    /// - Complexity: O(m log n), m ids.
    public func forEachPoint(ids: some Sequence<Int64>, body: (Coordinate?) -> Void) throws {
        try read { db in
            let row = try Statement(db, "SELECT b.longitude, b.latitude, b.id FROM place b WHERE b.id = ?")
            for id in ids {
                row.bind(1, id)
                defer { row.reset() }
                body(try row.step() ? try row.point(longitude: 0, latitude: 1, id: 2) : nil)
            }
        }
    }

    /// Returns the folded fields of a place, in the format of `FoldedFields`.
    public func foldedFields(id: Int64) throws -> String {
        try read { try $0.text("SELECT folded FROM place WHERE id = ?", [.integer(id)]) ?? "" }
    }

    /// Calls `body` with every block of the index of pieces, ordered by piece and then by the block's first number. The
    /// blocks include the changes of the lists.
    ///
    /// - Complexity: O(n), n blocks; memory for the changes, and for the list of one piece if it has changes.
    public func forEachPosting(
        body: (_ piece: Int64, _ first: Int64, _ documents: UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try read { db in
            let blocks = try Statement(db, "SELECT piece, first, documents FROM posting ORDER BY piece, first")
            guard let changes = try PostingChangeTable.ifFilled(db) else {
                while try blocks.step() {
                    try blocks.withBytes(2) { try body(blocks.integer(0), blocks.integer(1), $0) }
                }
                return
            }
            try changes.forEachPresentBlock(blocks, body)
        }
    }
}
