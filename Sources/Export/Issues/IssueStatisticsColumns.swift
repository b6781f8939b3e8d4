public import GeocliPlaces
internal import GeocliText

extension ListingSchema where Row == IssueStatistics.Row {
    /// The counts of issues.
    public static var issueStatistics: ListingSchema {
        ListingSchema(
            columns: [
                Column(
                    "by", en: "by", ko: "기준", type: .codes(IssueStatistics.Group.allCases.map(\.rawValue)),
                    about: "The group by which the issues are counted; all means all issues together."
                ) { .code($0.group.rawValue) },
                Column(
                    "value", en: "value", ko: "값", orNull: true,
                    about:
                        "The severity, the rule, the district of the first place, or the days since an open issue was opened, such as 7-29 and 365-; null for issues that have none."
                ) { .text($0.value) },
            ] + IssueState.allCases.map(count), tableKeys: ["by", "value"] + IssueState.allCases.map(\.rawValue)
        ).speaking("by") { row, language in
            switch row.group {
            case .all: Words(en: "all", ko: "전체").text(language)
            case .severity: Words(en: "severity", ko: "심각도").text(language)
            case .rule: Words(en: "rule", ko: "규칙").text(language)
            case .district: Words(en: "district", ko: "자치구").text(language)
            case .age: Words(en: "days open", ko: "열려 있는 일수").text(language)
            }
        }.speaking("value") { word($0, $1) }
    }

    private static func count(_ state: IssueState) -> Column<Row> {
        let (en, ko) = (IssueWords.text(state, .english), IssueWords.text(state, .korean))
        return Column(
            state.rawValue, en: en, ko: ko, type: .integer,
            about: "How many of these issues are in the state \(state.rawValue)."
        ) { .integer($0.count(state)) }
    }

    private static func word(_ row: Row, _ language: Language) -> String? {
        guard let value = row.value else {
            switch row.group {
            case .all: return nil
            case .district, .age: return Words(en: "none", ko: "없음").text(language)
            case .severity, .rule: return Words(en: "reported by people", ko: "사람이 등록").text(language)
            }
        }
        switch row.group {
        case .severity: return IssueRule.Severity(rawValue: value).map { IssueWords.text($0, language) }
        case .rule: return IssueRule(rawValue: value)?.title.text(language)
        case .all, .district, .age: return value
        }
    }
}
