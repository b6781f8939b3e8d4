internal import GeocliDatabase
internal import GeocliPlaces

/// The listed rows that share a key: either any key, or one of the given keys.
struct IssueGather {
    /// A row with a key.
    struct Entry {
        let key: UInt64
        let id: Int64
    }

    /// If more rows than this have one key, they are not compared pair by pair. A feed does not have one shop that
    /// often, and the rows could form a million pairs.
    static let crowd = 64

    private let db: Database
    private var counts: KeyCounts?
    private var wanted: Set<UInt64> = []
    private(set) var entries: [Entry] = []

    /// Gathers the rows of all keys that several rows share. Calls `visit` with each listed row; the statement selects
    /// `IssueRows.columns`.
    ///
    /// - Complexity: two passes over the rows; 4 to 8 bytes of memory for each row, and 16 bytes for each shared key of
    ///   each row.
    init(all db: Database, visit: (Statement) throws -> Void) throws {
        self.db = db
        var counts = KeyCounts(rows: try db.count("SELECT count(*) FROM bookstore"))
        var keys = IssueKeys()
        let rows = try Statement(db, "SELECT \(IssueRows.columns) \(IssueRows.listed)")
        while try rows.step() {
            keys.read(rows, IssueKeys.Columns.ofIssueRows)
            for key in keys.keys { counts.add(key) }
            try visit(rows)
        }
        self.counts = counts
        try collect()
    }

    /// Gathers the rows that have one of these keys.
    ///
    /// - Complexity: one pass over the rows; none if `keys` is empty.
    init(_ db: Database, keys: Set<UInt64>) throws {
        self.db = db
        wanted = keys
        if !keys.isEmpty { try collect() }
    }

    private mutating func collect() throws {
        var keys = IssueKeys()
        let rows = try Statement(db, "SELECT \(IssueKeys.columns) \(IssueRows.listed)")
        while try rows.step() {
            keys.read(rows)
            for key in keys.keys where counts?.isShared(key) ?? wanted.contains(key) {
                entries.append(Entry(key: key, id: rows.integer(0)))
            }
        }
        entries.sort { ($0.key, $0.id) < ($1.key, $1.id) }
    }

    /// Returns the keys of sort `pair` that have too many rows to be compared pair by pair.
    func crowds() -> Set<UInt64> {
        var crowds: Set<UInt64> = []
        forEachGroup { sort, entries in
            if sort == .pair, entries.count > Self.crowd, let key = entries.first?.key { crowds.insert(key) }
        }
        return crowds
    }

    /// Returns the rows that have one of these keys.
    func rows(of keys: Set<UInt64>) -> Set<Int64> { Set(entries.filter { keys.contains($0.key) }.map(\.id)) }

    /// Calls `body` with the rows of each key that at least `Sort.fewest` rows have, in the order of the keys.
    func forEachGroup(_ body: (IssueKeys.Sort, ArraySlice<Entry>) throws -> Void) rethrows {
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
