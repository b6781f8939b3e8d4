internal import GeocliDatabase
internal import GeocliThreads

/// Reads all rows of a new catalog for the rules for issues, on another thread, while the first run builds the indexes.
///
/// The other thread reads the file through a connection of its own, as a file that does not change. For the rows, this
/// holds: the run no longer changes them, and no other process sees the file yet. While the thread judges the rows that
/// share keys, the run already judges rows by themselves.
final class FirstGather {
    /// What the other thread reads and finds. The conformance is unchecked because the monitor guards `suspects`, and
    /// because only the thread that reads uses `gather` until it is joined.
    private final class Search: @unchecked Sendable {
        /// What the rules find in rows that share keys; nil if the rows could not be read or judged.
        private(set) var gather: FullGather?
        private let path: String
        private let monitor = Monitor()
        private var suspects = Suspects.waiting

        private enum Suspects {
            case waiting
            case found([Int64])
            /// The rows could not be read, or there are too many suspects.
            case none
        }

        init(_ path: String) { self.path = path }

        func run() {
            gather = try? search()
            monitor.locked { if isWaiting { suspects = .none } }
            monitor.tell()
        }

        private func search() throws -> FullGather {
            let db = try Database(path: DatabaseFile.immutableURI(path), .reading)
            let rows = try IssueRows(db)
            let outlines = try OutlineTable.outlines(db)
            let map = outlines.isEmpty ? nil : DistrictMap(outlines)
            var suspects: [Int64] = []
            return try FullGather(db, rows, isAffected: { _ in false }) { row in
                guard try rows.isSuspect(row, map) else { return }
                guard suspects.count < FirstGather.maximumFound else { throw TooMany() }
                suspects.append(row.integer(0))
            } afterRows: {
                pass(.found(suspects))
            }
        }

        private func pass(_ suspects: Suspects) {
            monitor.locked {
                self.suspects = suspects
                monitor.tell()
            }
        }

        private var isWaiting: Bool { if case .waiting = suspects { true } else { false } }

        func waitForSuspects() -> [Int64]? {
            monitor.locked {
                monitor.wait { isWaiting }
                return if case .found(let suspects) = suspects { suspects } else { nil }
            }
        }
    }

    private struct TooMany: Error {}

    /// The maximum number of suspects in memory; they take 8 MB. If there are more, the rows are read again after the
    /// indexes are built.
    private static let maximumFound = 1 << 20

    private let db: Database
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
        try Self.commit(db)
        self.db = db
        let search = Search(path)
        self.search = search
        thread = WorkerThread { search.run() }
    }

    /// Waits for the search. Call it before the last commit of the run.
    func end() {
        guard !isOver else { return }
        thread.join()
        isOver = true
    }

    /// Waits until all rows have been read. Returns those in which a rule for single rows may find something, ordered
    /// by id. Returns nil if they were not found; then all rows must be read again.
    ///
    /// First commits the transaction, begins another one, and brings the file to disk: usually this must wait anyway,
    /// and little is left for the end of the run. It does so in every run, because the same rows always give the same
    /// bytes, and a header counts commits.
    func suspects() throws -> [Int64]? {
        try Self.commit(db)
        try CatalogFile.sync(db)
        // If the system can't create a thread, `end` does the work.
        if !thread.isBeside { end() }
        return search.waitForSuspects()
    }

    /// Waits for the search. Returns what the rules find in rows that share keys; nil if the search failed.
    func gather() -> FullGather? {
        end()
        return search.gather
    }

    private static func commit(_ db: Database) throws { try db.execute("COMMIT; BEGIN IMMEDIATE") }
}
