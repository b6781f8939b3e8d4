internal import GeocliDatabase
internal import GeocliPlaces

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
