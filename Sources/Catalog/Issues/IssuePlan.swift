internal import GeocliDatabase
internal import GeocliPlaces

/// The version that each rule had when it last judged all rows.
struct IssueRuleTable {
    struct Plan {
        /// The rules that compare rows with the same keys, found in one pass: if one judges all rows, all of them do.
        static let several: Set<IssueRule> = [.phoneShared, .pointShared, .repeated]

        /// The rules that judge all rows.
        var full: Set<IssueRule> = []
        /// The rules that are in `full` only because they, or rules of `several`, have a new version. A new version
        /// alone changes no state.
        var gentle: Set<IssueRule> = []
        var runnable: Set<IssueRule>
        /// Whether all rules judge all rows and may change states.
        var isEverything: Bool { full == runnable && gentle.isEmpty }

        /// Makes all rules judge all rows. One with a new version still changes no state of issues about unchanged
        /// rows.
        mutating func judgeAll() { full = runnable }

        /// Leaves out a rule that turns out to be unable to run, so that it changes nothing.
        mutating func exclude(_ rule: IssueRule) {
            full.remove(rule)
            gentle.remove(rule)
            runnable.remove(rule)
        }
    }

    private let db: Database
    private var versions: [IssueRule: Int64] = [:]
    /// The rules that can judge this catalog. Without outlines, no rule can say which district a point is in.
    let runnable: Set<IssueRule>

    init(_ db: Database) throws {
        self.db = db
        var runnable = Set(IssueRule.allCases)
        if try !Self.hasOutlines(db) { runnable.remove(.districtPoint) }
        self.runnable = runnable
        var versions: [IssueRule: Int64] = [:]
        try db.forEachRow("SELECT rule, version FROM issue_rule") { row in
            if let rule = row.text(0).flatMap(IssueRule.init(rawValue:)) { versions[rule] = row.integer(1) }
        }
        self.versions = versions
    }

    /// Whether there are outlines. If a damaged catalog lacks their table, its run continues without outlines.
    private static func hasOutlines(_ db: Database) throws -> Bool {
        guard try db.flag("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'district_outline')") else {
            return false
        }
        return try db.flag("SELECT EXISTS (SELECT 1 FROM district_outline)")
    }

    /// - Parameter all: whether all rules must judge all rows.
    func plan(all: Bool) -> Plan {
        var plan = Plan(runnable: runnable)
        for rule in runnable where versions[rule] != Int64(rule.version) {
            plan.full.insert(rule)
            if versions[rule] != nil { plan.gentle.insert(rule) }
        }
        if !plan.full.isDisjoint(with: Plan.several) {
            // A rule that judges all rows only because of another rule changes no state of unchanged rows.
            plan.gentle.formUnion(Plan.several.subtracting(plan.full))
            plan.full.formUnion(Plan.several)
        }
        if all { plan.judgeAll() }
        return plan
    }

    func note(_ plan: Plan) throws {
        for rule in plan.full.sorted(by: { $0.rawValue < $1.rawValue }) where versions[rule] != Int64(rule.version) {
            try db.execute("INSERT OR REPLACE INTO issue_rule VALUES (?, ?)", [rule.rawValue, Int64(rule.version)])
        }
    }

    /// Makes a rule judge all rows in the next run. Call it if something other than the rows has changed.
    static func forget(_ rule: IssueRule, _ db: Database) throws {
        try db.execute("DELETE FROM issue_rule WHERE rule = ?", [rule.rawValue])
    }
}

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
            SELECT place FROM change WHERE run = ?1 UNION \(Staging.silent)
            UNION ALL SELECT id FROM place WHERE id > ?2
            UNION ALL SELECT c.place FROM issue_event e JOIN correction c ON c.number = e.correction
            WHERE e.correction IS NOT NULL AND (
                e.run >= ?1 OR e.id > ?3 AND e.author IS NOT NULL AND coalesce(\(CorrectionAct.lastRun), ?4) >= ?4)
            """, [.integer(run), .integer(last), .integer(try lastJudged()), .integer(try formerRun())]
        ) { ids.insert($0.integer(0)) }
        return ids
    }

    /// Returns the last good run of a feed of places before this one; 0 for none. Runs of landmarks judge nothing.
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

    /// Returns the rows whose point had a different problem when last judged. The row itself need not have changed.
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
