internal import GeocliDatabase
internal import GeocliPlaces

/// Finds what a run has touched, so that nothing else has to be judged.
struct IssueTouched {
    let db: Database
    let run: Int64
    let feed: Int64

    /// Returns the rows that the run changed, added, lost or found again, and those whose corrections changed since the
    /// last good run. The order of events tells which corrections these are. Times can't, because a clock can step
    /// back. Call this before the rules judge.
    func rows(after last: Int64) throws -> Set<Int64> {
        var ids: Set<Int64> = []
        try db.forEachRow(
            """
            SELECT DISTINCT place FROM change WHERE run = ?1
            UNION ALL SELECT id FROM place WHERE id > ?2
            UNION ALL SELECT c.place FROM issue_event e JOIN correction c ON c.number = e.correction
            WHERE e.correction IS NOT NULL AND (
                e.run >= ?1 OR e.id > ?3 AND e.author IS NOT NULL AND coalesce(\(CorrectionAct.lastRun), ?4) >= ?4)
            """, [.integer(run), .integer(last), .integer(try lastJudged()), .integer(try formerRun())]
        ) { ids.insert($0.integer(0)) }
        return ids
    }

    /// Returns the last good run before this one, of any feed of places; 0 if there is none. Runs of landmarks judge
    /// nothing.
    func formerRun() throws -> Int64 {
        try db.integer(
            """
            SELECT max(r.id) FROM run r JOIN feed f ON f.key = r.feed
            WHERE r.id < ? AND r.good_run IS NOT NULL AND f.role = 'places'
            """, [.integer(run)]) ?? 0
    }

    /// Returns the number of the last event that the rules wrote; 0 if there is none. The rules judge after everything
    /// else in a run, so all acts before that event have been judged. Two sorts of events have a run but are ignored:
    /// events of corrections, and `reopened`, which an import of decisions also writes.
    private func lastJudged() throws -> Int64 {
        try db.integer(
            """
            SELECT id FROM issue_event WHERE issue IS NOT NULL AND run IS NOT NULL AND what <> 'reopened'
            ORDER BY id DESC LIMIT 1
            """) ?? 0
    }

    /// Returns the rows whose point had a different problem when it was last judged. If one unusable point replaces
    /// another, the row itself does not change.
    func otherProblems(_ problems: [Int64: IssueRow.PointProblem]) throws -> Set<Int64> {
        var judged: [Int64: String] = [:]
        try db.forEachRow(
            """
            SELECT p.place, i.evidence FROM issue i JOIN issue_place p ON p.issue = i.number
            WHERE i.rule = '\(IssueRule.pointUnusable.rawValue)' AND i.state <> 'fixed'
            """
        ) { judged[$0.integer(0)] = $0.text(1) ?? "" }
        var others = Set(judged.keys).subtracting(problems.keys)
        for (id, problem) in problems where judged[id] != IssueJudge.evidence(problem) { others.insert(id) }
        return others
    }

    /// Whether the run or a person may have changed links. Returns true if there is any decision of a person: its date
    /// can't tell whether it was made after the last good run, because a clock can step back.
    func hasLinksToJudge(_ touched: Set<Int64>) throws -> Bool {
        if !touched.isEmpty { return true }
        return try db.flag("SELECT EXISTS (SELECT 1 FROM link_decision)")
    }
}
