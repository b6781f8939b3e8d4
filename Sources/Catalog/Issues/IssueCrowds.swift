internal import GeocliDatabase

/// The keys that have too many rows to compare these pair by pair. A run must know which keys these were in the run
/// before. If a single new row takes a key over the limit, the findings about all pairs of the key's rows go. If a
/// single missing row takes the key back, these findings return.
struct IssueCrowds {
    private let db: Database
    /// The keys that the last pass stored.
    let former: Set<UInt64>

    init(_ db: Database) throws {
        self.db = db
        var former: Set<UInt64> = []
        try db.forEachRow("SELECT key FROM issue_crowd") { former.insert(UInt64(bitPattern: $0.integer(0))) }
        self.former = former
    }

    /// Stores the keys of this pass. Writes only the keys that are different from those of the last pass.
    func store(_ keys: Set<UInt64>) throws {
        for key in former.subtracting(keys) {
            try db.execute("DELETE FROM issue_crowd WHERE key = ?", [Int64(bitPattern: key)])
        }
        for key in keys.subtracting(former) {
            try db.execute("INSERT INTO issue_crowd VALUES (?)", [Int64(bitPattern: key)])
        }
    }
}
