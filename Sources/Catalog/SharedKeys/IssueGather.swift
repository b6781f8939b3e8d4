internal import GeocliDatabase
internal import GeocliPlaces

/// The listed rows that share a key: either any key, or one of the given keys.
struct IssueGather {

    /// If more rows than this have one key, they are not compared pair by pair. No feed lists the same shop that
    /// often, and the rows could form a million pairs.
    static let crowd = 64

    private let entries: [IssueKeyEntry]
    /// The crowded keys, if their rows are not in `entries`.
    private let crowded: Set<UInt64>?

    /// Gathers the rows of all keys that several rows share. Calls `visit` for each listed row, with a statement that
    /// selects `IssueRows.columns`.
    ///
    /// - Parameter onPairs: takes the rows of each key of sort `pair`, unless the key is crowded. If `onPairs` is
    ///   given, the rows of keys of sort `pair` are not kept. Nil to keep them.
    /// - Complexity: O(n log n), n keys; 32 bytes of memory for each shared key of each row. All keys wait on disk.
    init(
        all db: Database, visit: (Statement) throws -> Void,
        onPairs: ((ArraySlice<IssueKeyEntry>) throws -> Void)? = nil
    ) throws {
        let sort = SpreadSort<IssueKeyEntry>()
        var keys = IssueKeys()
        let rows = try Statement(db, "SELECT \(IssueRows.columns) \(IssueRows.listed)")
        while try rows.step() {
            keys.read(rows, IssueKeys.Columns.ofIssueRows)
            let id = rows.integer(0)
            for key in keys.keys { try sort.add(IssueKeyEntry(key: key, id: id, hint: keys.hint)) }
            try visit(rows)
        }
        var shared: [IssueKeyEntry] = []
        var crowded: Set<UInt64> = []
        var start = 0
        /// Ends the last group. Removes it if it is too small, or if `onPairs` takes it.
        func endGroup() throws {
            guard let last = shared.last else { return }
            let count = shared.count - start
            let kind = IssueKeys.sort(last.key)
            guard count < kind.fewest || kind == .pair && onPairs != nil else { return }
            if count > Self.crowd {
                crowded.insert(last.key)
            } else if count >= kind.fewest {
                try onPairs?(shared[start...])
            }
            shared.removeLast(count)
        }
        try sort.forEach { entry in
            if entry.key != shared.last?.key {
                try endGroup()
                start = shared.count
            }
            shared.append(entry)
        }
        try endGroup()
        entries = shared
        self.crowded = onPairs == nil ? nil : crowded
    }

    /// Gathers the rows that have one of these keys.
    ///
    /// - Parameter early: a search that has already read the rows.
    /// - Complexity: one pass over the rows; none if `keys` is empty or `early` has found the rows.
    init(_ db: Database, keys: Set<UInt64>, early: EarlyGather? = nil) throws {
        crowded = nil
        if keys.isEmpty {
            entries = []
        } else if let found = try early?.entries(of: keys) {
            entries = found.sorted()
        } else {
            let wanted = KeySet(keys)
            entries = try IssueKeyEntry.read(db, IssueRows.listed, havingKey: wanted.contains).sorted()
        }
    }

    /// Returns the keys of sort `pair` that have too many rows to be compared pair by pair.
    func crowds() -> Set<UInt64> {
        if let crowded { return crowded }
        var crowds: Set<UInt64> = []
        forEachGroup { sort, entries in
            if sort == .pair, entries.count > Self.crowd, let key = entries.first?.key { crowds.insert(key) }
        }
        return crowds
    }

    /// Returns the rows that have one of these keys.
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
