#if PostGIS
public import GeocliPlaces
internal import GeocliSearch

extension ServerCatalog {
    /// See `PlaceSource`.
    public func search<Result>(_ filter: PlaceFilter, _ body: (TextSearch) throws -> Result) throws -> Result {
        try body(TextSearch(filter, in: postings, ServerTexts(connection, layout, ServerFilter(filter))))
    }

    /// Returns the filter with the ids of the matching bookstores in place of its text, if few match. Otherwise the
    /// text stays, and each bookstore must be checked.
    ///
    /// - Complexity: O(c), c candidates for the first matches.
    func narrowed(_ filter: PlaceFilter) throws -> ServerFilter {
        guard let text = filter.text else { return ServerFilter(filter) }
        if let lastNarrowing, lastNarrowing.from == filter { return lastNarrowing.to }
        var ids: [Int64] = []
        var others = filter
        others.text = nil
        try search(others) { search in
            try search.forEachMatch(text, in: text.everything) { match in
                ids.append(match.id)
                return ids.count <= Self.fewMatches
            }
        }
        var narrowed = ServerFilter(filter)
        if ids.count <= Self.fewMatches {
            narrowed.text = nil
            narrowed.add("b.id = ANY (\(narrowed.bind(.integers(ids.sorted()))))")
        }
        lastNarrowing = (filter, narrowed)
        return narrowed
    }
}

/// The folded fields on the server.
private struct ServerTexts: FoldedTexts {
    /// The texts of 512 bookstores are a tenth of a megabyte.
    let maximumAtOnce = 512
    private let connection: Connection
    private let sql: String
    private let values: [ServerValue]

    init(_ connection: Connection, _ layout: ServerLayout, _ filter: ServerFilter) {
        self.connection = connection
        var filter = filter
        // Reserves the parameter for the ids. Each call of `forEachText` has other ids.
        let ids = filter.bind(.integers([]))
        values = filter.values.dropLast()
        sql = """
            SELECT b.id, b.folded FROM \(layout.name("bookstore")) b WHERE b.id = ANY (\(ids)) AND \(filter.sql)
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
