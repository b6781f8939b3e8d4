internal import GeocliDatabase

/// The keys of pairs that more rows have than are compared pair by pair. A night must know which ones they were: if one
/// row more or less passes the limit, the pairs of all its rows are found or gone.
struct IssueCrowds {
    private let db: Database
    /// The keys as the last pass left them.
    let former: Set<UInt64>

    init(_ db: Database) throws {
        self.db = db
        var former: Set<UInt64> = []
        try db.forEachRow("SELECT key FROM issue_crowd") { former.insert(UInt64(bitPattern: $0.integer(0))) }
        self.former = former
    }

    /// Stores the keys of this pass; writes only what is new or gone.
    func store(_ keys: Set<UInt64>) throws {
        for key in former.subtracting(keys) {
            try db.execute("DELETE FROM issue_crowd WHERE key = ?", [Int64(bitPattern: key)])
        }
        for key in keys.subtracting(former) {
            try db.execute("INSERT INTO issue_crowd VALUES (?)", [Int64(bitPattern: key)])
        }
    }
}
