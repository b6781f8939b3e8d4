internal import GeocliDatabase
package import GeocliPlaces
package import GeocliText

/// One ingest. Rows are staged in temporary tables, which SQLite keeps in a nameless file. Then one transaction
/// publishes all rows or none. A row that the catalog already knows is not staged. Instead, its place is marked as
/// found.
///
/// Memory grows by four bits per place, but not with the number of rows.
package final class IngestSession {
    let db: Database
    private(set) var staged: StagedRows
    let changes: SnapshotDifference
    let buildsSearchIndex: Bool
    private let isNewCatalog: Bool
    /// Whether rows are staged in the table where they will stay.
    private var isInPlace: Bool
    private var role = FeedRole.places
    private(set) var hasRecorded = false
    /// The pages of this run, and those that earlier runs kept.
    package let pages: PageArchive
    /// The number of rows so far that were staged, were rejected or were known.
    package private(set) var receivedCount = 0
    /// The numbers of rows that the declaration leaves out: by its filter, and because they are closed.
    package var leftOut = (filtered: 0, closed: 0)
    /// The finder of points for addresses, which fills blank points; nil if there is none.
    package var pointFinder: (any PointFinder)?
    /// The error that stopped the filling of points. After such an error, the run continues without addresses.
    package private(set) var fillingError: (any Error)?
    private var known: KnownRows?
    private var insertClosed: Statement?
    private var feed: String?
    /// Whether to rebuild both indexes, to find all links between feeds again, and to judge all rows for issues.
    private(set) var findsAllAgain = false
    /// What a run that finds all again did about damaged places; nil if it has not looked for them.
    private var healing: Healing?
    private var knownRepeats = RepeatedRows()
    /// The rows that repeat another row; nil until `settleDuplicates` has found them all.
    package private(set) var repeats: RepeatedRows?

    /// - Parameter isNewCatalog: whether no other process can see the catalog. If so, rows can be staged in the table
    ///   where they will stay.
    init(_ db: Database, buildsSearchIndex: Bool = true, isNewCatalog: Bool = false) throws {
        self.db = db
        self.buildsSearchIndex = buildsSearchIndex
        self.isNewCatalog = isNewCatalog
        isInPlace = isNewCatalog
        try ChangeFunctions.register(on: db)
        if isNewCatalog {
            try db.execute("PRAGMA foreign_keys = OFF; BEGIN")
            try Schema.prepare(db)
            try db.execute(Staging.schemaInPlace)
        } else {
            try db.execute(Staging.drop)
            try db.execute(Staging.schema)
            // Until `publish`, only temporary tables are written, so this transaction holds no lock on the catalog.
            try db.execute("BEGIN DEFERRED")
        }
        staged = try StagedRows(db, StagedRows.Expectation(), isInPlace: isNewCatalog)
        changes = SnapshotDifference(db, isNewCatalog: isNewCatalog)
        pages = PageArchive(db)
    }

    /// Ends the open transaction, even after an error. The temporary tables stay until the next session starts or the
    /// connection closes. They are not emptied, because that would take a fifth of an ingest's time. They are in a
    /// nameless file.
    func end() {
        // This fails only if SQLite has already ended the transaction after an I/O error. In that case, the connection
        // is closed afterwards.
        try? db.execute("ROLLBACK")
        // A failure does no harm, because no other run uses this connection.
        try? db.execute("PRAGMA foreign_keys = ON")
        try? db.evaluateChecks(true)
    }

    /// Sets the feed of the rows. Call it before the first row, so that known rows can be skipped.
    ///
    /// - Parameters:
    ///   - comparesAll: whether to read every row, even one that came in the last good run.
    ///   - findsAllAgain: whether to rebuild both indexes and to find all links and issues again, even those of rows
    ///     that did not change. Only a person asks for this, for example after damage.
    ///   - keepsRows: whether original rows are kept. If not, `settleDuplicates` throws `RereadError.contradiction` if
    ///     rows with one id contradict each other.
    ///   - role: whether the rows are places or landmarks. Landmarks are few, so every row is read.
    package func begin(
        feed: String, role: FeedRole = .places, comparesAll: Bool = false, findsAllAgain: Bool = false,
        keepsRows: Bool = true
    ) throws {
        self.feed = feed
        self.role = role
        if role == .landmarks, isInPlace {
            try db.execute(Staging.moveOut)
            isInPlace = false
        }
        self.findsAllAgain = findsAllAgain
        try stageAgain(keepsRows: keepsRows)
        known = comparesAll ? nil : try knownRows()
    }

    /// Returns nil if all rows must be read again, or if the run must remove the sample.
    private func knownRows() throws -> KnownRows? {
        guard let feed, role == .places, try !SampleTakeover(db, feed: feed).isDue else { return nil }
        return try KnownRows(db, feed: feed)
    }

    private func stageAgain(keepsRows: Bool) throws {
        let expectation = try feed.map(changes.expectation) ?? StagedRows.Expectation()
        staged = try StagedRows(db, expectation, isInPlace: isInPlace, keepsRows: keepsRows)
    }

    /// Whether any rows are known. If not, `isKnown` always returns false.
    package var knowsRows: Bool { known != nil }

    /// Whether an id came twice although original rows are not kept. In this case, a contradiction between the rows
    /// with this id can't be stored.
    package var lacksRows: Bool { staged.lacksRows }

    /// Returns whether a row is the same as in the last good run. Such a row need not be read, and counts as received.
    ///
    /// - Throws: `RereadError.contradiction` if a known row with the same id but different content came before.
    package func isKnown(_ feedID: String, _ fingerprint: RowFingerprint, pageNumber: Int) throws -> Bool {
        guard let known else { return false }
        switch try known.take(feedID, fingerprint, pageNumber: pageNumber) {
        case .known: break
        case .repeated(let isOnOtherPage): knownRepeats.add(feedID, count: 1, acrossPages: isOnOtherPage ? 1 : 0)
        case .contradiction: throw RereadError.contradiction
        case .unknown: return false
        }
        receivedCount += 1
        return true
    }

    package func stage(_ batch: StagedBatch) throws {
        receivedCount += batch.count
        try staged.add(batch)
    }

    package func reject(_ record: RejectedRecord) throws {
        receivedCount += 1
        try staged.add(record)
    }

    /// Notes the ids of rows that were left out because the source says that their places are closed. In a new catalog,
    /// no place can have such an id.
    package func noteClosed(_ feedIDs: [String]) throws {
        guard !isNewCatalog, !feedIDs.isEmpty else { return }
        let insert = try insertClosed ?? Statement(db, "INSERT INTO staged_closed VALUES (?)")
        insertClosed = insert
        for id in feedIDs {
            insert.bind(1, id)
            try insert.run()
        }
    }

    /// Settles the rows that share an id. Keeps one of several equal rows, and rejects rows that contradict each other.
    ///
    /// - Returns: the number of rows that have an id and repeat a row of another page. Such repeats are a sign that the
    ///   feed's rows moved to other pages while they were read.
    /// - Throws: `RereadError.contradiction` if rows contradict each other and original rows were not kept.
    package func settleDuplicates() throws -> Int {
        let all = knownRepeats.joined(try staged.settle())
        repeats = all
        return all.acrossPages
    }

    /// Returns `RunDescription.repeats` of the feed's last good run.
    package func formerRepeats() throws -> String? {
        guard let feed, try Schema.hasTables(db) else { return nil }
        return try db.text(
            "SELECT r.repeats FROM feed f JOIN run r ON r.id = f.last_good_run WHERE f.id = ?", [.text(feed)])
    }

    /// Compares the staged rows with the catalog, and publishes them unless `judge` refuses. All of this happens in one
    /// transaction.
    ///
    /// - Parameters:
    ///   - isDryRun: whether to compare only, without publishing.
    ///   - judge: gets the counts and the run's number, which is nil for a dry run. It decides whether this snapshot
    ///     may replace the one in the catalog.
    /// - Throws: `RereadError.changedMeanwhile` if another run changed a place that this run treated as known, or
    ///   if the sample must now be removed although rows were treated as known.
    package func publish(
        _ run: RunDescription, isDryRun: Bool = false, judge: (RunCounts, Int64?) -> RunJudgement
    ) throws -> RunReport {
        guard repeats != nil, feed ?? run.feed == run.feed, role == run.role else {
            throw CatalogError.misuse(
                en: "call publish after settleDuplicates, with the feed that the session began with",
                ko: "publish는 settleDuplicates 다음에, 세션을 시작할 때와 같은 피드를 넘겨 호출해야 합니다")
        }
        try beginPublishing()
        let feed = try changes.feedKey(run.feed, run.role)
        try changes.requireRoom(feed: feed)
        if run.role == .landmarks { return try publishLandmarks(run, feed, isDryRun, judge) }
        let meanwhile = try known?.meanwhile(db) ?? .nothing
        let overlay = try Overlay(db)
        let takeover = SampleTakeover(db, feed: run.feed)
        if try takeover.isDue, known != nil { try readAgain() }
        if case .known = meanwhile { try readAgain() }
        let number = try changes.nextRun()
        try takeover.begin(buildsSearchIndex: buildsSearchIndex)
        if findsAllAgain, !isNewCatalog {
            healing = try Healing(db, feed: feed, overlay: overlay)
            // Indexes, links and issues that follow from damaged places would hide the damage.
            if healing?.hasWholePlaces == false { findsAllAgain = false }
        }
        if try changes.isSameAsLastGoodRun(run, feed: feed) {
            let counts = try changes.countsUnchanged(try stagedCounts(), feed: feed)
            return try finish(run, feed, .unchanged, nil, counts, isDryRun, takeover, overlay)
        }
        var isCounted = false
        if case .nothing = meanwhile { isCounted = known != nil }
        // If `known` has counted the feed's values, corrections are taken off only the rows that `known` did not find.
        let staysKnown = isCounted && known?.tally.isOverfull == false && !staged.counted().tally.isOverfull
        try overlay.removeCorrections(of: feed, except: staysKnown ? known : nil)
        var run = run
        let filled = try fillPoints(feed, &run)
        var coming = try stagedCounts()
        (coming.pointsFilled, coming.pointsUnmatched) = (filled.filled, filled.unmatched)
        var counts = try changes.counts(coming, of: staged, feed: feed, known: known, isCounted: isCounted)
        counts.moves = try changes.moves(counts, run, feed: feed, knownCount: known?.count ?? 0)
        let judgement = judge(counts, isDryRun ? nil : number)
        run.acceptedBecause = judgement.acceptedBecause
        let outcome = judgement.refusal == nil ? RunOutcome.published : .refused
        return try finish(run, feed, outcome, judgement, counts, isDryRun, takeover, overlay)
    }

    /// Fills in blank points. Addresses that can't be read must not stop a nightly run. If they can't be read, the
    /// points of earlier runs stay.
    private func fillPoints(_ feed: Int64, _ run: inout RunDescription) throws -> PointFilling.Counts {
        guard try db.flag("SELECT EXISTS (SELECT 1 FROM temp.staged_problem)") else { return PointFilling.Counts() }
        do {
            return try staged.fillPoints(feed: feed, pointFinder)
        } catch {
            guard pointFinder != nil, !(error is DatabaseError), !(error is CatalogDamage) else { throw error }
            fillingError = error
            run.addresses = nil
            return try staged.fillPoints(feed: feed, nil)
        }
    }

    /// Ends the transaction, and throws an error that tells the caller to read the source again.
    private func readAgain() throws {
        try db.execute("ROLLBACK; BEGIN DEFERRED")
        throw RereadError.changedMeanwhile
    }

    /// Stores a run that ended before its whole source was read. The places do not change, but the received pages
    /// are kept.
    package func recordFailure(_ run: RunDescription, _ failure: RunFailure, sentence: String, reason: Reason?) throws {
        if repeats == nil { _ = try settleDuplicates() }
        try beginPublishing()
        let feed = try changes.feedKey(run.feed, run.role)
        try changes.requireRoom(feed: feed)
        var counts = try stagedCounts()
        counts.total = 0
        let report = try changes.record(run, feed: feed, .refused, sentence, reason, counts, failure: failure)
        try changes.noteDeclaration(feed: feed, run.words)
        try pages.keep(run: report.runID ?? 0, feed: feed, ofRuns: run.keptRuns)
        try commit(publishes: false)
    }

    /// Discards all staged rows and pages, so that the source can be read again. When it is read again, original rows
    /// are kept.
    ///
    /// - Parameter comparesAll: whether every row must then be read.
    package func startOver(comparesAll: Bool = false) throws {
        try staged.removeAll()
        try stageAgain(keepsRows: true)
        known = nil
        if !comparesAll { known = try knownRows() }
        receivedCount = 0
        knownRepeats = RepeatedRows()
        repeats = nil
    }

    /// Ends the reading transaction, and begins the transaction that publishes. The second transaction takes the lock.
    func beginPublishing() throws {
        try known?.finishReading()
        // SQLite copies whole records only if it need not check foreign keys, and that setting can change only between
        // transactions. The foreign keys are valid without the check, because `SnapshotDifference` inserts both the
        // feed and the run.
        try db.commit()
        try db.execute("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE")
        // The staging has turned them off.
        try db.evaluateChecks(true)
        // Another program may have changed the file since it was opened.
        try SchemaCheck(db, version: try Schema.version(of: db)).requireOursAlone()
        try Schema.prepare(db)
    }

    /// Returns the report of a compared run, after the run and its data are stored. A dry run stores nothing.
    func finish(
        _ run: RunDescription, _ feed: Int64, _ outcome: RunOutcome, _ judgement: RunJudgement?, _ counts: RunCounts,
        _ isDryRun: Bool, _ takeover: SampleTakeover, _ overlay: Overlay
    ) throws -> RunReport {
        if outcome == .refused {
            try takeover.restore()
            try overlay.restoreCorrections()
        }
        let isChanged = try changes.hasNewDeclaration(run, feed: feed)
        guard !isDryRun else {
            try db.execute("ROLLBACK")
            var report = RunReport(
                runID: nil, description: run, outcome: outcome, reason: judgement?.refusal,
                reasonData: judgement?.reason, counts: counts)
            report.hasNewDeclaration = isChanged
            note(healing, in: &report)
            return takeover.noted(in: report)
        }
        var report = takeover.noted(
            in: try changes.record(run, feed: feed, outcome, judgement?.refusal, judgement?.reason, counts))
        report.hasNewDeclaration = isChanged
        note(healing, in: &report)
        let last = try LinkTable(db: db).lastID()
        // On most nights, few rows change. Then another thread finds the rows that must be judged together with those
        // that changed.
        let early = try outcome == .published && known != nil && !findsAllAgain ? EarlyGather(db) : nil
        defer { early?.end() }
        var first: FirstGather?
        defer { first?.end() }
        if outcome == .refused {
            try changes.noteDeclaration(feed: feed, run.words)
        } else {
            try store(run, feed, overlay, &first, in: &report)
            try settle(feed, after: last, early, first, in: &report)
        }
        try pages.keep(run: report.runID ?? 0, feed: feed, ofRuns: run.keptRuns)
        try commit(publishes: outcome == .published)
        return report
    }

    private func note(_ healing: Healing?, in report: inout RunReport) {
        guard let healing else { return }
        report.healedCount = healing.count
        // Damaged links are found again.
        report.staysDamaged = healing.rest.keys.contains { !findsAllAgain || !LinkTable.found.contains($0.table) }
    }

    /// Stores the rows and corrections of a good run and updates the indexes. Starts `first` in a new catalog.
    private func store(
        _ run: RunDescription, _ feed: Int64, _ overlay: Overlay, _ first: inout FirstGather?,
        in report: inout RunReport
    ) throws {
        if report.outcome == .published {
            let applied = try changes.apply(
                run: report.runID ?? 0, feed: feed, staged: staged, overlay: overlay, undoes: run.undoes != nil,
                buildsSearchIndex: buildsSearchIndex)
            report.corrections = applied.settled
            try recordGoodRun(run, number: report.runID ?? 0, feed)
            if isNewCatalog { first = try FirstGather(db, applied.gathered?.keys) }
            try changes.updateIndexes(applied)
        } else {
            report.corrections = try overlay.applyCorrections(run: report.runID ?? 0)
            try overlay.updateIndexes(buildsSearchIndex: buildsSearchIndex)
            try recordGoodRun(run, number: report.runID ?? 0, feed)
        }
        if findsAllAgain, role == .places {
            try PointIndex.rebuild(db)
            if buildsSearchIndex { try SearchIndex(db).rebuild() }
        }
    }

    private func settle(
        _ feed: Int64, after last: Int64, _ early: EarlyGather?, _ first: FirstGather?, in report: inout RunReport
    ) throws {
        try LinkTable(db: db).update(run: report.runID ?? 0, after: last, all: findsAllAgain)
        let arrived = try CorrectionMerge.settle(db, buildsSearchIndex: buildsSearchIndex)
        report.corrections.merge(arrived, uniquingKeysWith: +)
        report.issues = try IssueScan(db: db).update(
            run: report.runID ?? 0, feed: feed, after: last, all: findsAllAgain, early: early,
            first: arrived.isEmpty ? first : nil)
    }

    /// Makes a run the last good run of its feed.
    private func recordGoodRun(_ run: RunDescription, number: Int64, _ feed: Int64) throws {
        try changes.markGood(run: number, feed: feed, run.words)
    }

    func commit(publishes: Bool) throws {
        if isNewCatalog, !publishes { try db.execute("DELETE FROM main.place") }
        try db.commit()
        if isNewCatalog, !publishes { try db.execute("VACUUM") }
        hasRecorded = true
    }

    func stagedCounts() throws -> RunCounts {
        var counts = RunCounts()
        counts.received = receivedCount
        counts.accepted = staged.count + (known?.count ?? 0)
        counts.withoutPoint = try db.count("SELECT count(*) FROM staged_problem")
        counts.rejected = try db.count("SELECT count(*) FROM staged_reject")
        counts.duplicates = receivedCount - counts.accepted - counts.rejected
        counts.total = counts.accepted
        (counts.filtered, counts.closed) = leftOut
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
