internal import GeocliDatabase

/// A row with a key.
struct IssueKeyEntry: RunEntry {
    let key: UInt64
    let id: Int64
    let hint: PairHint

    var rank: UInt64 { key }

    static func < (left: IssueKeyEntry, right: IssueKeyEntry) -> Bool {
        left.key != right.key ? left.key < right.key : left.id < right.id
    }

    /// Returns the entries of some rows whose keys meet a condition.
    ///
    /// - Parameters:
    ///   - source: the SQL for the rows, `place b`.
    ///   - ids: the values of the only parameter of `source`, one after the other; nil if it has none.
    static func read(
        _ db: Database, _ source: String, _ ids: Set<Int64>? = nil, havingKey: (UInt64) -> Bool
    ) throws -> [IssueKeyEntry] {
        var entries: [IssueKeyEntry] = []
        var keys = IssueKeys()
        let rows = try Statement(db, "SELECT \(IssueKeys.columns) \(source)")
        func take() throws {
            while try rows.step() {
                try keys.read(KeyColumns(row: rows))
                for key in keys.keys where havingKey(key) {
                    entries.append(IssueKeyEntry(key: key, id: rows.integer(0), hint: keys.hint))
                }
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
}
