internal import GeocliDatabase
internal import GeocliPlaces

/// The listed rows that have one of the given keys.
struct IssueGather {

    /// If more rows than this have one key, they are not compared pair by pair. No feed lists the same shop that
    /// often, and the rows could form a million pairs.
    static let crowd = 64

    private let entries: [IssueKeyEntry]

    /// Gathers the rows that have one of these keys.
    ///
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
