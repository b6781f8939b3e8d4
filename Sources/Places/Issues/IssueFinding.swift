public import GeocliText

/// What a rule found: its key, and the values that were judged.
public struct IssueFinding: Sendable, Equatable {
    /// The key by which the next run recognizes the same issue.
    public let key: IssueKey
    /// The value that the places of a group share; nil if the rule is not about a group.
    public let shared: String?
    /// The judged values as a JSON object. The same values always give the same text.
    public let evidence: String

    /// Creates a finding.
    public init(_ key: IssueKey, shared: String? = nil, evidence: [JSONValue.Member]) {
        self.init(key, shared: shared, json: Self.json(evidence))
    }

    /// Creates a finding from evidence that is already JSON.
    init(_ key: IssueKey, shared: String? = nil, json: String) {
        self.key = key
        self.shared = shared
        evidence = json
    }

    private static func json(_ members: [JSONValue.Member]) -> String {
        var json = JSONWriter()
        json.value(.object(members))
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension JSONValue {
    /// Returns a text as a JSON string, or null for nil.
    static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
