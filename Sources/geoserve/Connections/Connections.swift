internal import NIOCore

/// All open connections, with their maximum number and the one timer for their deadlines.
///
/// It is a class because all connections share it. Only the event loop uses it.
final class Connections {
    /// Why a connection is not accepted.
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

    /// The usual maximum number for the address of another machine.
    private static let usualMaximumByAddress = 64

    init(_ loop: any EventLoop, maximum: Int, maximumByAddress: Int?) {
        (self.loop, self.maximum, self.maximumByAddress) = (loop, maximum, maximumByAddress)
    }

    /// Whether the service is about to end, so that no answer keeps its connection.
    var isDraining: Bool { drained != nil }
    var count: Int { open.count }

    // MARK: Coming and going

    /// Returns the new connection of a channel, or why it is not accepted. If the maximum is reached, the connection
    /// that has waited longest for a complete head is closed to make room.
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
            // The channel reports only later that it is closed.
            remove(oldest)
        }
        let connection = Connection(channel, address: address, in: self)
        connection.position = open.count
        open.append(connection)
        if let address { countByAddress[address, default: 0] += 1 }
        return (connection, nil)
    }

    func remove(_ connection: Connection) {
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

    func wake(at deadline: NIODeadline) {
        guard deadline < timerAt else { return }
        timer?.cancel()
        timerAt = deadline
        let bound = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(deadline: deadline) { bound.value.endLate() }
    }

    /// Calls `onLate` of each connection whose deadline has passed, and sets the timer for the next deadline. A
    /// precision of a quarter of a second is enough. One timer for all connections costs nothing while they are silent.
    private func endLate() {
        timerAt = .distantFuture
        let now = NIODeadline.now()
        for connection in open where connection.deadline <= now { connection.onLate() }
        let next = open.lazy.map(\.deadline).min() ?? .distantFuture
        if next < .distantFuture { wake(at: max(next, now + .milliseconds(250))) }
    }

    // MARK: Memory

    /// Limits the total size of the answers that wait for their clients to `Limits.unsentBytes`: above it, the client
    /// that has been taking its answer for the longest time is dropped. Call this before an answer of `byteCount` bytes
    /// is sent.
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

    /// Closes every stream and every connection without a complete request. The other connections close after their
    /// answers.
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
