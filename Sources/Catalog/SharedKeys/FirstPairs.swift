internal import GeocliDatabase
internal import GeocliPlaces

/// The pairs of rows that are the same shop, with the evidence for each. There may be any number of pairs. They wait in
/// a temporary table.
final class FirstPairs {
    private let db: Database
    private let insert: Statement
    /// The pairs that were compared: the ids of both rows.
    private var compared: Set<UInt64> = []

    /// The maximum number of pairs in `compared`, which then takes about 20 MB.
    private static let maximumCompared = 1 << 20

    init(_ db: Database) throws {
        self.db = db
        try db.execute(
            "CREATE TEMP TABLE issue_pair (low INTEGER NOT NULL, high INTEGER NOT NULL, evidence TEXT NOT NULL)")
        insert = try Statement(db, "INSERT INTO temp.issue_pair VALUES (?, ?, ?)")
    }

    /// Returns whether two rows must be compared. Rows that share several keys come several times; for nearly all of
    /// them, this returns false after the first time.
    func isNew(_ low: Int64, _ high: Int64) -> Bool {
        guard let one = UInt32(exactly: low), let other = UInt32(exactly: high) else { return true }
        let pair = UInt64(one) << 32 | UInt64(other)
        guard compared.count < Self.maximumCompared else { return !compared.contains(pair) }
        return compared.insert(pair).inserted
    }

    /// Adds a finding about two rows. The same finding may be added several times.
    func add(_ finding: IssueFinding, _ low: Int64, _ high: Int64) throws {
        insert.bind(1, low)
        insert.bind(2, high)
        insert.bind(3, finding.evidence)
        try insert.run()
    }

    /// Forgets which pairs were compared. Call this after the last `add`.
    func forgetCompared() { compared = [] }

    /// Calls `body` once with each finding, ordered by the lower id, then the higher id.
    func forEach(_ body: (IssueFinding) throws -> Void) throws {
        let pairs = try Statement(db, "SELECT low, high, evidence FROM temp.issue_pair ORDER BY low, high")
        var last: (low: Int64, high: Int64)?
        while try pairs.step() {
            let pair = (low: pairs.integer(0), high: pairs.integer(1))
            if let last, last == pair { continue }
            last = pair
            let evidence = try pairs.required(2, "issue_pair.evidence")
            try body(IssueJudge.repeated(pair.low, pair.high, evidence: evidence))
        }
    }
}
