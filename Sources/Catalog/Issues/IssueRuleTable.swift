internal import GeocliDatabase
internal import GeocliPlaces

/// The version that each rule had when it last judged all rows.
struct IssueRuleTable {
    /// Which rules judge all rows in a pass, and whether they may change states.
    struct Plan {
        /// The rules that compare rows with the same keys. If one of them judges all rows, so do the others, because
        /// they find the rows in the same pass.
        static let several: Set<IssueRule> = [.phoneShared, .pointShared, .repeated]

        /// The rules that judge all rows.
        var full: Set<IssueRule> = []
        /// The rules that are in `full` only because they, or rules of `several`, have a new version. A new version alone
        /// changes no state.
        var gentle: Set<IssueRule> = []
        /// The rules that can judge this catalog.
        var runnable: Set<IssueRule>
        /// Whether all rules judge all rows and may change states.
        var isEverything: Bool { full == runnable && gentle.isEmpty }

        /// Makes all rules judge all rows. Even so, a rule with a new version does not change the states of issues
        /// about unchanged rows.
        mutating func judgeAll() { full = runnable }

        /// Leaves out a rule that turns out to be unable to run, so that it changes nothing.
        mutating func leaveOut(_ rule: IssueRule) {
            full.remove(rule)
            gentle.remove(rule)
            runnable.remove(rule)
        }
    }

    private let db: Database
    private var versions: [IssueRule: Int64] = [:]
    /// The rules that can judge this catalog. Without outlines of districts, no rule can say which district a point is
    /// in.
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

    /// Returns a plan with the rules that must judge all rows.
    ///
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

    /// Stores the versions of the rules that judged all rows.
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
