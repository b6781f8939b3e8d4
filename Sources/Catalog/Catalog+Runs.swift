internal import GRDB

/// A run, as the catalog keeps it.
public struct StoredRun: Sendable, Equatable {
    /// Its number.
    public let id: Int64
    /// Its number among the good runs of its feed; nil if it was refused.
    public let goodRun: Int?
    /// What became of it.
    public let outcome: RunOutcome
    /// The day in Asia/Seoul.
    public let date: String
    /// What was known before.
    public let description: RunDescription
    /// Why it was refused.
    public let reason: String?
    /// What ended it before its source was read to the end.
    public let failure: RunFailure?
    /// Its numbers; reasons are not among them.
    public let counts: RunCounts
}

extension Catalog {
    /// Whether any run has been good yet; until then there is nothing to be found.
    public func hasGoodRun() throws -> Bool {
        try read { db in try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM feed WHERE good_runs > 0)") ?? false }
    }

    /// Calls `body` with the runs, the latest first, at most `limit`.
    public func forEachRun(limit: Int? = nil, body: (StoredRun) throws -> Void) throws {
        try read { db in
            let rows = try Row.fetchCursor(
                db,
                sql:
                    "SELECT r.*, f.id AS feed_name FROM run r JOIN feed f ON f.key = r.feed ORDER BY r.id DESC LIMIT ?",
                arguments: [limit ?? -1])
            while let row = try rows.next() { try body(try Self.run(row)) }
        }
    }

    /// The day of the first good run, `YYYY-MM-DD` in Asia/Seoul, also for a catalog of an earlier day; nil before there
    /// is one.
    public func firstDay() throws -> String? {
        try read { try String.fetchOne($0, sql: "SELECT min(date) FROM main.run WHERE good_run IS NOT NULL") }
    }

    private static func run(_ row: Row) throws -> StoredRun {
        guard let outcome = RunOutcome(rawValue: row["outcome"]), let start = SeoulTime(timestamp: row["started_at"])
        else { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a run without its outcome or start") }
        var counts = RunCounts()
        counts.received = row["received"]
        counts.accepted = row["accepted"]
        counts.rejected = row["rejected"]
        counts.duplicates = row["duplicates"]
        counts.withoutPoint = row["without_point"]
        counts.added = row["added"]
        counts.changed = row["changed"]
        counts.removed = row["removed"]
        counts.returned = row["returned"]
        counts.total = row["total"]
        let description = RunDescription(
            feed: row["feed_name"], source: row["source"], sha256: row["sha256"], startedAt: start,
            toolVersion: row["tool_version"], acceptedBecause: row["accepted_because"])
        return StoredRun(
            id: row["id"], goodRun: row["good_run"], outcome: outcome, date: row["date"], description: description,
            reason: row["reason"], failure: (row["failure"] as String?).flatMap(RunFailure.init(rawValue:)),
            counts: counts)
    }
}
