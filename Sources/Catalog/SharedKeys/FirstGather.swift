internal import GeocliDatabase
internal import GeocliThreads

/// Reads all rows of a new catalog for the rules for issues, on another thread, while the first run builds the indexes.
///
/// The other thread reads the file through a connection of its own, as a file that does not change. For the rows, this
/// holds: the run no longer changes them, and no other process sees the file yet.
final class FirstGather {
    /// What the rules need of the rows.
    struct Found {
        /// The rows in which a rule for single rows may find something, ordered by id.
        let suspects: [Int64]
        /// What the rules find in rows that share keys.
        let gather: FullGather
    }

    /// What the other thread reads and finds. The conformance is unchecked because the thread that reads is the only
    /// one that uses this object until it is joined.
    private final class Search: @unchecked Sendable {
        let path: String
        /// Nil if the rows could not be read, or if too many suspects were found.
        private(set) var found: Found?

        init(_ path: String) { self.path = path }

        func run() { found = try? search() }

        private func search() throws -> Found {
            let db = try Database(path: DatabaseFile.immutableURI(path), .reading)
            let rows = try IssueRows(db)
            let outlines = try OutlineTable.outlines(db)
            let map = outlines.isEmpty ? nil : DistrictMap(outlines)
            var suspects: [Int64] = []
            let gather = try FullGather(db, rows, isAffected: { _ in false }) { row in
                guard try rows.isSuspect(row, map) else { return }
                guard suspects.count < FirstGather.maximumFound else { throw TooMany() }
                suspects.append(row.integer(0))
            }
            return Found(suspects: suspects, gather: gather)
        }
    }

    private struct TooMany: Error {}

    /// The maximum number of suspects in memory; they take 8 MB. If there are more, the rows are read again after the
    /// indexes are built.
    private static let maximumFound = 1 << 20

    private let search: Search
    private let thread: WorkerThread
    private var isOver = false

    /// Commits the transaction of a new catalog, so that its rows are in the file, begins another one, and starts the
    /// search. Returns nil if the database has no file.
    ///
    /// A run that fails later leaves no catalog, even though a part of it is committed: a new catalog gets its name
    /// only when its run is complete.
    init?(_ db: Database) throws {
        guard let path = db.fileName else { return nil }
        try db.execute("COMMIT; BEGIN IMMEDIATE")
        let search = Search(path)
        self.search = search
        thread = WorkerThread { search.run() }
    }

    /// Waits for the search. Call it before the end of the transaction.
    func end() {
        guard !isOver else { return }
        thread.join()
        isOver = true
    }

    /// Waits for the search and returns what it found; nil if it failed. Then the rows must be read again.
    func take() -> Found? {
        end()
        return search.found
    }
}
