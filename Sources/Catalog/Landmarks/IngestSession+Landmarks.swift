internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliSearch

extension IngestSession {
    /// Compares the staged landmarks with those of the catalog, and publishes them unless `judge` refuses the run. The
    /// sample stays, because only places replace the sample.
    ///
    /// - Precondition: called inside the transaction of the run.
    func publishLandmarks(
        _ run: RunDescription, _ feed: Int64, _ isDryRun: Bool, _ judge: (RunCounts, Int64?) -> RunJudgement
    ) throws -> RunReport {
        let landmarks = LandmarkDifference(db, feed: feed)
        let staged = try stagedCounts()
        var run = run
        var judgement: RunJudgement?
        var outcome = RunOutcome.unchanged
        var counts: RunCounts
        if try changes.isSameAsLastGoodRun(run, feed: feed) {
            counts = try landmarks.countsUnchanged(staged)
        } else {
            counts = try landmarks.counts(staged, of: self.staged)
            let number = isDryRun ? nil : try changes.nextRun()
            let found = judge(counts, number)
            run.acceptedBecause = found.acceptedBecause
            (judgement, outcome) = (found, found.refusal == nil ? .published : .refused)
        }
        try changes.addFormerRun(feed, to: &counts)
        let isChanged = try changes.hasNewDeclaration(run, feed: feed)
        guard !isDryRun else {
            try db.execute("ROLLBACK")
            var report = RunReport(
                runID: nil, description: run, outcome: outcome, reason: judgement?.refusal,
                reasonData: judgement?.reason, counts: counts)
            report.hasNewDeclaration = isChanged
            return report
        }
        var report = try changes.record(run, feed: feed, outcome, judgement?.refusal, judgement?.reason, counts)
        report.hasNewDeclaration = isChanged
        let id = report.runID ?? 0
        let healedCount = findsAllAgain && outcome != .refused ? try landmarks.heal() : nil
        if outcome == .published || healedCount != nil { try landmarks.apply(run: id) }
        report.healedCount = healedCount ?? 0
        if findsAllAgain { report.staysDamaged = try !Seals.differences(db).isEmpty }
        if outcome != .refused { try changes.markGood(run: id, feed: feed, run.words) }
        try pages.keep(run: id, feed: feed, ofRuns: run.keptRuns)
        try commit(publishes: outcome == .published)
        return report
    }
}

/// The difference between the staged landmarks of a feed and those of the catalog. A landmark's line is staged in the
/// `district` column.
struct LandmarkDifference {
    private let db: Database
    private let feed: Int64

    init(_ db: Database, feed: Int64) { (self.db, self.feed) = (db, feed) }

    /// Returns the counts of a run that read the same bytes as the last good run.
    func countsUnchanged(_ staged: RunCounts) throws -> RunCounts {
        var counts = staged
        counts.formerTotal = try count("landmark l WHERE l.feed = ?")
        return counts
    }

    /// Returns the staged counts, plus the differences between the snapshot and the catalog.
    func counts(_ staged: RunCounts, of rows: StagedRows) throws -> RunCounts {
        var counts = staged
        counts.formerTotal = try count("landmark l WHERE l.feed = ?")
        counts.removed = try count("landmark l WHERE l.feed = ? AND \(Self.isGone)")
        counts.added = counts.accepted - (counts.formerTotal - counts.removed)
        counts.changed = try count("\(Self.joined) WHERE \(Self.changes)")
        var former = SnapshotTally()
        // A tally reads the columns of places. A landmark has three of them: the kind, the line in place of the
        // district, and the point.
        let rowsBefore = try Statement(
            db, "SELECT kind, line, NULL, NULL, NULL, NULL, NULL, NULL, latitude FROM landmark WHERE feed = ?")
        rowsBefore.bind(1, feed)
        while try rowsBefore.step() { former.add(rowsBefore, from: 0) }
        former.finish()
        let now = rows.counted()
        now.tally.report(after: former, to: &counts)
        counts.hasOnePointOnly = now.spread.isOnePointOnly
        return counts
    }

    /// Replaces the landmarks of the feed with the staged ones. Does not change rows that are the same as the staged
    /// ones.
    func apply(run: Int64) throws {
        let gone = "SELECT l.id FROM landmark l WHERE l.feed = ? AND \(Self.isGone)"
        try db.execute("DELETE FROM landmark_key WHERE landmark IN (\(gone))", [feed])
        try db.execute("DELETE FROM landmark WHERE id IN (\(gone))", [feed])
        try db.execute(
            "DELETE FROM landmark_key WHERE landmark IN (SELECT l.id FROM \(Self.joined) WHERE \(Self.differs))", [feed]
        )
        try db.execute(
            """
            UPDATE landmark AS l SET name = s.name, kind = s.kind, line = s.district, latitude = s.latitude,
                longitude = s.longitude, run = ?2
            FROM staged s WHERE l.feed = ?1 AND s.feed_id = l.feed_id AND (\(Self.differs))
            """, [feed, run])
        try db.execute(
            """
            INSERT INTO landmark (feed, feed_id, name, kind, line, latitude, longitude, run)
            SELECT ?1, s.feed_id, s.name, s.kind, s.district, s.latitude, s.longitude, ?2 FROM staged s
            WHERE NOT EXISTS (SELECT 1 FROM landmark l WHERE l.feed = ?1 AND l.feed_id = s.feed_id) ORDER BY s.feed_id
            """, [feed, run])
        try addKeys(run: run)
    }

    /// Removes the landmarks of the feed if something else than geocli changed a landmark, so that `apply` stores all of
    /// them again. Returns the number of landmarks that differ from the staged ones; nil if nothing was removed.
    func heal() throws -> Int? {
        guard try !Seals.differences(of: ["landmark"], db).isEmpty else { return nil }
        let changed = try count("\(Self.joined) WHERE \(Self.differs)")
        let count = try changed + count("landmark l WHERE l.feed = ? AND \(Self.isGone)")
        try db.execute("DELETE FROM landmark_key WHERE landmark IN (SELECT id FROM landmark WHERE feed = ?)", [feed])
        try db.execute("DELETE FROM landmark WHERE feed = ?", [feed])
        try Seals.forgetEmptyParts(of: ["landmark"], db)
        return count
    }

    private func addKeys(run: Int64) throws {
        let rows = try Statement(db, "SELECT id, name, line, kind FROM landmark WHERE feed = ? AND run = ? ORDER BY id")
        rows.bind(1, feed)
        rows.bind(2, run)
        let insert = try Statement(db, "INSERT INTO landmark_key (key, landmark) VALUES (?, ?)")
        while try rows.step() {
            for key in LandmarkTable.keys(name: rows.text(1) ?? "", line: rows.text(2), kind: rows.text(3)) {
                insert.bind(1, key)
                insert.bind(2, rows.integer(0))
                try insert.run()
            }
        }
    }

    /// The SQL condition that is true if the landmark `l` is not staged.
    private static let isGone = "NOT EXISTS (SELECT 1 FROM staged s WHERE s.feed_id = l.feed_id)"
    /// The SQL for the staged rows, joined with the feed's landmarks that have the same ids.
    private static let joined = "staged s CROSS JOIN landmark l ON l.feed = ? AND l.feed_id = s.feed_id"
    private static let differs = """
        l.name IS NOT s.name OR l.kind IS NOT s.kind OR l.line IS NOT s.district OR l.latitude IS NOT s.latitude
        OR l.longitude IS NOT s.longitude
        """

    /// The SQL condition that is true if a value of the landmark has a change, as for places. Landmarks have no history,
    /// so the change begins at the value of the last run.
    private static let changes = [
        ChangeFunctions.isChanged("l.name", "s.name"), ChangeFunctions.isChanged("l.kind", "s.kind"),
        ChangeFunctions.isChanged("l.line", "s.district"), ChangeFunctions.isMoved("l", "s") { "l.\($0)" },
    ].joined(separator: " OR ")

    private func count(_ from: String) throws -> Int { try db.count("SELECT count(*) FROM \(from)", [.integer(feed)]) }
}
