internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliText

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

    /// Returns the next issue; nil after the last one.
    ///
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
            rows.ask(id: try placeIDs.placeID(0))
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
