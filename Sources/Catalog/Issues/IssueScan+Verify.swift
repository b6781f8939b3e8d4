internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

extension IssueScan {
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

    /// Whether the identity of a finding matches its rule, places and field.
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
