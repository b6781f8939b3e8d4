package import GeocliText

/// A rule that finds contradictions in the data. Everything about a rule is in this file except its condition, which is
/// in `IssueJudge`.
package enum IssueRule: String, CaseIterable, Sendable {
    /// The point is in a district other than the one that the row states.
    case districtPoint = "district-point"
    /// The address is in a district other than the one that the row states.
    case districtAddress = "district-address"
    case pointMissing = "point-missing"
    /// The point that the feed states is outside the feed's area, has swapped coordinates or is unreadable, so the row
    /// was kept without a point.
    case pointUnusable = "point-unusable"
    /// Several places with different addresses have exactly the same point.
    case pointShared = "point-shared"
    case repeated = "repeated"
    case linkContradiction = "link-contradiction"
    case phoneUnusable = "phone-unusable"
    case phoneShared = "phone-shared"
    case websiteUnusable = "website-unusable"
    case namePlaceholder = "name-placeholder"
    /// The name or the address has lost characters, or was read in another encoding.
    case textBroken = "text-broken"
    /// The feed doesn't explain this kind.
    case kindUnknown = "kind-unknown"
    case moved = "moved"
    case flipping = "flipping"
    case returned = "returned"
    /// A person corrected a value, and the feed now has a third value.
    case correctionConflict = "correction-conflict"

    /// How an issue of a rule keeps its identity.
    package enum Form: Sendable {
        /// One issue for each place, or for each field of a place.
        case place
        /// One issue for two places, whose ids are sorted.
        case pair
        /// One issue for each place of a group that shares a value. The evidence names the other places.
        case group
        /// One issue for a place, a field and the run of the event. It stays open until a person accepts it or ten good
        /// runs of the feed have passed.
        case event
    }

    package enum Severity: String, CaseIterable, Sendable { case error, warning, hint }

    package var form: Form {
        switch self {
        case .repeated, .linkContradiction: .pair
        case .pointShared, .phoneShared: .group
        case .moved, .returned: .event
        default: .place
        }
    }

    package var severity: Severity {
        switch self {
        case .districtPoint, .districtAddress, .pointUnusable, .namePlaceholder, .correctionConflict: .error
        case .pointMissing, .pointShared, .repeated, .linkContradiction, .phoneUnusable, .websiteUnusable, .textBroken,
            .moved:
            .warning
        case .phoneShared, .kindUnknown, .flipping, .returned: .hint
        }
    }

    /// The version of the condition. When a rule gets a higher version, all rows are judged again. A new version alone
    /// does not change the state of any issue.
    package var version: Int { 1 }

    package var title: Words {
        switch self {
        case .districtPoint: Words(en: "point in another district", ko: "좌표가 다른 구에 있음")
        case .districtAddress: Words(en: "address in another district", ko: "주소가 다른 구에 있음")
        case .pointMissing: Words(en: "no point", ko: "좌표 없음")
        case .pointUnusable: Words(en: "unusable point", ko: "쓸 수 없는 좌표")
        case .pointShared: Words(en: "point shared by several places", ko: "여러 장소가 같은 좌표를 씀")
        case .repeated: Words(en: "same shop twice in the feed", ko: "피드에 같은 가게가 두 번 있음")
        case .linkContradiction: Words(en: "linked rows contradict each other", ko: "연결된 행끼리 값이 다름")
        case .phoneUnusable: Words(en: "unusable phone number", ko: "걸 수 없는 전화번호")
        case .phoneShared: Words(en: "phone number shared by many places", ko: "여러 장소가 같은 전화번호를 씀")
        case .websiteUnusable: Words(en: "unusable website", ko: "열 수 없는 웹사이트 주소")
        case .namePlaceholder: Words(en: "name is a test or a placeholder", ko: "시험용이거나 임시인 이름")
        case .textBroken: Words(en: "broken characters", ko: "깨진 글자")
        case .kindUnknown: Words(en: "unknown kind", ko: "알 수 없는 종류")
        case .moved: Words(en: "moved by more than 200 m", ko: "200m 넘게 이동")
        case .flipping: Words(en: "value changes back and forth", ko: "값이 번갈아 바뀜")
        case .returned: Words(en: "missing, then back within three runs", ko: "누락 후 실행 3회 안에 재등록")
        case .correctionConflict: Words(en: "feed contradicts a correction", ko: "정정한 값과 피드의 새 값이 다름")
        }
    }
}

/// The key that identifies an issue from one run to the next. It consists of the rule, the places, the field and, for
/// an event, the run. It never contains a text from the feed, a distance or a position in a list.
package struct IssueKey: Hashable, Sendable {
    package let rule: IssueRule
    /// The catalog's numbers for the places, ascending.
    package let places: [Int64]
    /// The key of the judged value, such as `phone`; empty if the rule judges the place as a whole.
    package let field: String
    /// The run of the event; nil if the rule is not about an event.
    package let run: Int64?

    /// `places` may be in any order.
    package init(_ rule: IssueRule, _ places: [Int64], field: String = "", run: Int64? = nil) {
        self.rule = rule
        self.places = places.sorted()
        self.field = field
        self.run = run
    }

    /// The key as the catalog stores it, such as `district-point 12 district`.
    package var text: String {
        ([rule.rawValue] + places.map(String.init) + (field.isEmpty ? [] : [field]) + (run.map { ["run\($0)"] } ?? []))
            .joined(separator: " ")
    }
}

/// What a rule found: its key, and the values that were judged.
package struct IssueFinding: Sendable, Equatable {
    package let key: IssueKey
    /// The value that the places of a group share; nil if the rule is not about a group.
    package let shared: String?
    /// The judged values as a JSON object. The same values always give the same text.
    package let evidence: String

    package init(_ key: IssueKey, shared: String? = nil, evidence: [JSONValue.Member]) {
        self.init(key, shared: shared, json: JSONValue.object(evidence).text)
    }

    init(_ key: IssueKey, shared: String? = nil, json: String) {
        self.key = key
        self.shared = shared
        evidence = json
    }
}

extension JSONValue {
    static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
