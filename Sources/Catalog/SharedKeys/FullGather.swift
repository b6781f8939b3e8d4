internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliThreads

/// The keys of all listed rows (`IssueKeys`), and the rows in which a rule for single rows may find something.
///
/// A class because it owns the file of a sort.
final class GatheredKeys {
    /// The maximum number of suspects; they take 8 MB.
    private static let maximumSuspects = 1 << 20

    let sort = SpreadSort<IssueKeyEntry>()
    /// The ids of the suspect rows, in ascending order; nil if there are too many.
    private(set) var suspects: [Int64]? = []
    private var keys = IssueKeys()

    init() {}

    /// - Parameter isSuspect: whether to note a row as suspect; gets a statement that selects `IssueRows.columns`.
    init(_ db: Database, isSuspect: (Statement) throws -> Bool) throws {
        let all = try Statement(db, "SELECT \(IssueRows.columns) \(IssueRows.listed)")
        while try all.step() {
            let id = all.integer(0)
            try add(id, IssueColumns(row: all))
            if try isSuspect(all) { noteSuspect(id) }
        }
    }

    func add(_ id: Int64, _ row: some KeyValues) throws {
        try keys.read(row)
        for key in keys.keys { try sort.add(IssueKeyEntry(key: key, id: id, hint: keys.hint)) }
    }

    /// Notes a row in which a rule for single rows may find something. Call this in the order of ids.
    func noteSuspect(_ id: Int64) {
        suspects?.append(id)
        if let suspects, suspects.count > Self.maximumSuspects { self.suspects = nil }
    }
}

/// What the rules find in all listed rows that share keys.
struct FullGather {
    let findings = WaitingFindings()
    /// The keys of sort `pair` that have too many rows to be compared pair by pair.
    private(set) var crowds: Set<UInt64> = []

    /// - Parameter isAffected: whether the rows of a key of sort `phone` or `point` may have changed.
    /// - Complexity: O(n log n), n keys. They and the findings wait on disk. Only the keys of crowds stay in memory,
    ///   each of which has more than 64 rows.
    init(_ keys: GatheredKeys, _ rows: IssueRows, isAffected: (UInt64) -> Bool) throws {
        try judge(keys.sort, rows, isAffected)
    }

    private mutating func judge(
        _ sort: SpreadSort<IssueKeyEntry>, _ rows: IssueRows, _ isAffected: (UInt64) -> Bool
    ) throws {
        var compared = ComparedPairs()
        var first: [IssueKeyEntry] = []
        var count = 0
        var judge: GroupJudge?
        func endKey() throws {
            if let judge {
                try judge.end()
            } else if count > IssueGather.crowd, let key = first.first?.key {
                crowds.insert(key)
            } else if count > 1, let key = first.first?.key, IssueKeys.sort(key) == .pair {
                try rows.forEachRepeat(among: first[...], where: { compared.isNew($0, $1) }) {
                    try findings.add($0, $1, $2, isAffected: false)
                }
            }
            (count, judge) = (0, nil)
            first.removeAll(keepingCapacity: true)
        }
        try sort.forEach { entry in
            if entry.key != first.first?.key { try endKey() }
            count += 1
            if count <= IssueGather.crowd { first.append(entry) }
            let sort = IssueKeys.sort(entry.key)
            guard sort != .pair, count >= sort.fewest else { return }
            if judge == nil { judge = GroupJudge(sort, isAffected: isAffected(entry.key), findings) }
            for entry in count == sort.fewest ? first[...] : [entry] {
                if let row = try rows.row(entry.id) { try judge?.add(row) }
            }
        }
        try endKey()
    }
}

/// The pairs of rows that were compared. Rows that share several keys come several times.
private struct ComparedPairs {
    private var pairs: Set<UInt64> = []

    /// The maximum number of pairs that are kept; they take about 20 MB.
    private static let maximumCount = 1 << 20

    /// Whether two rows must be compared. For nearly all pairs, this returns false after the first time.
    mutating func isNew(_ low: Int64, _ high: Int64) -> Bool {
        guard let one = UInt32(exactly: low), let other = UInt32(exactly: high) else { return true }
        let pair = UInt64(one) << 32 | UInt64(other)
        guard pairs.count < Self.maximumCount else { return !pairs.contains(pair) }
        return pairs.insert(pair).inserted
    }
}

/// Applies the rules for issues to the rows of a new catalog, on another thread, while the first run builds the
/// indexes.
///
/// The other thread reads the file through a connection of its own, as a file that does not change: the run no longer
/// changes the rows, and no other process sees the file yet. Meanwhile, a third thread brings the rows to disk.
final class FirstGather {
    /// What the other thread reads and finds. The conformance is unchecked because the monitor guards `state`, and
    /// because only the thread that reads uses `gathered` and `gather` until it is joined.
    private final class Search: @unchecked Sendable {
        /// What the rules find in rows that share keys; nil if the rows could not be read or judged.
        private(set) var gather: FullGather?
        private let path: String
        private let gathered: GatheredKeys?
        private let monitor = Monitor()
        private var state = State.searching

        private enum State {
            case searching
            case found(Singles)
            /// The rows could not be read, or the suspects are not known.
            case unknown
        }

        init(_ path: String, _ gathered: GatheredKeys?) {
            self.path = path
            self.gathered = gathered
        }

        func run() {
            gather = try? search()
            monitor.locked { if isSearching { state = .unknown } }
            monitor.tell()
        }

        private func search() throws -> FullGather {
            let db = try FirstGather.open(path)
            let rows = try IssueRows(db)
            let outlines = try OutlineTable.outlines(db)
            let map = outlines.isEmpty ? nil : DistrictMap(outlines)
            let keys = try gathered ?? GatheredKeys(db) { try rows.isSuspect($0, map) }
            // The gathered suspects lack the rows whose point is outside their district.
            if let suspects = keys.suspects, gathered == nil || map == nil {
                pass(.found(try judge(suspects, rows, RowJudge(map: map))))
            } else {
                pass(.unknown)
            }
            return try FullGather(keys, rows) { _ in false }
        }

        private func judge(_ suspects: [Int64], _ rows: IssueRows, _ judge: RowJudge) throws -> Singles {
            var findings: [IssueFinding] = []
            for (position, id) in suspects.enumerated() {
                guard findings.count < FirstGather.maximumFindings else {
                    return Singles(findings: findings, rest: suspects[position...])
                }
                if let row = try rows.row(id) { findings += judge.findings(row) }
            }
            return Singles(findings: findings, rest: [])
        }

        private func pass(_ found: State) {
            monitor.locked {
                state = found
                monitor.tell()
            }
        }

        private var isSearching: Bool { if case .searching = state { true } else { false } }

        func singles() -> Singles? {
            monitor.locked {
                monitor.wait { isSearching }
                return if case .found(let singles) = state { singles } else { nil }
            }
        }
    }

    struct Singles {
        /// The findings about the first suspects, ordered by id.
        let findings: [IssueFinding]
        /// The other suspects, which are not judged yet.
        let rest: ArraySlice<Int64>
    }

    /// The maximum number of findings in memory; they take about 20 MB.
    private static let maximumFindings = 1 << 16

    private let db: Database
    private let search: Search
    private let thread: WorkerThread
    private let sync = SideJob()
    private var isOver = false

    /// Commits the transaction of a new catalog, so that its rows are in the file, begins another one, and starts the
    /// search. Returns nil if the database has no file.
    ///
    /// A run that fails later leaves no catalog, even though a part of it is committed: a new catalog gets its name
    /// only when its run is complete.
    ///
    /// - Parameter gathered: the keys and the suspects of all rows; nil if the rows must be read for them. Only the
    ///   search may use it afterwards.
    init?(_ db: Database, _ gathered: GatheredKeys? = nil) throws {
        guard let path = db.fileName else { return nil }
        try Self.commit(db)
        self.db = db
        let search = Search(path, gathered)
        self.search = search
        thread = WorkerThread { search.run() }
        // The run ends only when all rows are on disk. Most of them are brought there now.
        try sync.begin {
            guard let db = try? Self.open(path) else { return }
            try withExtendedLifetime(db) { try CatalogFile.sync(db) }
        }
    }

    private static func open(_ path: String) throws -> Database {
        try Database(path: DatabaseFile.immutableURI(path), .reading)
    }

    /// Waits for both threads. Call it before the last commit of the run.
    func end() {
        guard !isOver else { return }
        thread.join()
        // At its end, the run brings the file to disk again, and throws its own error.
        try? sync.finish()
        isOver = true
    }

    /// Waits until each suspect has been judged alone; nil if they are unknown: then each row must be judged alone.
    ///
    /// First commits the transaction and begins another one, so that the end of the run has less to write.
    /// - Throws: also the error of bringing the rows to disk.
    func singles() throws -> Singles? {
        try Self.commit(db)
        try sync.finish()
        // If the system can't create a thread, `end` does the work.
        if !thread.isBeside { end() }
        return search.singles()
    }

    /// Waits for the search. Returns what the rules find in rows that share keys; nil if the search failed.
    func gather() -> FullGather? {
        end()
        return search.gather
    }

    private static func commit(_ db: Database) throws {
        try db.commit()
        try db.execute("BEGIN IMMEDIATE")
    }
}
