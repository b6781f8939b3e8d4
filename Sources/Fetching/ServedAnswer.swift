package import GeocliText

/// The answer of a running geocli service to one question.
package struct ServedAnswer: Sendable {
    package let status: Int
    package let body: [UInt8]
    package let mediaType: String
    /// The number of rows of the answer; nil if the service did not send a number.
    package let rows: Int?
    package let withoutPoint: Int
    /// What a person should know about the answer, one line each, in the language of the question.
    package let notes: [String]

    /// Asks a service. The parts of `path` (below its address) and `parameters` are not encoded; notes and problems are
    /// in `language`.
    /// - Throws: `FetchError` if no complete answer came, or if the headers of an answer with rows don't say where its
    ///   body ends. Any other complete answer is not an error, whatever its status.
    package static func get(
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
        if answer.status == 200 {
            let fault = answer.hasEnd ? answer.hasExcess ? "more bytes than announced" : nil : "no length announced"
            if let fault { throw FetchError(code: .broken(detail: fault), page: address) }
        }
        return ServedAnswer(
            status: answer.status, body: answer.body, mediaType: answer.mediaType, rows: count(answer.rows),
            withoutPoint: count(answer.withoutPoint) ?? 0, notes: notes(answer.note))
    }

    private static func count(_ text: String) -> Int? {
        text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
    }

    /// Returns the notes of a header. A note is one line, whatever it holds.
    private static func notes(_ header: String) -> [String] {
        header.split(separator: ",").prefix(maximumNotes).map { note in
            let text = String(note).trimmingBlanks()
            return DisplayText.truncated(
                DisplayText.singleLine(PercentEncoding.decoded(text) ?? text), columns: maximumNoteColumns)
        }
    }

    /// No answer needs more notes, or longer ones.
    private static let maximumNotes = 8
    private static let maximumNoteColumns = 1000

    /// A service sends at most 16 MB, so this limit leaves ample room.
    private static let maximumBytes = 64 << 20
    /// A service answers within 10 seconds, or says that it can't.
    private static let idleSeconds = 15.0
    private static let totalSeconds = 120.0
}
