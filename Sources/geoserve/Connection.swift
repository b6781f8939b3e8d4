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
    /// Whether the client has closed its side.
    var hasInputEnded = false
    /// Called when the deadline of a phase has passed.
    var onLate: () -> Void = {}
    /// Its place in the list of all connections.
    fileprivate var position = -1
    fileprivate unowned let all: Connections

    fileprivate init(_ channel: any Channel, address: String?, in all: Connections) {
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

/// All open connections: how many there may be, and the one timer for their deadlines.
///
/// A class because all connections share it. Only the event loop uses it.
final class Connections {
    /// Why a connection is not accepted.
    enum Overflow { case all, address }

    private let loop: any EventLoop
    private let maximum: Int
    /// The maximum number for one address; nil for the usual one, which holds for other machines only.
    private let maximumByAddress: Int?
    private var open: [Connection] = []
    private var countByAddress: [String: Int] = [:]
    private var timer: Scheduled<Void>?
    private var timerAt = NIODeadline.distantFuture
    private var drained: EventLoopPromise<Void>?

    /// The usual maximum number for the address of another machine.
    private static let usualMaximumByAddress = 64

    init(_ loop: any EventLoop, maximum: Int, maximumByAddress: Int?) {
        (self.loop, self.maximum, self.maximumByAddress) = (loop, maximum, maximumByAddress)
    }

    /// Whether the service is about to end, so that no answer keeps its connection.
    var isDraining: Bool { drained != nil }
    var count: Int { open.count }

    // MARK: Coming and going

    /// Returns the connection of a channel, or why there may be no more. At the maximum, the client that has waited
    /// longest without a complete head makes room.
    func add(_ channel: any Channel) -> (Connection?, Overflow?) {
        let remote = channel.remoteAddress
        let address = remote?.ipAddress
        if let address, let limit = maximumByAddress ?? (Self.isLoopback(address) ? nil : Self.usualMaximumByAddress) {
            guard countByAddress[address, default: 0] < limit else { return (nil, .address) }
        }
        if open.count >= maximum {
            let idle = open.filter { $0.phase == .idle || $0.phase == .head }
            guard let oldest = idle.min(by: { $0.enteredAt < $1.enteredAt }) else { return (nil, .all) }
            oldest.channel.close(promise: nil)
            // Its channel tells that it is closed only later.
            remove(oldest)
        }
        let connection = Connection(channel, address: address, in: self)
        connection.position = open.count
        open.append(connection)
        if let address { countByAddress[address, default: 0] += 1 }
        return (connection, nil)
    }

    fileprivate func remove(_ connection: Connection) {
        guard connection.position >= 0 else { return }
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

    fileprivate func wake(at deadline: NIODeadline) {
        guard deadline < timerAt else { return }
        timer?.cancel()
        timerAt = deadline
        let bound = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(deadline: deadline) { bound.value.endLate() }
    }

    /// Tells the connections whose deadline has passed, and sets the timer for the next one. A quarter of a second is
    /// precise enough, and one timer for all costs nothing while they are silent.
    private func endLate() {
        timerAt = .distantFuture
        let now = NIODeadline.now()
        for connection in open where connection.deadline <= now { connection.onLate() }
        let next = open.lazy.map(\.deadline).min() ?? .distantFuture
        if next < .distantFuture { wake(at: max(next, now + .milliseconds(250))) }
    }

    // MARK: Memory

    /// Keeps the answers that wait for their clients within `Limits.unsentBytes`: drops the client that has taken
    /// longest. Called before an answer of `byteCount` is sent.
    func makeRoom(for byteCount: Int) {
        guard byteCount > Limits.pieceBytes else { return }
        var sending = open.filter { $0.phase == .sending && $0.unsentBytes > 0 }
        var sum = sending.reduce(byteCount) { $0 + $1.unsentBytes }
        while sum > Limits.unsentBytes,
            let slowest = sending.indices.min(by: { sending[$0].enteredAt < sending[$1].enteredAt })
        {
            let connection = sending.remove(at: slowest)
            sum -= connection.unsentBytes
            connection.onLate()
        }
    }

    // MARK: The end

    /// Closes every connection that waits for a question; those with an answer in progress end after it.
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
