internal import NIOCore

/// How much one client may ask of the service, and how long it may take. docs/serve.md has the same table.
enum Limits {
    /// The time in which a complete head must come.
    static let headTime = TimeAmount.seconds(5)
    /// The time that a connection may be silent between two requests.
    static let idleTime = TimeAmount.seconds(60)
    /// The time in which an answer must be made. A query of the catalog stops itself after 10 seconds; the rest of the
    /// time is for an answer that can't stop itself.
    static let answerTime = TimeAmount.milliseconds(10_500)
    /// The time in which a client must take `pieceBytes` of its answer.
    static let pieceTime = TimeAmount.seconds(10)
    /// The time in which a client must take its whole answer.
    static let sendTime = TimeAmount.seconds(120)
    /// The time in which a client must take the events that were sent to it.
    static let eventTime = TimeAmount.seconds(30)
    /// The bytes of an answer that are handed to the socket at a time.
    static let pieceBytes = 64 << 10
    /// The bytes of an answer that leave memory together. The allocator gives blocks of this size back to the system
    /// (`CMemory`).
    static let blockBytes = 256 << 10
    /// The bytes of a client's requests that are read at a time.
    static let inputBytes = 4 << 10
    /// The maximum number of bytes that the service holds for all clients together. With the answers that four readers
    /// make at the same time, the process stays below the 256 MB of docs/serve.md.
    static let heldBytes = 160 << 20
    /// What an open connection takes at most, besides its answers and its requests. A silent one takes 5 KB and a stream
    /// takes 11 KB.
    static let connectionBytes = 12 << 10
    /// The usual maximum number of connections.
    static let connections = 4096
    /// The number of connections above the maximum. They are answered only if they ask what monitors ask.
    static let extraConnections = 16
    /// How long the bytes of a client are discarded after its last answer. If the socket were closed at once, the
    /// system could delete the answer before the client has read it.
    static let leaveTime = TimeAmount.seconds(2)
    /// The maximum number of bytes that are discarded in `leaveTime`.
    static let discardedBytes = 1 << 20
    /// The time for the requests in progress when the service is told to end.
    static let drainTime = TimeAmount.seconds(10)
    /// The time for the lines of a log that wait when the service ends, in seconds.
    static let logSeconds = 2.0
}
