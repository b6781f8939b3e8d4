internal import GeocliServing
internal import GeocliText
internal import NIOCore

/// Limits what a client can send before it gets an answer: the bytes of a head, and the time in which it must be
/// complete, however slowly it drips. Stands before the decoder.
///
/// A class because NIO keeps handlers by reference. Only its event loop uses it.
final class HeadGuard: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The maximum bytes of a request line and its headers.
    static let maximumBytes = 16 << 10
    /// The time for a complete head.
    static let headTime = TimeAmount.seconds(5)
    /// The time that a connection may be silent between two requests.
    static let idleTime = TimeAmount.seconds(30)

    private let language: Language
    private var byteCount = 0
    private var timer: Scheduled<Void>?
    private var hasHead = false

    init(_ language: Language) { self.language = language }

    func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { wait(Self.headTime, context) } }

    func channelActive(context: ChannelHandlerContext) {
        wait(Self.headTime, context)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if byteCount == 0, !hasHead { wait(Self.headTime, context) }
        byteCount += bytes.readableBytes
        // While an answer is made, bytes of the next request wait in the socket, so more than one head is too much.
        guard byteCount <= Self.maximumBytes else {
            return refuse(HTTPProblem.largeHead, context)
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        context.fireChannelInactive()
    }

    /// The head of a request is complete: its answer has a time limit of its own.
    func headEnded() {
        hasHead = true
        byteCount = 0
        timer?.cancel()
    }

    /// The answer is sent, and the next head may come.
    func answerEnded(_ context: ChannelHandlerContext) {
        hasHead = false
        wait(Self.idleTime, context)
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        let (loop, context) = (context.eventLoop, NIOLoopBound(context, eventLoop: context.eventLoop))
        timer = loop.scheduleTask(in: time) { [bound = NIOLoopBound(self, eventLoop: loop)] in
            bound.value.refuse(HTTPProblem.slowHead, context.value)
        }
    }

    /// Sends a problem and closes the connection. The HTTP handlers have no request that it would answer, so its bytes
    /// go past them. Between two requests nothing is sent, because the client waits for nothing.
    private func refuse(_ problem: Problem, _ context: ChannelHandlerContext) {
        timer?.cancel()
        guard !hasHead, byteCount > 0 else { return context.close(promise: nil) }
        let response = problem.response(language)
        guard case .bytes(let body) = response.body else { return context.close(promise: nil) }
        var text = "HTTP/1.1 \(response.status) \(problem.title.en)\r\n"
        for header in response.headers { text += "\(header.name): \(header.value)\r\n" }
        text += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        hasHead = true
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: Array(text.utf8) + body))).whenComplete { _ in
            bound.value.close(promise: nil)
        }
    }
}
