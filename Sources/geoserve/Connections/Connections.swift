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
    /// Whether more connections are open than the maximum, so that some are only for monitors.
    var isOverfull: Bool { open.count > maximum }
    /// Whether another connection may become a stream. Streams stay open for any length of time, so they get only half
    /// of all connections.
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

    /// Counts a change of what a connection holds.
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
