/// The sentence for a reason in both languages, with placeholders for its values: `{page}: HTTP status {status}`.
///
/// In the Korean sentence `{topic}`, `{subject}` and the other names of `KoreanParticle` are particles that fit the
/// text before them. `{places|bookstores}` is the value `places`; if the reason lacks this value, it is the word
/// "bookstores" itself.
public struct ReasonTemplate: Sendable {
    /// The code of the reasons that this template puts into words.
    public let code: String
    private let en: String
    private let ko: String

    /// Creates a template.
    public init(_ code: String, en: String, ko: String) {
        self.code = code
        self.en = en
        self.ko = ko
    }

    /// Returns the sentence of `reason`; nil if the reason has another code or lacks a value that the sentence needs.
    public func words(_ reason: Reason) -> Words? {
        guard reason.code == code, let en = Self.filled(en, reason), let ko = Self.filled(ko, reason) else {
            return nil
        }
        return Words(en: en, ko: ko)
    }

    private static let particles = Dictionary(
        uniqueKeysWithValues: KoreanParticle.allCases.map { (Substring("\($0.name)"), $0) })

    private static func filled(_ sentence: String, _ reason: Reason) -> String? {
        var text = ""
        var rest = sentence[...]
        while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
            text += rest[..<opening]
            let parts = rest[rest.index(after: opening)..<closing].split(separator: "|", maxSplits: 1)
            let name = parts.first ?? ""
            if let particle = particles[name] {
                text += particle.form(after: text)
            } else if let value = reason.values.first(where: { $0.name == name })?.value.scalarText {
                text += value
            } else if parts.count == 2 {
                text += parts[1]
            } else {
                return nil
            }
            rest = rest[rest.index(after: closing)...]
        }
        return text + rest
    }
}

extension KoreanParticle {
    /// The name of the particle in a template.
    fileprivate var name: String {
        switch self {
        case .topic: "topic"
        case .subject: "subject"
        case .object: "object"
        case .with: "with"
        case .by: "by"
        case .copula: "copula"
        case .vocative: "vocative"
        }
    }
}

extension [ReasonTemplate] {
    /// Returns the sentence of `reason`; nil if no template has its code, or if the reason lacks a value that the
    /// sentence needs.
    public func words(_ reason: Reason) -> Words? {
        first { $0.code == reason.code }?.words(reason)
    }
}
