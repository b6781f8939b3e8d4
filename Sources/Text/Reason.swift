/// Why something happened, as data: a stable code and the values of its sentence. A `ReasonTemplate` turns them into
/// the sentence.
public struct Reason: Sendable, Equatable {
    /// The code, such as `known-lost`. It never changes.
    public let code: String
    public let values: [JSONValue.Member]

    public init(_ code: String, _ values: [JSONValue.Member] = []) {
        self.code = code
        self.values = values
    }

    /// Creates a reason from its sentence in each language, for a sentence with too many forms for a template. The two
    /// sentences are the values of the reason, and its template is `{en}` or `{ko}`.
    public init(_ code: String, _ words: Words) {
        self.init(code, [.init("en", words.en), .init("ko", words.ko)])
    }

    /// Creates a reason from its columns in a database; nil without a code. Values that are not a JSON object are
    /// left out.
    public init?(code: String?, json: String?) {
        guard let code else { return nil }
        // The sentence stored beside the reason is shown if its values can't be read.
        let parsed = json.flatMap { try? JSONValue(parsing: Array($0.utf8), name: "reason_values") }
        guard case .object(let members) = parsed else {
            self.init(code)
            return
        }
        self.init(code, members)
    }

    public var json: String {
        JSONValue.object(values).text
    }

    public func adding(_ name: String, _ value: Int) -> Reason {
        Reason(code, values + [.init(name, .number(String(value)))])
    }
}

extension JSONValue.Member {
    public init(_ name: String, _ value: String) { self.init(name, JSONValue.string(value)) }

    public init(_ name: String, _ value: Int) { self.init(name, JSONValue.number(String(value))) }
}

/// An error whose message can be stored as data.
public protocol ReasonedError: ExplainedError {
    /// The code and the values of its message, without credentials.
    var reason: Reason { get }
}

/// The sentence for a reason in both languages, with placeholders for its values: `{page}: HTTP status {status}`.
///
/// In the Korean sentence `{topic}`, `{subject}` and the other names of `KoreanParticle` are particles that fit the
/// text before them. `{places|places}` is the value `places`, or `places` for a reason without this value.
/// `{removed:is|are}` is `is` if the value `removed` is 1, and `are` if it is another number.
public struct ReasonTemplate: Sendable {
    public let code: String
    private let en: String
    private let ko: String

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

    private static func verb(_ parts: [Substring], _ reason: Reason) -> Substring? {
        let words = parts.first?.split(separator: ":", maxSplits: 1) ?? []
        guard words.count == 2, parts.count == 2 else { return nil }
        let count = reason.values.first { $0.name == words[0] }?.value.scalarText
        return count == "1" ? words[1] : parts[1]
    }
}

extension KoreanParticle {
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
    /// Nil if no template has the code of `reason`, or if it lacks a value that the sentence needs.
    package func words(_ reason: Reason) -> Words? {
        first { $0.code == reason.code }?.words(reason)
    }
}
