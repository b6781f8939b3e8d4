internal import NIOCore

/// A client's connection: what it is doing, and until when it may.
///
/// A class because the handlers of its pipeline and the list of all connections share it. Only the event loop uses it.
final class Connection {
    enum Phase {
        /// No byte of a next head has come.
        case idle
        /// A part of a head has come.
        case head
        /// A reader makes the answer.
        case answering
        /// The client takes the answer.
        case sending
        /// The client takes events for as long as it likes.
        case streaming
        /// Everything is said; what the client still sends is thrown away.
        case leaving
    }

    let channel: any Channel
    /// The address of the client; nil for a Unix socket.
    let address: String?
    private(set) var phase = Phase.idle
    /// The moment at which `onLate` is called.
    private(set) var deadline = NIODeadline.distantFuture
    /// The moment at which it entered its phase.
    private(set) var enteredAt = NIODeadline.now()
    /// The bytes of its answer that the socket has not taken.
    var unsentBytes = 0
    /// The bytes that were thrown away since the last answer.
    var discardedBytes = 0
    /// Whether the decoder has read the head that it was handed.
    var hasHead = false
    /// Whether the client has closed its side.
    var hasInputEnded = false
    /// Called when the deadline of a phase has passed.
    var onLate: () -> Void = {}
    /// Its place in the list of all connections.
    var position = -1
    private unowned let all: Connections

    init(_ channel: any Channel, address: String?, in all: Connections) {
        (self.channel, self.address, self.all) = (channel, address, all)
    }

    /// Begins a phase, which must end within this time.
    func enter(_ phase: Phase, within time: TimeAmount) { enter(phase, until: .now() + time) }

    func enter(_ phase: Phase, until deadline: NIODeadline) {
        if phase != self.phase { enteredAt = .now() }
        (self.phase, self.deadline) = (phase, deadline)
        all.wake(at: deadline)
    }

    /// The channel is closed.
    func left() { all.remove(self) }
}
