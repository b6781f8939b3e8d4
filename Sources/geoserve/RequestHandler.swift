internal import GeocliServing
internal import GeocliText
internal import NIOCore
internal import NIOHTTP1

/// Answers the requests of one connection, one after another.
///
/// A class because NIO keeps handlers by reference. Only its event loop uses it.
final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let service: Service
    private let headGuard: HeadGuard
    private var head: HTTPRequestHead?

    init(_ service: Service, _ headGuard: HeadGuard) { (self.service, self.headGuard) = (service, headGuard) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            headGuard.headEnded()
            self.head = head
        case .body:
            guard head != nil else { return }
            end(HTTPProblem.body, context)
        case .end:
            guard let head else { return }
            answer(head, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        do {
            let request = try service.request(head)
            let (loop, bound) = (context.eventLoop, NIOLoopBound((self, context), eventLoop: context.eventLoop))
            let isTaken = service.readers.submit { answers in
                let response = answers.answer(request)
                loop.execute { bound.value.0.write(response, to: head, bound.value.1) }
            }
            if !isTaken { write(Problem.busy.response(request.language), to: head, context) }
        } catch {
            write(error.response(service.settings.language), to: head, context)
        }
    }

    /// Sends a problem and closes the connection: what follows can't be read as a request.
    private func end(_ problem: Problem, _ context: ChannelHandlerContext) {
        head = nil
        let line = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Connection": "close"])
        write(problem.response(service.settings.language), to: line, context)
    }

    private func write(_ response: Response, to request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        if case .events(let stream) = response.body {
            return EventWriter(service.events, stream, context).begin(response, to: request)
        }
        var bytes: [UInt8] = []
        if case .bytes(let body) = response.body { bytes = body }
        var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
        headers.add(name: "X-Content-Type-Options", value: "nosniff")
        if response.status != 304 && response.status != 204 {
            headers.add(name: "Content-Length", value: String(bytes.count))
        }
        if !request.isKeepAlive { headers.add(name: "Connection", value: "close") }
        let status = HTTPResponseStatus(statusCode: response.status)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request.method != .HEAD, !bytes.isEmpty {
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
        }
        self.head = nil
        let sent = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        guard request.isKeepAlive else {
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            return sent.whenComplete { _ in bound.value.close(promise: nil) }
        }
        headGuard.answerEnded(context)
    }
}
