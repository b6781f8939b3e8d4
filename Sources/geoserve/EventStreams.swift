internal import GeocliServing
internal import GeocliThreads
internal import NIOCore
internal import NIOHTTP1

/// The thread that reads events for all connections. Only this thread checks whether the catalog has changed, so a
/// thousand silent clients cost no more than one client. The threads that answer requests never wait for a stream. It
/// is a class because event loops and the thread share it. The lock protects all state that changes.
final class EventThread: @unchecked Sendable {
    /// Receives the next events; `batch` is nil when the stream must end.
    typealias Reply = @Sendable (_ next: EventStream, _ batch: EventBatch?) -> Void

    private struct Wait {
        let client: Int
        var stream: EventStream
        let reply: Reply
    }

    /// The time between two checks of the catalog. A client gets an event within a second of the commit.
    private static let checkSeconds = 0.25

    private let monitor = Monitor()
    /// The clients that want events, in the order in which they asked.
    private var asking: [Wait] = []
    private var resting: [Int: Wait] = [:]
    private var present: Set<Int> = []
    private var clientCount = 0
    private var isClosed = false
    private var thread: WorkerThread?

    init(_ settings: ServiceSettings) {
        thread = WorkerThread { [self] in run(EventReader(settings)) }
    }

    func addClient() -> Int {
        monitor.locked {
            clientCount += 1
            present.insert(clientCount)
            return clientCount
        }
    }

    /// Asks for the next events of a client. The reply comes on this object's thread when there are events.
    func ask(_ client: Int, _ stream: EventStream, _ reply: @escaping Reply) {
        let isTaken = monitor.locked {
            guard !isClosed else { return false }
            asking.append(Wait(client: client, stream: stream, reply: reply))
            monitor.tell()
            return true
        }
        if !isTaken { reply(stream, nil) }
    }

    func removeClient(_ client: Int) {
        monitor.locked {
            present.remove(client)
            resting[client] = nil
            asking.removeAll { $0.client == client }
        }
    }

    func close() {
        monitor.locked {
            isClosed = true
            monitor.tell()
        }
        thread?.join()
    }

    private func run(_ reader: EventReader) {
        var nextCheck = ContinuousClock.now
        func checkIfDue() {
            guard ContinuousClock.now >= nextCheck else { return }
            nextCheck = ContinuousClock.now + .seconds(Self.checkSeconds)
            checkCatalog(reader)
        }
        while let waiting = next() {
            for wait in waiting {
                serve(wait, reader)
                checkIfDue()
            }
            checkIfDue()
        }
        let rest = monitor.locked {
            let rest = asking + resting.values
            (asking, resting) = ([], [:])
            return rest
        }
        for wait in rest { wait.reply(wait.stream, nil) }
    }

    /// Returns the clients to serve: all that are live, or, if none is, the next one that is still catching up. Returns
    /// an empty array when it is time to check the catalog, and nil after `close`.
    private func next() -> [Wait]? {
        monitor.locked {
            if resting.isEmpty {
                monitor.wait { asking.isEmpty && !isClosed }
            } else {
                monitor.wait(atMostSeconds: Self.checkSeconds) { asking.isEmpty && !isClosed }
            }
            guard !isClosed else { return nil }
            let live = asking.filter(\.stream.isLive)
            guard live.isEmpty else {
                asking.removeAll(where: \.stream.isLive)
                return live
            }
            return asking.isEmpty ? [] : [asking.removeFirst()]
        }
    }

    private func serve(_ wait: Wait, _ reader: EventReader) {
        var wait = wait
        do {
            let batch = try reader.next(&wait.stream)
            guard batch.bytes.isEmpty else { return wait.reply(wait.stream, batch) }
            guard batch.isAtEnd else {
                return monitor.locked { if present.contains(wait.client) { asking.append(wait) } }
            }
        } catch {
            // Perhaps the file is being replaced at this moment; the next check tries again.
            if !hasFailed { reader.tell(error) }
            hasFailed = true
        }
        monitor.locked { if present.contains(wait.client) { resting[wait.client] = wait } }
    }

    /// Wakes all resting clients if the catalog has changed.
    private func checkCatalog(_ reader: EventReader) {
        guard let hasChanged = try? reader.hasChanged(), hasChanged || hasFailed else { return }
        hasFailed = false
        monitor.locked {
            asking += resting.values.sorted { $0.client < $1.client }
            resting = [:]
        }
    }

    /// Whether a client rests only because the catalog could not be read. Only the thread uses it.
    private var hasFailed = false
}

/// A writer that sends a stream of events to one connection until the client leaves. It asks for more events only when
/// the client has taken the earlier bytes, so at most one batch waits for the client. It is a class because its timer
/// and its replies share it. Only its event loop uses it.
final class EventWriter {
    /// The time between two comments. A comment shows that the connection is still open.
    private static let commentTime = TimeAmount.seconds(15)
    /// The system's buffer for a client, in bytes.
    private static let socketBytes: SocketOptionValue = 128 << 10

    private let events: EventThread
    private var stream: EventStream
    private let connection: Connection
    private let context: ChannelHandlerContext
    private var client = 0
    private var head: HTTPResponseHead?
    /// The number of writes that the client hasn't taken.
    private var pendingCount = 0
    private var comments: RepeatedTask?
    private var isOver = false

    init(
        _ events: EventThread, _ stream: EventStream, _ connection: Connection, _ context: ChannelHandlerContext
    ) {
        (self.events, self.stream, self.connection, self.context) = (events, stream, connection, context)
    }

    func begin(_ head: HTTPResponseHead) {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        // The head is sent together with the first bytes, so that a client that has the head misses no later event.
        self.head = head
        client = events.addClient()
        context.channel.setOption(.socketOption(.so_sndbuf), value: Self.socketBytes).whenComplete { _ in }
        context.channel.closeFuture.whenComplete { _ in bound.value.end() }
        comments = context.eventLoop.scheduleRepeatedTask(
            initialDelay: Self.commentTime, delay: Self.commentTime
        ) { _ in bound.value.tick() }
        ask()
    }

    private func ask() {
        let (loop, bound) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
        events.ask(client, stream) { next, batch in
            loop.execute { bound.value.take(next, batch) }
        }
    }

    private func take(_ next: EventStream, _ batch: EventBatch?) {
        guard !isOver else { return }
        guard let batch else { return finish() }
        stream = next
        if let head { write(.head(head)) }
        head = nil
        send(batch.bytes) { $0.ask() }
    }

    /// Ends the stream. The client then connects again and reaches the next service at this address.
    private func finish() {
        if let head { write(.head(head)) }
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        write(.end(nil)) { bound.value.context.close(promise: nil) }
    }

    /// Sends bytes, and calls `goOn` when the client has taken them. A client that does not take them in time loses its
    /// connection, and can connect again with its last id.
    private func send(_ bytes: [UInt8], then goOn: @escaping @Sendable (EventWriter) -> Void) {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let buffer = ByteBuffer(bytes: bytes)
        let size = buffer.storageCapacity
        connection.unsentBytes += size
        guard connection.makeRoom() else { return connection.onEnd(.memory) }
        if pendingCount == 0 { connection.enter(.streaming, within: Limits.eventTime) }
        pendingCount += 1
        write(.body(.byteBuffer(buffer))) {
            guard !bound.value.isOver else { return }
            bound.value.pendingCount -= 1
            bound.value.connection.unsentBytes -= size
            if bound.value.pendingCount == 0 { bound.value.connection.enter(.streaming, until: .distantFuture) }
            goOn(bound.value)
        }
    }

    /// Sends a comment to a connection that had nothing to take.
    private func tick() { if pendingCount == 0, head == nil { send(EventReader.comment) { _ in } } }

    private func end() {
        isOver = true
        comments?.cancel()
        events.removeClient(client)
    }

    private func write(_ part: HTTPServerResponsePart, then done: (@Sendable () -> Void)? = nil) {
        let sent = context.writeAndFlush(NIOAny(part))
        if let done { sent.whenSuccess { done() } }
    }
}
