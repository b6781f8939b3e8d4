internal import GeocliServing
internal import GeocliText
internal import NIOCore
internal import NIOHTTP1

/// Answers the requests of one connection, one after another.
///
/// It is a class because NIO keeps handlers by reference. Only its event loop uses it.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let service: Service
    private let connection: Connection
    private let heads: HeadReader
    private var exchange: Exchange?
    /// The number of the request. It shows whether an answer belongs to this request or comes too late for an earlier
    /// one.
    private var number = 0
    private var context: ChannelHandlerContext?

    init(_ service: Service, _ connection: Connection, _ heads: HeadReader) {
        (self.service, self.connection, self.heads) = (service, connection, heads)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        service.meters.connectionOpened()
        connection.onLate = { [unowned self] in endLate() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        connection.onLate = {}
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let exchange { service.record(exchange, connection, isWhole: false) }
        if connection.phase == .streaming { service.meters.streamClosed() }
        exchange = nil
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
        let (loop, bound) = (context.eventLoop, NIOLoopBound(self, eventLoop: context.eventLoop))
        if let response = request.answerAtOnce {
            // The answer is sent after this call has returned, so that many requests in one packet need no deep stack.
            return loop.execute { [number] in bound.value.answered(response, number) }
        }
        let readers = Service.isForMonitors(request) ? service.monitors : service.readers
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
            case .invalidMethod where heads.hasRequestLine: refuse(HTTPProblem.method)
            default: refuse(HTTPProblem.form)
            }
        default: context.close(promise: nil)
        }
    }

    /// Ends a phase that took too long.
    private func endLate() {
        guard let context else { return connection.channel.close(promise: nil) }
        switch connection.phase {
        case .head: refuse(HTTPProblem.slowHead)
        case .answering: refuse(HTTPProblem.slowAnswer)
        case .sending:
            service.meters.refused("slow-reader")
            context.close(promise: nil)
        case .idle, .leaving, .streaming: context.close(promise: nil)
        }
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
        let isKept = !closes && exchange.isKeepAlive && !service.connections.value.isDraining
        exchange.closes = !isKept
        exchange.status = response.status
        let isEmpty = response.status == 304 || response.status == 204
        context.write(
            wrapOutboundOut(
                .head(service.head(for: response, exchange, byteCount: isEmpty ? nil : bytes.count))), promise: nil)
        let body = exchange.head?.method == .HEAD || isEmpty ? [] : bytes
        exchange.byteCount = body.count
        self.exchange = exchange
        service.connections.value.makeRoom(for: body.count)
        connection.unsentBytes = body.count
        send(body[...], until: .now() + Limits.sendTime)
    }

    /// Sends events until the client leaves. A HEAD request gets only the head of that answer, which has no length.
    private func stream(_ response: Response, _ exchange: Exchange, _ context: ChannelHandlerContext) {
        guard case .events(let stream) = response.body, !connection.hasInputEnded,
            !service.connections.value.isDraining
        else { return context.close(promise: nil) }
        var exchange = exchange
        (exchange.status, exchange.closes, exchange.isStream) = (response.status, true, true)
        self.exchange = exchange
        var head = service.head(for: response, exchange, byteCount: nil)
        guard exchange.head?.method != .HEAD else {
            // With HTTP/1.1, the end marker of a chunked body would follow this head. HTTP/1.0 has no chunks.
            head.version = .http1_0
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            return send([], until: .now() + Limits.sendTime)
        }
        if exchange.head?.version == .http1_0 { head.version = .http1_0 }
        service.streamBegan(exchange)
        connection.enter(.streaming, until: .distantFuture)
        EventWriter(service.events, stream, context).begin(head)
    }

    /// Gives the socket the next piece of an answer. When the client has taken the piece, the next one follows.
    /// Only the piece is copied.
    private func send(_ body: ArraySlice<UInt8>, until end: NIODeadline) {
        guard let context else { return }
        let (piece, rest) = (body.prefix(Limits.pieceBytes), body.dropFirst(Limits.pieceBytes))
        connection.enter(.sending, until: min(.now() + Limits.pieceTime, end))
        if !piece.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: piece)))), promise: nil)
        }
        let isLast = rest.isEmpty
        let taken = context.eventLoop.makePromise(of: Void.self)
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        taken.futureResult.whenSuccess {
            bound.value.connection.unsentBytes = rest.count
            if isLast { bound.value.sent() } else { bound.value.send(rest, until: end) }
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
