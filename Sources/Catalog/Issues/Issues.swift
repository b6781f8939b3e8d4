internal import GeocliDatabase
package import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Calls `body` with the issues that `filter` admits, ordered by number, at most `limit` times. If the filter has a
    /// position, each issue comes with its distance from that position.
    ///
    /// - Throws: `CatalogError`: `.misuse` for a catalog that is read as of a day, or with the feed's values instead of
    ///   the corrected ones; `.corrupt` for damaged values.
    /// - Complexity: O(n log m), n issues, m places; memory does not grow with n.
    package func forEachIssue(
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
    /// - Throws: `CatalogError(.notFound)` if no issue has this number.
    package func issue(_ number: Int64) throws -> StoredIssue {
        try requirePresent()
        let found = try read { db in
            try IssueReader(db, where: "i.number = ?", [.integer(number)]).next()
        }
        guard let found else { throw CatalogError.noIssue(String(number), in: path) }
        return found
    }

    /// Returns the other issues with the same rule and the same shared value, ordered by number. Returns no issues if
    /// this one is not in a group.
    package func group(of issue: StoredIssue) throws -> [StoredIssue] {
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
    package func events(ofIssue number: Int64) throws -> [IssueEvent] {
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

/// Reads issues with their labels and places. It is a class because it owns statements.
final class IssueReader {
    private let issues: Statement
    private let labels: Statement
    private let placeIDs: Statement
    private let rows: CatalogRow

    /// Prepares to read the issues for which an SQL condition about `issue i` is true, ordered by number.
    init(_ db: Database, where condition: String, _ values: [SQLValue]) throws {
        issues = try Statement(
            db,
            """
            SELECT i.number, i.rule, i.state, i.title, i.field, i.shared, i.evidence, i.accepted_evidence,
                i.opened_run, i.changed_run
            FROM issue i WHERE \(condition) ORDER BY i.number
            """)
        issues.bind(values)
        labels = try Statement(db, "SELECT label FROM issue_label WHERE issue = ? ORDER BY label")
        placeIDs = try Statement(db, "SELECT place FROM issue_place WHERE issue = ? ORDER BY place")
        rows = try CatalogRow(db, "SELECT \(CatalogRow.columns) FROM place b WHERE b.id = ?")
    }

    /// - Throws: `CatalogDamage` for values that geocli does not write.
    func next() throws -> StoredIssue? {
        guard try issues.step() else { return nil }
        let number = issues.integer(0)
        // Damage of a place must not be reported as damage of the issue.
        let places = number > 0 ? try places(of: number) : []
        return try CatalogDamage.ofDecisions(about: Words(en: "issue \(number)", ko: "이슈 \(number)")) {
            try issue(number, places)
        }
    }

    private func issue(_ number: Int64, _ places: [CatalogEntry]) throws -> StoredIssue {
        guard number > 0 else {
            throw CatalogDamage.row(Words(en: "an issue has the number \(number)", ko: "번호가 \(number)인 이슈가 있습니다"))
        }
        guard let state = issues.text(2).flatMap(IssueState.init) else {
            throw CatalogDamage.row(Words(en: "issue \(number) has no state", ko: "이슈 \(number)에 상태가 없습니다"))
        }
        let (rule, title) = (issues.text(1), issues.text(3))
        guard (rule == nil) == (title != nil) else {
            throw CatalogDamage.row(
                Words(
                    en: "issue \(number) must have a rule or a title, but not both",
                    ko: "이슈 \(number)에는 규칙과 제목 가운데 하나만 있어야 합니다")
            )
        }
        guard let evidence = try issues.evidence(6, of: number) else {
            throw CatalogDamage.row(Words(en: "issue \(number) has no evidence", ko: "이슈 \(number)에 근거가 없습니다"))
        }
        return StoredIssue(
            number: number, ruleID: rule, state: state, givenTitle: title,
            field: try issues.required(4, "issue.field"), shared: issues.text(5), evidence: evidence,
            acceptedEvidence: try issues.evidence(7, of: number), openedRun: try issues.runNumber(8),
            changedRun: try issues.runNumber(9), labels: try labels(of: number), places: places)
    }

    private func labels(of number: Int64) throws -> [String] {
        labels.reset()
        labels.bind(1, number)
        var all: [String] = []
        while try labels.step() { all.append(try labels.required(0, "issue_label.label")) }
        return all
    }

    private func places(of number: Int64) throws -> [CatalogEntry] {
        placeIDs.reset()
        placeIDs.bind(1, number)
        var all: [CatalogEntry] = []
        while try placeIDs.step() {
            rows.restart(id: try placeIDs.placeID(0))
            if try rows.next() { all.append(rows.entry) }
        }
        return all
    }
}

extension Statement {
    /// Returns the values of an issue's evidence; nil if the column is null.
    func evidence(_ column: Int32, of issue: Int64) throws -> [JSONValue.Member]? {
        guard let text = text(column) else { return nil }
        guard let value = try? JSONValue(parsing: Array(text.utf8), name: "evidence"), case .object(let members) = value
        else {
            // People make decisions from the evidence, so damaged evidence must not look like missing evidence.
            throw CatalogDamage.decisions(
                Words(en: "the evidence of issue \(issue) is not JSON", ko: "이슈 \(issue)의 근거가 JSON이 아닙니다"))
        }
        return members
    }
}
