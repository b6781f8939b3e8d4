public import GeocliPlaces
public import GeocliText

/// The words that people read instead of the codes of issues.
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

    /// Returns the word for a key of evidence; the key itself if it has no word.
    static func key(_ key: String, _ language: Language) -> String {
        if let words = keys[key] { return words.text(language) }
        return DisplayText.singleLine(CodeWords.text(key, in: "field", language))
    }

    private static let keys = [
        "address_district": Words(en: "district of the address", ko: "주소의 자치구"),
        "point_district": Words(en: "district of the point", ko: "좌표의 자치구"),
        "phone_raw": Words(en: "phone", ko: "전화 원문"), "website_raw": Words(en: "website", ko: "웹사이트 원문"),
        "count": Words(en: "places", ko: "장소 수"), "places": Words(en: "ids", ko: "장소 번호"),
        "reason": Words(en: "reason", ko: "이유"), "value": Words(en: "value", ko: "값"),
        "values": Words(en: "values", ko: "값"), "from": Words(en: "from", ko: "이전 좌표"),
        "to": Words(en: "to", ko: "이후 좌표"), "distance_m": Words(en: "meters", ko: "거리(m)"),
        "missing_runs": Words(en: "runs without the place", ko: "누락 횟수"), "road": Words(en: "road", ko: "도로명"),
        "core": Words(en: "core name", ko: "줄인 이름"), "names": Words(en: "names", ko: "이름"),
        "corrected": Words(en: "corrected to", ko: "정정한 값"), "seen": Words(en: "seen", ko: "정정할 때의 값"),
        "now": Words(en: "now", ko: "지금 값"), "shared": Words(en: "shared", ko: "공유 값"),
    ]

    /// Returns the word for an event; the code itself if it is from a newer geocli.
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
        case nil: DisplayText.singleLine(event.what)
        }
    }
}
