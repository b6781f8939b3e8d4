public import GeocliText

/// Why a run changed the state of an issue, as the event stores it: a code and, if the values changed, the accepted
/// values.
public enum IssueCause: Sendable, Equatable {
    /// The run no longer found the contradiction.
    case absent
    /// A place of the issue is no longer listed.
    case unlisted
    /// A person corrected the value.
    case corrected
    /// Ten good runs have passed since the event.
    case expired
    /// A fixed issue was found again.
    case foundAgain
    /// The values differ from those for which the issue was accepted. `old` has the accepted values as a JSON object.
    case valuesChanged(old: String)

    /// The text that an event stores.
    public var text: String {
        switch self {
        case .absent: "absent"
        case .unlisted: "unlisted"
        case .corrected: "corrected"
        case .expired: "expired"
        case .foundAgain: "found-again"
        case .valuesChanged(let old): "values-changed \(old)"
        }
    }

    /// Reads a text that `text` returned; nil for any other text.
    public init?(text: String) {
        let prefix = "values-changed "
        switch text {
        case "absent": self = .absent
        case "unlisted": self = .unlisted
        case "corrected": self = .corrected
        case "expired": self = .expired
        case "found-again": self = .foundAgain
        case _ where text.hasPrefix(prefix): self = .valuesChanged(old: String(text.dropFirst(prefix.count)))
        default: return nil
        }
    }

    /// The sentence for people.
    public var words: Words {
        switch self {
        case .absent: Words(en: "the problem is gone", ko: "문제가 해결되었습니다")
        case .unlisted: Words(en: "the feed no longer lists the place", ko: "피드에 이 장소가 더는 없습니다")
        case .corrected: Words(en: "a correction fixed the value", ko: "잘못된 값을 정정했습니다")
        case .expired: Words(en: "ten good runs have passed", ko: "그 뒤 실행이 열 번 성공했습니다")
        case .foundAgain: Words(en: "found again", ko: "다시 발견되었습니다")
        case .valuesChanged(let old):
            Words(
                en: "the values changed after the issue was accepted; the accepted values were \(old)",
                ko: "그대로 두기로 한 뒤 값이 바뀌었습니다. 바뀌기 전의 값: \(old)")
        }
    }
}
