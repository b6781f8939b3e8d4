internal import GeocliServing
internal import NIOCore
internal import NIOHTTP1

/// A writer that sends a stream of events to one connection until the client leaves. It asks for more events only when
/// the client has taken the earlier bytes, so at most one batch waits for the client.
///
/// It is a class because its timer and its replies share it. Only its event loop uses it.
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

    /// Begins the stream with this head.
    func begin(_ head: HTTPResponseHead) {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        // The head is sent together with the first bytes, so that a client that has the head misses no later event.
        self.head = head
        client = events.enter()
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
        events.leave(client)
    }

    private func write(_ part: HTTPServerResponsePart, then done: (@Sendable () -> Void)? = nil) {
        let sent = context.writeAndFlush(NIOAny(part))
        if let done { sent.whenSuccess { done() } }
    }
}
