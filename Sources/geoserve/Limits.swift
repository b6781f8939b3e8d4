internal import NIOCore

/// How much one client may ask of the service, and how long it may take. docs/serve.md has the same table.
enum Limits {
    /// The time for a complete head, however slowly it drips.
    static let headTime = TimeAmount.seconds(5)
    /// The time that a connection may be silent between two requests.
    static let idleTime = TimeAmount.seconds(60)
    /// The time in which an answer is made. A question of the catalog ends itself after 10 seconds; the rest is for one
    /// that can't.
    static let answerTime = TimeAmount.milliseconds(10_500)
    /// The time in which a client must take `pieceBytes` of its answer.
    static let pieceTime = TimeAmount.seconds(10)
    /// The time in which a client must take its whole answer.
    static let sendTime = TimeAmount.seconds(120)
    /// The bytes of an answer that are handed to the socket at a time.
    static let pieceBytes = 64 << 10
    /// The bytes of all answers that clients have not taken yet. Beyond it, the client that takes longest is dropped.
    static let unsentBytes = 64 << 20
    /// The time after a last answer in which what the client still sends is thrown away. If its socket were closed at
    /// once, the system would take the answer away from it.
    static let leaveTime = TimeAmount.seconds(2)
    /// The bytes that are thrown away in that time.
    static let discardedBytes = 1 << 20
    /// The time for the requests in progress when the service is told to end.
    static let drainTime = TimeAmount.seconds(10)
}
