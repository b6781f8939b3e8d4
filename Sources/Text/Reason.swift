/// Why something happened, as data: a stable code and the values of its sentence. A `ReasonTemplate` turns them into
/// the sentence.
public struct Reason: Sendable, Equatable {
    /// The code, such as `known-lost`. It never changes.
    public let code: String
    /// The values by name: numbers and texts.
    public let values: [JSONValue.Member]

    /// Creates a reason.
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

    /// The values as the text of a JSON object.
    public var json: String {
        var writer = JSONWriter()
        writer.value(.object(values))
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the same reason with one more value.
    public func adding(_ name: String, _ value: Int) -> Reason {
        Reason(code, values + [.init(name, .number(String(value)))])
    }
}

extension JSONValue.Member {
    /// Creates a value of a reason.
    public init(_ name: String, _ value: String) { self.init(name, JSONValue.string(value)) }

    /// Creates a value of a reason.
    public init(_ name: String, _ value: Int) { self.init(name, JSONValue.number(String(value))) }
}

/// An error whose message can be stored as data.
public protocol ReasonedError: ExplainedError {
    /// The code and the values of its message, without credentials.
    var reason: Reason { get }
}
