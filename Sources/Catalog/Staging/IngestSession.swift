internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliText

/// One ingest: rows are staged in temporary tables, which SQLite keeps in a nameless file; then one transaction takes
/// them over, or nothing. Rows that the catalog knows are not staged but marked as here.
///
/// Memory does not grow with the number of rows, but for four bits a bookstore.
public final class IngestSession {
    let db: Database
    private var staged: StagedRows
    private let changes: SnapshotDifference
    private let buildsSearchIndex: Bool
    private let isNewCatalog: Bool
    /// Whether a run has been written down.
    private(set) var hasRecorded = false
    /// The pages as they come, and those that earlier runs kept.
    public let pages: PageArchive
    /// Rows staged, set aside or known so far.
    public private(set) var receivedCount = 0
    private var known: KnownRows?
    private var feed: String?
    private var knownAcrossPages = 0
    private var repeatsAcrossPages: Int?

    /// - Parameter isNewCatalog: whether nobody else can see the catalog, so that rows may be staged where they will stay.
    init(_ db: Database, buildsSearchIndex: Bool = true, isNewCatalog: Bool = false) throws {
        self.db = db
        self.buildsSearchIndex = buildsSearchIndex
        self.isNewCatalog = isNewCatalog
        if isNewCatalog {
            try db.execute("PRAGMA foreign_keys = OFF; BEGIN")
            try Schema.migrate(db)
            try db.execute(Staging.schemaInPlace)
        } else {
            try db.execute(Staging.drop)
            try db.execute(Staging.schema)
            // Only temporary tables are written until `publish`, so this holds no lock on the catalog.
            try db.execute("BEGIN DEFERRED")
        }
        staged = try StagedRows(db, StagedRows.Expectation(), isInPlace: isNewCatalog)
        changes = SnapshotDifference(db, isNewCatalog: isNewCatalog)
        pages = PageArchive(db)
    }

    /// Leaves no open transaction behind, also after an error. The temporary tables stay until the next session or the
    /// end of the connection: emptying them takes a fifth of an ingest's time, and they are in a nameless file.
    func end() {
        // What fails here is an end that SQLite has made already, after an I/O error; the connection is closed next.
        try? db.execute("ROLLBACK")
        // The connection serves no other run that would miss it.
        try? db.execute("PRAGMA foreign_keys = ON")
    }

    /// Says which feed the rows are of before the first one comes, so that what the catalog knows of it is of use.
    ///
    /// - Parameters:
    ///   - comparesAll: whether to read every row, also those that came in the last good run.
    ///   - keepsRows: whether rows are kept as they came; where not, and ids contradict each other, `settleDuplicates` throws
    ///     `ContradictionError`.
    public func begin(feed: String, comparesAll: Bool = false, keepsRows: Bool = true) throws {
        self.feed = feed
        try stageAnew(keepsRows: keepsRows)
        known = comparesAll ? nil : try KnownRows(db, feed: feed)
    }

    private func stageAnew(keepsRows: Bool) throws {
        let expectation = try feed.map(changes.expectation) ?? StagedRows.Expectation()
        staged = try StagedRows(db, expectation, isInPlace: isNewCatalog, keepsRows: keepsRows)
    }

    /// Whether any row is known, so that `isKnown` has something to say.
    public var knowsRows: Bool { known != nil }

    /// Whether ids came twice whose rows were not kept, so that their contradictions can't be written down.
    public var lacksRows: Bool { staged.lacksRows }

    /// Whether a row is the one that its bookstore had in the last good run, so that it need not be read. It counts as
    /// received then.
    ///
    /// - Throws: `ContradictionError` if its id came before in another row that was known: the source must be read once
    ///   more, from its start, with all rows compared (`startOver(comparesAll:)`).
    public func isKnown(_ feedID: String, _ fingerprint: RowFingerprint, pageNumber: Int) throws -> Bool {
        guard let known else { return false }
        switch try known.take(feedID, fingerprint, pageNumber: pageNumber) {
        case .known: break
        case .repeated(let isOnOtherPage): knownAcrossPages += isOnOtherPage ? 1 : 0
        case .contradiction: throw ContradictionError()
        case .unknown: return false
        }
        receivedCount += 1
        return true
    }

    /// A row contradicts one that was not kept.
    public struct ContradictionError: Error {}

    /// Another run changed a bookstore that was taken for known.
    public struct ChangedMeanwhileError: Error {}

    /// Takes bookstores.
    public func stage(_ batch: StagedBatch) throws {
        receivedCount += batch.count
        try staged.add(batch)
    }

    /// Takes a bookstore.
    ///
    /// - Parameter raw: the row as it came, kept until it is known whether the catalog needs it.
    public func stage(_ bookstore: Place, _ row: FoundRow, raw: UnsafeRawBufferPointer) throws {
        var batch = StagedBatch(pageNumber: row.origin.pageNumber, page: row.origin.page)
        batch.add(bookstore, row, raw: raw)
        try stage(batch)
    }

    /// Sets a row aside.
    public func reject(_ record: RejectedRecord) throws {
        receivedCount += 1
        try staged.add(record)
    }

    /// Sorts out rows that share an id: one of equal rows stays, rows that contradict each other are set aside.
    ///
    /// - Returns: how many rows with an id say again what a row of another page said, a sign that the feed moved while it
    ///   was read.
    /// - Throws: `ContradictionError` where rows contradict each other that were not kept.
    public func settleDuplicates() throws -> Int {
        let across = knownAcrossPages + (try staged.settle())
        repeatsAcrossPages = across
        return across
    }

    /// Compares what was staged with the catalog and, if `refusal` finds no fault, takes it over; all in one transaction.
    ///
    /// - Parameters:
    ///   - isDryRun: whether to compare only.
    ///   - judge: given the counts and the run's number (nil for a dry run), whether this snapshot may replace the one
    ///     here.
    /// - Throws: `ChangedMeanwhileError` if another run changed a bookstore that was taken for known: the source must be read
    ///   once more, with all rows compared (`startOver(comparesAll:)`).
    public func publish(
        _ run: RunDescription, isDryRun: Bool = false, judge: (RunCounts, Int64?) -> RunJudgement
    ) throws -> RunReport {
        guard repeatsAcrossPages != nil, feed ?? run.feed == run.feed else {
            throw CatalogError.misuse(
                en: "publish comes after settleDuplicates, with the feed that the session began with",
                ko: "publish는 settleDuplicates 뒤에, 세션을 시작한 피드로 불러야 합니다")
        }
        try beginPublishing()
        let feed = try changes.feedKey(run.feed)
        try changes.requireRoom(feed: feed)
        let meanwhile = try known?.meanwhile(db) ?? .nothing
        if case .known = meanwhile {
            try db.execute("ROLLBACK; BEGIN DEFERRED")
            throw ChangedMeanwhileError()
        }
        let respelled = RespelledIDs(db)
        // A new catalog's bookstores are the staged rows themselves.
        let isRespelled = try !isNewCatalog && respelled.adopt(feed, known: known)
        if try !isRespelled && changes.isSameAsLastGoodRun(run, feed: feed) {
            let counts = try changes.countsUnchanged(try stagedCounts(), feed: feed)
            return try finish(run, feed, .unchanged, nil, counts, isDryRun)
        }
        var isCounted = false
        if case .nothing = meanwhile { isCounted = known != nil }
        let counts = try changes.counts(try stagedCounts(), of: staged, feed: feed, known: known, isCounted: isCounted)
        let judgement = judge(counts, isDryRun ? nil : try changes.nextRun())
        var run = run
        run.acceptedBecause = judgement.acceptedBecause
        let outcome = judgement.refusal == nil ? RunOutcome.published : .refused
        if isRespelled, outcome == .refused { try respelled.giveBack() }
        return try finish(run, feed, outcome, judgement.refusal, counts, isDryRun)
    }

    /// Writes down a run that ended before its source was read to the end. The bookstores stay as they were; the pages
    /// that came are kept.
    public func recordFailure(_ run: RunDescription, _ failure: RunFailure, reason: String) throws {
        if repeatsAcrossPages == nil { _ = try settleDuplicates() }
        try beginPublishing()
        let feed = try changes.feedKey(run.feed)
        try changes.requireRoom(feed: feed)
        var counts = try stagedCounts()
        counts.total = 0
        let report = try changes.record(run, feed: feed, .refused, reason, counts, failure: failure)
        try pages.keep(run: report.runID ?? 0, feed: feed, ofRuns: run.keptRuns)
        try commit(publishes: false)
    }

    /// Forgets every row and page that was staged, to read the source once more; rows are kept this time.
    ///
    /// - Parameter comparesAll: whether to read every row this time.
    public func startOver(comparesAll: Bool = false) throws {
        try staged.removeAll()
        try stageAnew(keepsRows: true)
        known = nil
        if let feed, !comparesAll { known = try KnownRows(db, feed: feed) }
        receivedCount = 0
        knownAcrossPages = 0
        repeatsAcrossPages = nil
    }

    /// Ends the reading and takes the lock.
    private func beginPublishing() throws {
        try known?.finishReading()
        // SQLite copies rows as they lie only where it need not look whether what they refer to is there, and this can be
        // said only between transactions. `SnapshotDifference` has made both the feed and the run.
        try db.execute("COMMIT; PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE")
        // Another program may have been at the file since it was opened.
        try SchemaCheck(db, version: try Schema.userVersion(db)).requireOursAlone()
        try Schema.migrate(db)
    }

    private func finish(
        _ run: RunDescription, _ feed: Int64, _ outcome: RunOutcome, _ reason: String?, _ counts: RunCounts,
        _ isDryRun: Bool
    ) throws -> RunReport {
        guard !isDryRun else {
            try db.execute("ROLLBACK")
            return RunReport(runID: nil, description: run, outcome: outcome, reason: reason, counts: counts)
        }
        let report = try changes.record(run, feed: feed, outcome, reason, counts)
        if outcome == .published {
            try changes.apply(
                run: report.runID ?? 0, feed: feed, staged: staged, buildsSearchIndex: buildsSearchIndex)
        }
        if outcome != .refused { try changes.markGood(run: report.runID ?? 0, feed: feed) }
        try pages.keep(run: report.runID ?? 0, feed: feed, ofRuns: run.keptRuns)
        try commit(publishes: outcome == .published)
        return report
    }

    private func commit(publishes: Bool) throws {
        if isNewCatalog, !publishes { try db.execute("DELETE FROM main.bookstore") }
        try db.execute("COMMIT")
        if isNewCatalog, !publishes { try db.execute("VACUUM") }
        hasRecorded = true
    }

    private func stagedCounts() throws -> RunCounts {
        var counts = RunCounts()
        counts.received = receivedCount
        let stagedCount = try db.count("SELECT count(*) FROM staged")
        counts.accepted = stagedCount + (known?.count ?? 0)
        counts.withoutPoint = try db.count("SELECT count(*) FROM staged_problem")
        counts.rejected = try db.count("SELECT count(*) FROM staged_reject")
        counts.duplicates = receivedCount - counts.accepted - counts.rejected
        counts.total = counts.accepted
        try db.forEachRow(
            """
            SELECT reason, count(*) FROM
            (SELECT reason FROM staged_reject UNION ALL SELECT reason FROM staged_problem) GROUP BY reason
            """
        ) { row in
            if let reason = row.text(0).flatMap(RejectionReason.init(rawValue:)) {
                counts.reasons[reason] = try row.count(1)
            }
        }
        return counts
    }
}
