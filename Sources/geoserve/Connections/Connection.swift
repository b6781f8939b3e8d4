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

    /// Why the service ends a phase.
    enum End {
        /// The deadline has passed.
        case late
        /// All clients together hold too much memory, and this one holds most.
        case memory
    }

    let channel: any Channel
    /// The address of the client; nil for a Unix socket.
    let address: String?
    private(set) var phase = Phase.idle
    /// Whether there were already as many connections as the maximum, so that this one is only for monitors.
    let isExtra: Bool
    /// The moment at which the phase ends late.
    private(set) var deadline = NIODeadline.distantFuture
    /// The moment at which the connection entered its phase.
    private(set) var enteredAt = NIODeadline.now()
    /// The memory of the answer, or of the events, that the client has not taken, in bytes.
    var unsentBytes = 0 { didSet { all.count(unsentBytes - oldValue, of: self) } }
    /// The memory of the client's requests, in bytes.
    var requestBytes = 0 { didSet { all.count(requestBytes - oldValue, of: self) } }
    /// The number of bytes that were discarded since the last answer.
    var discardedBytes = 0
    /// Whether the decoder has read the head that it was given.
    var hasHead = false
    /// Whether the client has closed its side.
    var hasInputEnded = false
    /// Ends the present phase.
    var onEnd: (End) -> Void = { _ in }
    /// The index in the list of all connections; -1 if the list does not have the connection.
    var position = -1
    private unowned let all: Connections

    init(_ channel: any Channel, address: String?, isExtra: Bool, in all: Connections) {
        (self.channel, self.address, self.isExtra, self.all) = (channel, address, isExtra, all)
    }

    /// The memory that the service holds for the client, in bytes.
    var heldBytes: Int { unsentBytes + requestBytes }

    /// Drops other clients while all together hold too much. Returns false if this client holds most.
    func makeRoom() -> Bool { all.makeRoom(for: self) }

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
