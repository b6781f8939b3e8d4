/// A Korean particle whose form depends on the sound before it, as 은/는 does.
///
/// In an interpolated sentence, the particle takes the form that fits the text before it: `"\(name)\(.subject) 없습니다"`.
public enum KoreanParticle: Sendable, CaseIterable {
    /// 은/는.
    case topic
    /// 이/가.
    case subject
    /// 을/를.
    case object
    /// 과/와.
    case with
    /// 으로/로.
    case by
    /// 이/(nothing), the stem of 이나/나, 이라/라, 이고/고.
    case copula
    /// 아/야.
    case vocative

    /// Returns the form that fits the end of `text`. Text whose reading is unknown, such as Chinese characters, gets
    /// the noun 값 (value) and the form that fits it.
    ///
    /// - Complexity: O(n), n characters.
    public func form(after text: some StringProtocol) -> String {
        guard let ending = KoreanEnding(of: text) else { return " 값" + form(.consonant) }
        return form(ending)
    }

    private func form(_ ending: KoreanEnding) -> String {
        let isOpen = ending == .vowel
        return switch self {
        case .topic: isOpen ? "는" : "은"
        case .subject: isOpen ? "가" : "이"
        case .object: isOpen ? "를" : "을"
        case .with: isOpen ? "와" : "과"
        case .by: ending == .consonant ? "으로" : "로"
        case .copula: isOpen ? "" : "이"
        case .vocative: isOpen ? "야" : "아"
        }
    }
}

extension DefaultStringInterpolation {
    /// Appends the form of `particle` that fits the text before it.
    public mutating func appendInterpolation(_ particle: KoreanParticle) {
        appendLiteral(particle.form(after: description))
    }
}
