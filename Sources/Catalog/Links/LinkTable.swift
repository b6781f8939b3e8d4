internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// The links in a catalog. An ingest updates them in its own transaction.
///
/// If the catalog has at least two feeds of places, `link_key` has the listed rows of all feeds by core name and by phone
/// number. A run compares only the rows that share a core name with a row that the run touched, or a phone number and a
/// similar name. So a run without changes compares nothing.
struct LinkTable {
    let db: Database

    /// The version of the rules. A later geocli with different rules has a different number, and finds all links again
    /// in its first run. Version 2 reads 서울특별시 마포구 as 마포구. Version 3 has `part-phone`, and compares kinds.
    static let rules = 3

    /// If a run touches more than 1/`fewRows` of the places, all links are found again in one pass.
    private static let fewRows = 4

    /// The fields that links depend on, as `change` names them.
    private static let fields = "('name', 'kind', 'phone', 'address', 'district', 'point')"

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
        var blocks = LinkKeys.Blocks()
        let keys = try LinkKeys(db)
        for row in touched { try keys.refresh(row.id, run: run, shownAs: row.former, &blocks) }
        try LinkComparison(db, run: run).compare(blocks.names, phones: blocks.phones, of: touched.map(\.id))
    }

    private struct TouchedRow {
        let id: Int64
        /// The row's name and phone number before a change of its corrections; nil if `change` has the former ones.
        var former: LinkKeys.Texts?
    }

    private func overlaidRows() throws -> [TouchedRow] {
        guard try db.flag("SELECT EXISTS (SELECT 1 FROM correction)") else { return [] }
        var rows: [TouchedRow] = []
        try db.forEachRow(HeldRows.inLinks) {
            rows.append(TouchedRow(id: $0.integer(0), former: LinkKeys.Texts(name: $0.text(1), phone: $0.text(2))))
        }
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
            INSERT INTO link_key WITH listed AS (
                SELECT \(LinkKeys.block)(name) AS block, phone, feed, id FROM place
                WHERE missing_run IS NULL AND feed IN (\(list(feeds))))
            SELECT block, feed, id FROM listed WHERE block IS NOT NULL
            UNION ALL
            SELECT \(LinkKeys.phoneBlock)(phone), feed, id FROM listed WHERE block IS NOT NULL AND phone IS NOT NULL
            ORDER BY 1, 2, 3
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
            WHERE \(compared) AND \(LinkKeys.block)(b.name) IS NOT NULL AND (NOT EXISTS (
                SELECT 1 FROM link_key k
                WHERE k.block = \(LinkKeys.block)(b.name) AND k.feed = b.feed AND k.place = b.id)
                OR b.phone IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM link_key k
                WHERE k.block = \(LinkKeys.phoneBlock)(b.phone) AND k.feed = b.feed AND k.place = b.id))
            UNION ALL
            SELECT \(Finding.sql("link-key", ("id", "k.place")))
            FROM link_key k LEFT JOIN place b ON b.id = k.place
            WHERE (\(compared) AND b.feed = k.feed AND \(LinkKeys.block)(b.name) IS NOT NULL
                AND k.block IN (\(LinkKeys.block)(b.name), \(LinkKeys.phoneBlock)(b.phone))) IS NOT TRUE LIMIT 10
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
        ) { ids.append(TouchedRow(id: $0.integer(0))) }
        return ids
    }
}

/// Writes the rows of `link_key`. They say which blocks each listed row belongs to.
struct LinkKeys {
    /// The values of a row that determine its blocks.
    struct Texts {
        let name: String?
        let phone: String?
    }

    struct Blocks {
        var names: Set<Int64> = []
        var phones: Set<Int64> = []
    }

    /// The name of an SQL function. `geocli_block(name)` returns the number of the block for a name; null for a name
    /// that is not compared. A block has all rows with one core name.
    static let block = "geocli_block"
    /// The same for a phone number: a block has all rows with this number.
    static let phoneBlock = "geocli_phone_block"

    private let row: Statement
    private let former: Statement
    private let delete: Statement
    private let insert: Statement

    init(_ db: Database) throws {
        row = try Statement(db, "SELECT name, feed, missing_run IS NULL, phone FROM place WHERE id = ?")
        former = try Statement(
            db,
            """
            SELECT field, old FROM change
            WHERE run = ? AND place = ? AND what = 'changed' AND field IN ('name', 'phone')
            """)
        delete = try Statement(db, "DELETE FROM link_key WHERE block = ? AND feed = ? AND place = ?")
        insert = try Statement(db, "INSERT OR IGNORE INTO link_key VALUES (?, ?, ?)")
    }

    /// Stores the keys of a row that the run touched, and adds its former blocks and its present ones to `blocks`.
    /// - Parameter texts: the values before corrections changed them; nil if no correction changed them.
    func refresh(_ id: Int64, run: Int64, shownAs texts: Texts? = nil, _ blocks: inout Blocks) throws {
        row.bind(1, id)
        defer { row.reset() }
        guard try row.step(), let present = row.text(0) else { return }
        let (feed, isListed) = (row.integer(1), row.integer(2) != 0)
        let name = LinkName(present)?.block
        let phone = name == nil ? nil : row.text(3).map(LinkBlock.of(phone:))
        var names = Set([name, texts?.name.flatMap(LinkName.init)?.block].compactMap { $0 })
        var phones = Set([phone, texts?.phone.map(LinkBlock.of(phone:))].compactMap { $0 })
        former.bind(1, run)
        former.bind(2, id)
        defer { former.reset() }
        while try former.step() {
            guard let old = former.text(1) else { continue }
            if former.text(0) == "phone" {
                phones.insert(LinkBlock.of(phone: old))
            } else if let block = LinkName(old)?.block {
                names.insert(block)
            }
        }
        for block in names.union(phones) where block != name && block != phone || !isListed {
            try Self.run(delete, block, feed, id)
        }
        if isListed {
            for block in [name, phone].compactMap({ $0 }) { try Self.run(insert, block, feed, id) }
        }
        blocks.names.formUnion(names)
        blocks.phones.formUnion(phones)
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
        try SQLFunction.register(phoneBlock, arguments: 1, on: db) { context, _, values in
            guard let phone = SQLFunction.text(values?[0]) else { return }
            sqlite3_result_int64(context, LinkBlock.of(phone: phone))
        }
    }
}
