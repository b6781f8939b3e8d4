internal import GeocliDatabase
internal import GeocliText

extension Catalog {
    /// Returns the state of the catalog: a text that stays the same as long as all answers do. It changes with each
    /// run, even a refused one. It also changes with outlines, base maps, decisions on links, corrections and acts on
    /// issues. Code that keeps answers, such as a cache, compares states to learn whether its answers are still right.
    /// The state also serves as an ETag and as part of an export's hash.
    ///
    /// - Edges: reading, `verify` and rebuilt indexes do not change the state. Two catalogs can have the same state
    ///   only if they had the same runs and edits.
    /// - Complexity: O(m), where m is the number of decisions on links plus the number of records whose place is not in
    ///   the catalog yet. It does not depend on the numbers of places, runs or events.
    public func state() throws -> String { try read(Self.state) }

    static func state(_ db: Database) throws -> String {
        let tables = Set(try db.texts("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        var hash = SHA256()
        func add(_ text: String) { hash.update(Array((text + "\u{0}").utf8)) }
        add("\(try Schema.userVersion(db))")
        for (table, sql) in stateParts where tables.contains(table) {
            add(table)
            for text in try db.texts(sql) { add(text) }
        }
        return String(hash.hexDigest().prefix(32))
    }

    /// The values that identify the content of each table, in the order of the hash. Events are never changed, only
    /// added, so the last event is enough. The last run is identified by its time and the hash of its bytes.
    private static let stateParts = [
        ("run", "SELECT id || ' ' || started_at || ' ' || sha256 || ' ' || outcome FROM run ORDER BY id DESC LIMIT 1"),
        ("feed", "SELECT id || ' ' || good_runs || ' ' || coalesce(last_good_run, 0) FROM feed ORDER BY id"),
        (
            "outline_source",
            "SELECT sha256 || ' ' || imported_on || ' ' || title || char(10) || license FROM outline_source"
        ),
        ("district_outline", "SELECT sha256 || ' ' || name FROM district_outline ORDER BY name"),
        (
            "base_layer",
            "SELECT role || ' ' || sha256 || ' ' || imported_on || ' ' || title || char(10) || license FROM base_layer ORDER BY role"
        ),
        (
            "link_decision",
            "SELECT low || ' ' || high || ' ' || verdict || ' ' || date || ' ' || evidence FROM link_decision ORDER BY low, high"
        ),
        (
            "issue_event",
            "SELECT id || ' ' || what || ' ' || happened_at || ' ' || coalesce(author, '') FROM issue_event ORDER BY id DESC LIMIT 1"
        ),
        ("pending", "SELECT record FROM pending ORDER BY identity"),
    ]
}
