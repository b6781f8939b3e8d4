internal import GRDB
internal import Text

/// One ingest: rows are staged in temporary tables, which SQLite keeps in a nameless file; then one transaction takes
/// them over, or nothing.
///
/// Memory does not grow with the number of rows.
public final class IngestSession {
    let db: Database
    private let staged: Statement
    private let rejected: Statement
    private let changes: SnapshotDifference
    /// The pages as they come, and those that earlier runs kept.
    public let pages: PageArchive
    /// Rows staged or set aside so far.
    public private(set) var receivedCount = 0
    private var repeatsAcrossPages: Int?

    init(_ db: Database) throws {
        self.db = db
        try db.execute(sql: Staging.drop)
        try db.execute(sql: Staging.schema)
        // Only temporary tables are written until `publish`, so this holds no lock on the catalog.
        try db.execute(sql: "BEGIN DEFERRED")
        staged = try Statement(db, Staging.insertBookstore)
        rejected = try Statement(db, Staging.insertReject)
        changes = SnapshotDifference(db)
        pages = PageArchive(db)
    }

    /// Leaves no open transaction behind, also after an error. The temporary tables stay until the next session or the
    /// end of the connection: emptying them takes a fifth of an ingest's time, and they are in a nameless file.
    func end() {
        // What fails here is an end that SQLite has made already, after an I/O error; the connection is closed next.
        try? db.execute(sql: "ROLLBACK")
    }

    /// Takes a bookstore. `problem` tells what is wrong with its coordinate.
    ///
    /// - Parameter raw: the row as it came, kept until it is known whether the catalog needs it.
    public func stage(
        _ bookstore: Bookstore, from origin: RowOrigin, problem: RejectionReason?, value: String?, raw: String
    ) throws {
        receivedCount += 1
        Staging.bind(bookstore, origin, to: staged)
        staged.bind(19, problem?.rawValue)
        staged.bind(20, value)
        staged.bind(21, raw)
        try staged.run()
    }

    /// Sets a row aside.
    public func reject(_ record: RejectedRecord) throws {
        receivedCount += 1
        Staging.bind(record, to: rejected)
        try rejected.run()
    }

    /// Sorts out rows that share an id: one of equal rows stays, rows that contradict each other are set aside.
    ///
    /// - Returns: how many rows with an id say again what a row of another page said, a sign that the feed moved while it
    ///   was read.
    public func settleDuplicates() throws -> Int {
        try db.execute(sql: Staging.findDuplicates)
        let across = try Int.fetchOne(db, sql: Staging.countAcrossPages) ?? 0
        repeatsAcrossPages = across
        try db.execute(sql: Staging.settleDuplicates)
        return across
    }

    /// Compares what was staged with the catalog and, if `refusal` finds no fault, takes it over; all in one transaction.
    ///
    /// - Parameters:
    ///   - isDryRun: whether to compare only.
    ///   - judge: given the counts and the run's number (nil for a dry run), whether this snapshot may replace the one
    ///     here.
    public func publish(
        _ run: RunDescription, isDryRun: Bool = false, judge: (RunCounts, Int64?) -> RunJudgement
    ) throws -> RunReport {
        precondition(repeatsAcrossPages != nil, "settleDuplicates comes before publish")
        try db.execute(sql: "COMMIT; BEGIN IMMEDIATE")
        try Schema.migrate(db)
        let feed = try changes.feedKey(run.feed)
        if try changes.isSameAsLastGoodRun(run, feed: feed) {
            let counts = try changes.countsUnchanged(try stagedCounts(), feed: feed)
            return try finish(run, feed, .unchanged, nil, counts, isDryRun)
        }
        let counts = try changes.counts(try stagedCounts(), feed: feed)
        let judgement = judge(counts, isDryRun ? nil : try changes.nextRun())
        var run = run
        run.acceptedBecause = judgement.acceptedBecause
        let outcome = judgement.refusal == nil ? RunOutcome.published : .refused
        return try finish(run, feed, outcome, judgement.refusal, counts, isDryRun)
    }

    /// Writes down a run that ended before its source was read to the end. The bookstores stay as they were; the pages
    /// that came are kept.
    public func recordFailure(_ run: RunDescription, _ failure: RunFailure, reason: String) throws {
        if repeatsAcrossPages == nil { _ = try settleDuplicates() }
        try db.execute(sql: "COMMIT; BEGIN IMMEDIATE")
        try Schema.migrate(db)
        let feed = try changes.feedKey(run.feed)
        var counts = try stagedCounts()
        counts.total = 0
        let report = try changes.record(run, feed: feed, .refused, reason, counts, failure: failure)
        try pages.keep(run: report.runID ?? 0, feed: feed, ofRuns: run.keptRuns)
        try db.execute(sql: "COMMIT")
    }

    /// Forgets every row and page that was staged, to read the source once more.
    public func startOver() throws {
        try db.execute(sql: Staging.empty)
        receivedCount = 0
        repeatsAcrossPages = nil
    }

    private func finish(
        _ run: RunDescription, _ feed: Int64, _ outcome: RunOutcome, _ reason: String?, _ counts: RunCounts,
        _ isDryRun: Bool
    ) throws -> RunReport {
        guard !isDryRun else {
            try db.execute(sql: "ROLLBACK")
            return RunReport(runID: nil, description: run, outcome: outcome, reason: reason, counts: counts)
        }
        let report = try changes.record(run, feed: feed, outcome, reason, counts)
        if outcome == .published { try changes.apply(run: report.runID ?? 0, feed: feed) }
        if outcome != .refused { try changes.markGood(run: report.runID ?? 0, feed: feed) }
        try pages.keep(run: report.runID ?? 0, feed: feed, ofRuns: run.keptRuns)
        try db.execute(sql: "COMMIT")
        return report
    }

    private func stagedCounts() throws -> RunCounts {
        var counts = RunCounts()
        counts.received = receivedCount
        counts.accepted = try Int.fetchOne(db, sql: "SELECT count(*) FROM staged") ?? 0
        counts.withoutPoint = try Int.fetchOne(db, sql: "SELECT count(*) FROM staged WHERE problem IS NOT NULL") ?? 0
        counts.rejected = try Int.fetchOne(db, sql: "SELECT count(*) FROM staged_reject") ?? 0
        counts.duplicates = receivedCount - counts.accepted - counts.rejected
        counts.total = counts.accepted
        counts.hasOnePointOnly =
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT count(latitude) > 1 AND min(latitude) = max(latitude) AND min(longitude) = max(longitude)
                    FROM staged
                    """) ?? false
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT reason, count(*) FROM
                (SELECT reason FROM staged_reject UNION ALL SELECT problem FROM staged WHERE problem IS NOT NULL)
                GROUP BY reason
                """)
        while let row = try rows.next() {
            if let reason = RejectionReason(rawValue: row[0]) { counts.reasons[reason] = row[1] }
        }
        return counts
    }
}
