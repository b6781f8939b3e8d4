internal import GeocliDatabase

/// The order of ids: a later run gives higher ids, so a binary search finds the bookstores that first came in a run.
///
/// The sample can break this order: if a later real run holds a bookstore of the sample, the bookstore keeps its low
/// id. Only such a catalog has an index on `first_run`, which replaces the binary search.
enum IDOrder {
    private static let index = "bookstore_first_run"

    /// Creates the index if the order is broken. Called after the removal of the sample.
    ///
    /// - Complexity: O(n), n bookstores.
    static func settle(_ db: Database) throws {
        guard try db.flag("SELECT EXISTS (\(breaks))") else { return }
        try db.execute("CREATE INDEX IF NOT EXISTS \(index) ON bookstore (first_run)")
    }

    /// Returns whether a bookstore of a later run may have a lower id.
    static func isBroken(_ db: Database) throws -> Bool {
        try db.flag("SELECT EXISTS (\(hasIndex))")
    }

    /// The condition that later runs gave higher ids.
    static let holds = "NOT EXISTS (\(hasIndex))"

    private static let hasIndex = "SELECT 1 FROM main.sqlite_schema WHERE type = 'index' AND name = '\(index)'"

    /// The bookstores whose first run is older than the first run of a bookstore with a lower id.
    static let breaks = """
        SELECT * FROM (SELECT id, first_run, lag(first_run) OVER (ORDER BY id) AS before FROM bookstore)
        WHERE before > first_run
        """
}
