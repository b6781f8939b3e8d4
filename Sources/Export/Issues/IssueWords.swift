public import GeocliPlaces
public import GeocliText

/// What people read instead of the codes of issues.
public enum IssueWords {
    /// Returns the word for a state.
    public static func text(_ state: IssueState, _ language: Language) -> String {
        switch state {
        case .open: Words(en: "open", ko: "열림").text(language)
        case .accepted: Words(en: "accepted", ko: "그대로 둠").text(language)
        case .fixed: Words(en: "fixed", ko: "해결").text(language)
        case .reopened: Words(en: "reopened", ko: "다시 열림").text(language)
        case .closed: Words(en: "closed", ko: "닫힘").text(language)
        }
    }

    /// Returns the word for a severity.
    public static func text(_ severity: IssueRule.Severity, _ language: Language) -> String {
        switch severity {
        case .error: Words(en: "error", ko: "오류").text(language)
        case .warning: Words(en: "warning", ko: "주의").text(language)
        case .hint: Words(en: "hint", ko: "참고").text(language)
        }
    }

    /// Returns the word for something that happened; the code itself for one of a newer geocli.
    public static func text(_ event: IssueEvent, _ language: Language) -> String {
        switch IssueEvent.What(rawValue: event.what) {
        case .opened:
            event.author == nil
                ? Words(en: "found", ko: "발견").text(language) : Words(en: "reported", ko: "등록").text(language)
        case .accepted: text(IssueState.accepted, language)
        case .fixed: text(IssueState.fixed, language)
        case .reopened: text(IssueState.reopened, language)
        case .closed: text(IssueState.closed, language)
        case .comment: Words(en: "comment", ko: "의견").text(language)
        case .labeled: Words(en: "label added", ko: "라벨 추가").text(language)
        case .unlabeled: Words(en: "label removed", ko: "라벨 제거").text(language)
        case nil: event.what
        }
    }
}
