internal import GeocliDatabase
internal import GeocliPlaces

/// The listed rows that share a key: either any key, or one of the given keys.
struct IssueGather {
    /// A row with a key.
    struct Entry {
        let key: UInt64
        let id: Int64
    }

    /// If more rows than this have one key, they are not compared pair by pair. No feed lists the same shop that
    /// often, and the rows could form a million pairs.
    static let crowd = 64

    private let entries: [Entry]

    /// Gathers the rows of all keys that several rows share. Calls `visit` for each listed row, with a statement that
    /// selects `IssueRows.columns`.
    ///
    /// - Complexity: two passes over the rows; 4 to 8 bytes of memory for each row, and 16 bytes for each shared key of
    ///   each row.
    init(all db: Database, visit: (Statement) throws -> Void) throws {
        var counts = KeyCounts(rows: try db.count("SELECT count(*) FROM bookstore"))
        var keys = IssueKeys()
        let rows = try Statement(db, "SELECT \(IssueRows.columns) \(IssueRows.listed)")
        while try rows.step() {
            keys.read(rows, IssueKeys.Columns.ofIssueRows)
            for key in keys.keys { counts.add(key) }
            try visit(rows)
        }
        entries = Self.sorted(try Self.entries(db, IssueRows.listed) { counts.isShared($0) })
    }

    /// Gathers the rows that have one of these keys.
    ///
    /// - Parameter early: a search that has already read the rows.
    /// - Complexity: one pass over the rows; none if `keys` is empty or `early` has found the rows.
    init(_ db: Database, keys: Set<UInt64>, early: EarlyGather? = nil) throws {
        if keys.isEmpty {
            entries = []
        } else if let found = try early?.entries(of: keys) {
            entries = Self.sorted(found)
        } else {
            let wanted = KeySet(keys)
            entries = Self.sorted(try Self.entries(db, IssueRows.listed, havingKey: wanted.contains))
        }
    }

    private static func sorted(_ entries: [Entry]) -> [Entry] { entries.sorted { ($0.key, $0.id) < ($1.key, $1.id) } }

    /// Returns the entries of some rows whose keys meet a condition.
    ///
    /// - Parameters:
    ///   - source: the SQL for the rows, `bookstore b`.
    ///   - ids: the values of the only parameter of `source`, one after the other; nil if it has none.
    static func entries(
        _ db: Database, _ source: String, _ ids: Set<Int64>? = nil, havingKey: (UInt64) -> Bool
    ) throws -> [Entry] {
        var entries: [Entry] = []
        var keys = IssueKeys()
        let rows = try Statement(db, "SELECT \(IssueKeys.columns) \(source)")
        func take() throws {
            while try rows.step() {
                keys.read(rows)
                for key in keys.keys where havingKey(key) { entries.append(Entry(key: key, id: rows.integer(0))) }
            }
        }
        guard let ids else {
            try take()
            return entries
        }
        for id in ids.sorted() {
            rows.bind(1, id)
            try take()
            rows.reset()
        }
        return entries
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
