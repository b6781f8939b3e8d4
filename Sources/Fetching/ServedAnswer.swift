public import GeocliText

/// The answer of a running geocli service to one question.
public struct ServedAnswer: Sendable {
    /// The status code.
    public let status: Int
    /// The body, unpacked.
    public let body: [UInt8]
    /// The number of rows in the body; nil if the service did not say.
    public let rows: Int?
    /// What a person should know about the answer, one sentence each, in the language of the question.
    public let notes: [String]

    /// Asks a service.
    ///
    /// - Parameters:
    ///   - path: the parts of the path below the service's address, not encoded.
    ///   - parameters: the names and values of the query, not encoded.
    ///   - language: the language of notes and problems.
    /// - Throws: `FetchError` if no complete answer came. A complete answer is never an error, whatever its status.
    public static func get(
        _ service: ServiceURL, _ path: [String], _ parameters: [(name: String, value: String)], language: Language,
        userAgent: String
    ) throws(FetchError) -> ServedAnswer {
        let address = "\(service)/" + path.map(PercentEncoding.segment).joined(separator: "/")
        let query = parameters.map { "\($0.name)=\(PercentEncoding.segment($0.value))" }.joined(separator: "&")
        let client = try HTTPClient(
            userAgent: userAgent, maximumBytes: maximumBytes, language: language.rawValue)
        let answer = try client.get(
            query.isEmpty ? address : address + "?" + query, page: address, idleSeconds: idleSeconds,
            totalSeconds: totalSeconds)
        let note = PercentEncoding.decoded(answer.note) ?? answer.note
        return ServedAnswer(
            status: answer.status, body: answer.body, rows: answer.rows,
            notes: note.split(separator: "\n").map(String.init))
    }

    /// A service sends at most 16 MB, so this limit leaves ample room.
    private static let maximumBytes = 64 << 20
    /// A service answers within 10 seconds, or says that it can't.
    private static let idleSeconds = 15.0
    private static let totalSeconds = 120.0
}
