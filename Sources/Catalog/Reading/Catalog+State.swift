internal import GeocliDatabase
internal import GeocliText

extension Catalog {
    /// Returns the state of the catalog: a text that stays the same as long as all answers do. It changes with each
    /// run, even a refused one. It also changes with outlines, base maps, decisions on links, corrections and acts on
    /// issues. Code that keeps answers, such as a cache, compares states to learn whether its answers are still right.
    /// The state also serves as an ETag.
    ///
    /// - Edges: reading, `verify` and rebuilt indexes do not change the state. Two catalogs have the same state only if
    ///   the same runs and edits, with the same content, came in the same order. Changes that another program makes do
    ///   not change the state.
    /// - Complexity: O(m), where m is the number of decisions on links plus the number of records whose place is not in
    ///   the catalog yet. It does not depend on the numbers of places, runs or events.
    public func state() throws -> String { try read(Self.state) }

    static func state(_ db: Database) throws -> String {
        var rows = RowHash()
        rows.add("\(try Schema.userVersion(db))")
        rows.add(try StateChain(db).sha256)
        return String(rows.digest().prefix(32))
    }
}

extension Schema {
    static let stateChain = """
        -- A hash of all runs and edits with their content, in their order (StateChain).
        CREATE TABLE state_chain (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
            -- The hash of the tables whose rows an edit may remove.
            tables TEXT NOT NULL CHECK (length(tables) = 64),
            -- The last run and the last event that the hash covers.
            run INTEGER NOT NULL,
            event INTEGER NOT NULL
        ) STRICT;
        """
}

/// The hash of everything that runs and people have done to a catalog. Each transaction adds the content that it
/// brought to the hash of all earlier ones. So two copies of a catalog that part keep different hashes from then on,
/// even if they part in the same second, or with `SOURCE_DATE_EPOCH`. The hash depends on nothing but content and
/// order, so that equal histories give equal files.
///
/// What a run does follows from the catalog before it and from its row of `run`, which has the hashes of the feed's
/// bytes, of the declaration and of the addresses. What a person does is in the rows that are hashed below.
struct StateChain: Equatable {
    private(set) var sha256 = ""
    private var tables = ""
    private var run: Int64 = 0
    private var event: Int64 = 0

    /// Reads the stored hash, and adds what came later. The transaction of each run and each edit stores the hash, so
    /// usually nothing came later.
    init(_ db: Database) throws {
        try readStored(db)
        try extend(db)
    }

    private init() {}

    /// Stores the hash at the end of a transaction that may have changed the catalog.
    static func store(_ db: Database) throws {
        var chain = StateChain()
        try chain.readStored(db)
        let stored = chain
        try chain.extend(db)
        guard chain != stored else { return }
        try db.execute(
            "INSERT OR REPLACE INTO state_chain (id, sha256, tables, run, event) VALUES (1, ?, ?, ?, ?)",
            [chain.sha256, chain.tables, chain.run, chain.event] as [any SQLBindable])
    }

    private mutating func readStored(_ db: Database) throws {
        guard try Schema.userVersion(db) >= Schema.withSeals else { return }
        try db.forEachRow("SELECT sha256, tables, run, event FROM state_chain") { row in
            (sha256, tables) = (row.text(0) ?? "", row.text(1) ?? "")
            (run, event) = (row.integer(2), row.integer(3))
        }
    }

    private mutating func extend(_ db: Database) throws {
        let there = Set(try db.texts("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        var replaced = RowHash()
        for (table, sql) in Self.replacedTables where there.contains(table) {
            replaced.add(table)
            try replaced.addRows(db, sql)
        }
        var added = RowHash()
        added.add(sha256)
        let runs = try added.addRows(db, "SELECT * FROM run WHERE id > ? ORDER BY id", [.integer(run)])
        let hasEvents = there.contains("issue_event")
        let events =
            hasEvents ? try added.addRows(db, Self.events, [.integer(event), .integer(runs == 0 ? 1 : 0)]) : 0
        let digest = replaced.digest()
        guard digest != tables || runs + events > 0 else { return }
        added.add(digest)
        (sha256, tables) = (added.digest(), digest)
        run = try db.integer("SELECT coalesce(max(id), 0) FROM run") ?? 0
        event = hasEvents ? try db.integer("SELECT coalesce(max(id), 0) FROM issue_event") ?? 0 : 0
    }

    /// The tables whose rows an edit may replace or remove, with the columns that identify their content.
    private static let replacedTables = [
        ("feed", "SELECT * FROM feed ORDER BY key"),
        ("outline_source", "SELECT * FROM outline_source"),
        ("district_outline", "SELECT name, sha256 FROM district_outline ORDER BY name"),
        ("base_layer", "SELECT * FROM base_layer ORDER BY role"),
        ("link_decision", "SELECT * FROM link_decision ORDER BY low, high"),
        ("pending", "SELECT * FROM pending ORDER BY identity"),
    ]

    /// The acts of people on issues and corrections, each with its issue or correction as the act left it. The events
    /// of a run follow from the run; those of a scan that a person asked for belong to no new run.
    private static let events = """
        SELECT e.*, c.*, i.*,
            (SELECT group_concat(bookstore) FROM (
                SELECT bookstore FROM issue_place WHERE issue = e.issue ORDER BY bookstore))
        FROM issue_event e LEFT JOIN correction c ON c.number = e.correction LEFT JOIN issue i ON i.number = e.issue
        WHERE e.id > ? AND (e.author IS NOT NULL OR ?) ORDER BY e.id
        """
}

/// A hash of rows in which no two different lists of values are the same.
private struct RowHash {
    private var hash = SHA256()

    mutating func add(_ text: String?) {
        guard let text else { return hash.update(Array("-".utf8)) }
        hash.update(Array("\(text.utf8.count):\(text)".utf8))
    }

    /// Adds all columns of the rows of a query, and returns the number of rows.
    @discardableResult
    mutating func addRows(_ db: Database, _ sql: String, _ values: [SQLValue] = []) throws -> Int {
        let rows = try Statement(db, sql)
        rows.bind(values)
        var count = 0
        while try rows.step() {
            for column in 0..<rows.columnCount { add(rows.text(column)) }
            count += 1
        }
        add("\(count)")
        return count
    }

    mutating func digest() -> String { hash.hexDigest() }
}
