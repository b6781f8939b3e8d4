/// The sentence for a reason in both languages, with placeholders for its values: `{page}: HTTP status {status}`.
///
/// In the Korean sentence `{topic}`, `{subject}` and the other names of `KoreanParticle` are particles that fit the
/// text before them. `{places|places}` is the value `places`, or `places` for a reason without this value.
/// `{removed:is|are}` is `is` if the value `removed` is 1, and `are` if it is another number.
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

    /// The values that are whole sentences, whose own values are cut already.
    private static let sentences: Set<Substring> = ["en", "ko"]
    /// The maximum width of a value: a path or an address may be long.
    private static let mostColumns = 300

    private static let particles = Dictionary(
        uniqueKeysWithValues: KoreanParticle.allCases.map { (Substring("\($0.name)"), $0) })

    private static func filled(_ sentence: String, _ reason: Reason) -> String? {
        var text = ""
        var rest = sentence[...]
        while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
            text += rest[..<opening]
            let parts = rest[rest.index(after: opening)..<closing].split(separator: "|", maxSplits: 1)
            let name = parts.first ?? ""
            if let verb = Self.verb(parts, reason) {
                text += verb
            } else if let particle = particles[name] {
                text += particle.form(after: text)
            } else if let value = reason.values.first(where: { $0.name == name })?.value.scalarText {
                text += Self.sentences.contains(name) ? value : DisplayText.shown(value, columns: Self.mostColumns)
            } else if parts.count == 2 {
                text += parts[1]
            } else {
                return nil
            }
            rest = rest[rest.index(after: closing)...]
        }
        return text + rest
    }

    /// Returns `is` or `are` for the parts of `{removed:is|are}`; nil for any other placeholder.
    private static func verb(_ parts: [Substring], _ reason: Reason) -> Substring? {
        let words = parts.first?.split(separator: ":", maxSplits: 1) ?? []
        guard words.count == 2, parts.count == 2 else { return nil }
        let count = reason.values.first { $0.name == words[0] }?.value.scalarText
        return count == "1" ? words[1] : parts[1]
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
