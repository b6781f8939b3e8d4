internal import NIOCore

/// A client's connection, with its phase and the deadline of the phase.
///
/// It is a class because the handlers of its pipeline and the list of all connections share it. Only the event loop
/// uses it.
final class Connection {
    enum Phase {
        /// No byte of the next head has come.
        case idle
        /// A part of a head has come.
        case head
        /// A reader is making the answer.
        case answering
        /// The client is taking the answer.
        case sending
        /// The client receives events until it leaves.
        case streaming
        /// The last answer is sent. Bytes that the client still sends are discarded.
        case leaving
    }

    let channel: any Channel
    /// The address of the client; nil for a Unix socket.
    let address: String?
    private(set) var phase = Phase.idle
    /// The moment at which `onLate` is called.
    private(set) var deadline = NIODeadline.distantFuture
    /// The moment at which the connection entered its phase.
    private(set) var enteredAt = NIODeadline.now()
    /// The number of bytes of the answer that the socket has not taken.
    var unsentBytes = 0
    /// The number of bytes that were discarded since the last answer.
    var discardedBytes = 0
    /// Whether the decoder has read the head that it was given.
    var hasHead = false
    /// Whether the client has closed its side.
    var hasInputEnded = false
    /// Called when the deadline of a phase has passed.
    var onLate: () -> Void = {}
    /// The index in the list of all connections; -1 if the list does not have the connection.
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

    /// Removes the connection from the list, because the channel is closed.
    func left() { all.remove(self) }
}
