internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

/// Judges rows with the rules for issues. This is part of the transaction of a run, or of a scan that a person starts.
///
/// A run judges only the rows that it touched, and those that share a phone, a point or a name with them. A run without
/// changes writes nothing. All rows are judged when a catalog is judged for the first time, after a run that changed
/// many rows, in an ingest that compares everything, and in a scan. A rule that is new or has a new version judges all
/// rows, too.
struct IssueScan {
    let db: Database

    /// If a run touches more than 1/`fewRows` of the places, all places are judged in one pass.
    static let fewRows = 4

    /// Updates the issues after a good run.
    /// - Parameters:
    ///   - last: the highest id before the run.
    ///   - all: whether to judge all rows, for example after damage.
    ///   - early: a search that began before the run wrote its changes.
    ///   - first: a search through all rows of a new catalog.
    /// - Complexity: O(n) if the run touched any row, otherwise O(i); n listed rows, i issues.
    @discardableResult
    func update(
        run: Int64, feed: Int64, after last: Int64, all: Bool, early: EarlyGather? = nil,
        first: FirstGather? = nil
    ) throws -> IssueCounts {
        let (started, outcome) = try facts(of: run)
        let rules = try IssueRuleTable(db)
        var plan = rules.plan(all: all)
        let changed = IssueTouched(db: db, run: run, feed: feed)
        var touched: Set<Int64> = []
        if !plan.isEverything {
            touched = try changed.rows(after: last)
            let lastID = try db.integer("SELECT coalesce(max(id), 0) FROM place") ?? 0
            if touched.count > max(16, Int(lastID) / Self.fewRows) { plan.judgeAll() }
            // If all rules judge all rows, it does not matter which rows the run touched.
            if plan.isEverything { touched = [] }
        }
        let rows = try IssueRows(db)
        if outcome == .published, !plan.isEverything {
            touched.formUnion(try changed.otherProblems(try rows.problems))
        }
        let pass = try IssuePass(
            db, rows, IssueStore(db, run: run, moment: started), plan, touched: touched, run: run, feed: feed,
            early: early, first: first)
        let hasLinks = try pass.plan.full.contains(.linkContradiction) || changed.hasLinksToJudge(touched)
        try pass.judge(former: hasLinks ? try changed.formerRun() : nil)
        try rules.note(pass.plan)
        try IssueMerge(db).settle()
        return try pass.store.total()
    }

    private func facts(of run: Int64) throws -> (started: String, outcome: RunOutcome) {
        let row = try Statement(db, "SELECT started_at, outcome FROM run WHERE id = ?")
        row.bind(1, run)
        guard try row.step() else { return ("", .unchanged) }
        return (row.text(0) ?? "", row.text(1).flatMap(RunOutcome.init(rawValue:)) ?? .published)
    }

    /// Judges all rows with all rules. The findings belong to the last good run.
    /// - Parameter moment: the time of the events, RFC 3339, UTC; nil for the time of the last good run.
    func scan(moment: String? = nil) throws -> IssueCounts {
        guard let run = try db.integer("SELECT max(id) FROM run WHERE good_run IS NOT NULL") else {
            return IssueCounts()
        }
        let started = try facts(of: run).started
        let rules = try IssueRuleTable(db)
        let pass = try IssuePass(
            db, IssueRows(db), IssueStore(db, run: run, moment: moment ?? started), rules.plan(all: true), touched: [],
            run: run, feed: nil)
        try pass.judge(former: 0)
        try rules.note(pass.plan)
        try IssueMerge(db).settle()
        return try pass.store.total()
    }

    /// Returns what the last good runs did to issues, and how many issues are open; nil if no rule has judged the
    /// catalog yet.
    /// - Parameter feeds: the ids of the feeds; empty for all feeds.
    static func counts(_ db: Database, feeds: Set<String>) throws -> IssueCounts? {
        guard try db.flag("SELECT EXISTS (SELECT 1 FROM issue_rule)") else { return nil }
        let ofFeeds = try Catalog.condition("b.feed", feeds, db)
        let isOfFeeds =
            feeds.isEmpty
            ? "true"
            : """
            EXISTS (SELECT 1 FROM issue_place p JOIN place b ON b.id = p.place
                WHERE p.issue = i.number\(ofFeeds))
            """
        let isLast = "IN (SELECT last_good_run FROM feed)"
        func count(_ condition: String) throws -> Int {
            try db.count("SELECT count(*) FROM issue i WHERE \(condition) AND \(isOfFeeds)")
        }
        var counts = IssueCounts()
        counts.new = try count("i.rule IS NOT NULL AND i.opened_run \(isLast)")
        counts.fixed = try count("i.state = 'fixed' AND i.changed_run \(isLast)")
        counts.reopened = try count("i.state = 'reopened' AND i.changed_run \(isLast)")
        counts.open = try count("i.state IN ('open', 'reopened')")
        return counts
    }

    /// Removes the issues of all places of a feed, and makes the next run judge all rows.
    static func remove(_ db: Database, feed: Int64) throws {
        let issues = """
            SELECT issue FROM issue_place WHERE place IN (SELECT id FROM place WHERE feed = \(feed))
            """
        try db.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS removed_issue (number INTEGER PRIMARY KEY);
            DELETE FROM temp.removed_issue;
            INSERT OR IGNORE INTO temp.removed_issue \(issues);
            INSERT OR IGNORE INTO temp.removed_issue SELECT number FROM issue WHERE opened_run IN (
                SELECT id FROM run WHERE feed = \(feed)) OR changed_run IN (SELECT id FROM run WHERE feed = \(feed));
            DELETE FROM issue_event WHERE issue IN (SELECT number FROM temp.removed_issue);
            DELETE FROM issue_label WHERE issue IN (SELECT number FROM temp.removed_issue);
            DELETE FROM issue_place WHERE issue IN (SELECT number FROM temp.removed_issue);
            DELETE FROM issue WHERE number IN (SELECT number FROM temp.removed_issue);
            DELETE FROM issue_rule;
            DROP TABLE temp.removed_issue;
            """)
    }

    /// Returns contradictions in the stored issues of a catalog, at most ten.
    ///
    /// This does not check that the rules find the stored issues again, because people may have changed links or
    /// outlines since.
    /// - Complexity: O(i), i issues and their events.
    static func findings(_ db: Database) throws -> [Words] {
        var findings = try db.texts(
            """
            SELECT \(Finding.sql("issue-event", ("issue", "number"))) FROM issue i
            WHERE NOT EXISTS (SELECT 1 FROM issue_event e WHERE e.issue = i.number)
            UNION ALL
            SELECT \(Finding.sql("issue-json", ("issue", "number"))) FROM issue
            WHERE NOT json_valid(evidence) OR NOT json_valid(coalesce(accepted_evidence, '{}'))
                OR state NOT IN ('open', 'accepted', 'fixed', 'reopened', 'closed')
                OR state = 'accepted' AND accepted_evidence IS NULL OR rule IS NOT NULL AND state = 'closed'
            UNION ALL
            SELECT \(Finding.sql("issue-run", ("issue", "number"))) FROM issue WHERE opened_run > changed_run
            LIMIT 10
            """
        ).map(Finding.sentence)
        try db.forEachRow(
            """
            SELECT i.number, i.rule, i.identity, i.field, group_concat(p.place, ' ')
            FROM issue i LEFT JOIN issue_place p ON p.issue = i.number WHERE i.rule IS NOT NULL GROUP BY i.number
            """
        ) { row in
            guard findings.count < 10, !isWhole(row) else { return }
            findings.append(Finding.words("issue-identity", ("issue", "\(row.integer(0))")))
        }
        return Array(findings.prefix(10))
    }

    private static func isWhole(_ row: Statement) -> Bool {
        // A later version of geocli may have added this rule.
        guard let name = row.text(1), let rule = IssueRule(rawValue: name) else { return true }
        let places = (row.text(4) ?? "").split(separator: " ").compactMap { Int64($0) }
        guard places.count == (rule.form == .pair ? 2 : 1), let identity = row.text(2) else { return false }
        let run = rule.form == .event ? identity.split(separator: " ").last.flatMap { Int64($0.dropFirst(3)) } : nil
        guard (run != nil) == (rule.form == .event) else { return false }
        return identity == IssueKey(rule, places, field: row.text(3) ?? "", run: run).text
    }
}
