#if PostGIS
internal import GeocliGeo
package import GeocliPlaces
internal import GeocliSearch
internal import GeocliText

/// The places of a catalog on a PostgreSQL server, open for reading.
///
/// PostGIS finds candidates. Geo computes their distances and their order, so the answers are byte for byte the same as
/// those from the catalog's file. All reads see the same snapshot, because they are in one read-only transaction,
/// during which no push can remove the tables. It is a class because it owns a connection. Only one thread uses it.
package final class ServerCatalog: PlaceSource {
    enum Part {
        case there
        case notAllowed
    }

    package typealias Listed = ServerRow

    let connection: Connection
    let layout: ServerLayout
    let linkTable: Part
    let landmarkTables: Part
    /// Whether the table of links was empty when the push analyzed it. If so, an answer need not read it.
    let hasNoLinks: Bool
    /// At most this many text matches are looked up by id. For more, a scan of the places finds the first ones soon.
    static let fewMatches = 2000
    /// The last filter whose text was looked up, and its narrowed form.
    var lastNarrowing: (from: PlaceFilter, to: ServerFilter)?
    private(set) lazy var postings = ServerPostings(connection, layout)

    /// Always nil, because the server has only the current state of the catalog.
    package var day: String? { nil }
    /// Always false, because the server has only the values that were pushed.
    package var isUncorrected: Bool { false }

    /// Connects to the server, and begins the transaction for reading.
    /// - Throws: `ServerError`, `ServerAddressError`.
    package init(_ address: ServerAddress) throws {
        connection = try Connection(address)
        layout = ServerLayout(address: address)
        // The lock comes before the first query, because the first query fixes the snapshot. With a snapshot from
        // before a push, the new tables would look empty. JIT compilation is off, because it takes longer than these
        // queries.
        try connection.run(
            """
            BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
            LOCK TABLE \(layout.name(ServerLayout.gate)) IN ACCESS SHARE MODE;
            SET LOCAL jit = off
            """)
        let tables = ([ServerLayout.gate] + ServerLayout.ofSeveralFeeds).map(layout.name)
        let facts = try connection.rows(
            """
            SELECT obj_description($1::regclass, 'pg_class'), has_table_privilege(to_regclass($2), 'SELECT'),
                has_table_privilege(to_regclass($3), 'SELECT') AND has_table_privilege(to_regclass($4), 'SELECT'),
                (SELECT reltuples = 0 FROM pg_class WHERE oid = to_regclass($2))
            """, tables.map(ServerValue.text))
        guard let version = ServerLayout.version(of: facts.text(0, 0)) else {
            throw ServerError.notPushed(connection.name)
        }
        guard version == ServerLayout.version else { throw ServerLayout.other(version, at: connection.name) }
        linkTable = facts.isTrue(0, 1) ? .there : .notAllowed
        landmarkTables = facts.isTrue(0, 2) ? .there : .notAllowed
        hasNoLinks = facts.isTrue(0, 3)
        try PostGISExtension.find(connection, makes: false)
    }

    package func hasGoodRun() throws -> Bool { try !lastGoodRuns().isEmpty }

    package func lastGoodRuns() throws -> [CatalogStatus.Run] { try lastRuns().filter { !$0.isOfLandmarks } }

    package func lastLandmarkRuns() throws -> [CatalogStatus.Run] { try lastRuns().filter(\.isOfLandmarks) }

    private func lastRuns() throws -> [CatalogStatus.Run] {
        let rows = try connection.rows(
            """
            SELECT run, feed, started_at, date, source, sha256, data_from, words, role FROM \(layout.name("feed"))
            ORDER BY feed COLLATE "C"
            """)
        return try (0..<rows.count).map { row in
            func text(_ column: Int32) -> String { rows.text(row, column) ?? "" }
            let run = rows.checkedInteger(row, 0) ?? 0
            guard CatalogNumbers.runs.contains(run), SeoulTime.isDate(text(3)) else {
                throw ServerError.contradiction(
                    connection.name, Words(en: "a run has an impossible number or day", ko: "번호나 날짜가 잘못된 실행이 있음"))
            }
            var found = CatalogStatus.Run(
                id: run, feed: text(1), startedAt: text(2), date: text(3), source: text(4),
                sha256: text(5), dataFrom: text(6), words: rows.text(row, 7).flatMap(FeedWords.init(json:)))
            found.isOfLandmarks = text(8) == "landmarks"
            return found
        }
    }

    func require(_ part: Part, _ table: String) throws {
        if part == .notAllowed { throw ServerError.notAllowed(layout.name(table), connection.name) }
    }

    package func districts() throws -> [String] {
        let rows = try connection.rows(
            """
            SELECT district FROM \(layout.name("place")) WHERE district <> '' GROUP BY district
            ORDER BY district COLLATE "C"
            """)
        return (0..<rows.count).compactMap { rows.text($0, 0) }
    }

    package func forEachRow(_ filter: PlaceFilter, limit: Int?, body: (ServerRow) throws -> Void) throws {
        try forEachRow(try narrowed(filter), limit: limit, body: body)
    }

    package func id(ref: String) throws -> Int64? {
        guard let place = PlaceRef(ref) else { return nil }
        let sql = "SELECT id FROM \(layout.name("place")) WHERE feed = $1 AND feed_id = $2"
        let rows = try connection.rows(sql, [.text(place.feed), .text(place.feedID)])
        return rows.count > 0 ? rows.checkedInteger(0, 0) : nil
    }

    /// - Throws: `ServerError(.missing)` if no place has this id.
    package func entry(id: Int64) throws -> CatalogEntry {
        var found: CatalogEntry?
        try forEachEntry(ids: [id]) { found = $0 }
        guard let found else { throw try notFound(String(id)) }
        return found
    }

    /// - Throws: `ServerError(.missing)` if no place has this reference.
    package func entry(ref: String) throws -> CatalogEntry {
        guard let id = try id(ref: ref) else { throw try notFound(ref) }
        return try entry(id: id)
    }

    private func notFound(_ name: String) throws -> ServerError {
        ServerError.noPlace(DisplayText.singleLine(name), try placeWords().noun, connection.name)
    }

    package func forEachEntry(ids: some Sequence<Int64>, body: (CatalogEntry) throws -> Void) throws {
        try forEachRow(ids: ids) { try body($0.entry) }
    }

    package func forEachRow(ids: some Sequence<Int64>, body: (ServerRow) throws -> Void) throws {
        let sql = """
            SELECT \(ServerRow.columns) FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
            JOIN \(layout.name("place")) b ON b.id = wanted.id ORDER BY wanted.place
            """
        for part in parts(of: Array(ids)) {
            let rows = try connection.rows(sql, [.integers(part)])
            for row in 0..<rows.count { try body(try self.row(rows, row)) }
        }
    }

    /// Returns ids in groups that are small enough for one query.
    func parts(of ids: [Int64]) -> [[Int64]] {
        stride(from: 0, to: ids.count, by: Self.idsAtOnce).map { Array(ids[$0..<min($0 + Self.idsAtOnce, ids.count)]) }
    }

    /// The maximum number of ids per query. Their rows take half a megabyte.
    private static let idsAtOnce = 2048

    /// Calls `body` with the places that the narrowed filter admits, ordered by id.
    func forEachRow(_ filter: ServerFilter, limit: Int?, body: (ServerRow) throws -> Void) throws {
        guard limit != 0 else { return }
        var values = filter.values
        var sql = """
            SELECT \(filter.columns(ServerRow.columns)) FROM \(layout.name("place")) b
            WHERE \(filter.sql) ORDER BY b.id
            """
        // If the filter has a text, geocli itself matches it, so the server can't count the matches.
        if let limit, filter.text == nil {
            values.append(.integer(Int64(limit)))
            sql += " LIMIT $\(values.count)"
        }
        var count = 0
        try connection.forEachRow(sql, values) { rows, row in
            guard filter.admits(rows, row, folded: ServerRow.Column.folded) else { return true }
            try body(try self.row(rows, row))
            count += 1
            return count != limit
        }
    }

    func row(_ rows: QueryResult, _ row: Int) throws -> ServerRow {
        try checked { () throws(ServerRow.Damage) in try ServerRow(rows, row) }
    }

    /// Returns the result of `read`. Converts damage into an error with a message for people.
    func checked<Value>(_ read: () throws(ServerRow.Damage) -> Value) throws(ServerError) -> Value {
        do {
            return try read()
        } catch {
            throw .contradiction(connection.name, error.what)
        }
    }

    private var hasLandmarks: Bool { landmarkTables == .there }

    package func requireLandmarks() throws {
        try require(landmarkTables, ServerLayout.landmarks)
    }

    package func landmarkCount() throws -> Int {
        guard hasLandmarks else { return 0 }
        return Int(try connection.rows("SELECT count(*) FROM \(layout.name(ServerLayout.landmarks))").integer(0, 0))
    }

    package func landmarks(key: String, limit: Int) throws -> [Landmark] {
        try landmarks(
            "JOIN \(layout.name(ServerLayout.landmarkKeys)) k ON k.landmark = l.id WHERE k.key = $1 ORDER BY l.id LIMIT $2",
            [.text(key), .integer(Int64(limit))])
    }

    package func landmarks(keyPrefix: String, limit: Int) throws -> [Landmark] {
        // In the collation "C", texts are ordered by their bytes, which is the order of characters, as in the file.
        try landmarks(
            """
            JOIN (
                SELECT landmark, min(number) AS number, min(key) AS key FROM (
                    SELECT landmark, key, number FROM \(layout.name(ServerLayout.landmarkKeys))
                    WHERE key >= $1 AND key < $2 ORDER BY key, number LIMIT $3) found
                GROUP BY landmark) k ON k.landmark = l.id
            ORDER BY k.key, l.id
            """, [.text(keyPrefix), .text(keyPrefix + "\u{10FFFF}"), .integer(Int64(limit))])
    }

    package func landmarks(feedID: String) throws -> [Landmark] {
        try landmarks("WHERE l.feed_id = $1 ORDER BY l.id", [.text(Folding.composed(feedID))])
    }

    package func landmarks() throws -> [Landmark] { try landmarks("ORDER BY l.id", []) }

    package func landmarkNames(limit: Int) throws -> [String] {
        guard hasLandmarks else { return [] }
        let rows = try connection.rows(
            "SELECT DISTINCT name COLLATE \"C\" FROM \(layout.name(ServerLayout.landmarks)) ORDER BY 1 LIMIT $1",
            [.integer(Int64(limit))])
        // A name with NUL has a different position in the server's order, so the names are sorted here.
        return (0..<rows.count).compactMap { rows.text($0, 0) }.sorted {
            $0.utf8.lexicographicallyPrecedes($1.utf8)
        }
    }

    private func landmarks(_ which: String, _ values: [ServerValue]) throws -> [Landmark] {
        guard hasLandmarks else { return [] }
        let rows = try connection.rows(
            """
            SELECT l.feed, l.feed_id, l.name, l.kind, l.line, l.latitude, l.longitude, l.id
            FROM \(layout.name(ServerLayout.landmarks)) l \(which)
            """, values)
        return try (0..<rows.count).map { try landmark(rows, $0) }
    }

    private func landmark(_ rows: QueryResult, _ row: Int) throws -> Landmark {
        let id = rows.checkedInteger(row, 7) ?? 0
        guard let feed = rows.text(row, 0), let feedID = rows.text(row, 1), let name = rows.text(row, 2),
            ![feed, feedID, name].contains(""), let kind = rows.text(row, 3).flatMap(Kind.init(rawValue:))
        else {
            throw ServerError.contradiction(
                connection.name, Words(en: "landmark \(id) lacks a value", ko: "기준점 \(id)의 값이 없음"))
        }
        let point = try checked { () throws(ServerRow.Damage) in
            try rows.point(row, longitude: 6, latitude: 5, id: id)
        }
        return Landmark(
            feed: feed, feedID: feedID, name: name, kind: kind, line: rows.text(row, 4), coordinate: point)
    }
}

final class ServerPostings: PostingSource {
    private let connection: Connection
    private let sql: String
    private var firstBlocks: [UInt64: PostingNumbers?] = [:]

    init(_ connection: Connection, _ layout: ServerLayout) {
        self.connection = connection
        // Selects the last block that begins at or before the document, and the block after it.
        let table = layout.name("posting")
        sql = """
            SELECT first, documents FROM \(table) WHERE piece = $1 AND first >= coalesce((
                SELECT first FROM \(table) WHERE piece = $1 AND first <= $2 ORDER BY first DESC LIMIT 1), 0)
            ORDER BY first LIMIT 2
            """
    }

    func block(of piece: UInt64, reaching document: UInt64, after former: PostingNumbers?) throws -> PostingNumbers? {
        // The search for guesses needs the first blocks of the same lists many times, so these blocks are kept in
        // memory.
        if document == 0, let known = firstBlocks[piece] { return known }
        let rows = try connection.rows(
            sql, [.integer(Int64(bitPattern: piece)), .integer(Int64(clamping: document))])
        var found: PostingNumbers?
        for row in 0..<rows.count where found == nil {
            let first = UInt64(bitPattern: rows.integer(row, 0))
            guard let block = PostingNumbers(rows.bytes(row, 1), first: first) else {
                throw ServerError.contradiction(
                    connection.name, Words(en: "a block of the search index can't be read", ko: "검색 색인의 블록을 읽을 수 없음"))
            }
            if block.last >= document { found = block }
        }
        if document == 0 { firstBlocks[piece] = .some(found) }
        return found
    }
}
#endif
