#if PostGIS
package import GeocliGeo
package import GeocliPlaces
package import GeocliSearch
internal import GeocliText

extension ServerCatalog {
    package func search<Result>(_ filter: PlaceFilter, _ body: (TextSearch) throws -> Result) throws -> Result {
        // The fields of a place lack its district if only its point tells it.
        try body(
            TextSearch(
                filter, in: postings, ServerTexts(connection, layout, ServerFilter(filter)), needsDistrict: false))
    }

    /// Returns the filter with the ids of the matches instead of its text, if there are only a few matches. Otherwise
    /// the text stays, and each place must be checked.
    /// - Complexity: O(c), c candidates that are checked to find the first matches.
    func narrowed(_ filter: PlaceFilter) throws -> ServerFilter {
        guard let text = filter.text else { return ServerFilter(filter) }
        if let lastNarrowing, lastNarrowing.from == filter { return lastNarrowing.to }
        var narrowed = ServerFilter(filter)
        if let ids = try ids(matching: text, filter, atMost: Self.fewMatches) {
            narrowed.text = nil
            narrowed.add("b.id = ANY (\(narrowed.bind(.integers(ids))))")
        }
        lastNarrowing = (filter, narrowed)
        return narrowed
    }

    package func scan(_ reading: SearchReading, _ filter: PlaceFilter) throws -> [SearchMatch] {
        let filter = ServerFilter(filter)
        var matches: [SearchMatch] = []
        try connection.forEachRow(
            "SELECT b.id, b.folded FROM \(layout.name("place")) b WHERE \(filter.sql)", filter.values
        ) { rows, row in
            matches += rows.match(row, id: 0, folded: 1, reading).map { [$0] } ?? []
            return true
        }
        return matches.sorted()
    }

    package func forEachPoint(ids: some Sequence<Int64>, body: (Coordinate?) -> Void) throws {
        let sql = """
            SELECT b.longitude, b.latitude, wanted.id FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
            LEFT JOIN \(layout.name("place")) b ON b.id = wanted.id ORDER BY wanted.place
            """
        for part in parts(of: Array(ids)) {
            let rows = try connection.rows(sql, [.integers(part)])
            for row in 0..<rows.count {
                body(
                    try checked { () throws(ServerRow.Damage) in
                        try rows.point(row, longitude: 0, latitude: 1, id: rows.integer(row, 2))
                    })
            }
        }
    }

    package func foldedFields(id: Int64) throws -> String {
        let rows = try connection.rows(
            "SELECT b.folded FROM \(layout.name("place")) b WHERE b.id = $1", [.integer(id)])
        return rows.count > 0 ? rows.text(0, 0) ?? "" : ""
    }
}

extension QueryResult {
    /// Returns the match of a row with a reading; nil if the row does not match.
    func match(_ row: Int, id: Int32, folded: Int32, _ reading: SearchReading) -> SearchMatch? {
        withText(row, folded) { text in
            let fields = FoldedFields(text)
            return reading.kind(fields).map {
                SearchMatch(id: integer(row, id), kind: $0, nameLength: fields.nameLength)
            }
        }
    }
}

private struct ServerTexts: FoldedTexts {
    /// The texts of 512 places take a tenth of a megabyte.
    let maximumAtOnce = 512
    private let connection: Connection
    private let sql: String
    private let values: [ServerValue]

    init(_ connection: Connection, _ layout: ServerLayout, _ filter: ServerFilter) {
        self.connection = connection
        var filter = filter
        // Reserves a parameter for the ids, which are different in each call of `forEachText`.
        let ids = filter.bind(.integers([]))
        values = filter.values.dropLast()
        sql = """
            SELECT b.id, b.folded FROM \(layout.name("place")) b WHERE b.id = ANY (\(ids)) AND \(filter.sql)
            """
    }

    func forEachText(of ids: [Int64], body: (Int64, UnsafeBufferPointer<UInt8>) throws -> Bool) throws {
        let rows = try connection.rows(sql, values + [.integers(ids)])
        var indexes: [Int64: Int] = [:]
        for row in 0..<rows.count { indexes[rows.integer(row, 0)] = row }
        for id in ids {
            guard let row = indexes[id] else { continue }
            guard try rows.withText(row, 1, { try body(id, $0) }) else { return }
        }
    }
}
#endif
