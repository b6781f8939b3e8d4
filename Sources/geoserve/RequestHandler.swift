internal import GeocliServing
internal import GeocliText
internal import NIOCore
internal import NIOHTTP1

extension Service {
    /// Sets up the handlers of a new connection, or answers that there are too many connections.
    func admit(_ channel: any Channel) throws {
        // Without this option, the system would hold back the end of an answer until the client confirms the start of
        // the answer. A Unix socket has no such delay.
        if channel.localAddress?.ipAddress != nil, let options = channel.syncOptions {
            try options.setOption(.tcpOption(.tcp_nodelay), value: 1)
        }
        let (connection, overflow) = connections.value.add(channel)
        let pipeline = channel.pipeline.syncOperations
        guard let connection else {
            let refusal = overflow == .address ? HTTPProblem.fullAddress : HTTPProblem.full
            meters.refused(refusal.reason)
            return try pipeline.addHandler(RefusingHandler(bytes(of: refusal.problem.response(settings.language))))
        }
        let heads = HeadReader(connection)
        try pipeline.addHandler(heads)
        try pipeline.addHandler(HTTPResponseEncoder())
        try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
        try pipeline.addHandler(RequestHandler(self, connection, heads))
    }

    private func bytes(of response: Response) -> [UInt8] {
        guard case .bytes(let body) = response.body else { return [] }
        var exchange = Exchange(nil)
        exchange.closes = true
        let head = head(for: response, exchange, byteCount: body.count)
        var text = "HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n"
        for header in head.headers { text += "\(header.name): \(header.value)\r\n" }
        return Array((text + "\r\n").utf8) + body
    }
}

/// Answers a connection that can't be served, and closes it. The client's request is not read. It is a class because
/// NIO keeps handlers by reference. Only its event loop uses it.
private final class RefusingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: [UInt8]

    init(_ answer: [UInt8]) { self.answer = answer }

    func channelActive(context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: answer))).whenComplete { _ in
            bound.value.close(promise: nil)
        }
    }
}

/// Answers the requests of one connection, one after another. A class, because NIO keeps handlers by reference. Only
/// its event loop uses it.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let service: Service
    private let connection: Connection
    private let heads: HeadReader
    private var exchange: Exchange?
    /// Shows whether an answer belongs to the present request or comes too late for an earlier one.
    private var number = 0
    /// What the client has not taken of its answer.
    private var body = AnswerBody()
    private var context: ChannelHandlerContext?

    init(_ service: Service, _ connection: Connection, _ heads: HeadReader) {
        (self.service, self.connection, self.heads) = (service, connection, heads)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        service.meters.connectionOpened()
        connection.onEnd = { [unowned self] in end($0) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        connection.onEnd = { _ in }
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let exchange { service.record(exchange, connection, isWhole: false) }
        if connection.phase == .streaming { service.meters.streamClosed() }
        (exchange, body) = (nil, AnswerBody())
        service.meters.connectionClosed()
        context.fireChannelInactive()
    }

    // MARK: Asking

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Only the head counts: a request with a body is refused, and then the connection ends.
        guard case .head(let head) = unwrapInboundIn(data), connection.phase == .answering else { return }
        connection.hasHead = true
        number += 1
        exchange = Exchange(head)
        exchange?.language = Request.language(
            head.headers.first(name: "accept-language"), or: service.settings.language)
        do throws(Refusal) {
            try ask(try service.request(head), context)
        } catch {
            refuse(error)
        }
    }

    private func ask(_ request: Request, _ context: ChannelHandlerContext) throws(Refusal) {
        exchange?.pattern = request.pattern ?? "other"
        let isForMonitors = Service.isForMonitors(request)
        if connection.isExtra, !isForMonitors, service.connections.value.isOverfull { throw HTTPProblem.full }
        let (loop, bound) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
        if let response = request.answerAtOnce {
            // The answer is sent after this call has returned, so that many requests in one packet need no deep stack.
            return loop.execute { [number] in bound.value.answered(response, number) }
        }
        let readers = isForMonitors ? service.monitors : service.readers
        let isTaken = readers.submit(expires: connection.deadline) { [number] answers in
            let response = answers.answer(request)
            loop.execute { bound.value.answered(response, number) }
        }
        guard isTaken else { throw HTTPProblem.busy }
    }

    private func answered(_ response: Response, _ number: Int) {
        guard number == self.number, connection.phase == .answering else { return }
        write(response, closes: false)
    }

    // MARK: Refusing

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case let refusal as Refusal where exchange == nil: refuse(refusal)
        // The decoder can't read the head.
        case let error as HTTPParserError where connection.phase == .answering:
            switch error {
            case .headerOverflow: refuse(HTTPProblem.largeHead)
            // The decoder knows only the usual methods.
            case .invalidURL: refuse(HTTPProblem.target)
            case .invalidMethod where heads.hasRequestLine: refuse(HTTPProblem.method)
            default: refuse(HTTPProblem.form)
            }
        default: context.close(promise: nil)
        }
    }

    /// Ends a phase that took too long, or the connection of a client that holds too much memory.
    private func end(_ why: Connection.End) {
        guard let context else { return connection.channel.close(promise: nil) }
        switch (connection.phase, why) {
        case (.head, .late): return refuse(HTTPProblem.slowHead)
        case (.answering, .late): return refuse(HTTPProblem.slowAnswer)
        case (.sending, .late), (.streaming, .late): service.meters.refused("slow-reader")
        case (_, .memory): service.meters.refused(HTTPProblem.memory.reason)
        case (.idle, .late), (.leaving, .late): break
        }
        context.close(promise: nil)
    }

    /// Answers with a problem and ends the connection, because what follows may not be a request.
    private func refuse(_ refusal: Refusal) {
        number += 1
        service.meters.refused(refusal.reason)
        if exchange == nil { exchange = Exchange(nil) }
        write(refusal.problem.response(exchange?.language ?? service.settings.language), closes: true)
    }

    // MARK: Answering

    private func write(_ response: Response, closes: Bool) {
        guard let context, context.channel.isActive, var exchange else { return }
        guard case .bytes(let bytes) = response.body else { return stream(response, exchange, context) }
        let isKept = !closes && !connection.isExtra && exchange.isKeepAlive && !service.connections.value.isDraining
        exchange.closes = !isKept
        exchange.status = response.status
        let isEmpty = response.status == 304 || response.status == 204
        body = AnswerBody(exchange.head?.method == .HEAD || isEmpty ? [] : bytes)
        connection.unsentBytes = body.heldBytes
        guard closes || connection.makeRoom() else { return refuse(HTTPProblem.memory) }
        context.write(
            wrapOutboundOut(
                .head(service.head(for: response, exchange, byteCount: isEmpty ? nil : bytes.count))), promise: nil)
        exchange.byteCount = body.byteCount
        self.exchange = exchange
        send(until: .now() + Limits.sendTime)
    }

    /// Sends events until the client leaves. A HEAD request gets only the head of that answer, which has no length.
    private func stream(_ response: Response, _ exchange: Exchange, _ context: ChannelHandlerContext) {
        guard case .events(let stream) = response.body, !connection.hasInputEnded,
            !service.connections.value.isDraining
        else { return context.close(promise: nil) }
        let isHead = exchange.head?.method == .HEAD
        guard isHead || service.connections.value.hasRoomForStream else { return refuse(HTTPProblem.fullStreams) }
        var exchange = exchange
        (exchange.status, exchange.closes, exchange.isStream) = (response.status, true, true)
        self.exchange = exchange
        var head = service.head(for: response, exchange, byteCount: nil)
        guard !isHead else {
            // With HTTP/1.1, the end marker of a chunked body would follow this head. HTTP/1.0 has no chunks.
            head.version = .http1_0
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            return send(until: .now() + Limits.sendTime)
        }
        if exchange.head?.version == .http1_0 { head.version = .http1_0 }
        service.streamBegan(exchange)
        connection.enter(.streaming, until: .distantFuture)
        EventWriter(service.events, stream, connection, context).begin(head)
    }

    /// Gives the socket the next piece of an answer. When the client has taken the piece, the next one follows.
    private func send(until end: NIODeadline) {
        guard let context else { return }
        connection.enter(.sending, until: min(.now() + Limits.pieceTime, end))
        if let piece = body.next() { context.write(wrapOutboundOut(.body(.byteBuffer(piece))), promise: nil) }
        let isLast = body.isEmpty
        let taken = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        taken.futureResult.whenSuccess {
            bound.value.connection.unsentBytes = bound.value.body.heldBytes
            if isLast { bound.value.sent() } else { bound.value.send(until: end) }
        }
        if isLast {
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: taken)
        } else {
            // The write of an empty piece completes when the client has taken everything before it.
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))), promise: taken)
        }
    }

    private func sent() {
        guard let context, let exchange else { return }
        service.record(exchange, connection, isWhole: true)
        self.exchange = nil
        guard exchange.closes || service.connections.value.isDraining else { return heads.readNext() }
        guard !connection.hasInputEnded else { return context.close(promise: nil) }
        connection.enter(.leaving, within: Limits.leaveTime)
        context.close(mode: .output, promise: nil)
        context.read()
    }
}

/// The bytes of an answer that its client has not taken, in blocks. A block leaves memory when its last piece is taken.
private struct AnswerBody {
    /// The blocks, last one first.
    private var blocks: [ByteBuffer] = []
    let byteCount: Int

    init(_ bytes: [UInt8] = []) {
        byteCount = bytes.count
        for start in stride(from: 0, to: bytes.count, by: Limits.blockBytes).reversed() {
            blocks.append(ByteBuffer(bytes: bytes[start..<min(start + Limits.blockBytes, bytes.count)]))
        }
    }

    var isEmpty: Bool { blocks.isEmpty }

    /// The memory of the blocks. A piece in the socket's hands belongs to its block until the next piece is taken.
    var heldBytes: Int { blocks.reduce(0) { $0 + $1.storageCapacity } }

    /// Takes the next piece, which shares the memory of its block; nil after the last one.
    mutating func next() -> ByteBuffer? {
        guard let block = blocks.indices.last else { return nil }
        let piece = blocks[block].readSlice(length: min(Limits.pieceBytes, blocks[block].readableBytes))
        if blocks[block].readableBytes == 0 { blocks.removeLast() }
        return piece
    }
}
