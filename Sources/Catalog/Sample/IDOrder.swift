internal import GeocliDatabase

/// The order of ids. A later run gives higher ids, so a binary search finds the bookstores that a run added.
///
/// The sample can break this order: if a later real run has a bookstore of the sample, the bookstore keeps its low id.
/// Only a catalog with a broken order has an index on `first_run`. There, the index replaces the binary search.
enum IDOrder {
    private static let index = "bookstore_first_run"

    /// Creates the index if the order is broken. Call it after the removal of the sample.
    ///
    /// - Complexity: O(n), n bookstores.
    static func settle(_ db: Database) throws {
        guard try db.flag("SELECT EXISTS (\(breaks))") else { return }
        try db.execute("CREATE INDEX IF NOT EXISTS \(index) ON bookstore (first_run)")
    }

    /// Whether a bookstore that a later run added may have a lower id than one that an earlier run added.
    static func isBroken(_ db: Database) throws -> Bool {
        try db.flag("SELECT EXISTS (\(hasIndex))")
    }

    /// The SQL condition that is true if later runs always gave higher ids.
    static let holds = "NOT EXISTS (\(hasIndex))"

    private static let hasIndex = "SELECT 1 FROM main.sqlite_schema WHERE type = 'index' AND name = '\(index)'"

    /// The SQL for the bookstores whose first run is older than the first run of the bookstore with the next lower id.
    static let breaks = """
        SELECT * FROM (SELECT id, first_run, lag(first_run) OVER (ORDER BY id) AS before FROM bookstore)
        WHERE before > first_run
        """
}
