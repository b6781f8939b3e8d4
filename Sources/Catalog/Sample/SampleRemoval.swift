internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// Removes the sample, in the transaction of the run that replaces it.
///
/// After the removal, the catalog is as if the sample had never been in it. A bookstore that a real run had keeps its
/// id and its real history; other bookstores of the sample are removed. The good runs of each feed get new values of
/// `good_run` and new counts of changes. The remaining runs and bookstores keep their ids.
final class SampleRemoval {
    /// A good run, and what is needed to count its changes again.
    private struct Run {
        let id: Int64
        let isMadeUp: Bool
        let outcome: String
        /// The hash of the run's bytes and the program's version. A run with the same content as the previous run
        /// changes nothing.
        let content: String
    }

    private let db: Database
    private let sample: SampleRuns

    init(_ db: Database, _ sample: SampleRuns) {
        self.db = db
        self.sample = sample
    }

    /// Removes the sample.
    ///
    /// - Parameters:
    ///   - coming: the key of the feed of the next run. The feed stays even if it has no run yet.
    ///   - buildsSearchIndex: whether to build the index of pieces again.
    /// - Precondition: called inside a transaction, with foreign keys off, on a catalog with the current schema.
    /// - Complexity: O(n log n), n bookstores.
    func run(coming: Int64, buildsSearchIndex: Bool) throws -> RemovedSample {
        try Overlay.lifting(db) { try remove(coming: coming, buildsSearchIndex: buildsSearchIndex) }
    }

    private func remove(coming: Int64, buildsSearchIndex: Bool) throws -> RemovedSample {
        let stamps = try stamps()
        try PastFunctions.register(on: db, folding: .current)
        var removedCount = 0
        let feeds = try feeds()
        for feed in feeds { try IssueScan.remove(db, feed: feed) }
        for feed in feeds { removedCount += try removeRuns(of: feed, isComing: feed == coming) }
        try db.execute("DELETE FROM raw_page WHERE sha256 NOT IN (SELECT sha256 FROM page)")
        let outlineCount = sample.feed == SampleNames.feed ? 0 : try OutlineTable.removeSample(db)
        if sample.feed != SampleNames.feed { try BaseTable.removeSample(db) }
        try PointPacker.rebuild(db)
        if buildsSearchIndex { try SearchIndex(db).rebuild() }
        try IDOrder.settle(db)
        return RemovedSample(bookstoreCount: removedCount, outlineCount: outlineCount, runs: stamps)
    }

    private func stamps() throws -> [RunStamp] {
        var stamps: [RunStamp] = []
        let sql = """
            SELECT r.id, f.id, r.date, r.started_at, r.sha256 FROM run r JOIN feed f ON f.key = r.feed
            WHERE r.good_run IS NOT NULL AND \(SampleRuns.condition) ORDER BY r.id
            """
        try db.forEachRow(sql, [sample.stays]) { row in
            stamps.append(
                RunStamp(
                    id: try row.runNumber(0), feed: try row.required(1, "feed.id"), date: try row.date(2),
                    startedAt: try row.moment(3).timestamp, sha256: try row.required(4, "run.sha256")))
        }
        return stamps
    }

    /// Returns the keys of the feeds under which the sample was published.
    private func feeds() throws -> [Int64] {
        var keys: [Int64] = []
        let sql = """
            SELECT DISTINCT f.key FROM run r JOIN feed f ON f.key = r.feed WHERE \(SampleRuns.condition) ORDER BY f.key
            """
        try db.forEachRow(sql, [sample.stays]) { keys.append($0.integer(0)) }
        return keys
    }

    private func removeRuns(of feed: Int64, isComing: Bool) throws -> Int {
        let runs = try goodRuns(of: feed)
        let real = RealHistory.Runs(real: runs.filter { !$0.isMadeUp }.map(\.id))
        let table = try RealHistoryTable(db, feed: feed, real)
        try table.write()
        try moveRejects(runs)
        let madeUp = """
            SELECT r.id FROM run r JOIN feed f ON f.key = r.feed WHERE r.feed = \(feed) AND \(SampleRuns.condition)
            """
        for table in ["page", "reject"] {
            try db.execute("DELETE FROM \(table) WHERE run IN (\(madeUp))", [sample.stays])
        }
        try db.execute("DELETE FROM run WHERE id IN (\(madeUp))", [sample.stays])
        try count(runs, table.sums)
        try db.execute(
            "UPDATE feed SET good_runs = ?, last_good_run = ? WHERE key = ?", [real.real.count, real.real.last, feed])
        if !isComing {
            try db.execute("DELETE FROM feed WHERE key = ? AND NOT EXISTS (SELECT 1 FROM run WHERE feed = key)", [feed])
        }
        return table.removedCount
    }

    private func goodRuns(of feed: Int64) throws -> [Run] {
        var runs: [Run] = []
        let sql = """
            SELECT r.id, \(SampleRuns.condition), r.outcome, r.sha256 || r.tool_version
            FROM run r JOIN feed f ON f.key = r.feed WHERE r.good_run IS NOT NULL AND r.feed = ? ORDER BY r.id
            """
        try db.forEachRow(sql, [sample.stays, .integer(feed)]) { row in
            runs.append(
                Run(
                    id: try row.runNumber(0), isMadeUp: row.integer(1) != 0, outcome: row.text(2) ?? "",
                    content: row.text(3) ?? ""))
        }
        return runs
    }

    /// Moves the rejected rows of a run of the sample to a real run that read the same bytes. Without the sample, that
    /// real run would have stored them itself.
    private func moveRejects(_ runs: [Run]) throws {
        var holder: Run?
        for run in runs {
            if run.isMadeUp {
                if run.outcome != RunOutcome.unchanged.rawValue { holder = run }
            } else {
                if let from = holder, run.outcome == RunOutcome.unchanged.rawValue, run.content == from.content {
                    try db.execute("UPDATE reject SET run = ? WHERE run = ?", [run.id, from.id])
                }
                holder = nil
            }
        }
    }

    /// Numbers the real runs again, and stores the counts of their changes. A run's new number is never higher than its
    /// former one, so no other run still has the new number.
    private func count(_ runs: [Run], _ sums: [Int64: RealHistoryTable.Sums]) throws {
        let update = try Statement(
            db,
            """
            UPDATE run SET good_run = ?2, outcome = ?3, added = ?4, changed = ?5, removed = ?6, returned = ?7
            WHERE id = ?1
            """)
        var number: Int64 = 0
        var former: Run?
        for (index, run) in runs.enumerated() where !run.isMadeUp {
            let cameAfterSample = index > 0 && runs[index - 1].isMadeUp
            let outcome = cameAfterSample ? outcome(of: run, after: former) : run.outcome
            if cameAfterSample, outcome == RunOutcome.unchanged.rawValue {
                try db.execute("DELETE FROM reject WHERE run = ?", [run.id])
            }
            number += 1
            former = run
            let sum = sums[run.id] ?? RealHistoryTable.Sums()
            update.bind(1, run.id)
            update.bind(2, number)
            update.bind(3, outcome)
            for (offset, count) in [sum.added, sum.changed, sum.removed, sum.returned].enumerated() {
                update.bind(Int32(offset + 4), Int64(count))
            }
            try update.run()
        }
    }

    /// Returns the outcome that a run would have had if it had come directly after the previous real run.
    private func outcome(of run: Run, after former: Run?) -> String {
        (former?.content == run.content ? RunOutcome.unchanged : .published).rawValue
    }
}
