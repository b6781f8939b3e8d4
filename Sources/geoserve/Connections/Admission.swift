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
            return try pipeline.addHandler(Turnstile(bytes(of: refusal.problem.response(settings.language))))
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

/// Answers a connection that can't be served, and closes it. The client's request is not read.
///
/// It is a class because NIO keeps handlers by reference. Only its event loop uses it.
private final class Turnstile: ChannelInboundHandler {
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
