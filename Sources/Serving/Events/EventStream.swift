internal import GeocliText

/// The events that one client reads: which changes, and how far it has come. A value: the transport keeps one for each
/// open connection and asks for the next events when the client has taken the former ones.
public struct EventStream: Sendable {
    /// Returns the next events, and moves on.
    ///
    /// - Throws: what `Answers.answer` turns into a problem; the transport then closes the connection, and the client
    ///   resumes with the id of its last event.
    public mutating func next(from answers: Answers) throws -> EventBatch { EventBatch(bytes: [], isAtEnd: true) }
}

/// Some events of a stream, encoded.
public struct EventBatch: Sendable {
    /// The events in the form of Server-Sent Events; empty if there are none.
    public let bytes: [UInt8]
    /// Whether there are no more until the catalog changes.
    public let isAtEnd: Bool
}

extension Endpoint {
    /// The addresses of the changes.
    static let events: [Endpoint] = []
}
