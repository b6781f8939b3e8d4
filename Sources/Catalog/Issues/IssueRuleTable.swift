internal import GeocliDatabase
internal import GeocliPlaces

/// The versions by which rules have judged all rows.
struct IssueRuleTable {
    /// Which rules judge all rows, and how.
    struct Plan {
        /// The rules that judge all rows.
        var full: Set<IssueRule> = []
        /// Those of them that only have a new version: by itself it changes no state.
        var gentle: Set<IssueRule> = []
        /// The rules that can judge this catalog.
        var runnable: Set<IssueRule>
        /// Whether all rules judge all rows, and states change.
        var isEverything: Bool { full == runnable && gentle.isEmpty }

        /// Lets all rules judge all rows; those with a new version still change no state of a row without changes.
        mutating func judgeAll() { full = runnable }

        /// Leaves out a rule that can't run after all; it changes nothing then.
        mutating func leaveOut(_ rule: IssueRule) {
            full.remove(rule)
            gentle.remove(rule)
            runnable.remove(rule)
        }
    }

    private let db: Database
    private var versions: [IssueRule: Int64] = [:]
    /// The rules that can judge this catalog: without outlines of districts none can say where a point lies.
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

    /// Whether there are outlines; a damaged catalog may lack their table, and its night goes on without them.
    private static func hasOutlines(_ db: Database) throws -> Bool {
        guard try db.flag("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'district_outline')") else {
            return false
        }
        return try db.flag("SELECT EXISTS (SELECT 1 FROM district_outline)")
    }

    /// Returns the rules that must judge all rows.
    ///
    /// - Parameter all: whether all of them must.
    func plan(all: Bool) -> Plan {
        var plan = Plan(runnable: runnable)
        for rule in runnable where versions[rule] != Int64(rule.version) {
            plan.full.insert(rule)
            if versions[rule] != nil { plan.gentle.insert(rule) }
        }
        if all { plan.judgeAll() }
        return plan
    }

    /// Notes the versions of the rules that judged all rows.
    func note(_ plan: Plan) throws {
        for rule in plan.full.sorted(by: { $0.rawValue < $1.rawValue }) where versions[rule] != Int64(rule.version) {
            try db.execute("INSERT OR REPLACE INTO issue_rule VALUES (?, ?)", [rule.rawValue, Int64(rule.version)])
        }
    }

    /// Lets the next run judge all rows by a rule, because something beside the rows has changed.
    static func forget(_ rule: IssueRule, _ db: Database) throws {
        guard try Schema.userVersion(db) >= Schema.withIssues else { return }
        try db.execute("DELETE FROM issue_rule WHERE rule = ?", [rule.rawValue])
    }
}
