internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliThreads

/// Finds the rows that share keys with the rows of a run, on another thread, while the run writes its changes.
///
/// The other thread reads all rows as they were before the run, through a connection of its own. Nothing else can write
/// in the meantime, because the run's transaction has the lock. The rows that the run may have changed are read again
/// at the end.
final class EarlyGather {
    /// What the other thread reads and finds. The conformance is unchecked because the thread that reads is the only
    /// one that uses this object until it is joined.
    private final class Search: @unchecked Sendable {
        let path: String
        /// The keys of the rows that are searched for.
        private(set) var keys: Set<UInt64>
        /// The rows that have one of the keys; nil if the catalog could not be read.
        private(set) var entries: [IssueKeyEntry]?

        init(_ path: String, _ keys: Set<UInt64>) {
            self.path = path
            self.keys = keys
        }

        func run() {
            entries = try? CatalogConnection.forReading(path).transaction(.deferred) { db in
                // While a run compares, its connection has the feed's values of corrected rows. This one has the
                // corrected values.
                let corrected = "FROM place b WHERE b.id IN (SELECT place FROM correction)"
                keys.formUnion(try IssueKeyEntry.read(db, corrected) { _ in true }.map(\.key))
                return try IssueKeyEntry.read(db, IssueRows.listed, havingKey: KeySet(keys).contains)
            }
        }
    }

    private let db: Database
    private let search: Search
    private let thread: WorkerThread
    private var isOver = false
    /// The highest id before the run.
    private let last: Int64

    /// Starts the search. Call it when the staged rows have been compared with the catalog, and before the run writes
    /// changes. Returns nil if the database has no file.
    init?(_ db: Database) throws {
        guard let path = db.fileName else { return nil }
        self.db = db
        last = try db.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0
        let search = Search(path, try Self.likelyKeys(db))
        self.search = search
        thread = WorkerThread { search.run() }
    }

    /// Waits for the search. Call it before the end of the transaction.
    func end() {
        guard !isOver else { return }
        thread.join()
        isOver = true
    }

    /// Returns the present rows that have one of these keys; nil if the search did not include all of these keys, or
    /// could not read the catalog.
    ///
    /// - Complexity: O(m log n), m rows that the run may have changed, n rows of the catalog.
    func entries(of wanted: Set<UInt64>) throws -> [IssueKeyEntry]? {
        end()
        guard let found = search.entries, !db.hasMoved, wanted.isSubset(of: search.keys) else { return nil }
        let changed = try changedRows()
        let present = try IssueKeyEntry.read(db, "FROM place b WHERE b.id = ? AND b.missing_run IS NULL", changed) {
            wanted.contains($0)
        }
        return found.filter { wanted.contains($0.key) && !changed.contains($0.id) } + present
    }

    /// Returns the keys of the staged rows that are new, have changed or have a problem, the former keys of the rows
    /// that the run will change, and the keys of the former crowds (`IssueCrowds`).
    private static func likelyKeys(_ db: Database) throws -> Set<UInt64> {
        var all = try IssueCrowds(db).former
        var keys = IssueKeys()
        let rows = try Statement(
            db,
            """
            SELECT \(IssueKeys.columns) FROM staged b WHERE b.id IN (
                SELECT staged FROM staged_new UNION SELECT staged FROM staged_change
                UNION SELECT id FROM staged_problem)
            UNION ALL SELECT \(IssueKeys.columns) FROM place b
            WHERE b.id IN (SELECT place FROM staged_change UNION SELECT place FROM staged_missing)
            """)
        while try rows.step() {
            try keys.read(KeyColumns(row: rows))
            all.formUnion(keys.keys)
        }
        return all
    }

    /// Returns all rows that the run may have changed, and all rows with a correction.
    private func changedRows() throws -> Set<Int64> {
        var ids: Set<Int64> = []
        try db.forEachRow(
            """
            SELECT place FROM staged_change UNION SELECT place FROM staged_missing
            UNION SELECT place FROM correction UNION SELECT id FROM place WHERE id > ?
            """, [.integer(last)]
        ) { ids.insert($0.integer(0)) }
        return ids
    }
}
