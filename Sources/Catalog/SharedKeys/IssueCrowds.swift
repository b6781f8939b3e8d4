internal import GeocliDatabase

/// The keys of sort `pair` that have too many rows to be compared pair by pair. A run must know the keys of the
/// previous run: if one added or removed row takes a key over the limit or back under it, the findings about all pairs
/// of the key's rows disappear or appear.
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
