internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// The links in a catalog. An ingest updates them in its own transaction.
///
/// If the catalog has at least two feeds of places, `link_key` has the listed rows of all feeds by core name. A run
/// compares only the rows that share a core name with a row that the run touched. So a run without changes compares
/// nothing.
struct LinkTable {
    let db: Database

    /// The version of the rules. A later geocli with different rules has a different number, and finds all links again
    /// in its first run. Version 2 reads 서울특별시 마포구 as 마포구.
    static let rules = 2

    /// If a run touches more than 1/`fewRows` of the places, all links are found again in one pass.
    private static let fewRows = 4

    /// The fields that links depend on, as `change` names them.
    private static let fields = "('name', 'phone', 'address', 'district', 'point')"

    /// Returns the highest id; 0 in a catalog without places.
    func lastID() throws -> Int64 { try db.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0 }

    /// Updates the links after a good run.
    /// - Parameters:
    ///   - last: the highest id before the run.
    ///   - all: whether to find all links again, for example after damage.
    /// - Complexity: O(c), c rows that the run changed or that share a core name with such a row; O(n log n) when a
    ///   second feed is added, n listed rows.
    func update(run: Int64, after last: Int64, all: Bool) throws {
        let feeds = try self.feeds()
        let isCurrent = try db.integer("SELECT rules FROM link_state WHERE id = 1") == Int64(Self.rules)
        guard feeds.count > 1 else {
            if isCurrent { try empty() }
            return
        }
        guard isCurrent, !all else { return try rebuild(feeds, run: run, anew: all) }
        try update(feeds, try touchedRows(run: run, after: last) + overlaidRows(), run: run)
    }

    func updateOverlaid(run: Int64) throws {
        guard try db.integer("SELECT rules FROM link_state WHERE id = 1") == Int64(Self.rules) else { return }
        let feeds = try self.feeds()
        try update(feeds, try overlaidRows(), run: run)
    }

    private func update(_ feeds: [Int64], _ touched: [TouchedRow], run: Int64) throws {
        guard feeds.count > 1, !touched.isEmpty else { return }
        if try touched.count > Int(lastID()) / Self.fewRows { return try rebuild(feeds, run: run) }
        var blocks: Set<Int64> = []
        let keys = try LinkKeys(db)
        for row in touched { blocks.formUnion(try keys.refresh(row.id, run: run, shownAs: row.formerName)) }
        try LinkComparison(db, run: run).compare(blocks, of: touched.map(\.id))
    }

    private struct TouchedRow {
        let id: Int64
        /// The row's name before a change of its corrections; nil if `change` has the former name.
        let formerName: String?
    }

    private func overlaidRows() throws -> [TouchedRow] {
        guard try db.flag("SELECT EXISTS (SELECT 1 FROM correction)") else { return [] }
        var rows: [TouchedRow] = []
        try db.forEachRow(HeldRows.inLinks) { rows.append(TouchedRow(id: $0.integer(0), formerName: $0.text(1))) }
        return rows
    }

    /// The tables in which a run finds everything again.
    static let found = ["link", "link_state"]

    /// Finds the links of all listed rows again.
    /// - Parameter anew: whether to remove all links first if something other than geocli changed them.
    private func rebuild(_ feeds: [Int64], run: Int64, anew: Bool = false) throws {
        try LinkKeys.register(on: db)
        if try anew && !Seals.differences(of: ["link"], db).isEmpty { try db.execute("DELETE FROM link") }
        try db.empty("link_key")
        try db.execute("DELETE FROM link_state")
        try Seals.forgetEmptyParts(of: Self.found, db)
        try db.execute(
            """
            INSERT INTO link_key SELECT block, feed, id FROM (
                SELECT \(LinkKeys.block)(name) AS block, feed, id FROM place
                WHERE missing_run IS NULL AND feed IN (\(list(feeds))))
            WHERE block IS NOT NULL ORDER BY 1, 2, 3
            """)
        let comparison = try LinkComparison(db, run: run)
        try comparison.compareAll(upTo: try lastID())
        try db.execute("INSERT INTO link_state VALUES (1, ?)", [Self.rules])
    }

    /// Returns the problems of a catalog's links, at most ten of each kind.
    /// - Complexity: O(n log n), n listed rows.
    static func findings(_ db: Database) throws -> [Words] {
        let table = LinkTable(db: db)
        // If a different version of the rules found the links, the next run finds them again.
        guard try db.integer("SELECT rules FROM link_state WHERE id = 1") == Int64(rules) else {
            return try db.texts(
                "SELECT \(Finding.sql("early-link", ("one", "low"), ("other", "high"))) FROM link LIMIT 10"
            )
            .map(Finding.sentence)
        }
        try LinkKeys.register(on: db)
        let compared = "b.missing_run IS NULL AND b.feed IN (\(table.list(try table.feeds())))"
        let keys = try db.texts(
            """
            SELECT \(Finding.sql("not-compared", ("id", "b.id"))) FROM place b
            WHERE \(compared) AND \(LinkKeys.block)(b.name) IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM link_key k
                WHERE k.block = \(LinkKeys.block)(b.name) AND k.feed = b.feed AND k.place = b.id)
            UNION ALL
            SELECT \(Finding.sql("link-key", ("id", "k.place")))
            FROM link_key k LEFT JOIN place b ON b.id = k.place
            WHERE (\(compared) AND b.feed = k.feed AND \(LinkKeys.block)(b.name) = k.block) IS NOT TRUE LIMIT 10
            """
        ).map(Finding.sentence)
        return keys + (try LinkComparison(db, run: 0).findings(upTo: LinkTable(db: db).lastID())).prefix(10)
    }

    private func list(_ feeds: [Int64]) -> String { feeds.map(String.init).joined(separator: ", ") }

    /// Removes all links, but keeps the decisions of people about them.
    private func empty() throws {
        try db.execute("DELETE FROM link; DELETE FROM link_key; DELETE FROM link_state")
        try Seals.forgetEmptyParts(of: Self.found, db)
    }

    /// Returns the feeds whose rows are compared: all feeds of places with a good run, except the sample.
    func feeds() throws -> [Int64] {
        var feeds: [Int64] = []
        try db.forEachRow(
            "SELECT key FROM feed WHERE good_runs > 0 AND role = 'places' AND id <> ?", [.text(SampleNames.feed)]
        ) { feeds.append($0.integer(0)) }
        return feeds
    }

    private func touchedRows(run: Int64, after last: Int64) throws -> [TouchedRow] {
        var ids: [TouchedRow] = []
        try db.forEachRow(
            """
            SELECT DISTINCT place FROM change
            WHERE run = ? AND (what <> 'changed' OR field IN \(Self.fields))
            UNION \(Staging.silent)
            UNION ALL SELECT id FROM place WHERE id > ?
            """, [.integer(run), .integer(last)]
        ) { ids.append(TouchedRow(id: $0.integer(0), formerName: nil)) }
        return ids
    }
}

/// Writes the rows of `link_key`. They say which block each listed row belongs to.
struct LinkKeys {
    /// The name of an SQL function. `geocli_block(name)` returns the number of the block for a name; null for a name
    /// that is not compared. A block has all rows with one core name.
    static let block = "geocli_block"

    private let row: Statement
    private let former: Statement
    private let delete: Statement
    private let insert: Statement

    init(_ db: Database) throws {
        row = try Statement(db, "SELECT name, feed, missing_run IS NULL FROM place WHERE id = ?")
        former = try Statement(
            db, "SELECT old FROM change WHERE run = ? AND place = ? AND what = 'changed' AND field = 'name'")
        delete = try Statement(db, "DELETE FROM link_key WHERE block = ? AND feed = ? AND place = ?")
        insert = try Statement(db, "INSERT OR IGNORE INTO link_key VALUES (?, ?, ?)")
    }

    /// Stores the key of a row that the run touched.
    /// - Parameter name: the name before corrections changed it; nil if no correction changed the name.
    /// - Returns: the row's former blocks and its present block.
    func refresh(_ id: Int64, run: Int64, shownAs name: String? = nil) throws -> Set<Int64> {
        row.bind(1, id)
        defer { row.reset() }
        guard try row.step(), let present = row.text(0) else { return [] }
        let (feed, isListed) = (row.integer(1), row.integer(2) != 0)
        former.bind(1, run)
        former.bind(2, id)
        defer { former.reset() }
        let old = try former.step() ? former.text(0) : nil
        let now = LinkName(present)?.block
        let before = [old, name].compactMap { $0.flatMap(LinkName.init)?.block }
        let blocks = Set(before + [now].compactMap { $0 })
        for block in blocks where block != now || !isListed { try Self.run(delete, block, feed, id) }
        if let now, isListed { try Self.run(insert, now, feed, id) }
        return blocks
    }

    private static func run(_ statement: Statement, _ block: Int64, _ feed: Int64, _ id: Int64) throws {
        statement.bind(1, block)
        statement.bind(2, feed)
        statement.bind(3, id)
        try statement.run()
    }

    static func register(on db: Database) throws {
        try SQLFunction.register(block, arguments: 1, on: db) { context, _, values in
            guard let name = SQLFunction.text(values?[0]).flatMap(LinkName.init) else { return }
            sqlite3_result_int64(context, name.block)
        }
    }
}
