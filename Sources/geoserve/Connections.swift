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
    /// The bytes that leave memory together. The allocator gives blocks of this size back to the system (`CMemory`).
    static let blockBytes = 256 << 10
    /// The bytes of a client's requests that are read at a time.
    static let inputBytes = 4 << 10
    /// The maximum number of bytes that the service holds for all clients together. With the answers that four readers
    /// make at the same time, the process stays below the 256 MB of docs/serve.md.
    static let heldBytes = 160 << 20
    /// What a connection takes besides answers and requests: 5 KB if it is silent, 11 KB as a stream.
    static let connectionBytes = 12 << 10
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

/// All open connections, with their maximum number and the one timer for their deadlines. It is a class because all
/// connections share it. Only the event loop uses it.
final class Connections {
    enum Overflow { case all, address }

    private let loop: any EventLoop
    private let maximum: Int
    /// The maximum number for one address; nil for the usual maximum, which applies only to other machines.
    private let maximumByAddress: Int?
    private var open: [Connection] = []
    private var countByAddress: [String: Int] = [:]
    private var timer: Scheduled<Void>?
    private var timerAt = NIODeadline.distantFuture
    private var drained: EventLoopPromise<Void>?

    private static let usualMaximumByAddress = 64

    init(_ loop: any EventLoop, maximum: Int, maximumByAddress: Int?) {
        (self.loop, self.maximum, self.maximumByAddress) = (loop, maximum, maximumByAddress)
    }

    /// Whether the service is about to end, so that no answer keeps its connection.
    var isDraining: Bool { drained != nil }
    /// Whether more connections are open than the maximum, so that some are only for monitors.
    var isOverfull: Bool { open.count > maximum }
    /// Streams stay open for any length of time, so they get only half of all connections.
    var hasRoomForStream: Bool { open.count { $0.phase == .streaming } < maximum / 2 }

    // MARK: Coming and going

    /// Returns the new connection of a channel, or why it is not accepted. If the maximum is reached, the connection
    /// that has waited longest for a complete head is closed to make room, or else the one whose last answer was sent
    /// first. If there is none, a few further connections are accepted for monitors.
    func add(_ channel: any Channel) -> (Connection?, Overflow?) {
        let remote = channel.remoteAddress
        let address = remote?.ipAddress
        if let address, let limit = maximumByAddress ?? (Self.isLoopback(address) ? nil : Self.usualMaximumByAddress) {
            guard countByAddress[address, default: 0] < limit else { return (nil, .address) }
        }
        if open.count >= maximum, !close(oldestIn: [.idle, .head]), !close(oldestIn: [.leaving]) {
            guard open.count < maximum + Limits.extraConnections else { return (nil, .all) }
        }
        let connection = Connection(channel, address: address, isExtra: open.count >= maximum, in: self)
        connection.position = open.count
        open.append(connection)
        if let address { countByAddress[address, default: 0] += 1 }
        return (connection, nil)
    }

    /// Closes the connection that has been in one of these phases for the longest time; returns false if there is none.
    private func close(oldestIn phases: Set<Connection.Phase>) -> Bool {
        let found = open.filter { phases.contains($0.phase) }.min { $0.enteredAt < $1.enteredAt }
        guard let found else { return false }
        found.channel.close(promise: nil)
        // The channel reports only later that it is closed.
        remove(found)
        return true
    }

    func remove(_ connection: Connection) {
        guard connection.position >= 0 else { return }
        heldBytes -= connection.heldBytes
        let last = open.removeLast()
        if last !== connection {
            last.position = connection.position
            open[connection.position] = last
        }
        connection.position = -1
        if let address = connection.address, let count = countByAddress[address] {
            countByAddress[address] = count > 1 ? count - 1 : nil
        }
        if open.isEmpty { drained?.succeed() }
    }

    static func isLoopback(_ address: String) -> Bool {
        address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
    }

    // MARK: Deadlines

    func wake(at deadline: NIODeadline) {
        guard deadline < timerAt else { return }
        timer?.cancel()
        timerAt = deadline
        let bound = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(deadline: deadline) { bound.value.endLate() }
    }

    /// Ends the phase of each connection whose deadline has passed, and sets the timer for the next deadline. A
    /// precision of a quarter of a second is enough. One timer for all connections costs nothing while they are silent.
    private func endLate() {
        timerAt = .distantFuture
        let now = NIODeadline.now()
        for connection in open where connection.deadline <= now { connection.onEnd(.late) }
        let next = open.lazy.map(\.deadline).min() ?? .distantFuture
        if next < .distantFuture { wake(at: max(next, now + .milliseconds(250))) }
    }

    // MARK: Memory

    /// The memory of all answers and requests that the service holds for clients, in bytes.
    private var heldBytes = 0
    /// Whether all clients together hold too much. Connections above the usual number are not counted, because the
    /// person who runs the service asked for them.
    private var isFull: Bool {
        heldBytes + Limits.connectionBytes * min(open.count, Limits.connections) > Limits.heldBytes
    }

    func count(_ change: Int, of connection: Connection) { if connection.position >= 0 { heldBytes += change } }

    /// Drops the clients that hold most until all together hold at most `Limits.heldBytes`. Returns false if
    /// `connection`, whose memory is counted already, holds more than every other client. Among equals, a client that
    /// came earlier is dropped, because it has had time to take something and has not.
    func makeRoom(for connection: Connection) -> Bool {
        while isFull {
            let others = open.lazy.filter { $0 !== connection }
            guard let largest = others.max(by: { $0.heldBytes < $1.heldBytes }),
                largest.heldBytes >= connection.heldBytes
            else { return false }
            largest.onEnd(.memory)
            remove(largest)
        }
        return true
    }

    // MARK: The end

    /// Closes every stream and every connection without a complete request; the others close after their answers.
    func drain() -> EventLoopFuture<Void> {
        let promise = drained ?? loop.makePromise()
        drained = promise
        for connection in open {
            switch connection.phase {
            case .idle, .head, .streaming: connection.channel.close(promise: nil)
            case .answering, .sending, .leaving: break
            }
        }
        if open.isEmpty { promise.succeed() }
        return promise.futureResult
    }
}

/// A client's connection, with its phase and the deadline of the phase. It is a class because the handlers of its
/// pipeline and the list of all connections share it. Only the event loop uses it.
final class Connection {
    enum Phase {
        /// No byte of the next head has come.
        case idle
        case head
        case answering
        /// The client is taking the answer.
        case sending
        /// The client receives events until it leaves.
        case streaming
        /// The last answer is sent. Bytes that the client still sends are discarded.
        case leaving
    }

    enum End {
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
    private(set) var deadline = NIODeadline.distantFuture
    /// The moment at which the connection entered its phase.
    private(set) var enteredAt = NIODeadline.now()
    /// The memory of the answer, or of the events, that the client has not taken, in bytes.
    var unsentBytes = 0 { didSet { all.count(unsentBytes - oldValue, of: self) } }
    var requestBytes = 0 { didSet { all.count(requestBytes - oldValue, of: self) } }
    var discardedBytes = 0
    /// Whether the decoder has read the head that it was given.
    var hasHead = false
    /// Whether the client has closed its side.
    var hasInputEnded = false
    var onEnd: (End) -> Void = { _ in }
    /// The index in the list of all connections; -1 if the list does not have the connection.
    var position = -1
    private unowned let all: Connections

    init(_ channel: any Channel, address: String?, isExtra: Bool, in all: Connections) {
        (self.channel, self.address, self.isExtra, self.all) = (channel, address, isExtra, all)
    }

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
