internal import GeocliDatabase
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Calls `body` with the issues that `filter` admits, ordered by number, at most `limit` times. If the filter has a
    /// position, each issue comes with its distance from that position.
    ///
    /// - Throws: `CatalogError`: `.misuse` for a catalog that is read as of a day, or with the feed's values instead of
    ///   the corrected ones; `.corrupt` for damaged values.
    /// - Complexity: O(n log m), n issues, m places; memory does not grow with n.
    public func forEachIssue(
        _ filter: IssueFilter, limit: Int? = nil, body: (ListedIssue) throws -> Void
    ) throws {
        try requirePresent()
        guard limit != 0 else { return }
        let places = try filter.places.map { try narrowed($0).condition }
        try read { db in
            let condition = Self.condition(filter, places: places)
            let reader = try IssueReader(db, where: condition.sql, condition.values)
            var left = limit ?? .max
            while left > 0, let issue = try reader.next() {
                let meters = filter.meters(to: issue)
                if filter.near != nil, meters == nil { continue }
                try body(ListedIssue(issue, distanceMeters: meters))
                left -= 1
            }
        }
    }

    /// Returns the issue with this number.
    ///
    /// - Throws: `CatalogError(.notFound)` if no issue has this number.
    public func issue(_ number: Int64) throws -> StoredIssue {
        try requirePresent()
        let found = try read { db in
            try IssueReader(db, where: "i.number = ?", [.integer(number)]).next()
        }
        guard let found else { throw CatalogError.noIssue(String(number), in: path) }
        return found
    }

    /// Returns the other issues with the same rule and the same shared value, ordered by number. Returns no issues if
    /// this one is not in a group.
    public func group(of issue: StoredIssue) throws -> [StoredIssue] {
        guard let rule = issue.ruleID, let shared = issue.shared else { return [] }
        return try read { db in
            let reader = try IssueReader(
                db,
                where:
                    "i.rule = ?1 AND i.shared = ?2 AND i.number <> ?3 AND \(Self.feedKey("i.number")) = \(Self.feedKey("?3"))",
                [.text(rule), .text(shared), .integer(issue.number)])
            var others: [StoredIssue] = []
            while let other = try reader.next() { others.append(other) }
            return others
        }
    }

    /// Returns the SQL for the feed key of an issue that is in a group. Such an issue has one place.
    private static func feedKey(_ number: String) -> String {
        "(SELECT b.feed FROM issue_place p JOIN place b ON b.id = p.place WHERE p.issue = \(number) LIMIT 1)"
    }

    /// Returns the events of an issue, earliest first; none for an unknown number.
    public func events(ofIssue number: Int64) throws -> [IssueEvent] {
        try read { db in
            var events: [IssueEvent] = []
            try db.forEachRow(
                """
                SELECT what, run, author, happened_at, text, evidence FROM issue_event WHERE issue = ? ORDER BY id
                """, [.integer(number)]
            ) { row in
                try CatalogDamage.ofDecisions(about: Words(en: "issue \(number)", ko: "이슈 \(number)")) {
                    events.append(
                        IssueEvent(
                            what: try row.required(0, "issue_event.what"),
                            run: row.isNull(1) ? nil : try row.runNumber(1), author: row.text(2),
                            moment: try row.moment(3), text: row.text(4), evidence: try row.evidence(5, of: number)))
                }
            }
            return events
        }
    }

    /// Returns the labels of all issues without repeats, in byte order.
    public func issueLabels() throws -> [String] {
        try read { db in
            return try db.texts("SELECT DISTINCT label FROM issue_label ORDER BY label")
        }
    }

    private static func condition(
        _ filter: IssueFilter, places: (sql: String, values: [SQLValue])?
    ) -> (sql: String, values: [SQLValue]) {
        var parts: [String] = []
        var values: [SQLValue] = []
        func add(_ column: String, in texts: [String]) {
            parts.append("\(column) IN (\(texts.map { _ in "?" }.joined(separator: ", ")))")
            values += texts.sorted().map(SQLValue.text)
        }
        if !filter.states.isEmpty {
            add("i.state", in: filter.states.map(\.rawValue))
            // Also selects issues with a damaged state, so that they are reported and not silently left out.
            let known = IssueState.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            parts[parts.count - 1] = "(\(parts[parts.count - 1]) OR i.state NOT IN (\(known)))"
        }
        if let after = filter.after {
            parts.append("i.number > ?")
            values.append(.integer(after))
        }
        if let rules = filter.wantedRules { add("i.rule", in: rules.map(\.rawValue)) }
        for label in filter.labels.sorted() {
            parts.append("EXISTS (SELECT 1 FROM issue_label WHERE issue = i.number AND label = ?)")
            values.append(.text(label))
        }
        if let places {
            parts.append(
                """
                EXISTS (SELECT 1 FROM issue_place p JOIN place b ON b.id = p.place
                    WHERE p.issue = i.number AND \(places.sql))
                """)
            values += places.values
        }
        return (parts.isEmpty ? "true" : parts.joined(separator: " AND "), values)
    }
}
