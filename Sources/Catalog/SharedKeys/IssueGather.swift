internal import GeocliDatabase
internal import GeocliThreads

/// The listed rows that have one of the given keys.
struct IssueGather {

    /// If more rows than this have one key, they are not compared pair by pair. No feed lists the same shop that
    /// often, and the rows could form a million pairs.
    static let crowd = 64

    private let entries: [IssueKeyEntry]

    /// - Parameter early: a search that has already read the rows.
    /// - Complexity: one pass over the rows; none if `keys` is empty or `early` has found the rows.
    init(_ db: Database, keys: Set<UInt64>, early: EarlyGather? = nil) throws {
        if keys.isEmpty {
            entries = []
        } else if let found = try early?.entries(of: keys) {
            entries = found.sorted()
        } else {
            let wanted = KeySet(keys)
            entries = try IssueKeyEntry.read(db, IssueRows.listed, havingKey: wanted.contains).sorted()
        }
    }

    func crowds() -> Set<UInt64> {
        var crowds: Set<UInt64> = []
        forEachGroup { sort, entries in
            if sort == .pair, entries.count > Self.crowd, let key = entries.first?.key { crowds.insert(key) }
        }
        return crowds
    }

    func rows(of keys: Set<UInt64>) -> Set<Int64> { Set(entries.filter { keys.contains($0.key) }.map(\.id)) }

    /// Calls `body` with the rows of each key that at least `Sort.fewest` rows have, in the order of the keys.
    func forEachGroup(_ body: (IssueKeys.Sort, ArraySlice<IssueKeyEntry>) throws -> Void) rethrows {
        var start = 0
        while start < entries.count {
            var end = start + 1
            while end < entries.count, entries[end].key == entries[start].key { end += 1 }
            let sort = IssueKeys.sort(entries[start].key)
            if end - start >= sort.fewest { try body(sort, entries[start..<end]) }
            start = end
        }
    }
}

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

    /// Returns the keys of new, changed and problematic staged rows, the former keys of the rows that the run will
    /// change, and the keys of the former crowds (`IssueCrowds`).
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

/// The keys of sort `pair` that have too many rows to be compared pair by pair. A run must know the keys of the
/// previous run: if one added or removed row takes a key over the limit or back under it, the findings about all pairs
/// of the key's rows disappear or appear.
struct IssueCrowds {
    private let db: Database
    let former: Set<UInt64>

    init(_ db: Database) throws {
        self.db = db
        var former: Set<UInt64> = []
        try db.forEachRow("SELECT key FROM issue_crowd") { former.insert(UInt64(bitPattern: $0.integer(0))) }
        self.former = former
    }

    /// Stores the keys of this pass. Writes only the keys that are new or gone.
    func store(_ keys: Set<UInt64>) throws {
        for key in former.subtracting(keys) {
            try db.execute("DELETE FROM issue_crowd WHERE key = ?", [Int64(bitPattern: key)])
        }
        for key in keys.subtracting(former) {
            try db.execute("INSERT INTO issue_crowd VALUES (?)", [Int64(bitPattern: key)])
        }
    }
}
