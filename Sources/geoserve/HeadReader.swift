internal import NIOCore

/// A handler that gives the decoder one complete head at a time. Later bytes wait until the answer is sent: the bytes
/// of one read wait here, and the rest wait in the socket. So a client that sends many requests at once takes no more
/// memory, and gets its answers in order. It is a class because NIO keeps handlers by reference. Only its event loop
/// uses it.
final class HeadReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The maximum number of bytes of a request line and its headers.
    static let maximumBytes = 16 << 10
    /// Bytes that may wait while an answer is made. NIO reads the rest of the socket when the client closes its side.
    private static let maximumWaiting = 128 << 10

    private let connection: Connection
    private var pending = ByteBuffer() { didSet { count() } }
    /// The bytes of the head whose answer is in progress.
    private var headBytes = 0 { didSet { count() } }
    private var form = HeadForm()
    private var hasOverflown = false
    private var context: ChannelHandlerContext?
    private var presentHead = ByteBuffer()

    init(_ connection: Connection) { self.connection = connection }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        connection.enter(.idle, within: Limits.headTime)
        context.read()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        switch connection.phase {
        case .idle, .head:
            if connection.phase == .idle { connection.enter(.head, within: Limits.headTime) }
            add(&bytes)
            findHead(context)
            if !connection.makeRoom() { context.close(promise: nil) }
        case .answering, .sending:
            guard !hasOverflown, pending.readableBytes + bytes.readableBytes <= Self.maximumWaiting else {
                hasOverflown = true
                return
            }
            add(&bytes)
            if !connection.makeRoom() { context.close(promise: nil) }
        case .leaving, .streaming:
            connection.discardedBytes += bytes.readableBytes
            if connection.discardedBytes > Limits.discardedBytes { context.close(promise: nil) }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        switch connection.phase {
        case .idle, .head, .leaving, .streaming: context.read()
        case .answering, .sending: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? ChannelEvent, event == .inputClosed else {
            return context.fireUserInboundEventTriggered(event)
        }
        connection.hasInputEnded = true
        switch connection.phase {
        // The client sends nothing more but may still read, so it gets the answer to its request.
        case .answering, .sending: break
        case .idle, .head, .leaving, .streaming: context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.left()
        context.fireChannelInactive()
    }

    /// Reads the next head, after the answer is sent.
    func readNext() {
        guard let context else { return }
        headBytes = 0
        guard pending.readableBytes > 0 else {
            pending = ByteBuffer()
            guard !connection.hasInputEnded else { return context.close(promise: nil) }
            connection.enter(.idle, within: Limits.idleTime)
            return context.read()
        }
        connection.enter(.head, within: Limits.headTime)
        findHead(context)
        guard connection.phase == .head else { return }
        guard !connection.hasInputEnded, !hasOverflown else { return context.close(promise: nil) }
        context.read()
    }

    /// Whether the head that the decoder reads begins with a request line of HTTP/1, with any word as its method.
    /// - Source: RFC 9110, §5.6.2: the characters of a method.
    var hasRequestLine: Bool {
        let parts = presentHead.readableBytesView.prefix { $0 != UInt8(ascii: "\r") }
            .split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[2].starts(with: Array("HTTP/1.".utf8)), let method = parts.first else {
            return false
        }
        let marks = Set("!#$%&'*+-.^_`|~".utf8)
        return !method.isEmpty
            && method.allSatisfy { byte in
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                    || marks.contains(byte)
            }
    }

    /// The texts of a head are kept until its answer is sent, both as read and as decoded.
    private func count() { connection.requestBytes = pending.storageCapacity + 2 * headBytes }

    private func add(_ bytes: inout ByteBuffer) {
        if pending.readableBytes == 0 { pending = bytes } else { pending.writeBuffer(&bytes) }
    }

    private func findHead(_ context: ChannelHandlerContext) {
        switch pending.withUnsafeReadableBytes({ form.check($0) }) {
        case .wrong: refuse(HTTPProblem.form, context)
        case .incomplete:
            if pending.readableBytes > Self.maximumBytes { refuse(HTTPProblem.largeHead, context) }
        case .complete(let byteCount):
            form = HeadForm()
            guard byteCount <= Self.maximumBytes, let head = pending.readSlice(length: byteCount) else {
                return refuse(HTTPProblem.largeHead, context)
            }
            if pending.readableBytes == 0 { pending = ByteBuffer() }
            guard let head = RequestTarget.encoded(head) else { return refuse(HTTPProblem.target, context) }
            connection.enter(.answering, within: Limits.answerTime)
            connection.hasHead = false
            headBytes = head.readableBytes
            presentHead = head
            context.fireChannelRead(wrapInboundOut(head))
            presentHead = ByteBuffer()
            // After the first line of HTTP/2, the decoder waits for more bytes.
            if !connection.hasHead, connection.phase == .answering { refuse(HTTPProblem.form, context) }
        }
    }

    private func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
        pending = ByteBuffer()
        context.fireErrorCaught(refusal)
    }
}

/// The address in a request line, as people type it and as the decoder reads it.
private enum RequestTarget {
    /// Returns a head in which the bytes of UTF-8 in the address are percent-encoded, because `curl` and others send
    /// Korean as it was typed. Returns nil if the address has a blank, or bytes that are not UTF-8.
    ///
    /// Encoded bytes can't end an address or a line, so a proxy that sends them as they are means the same request.
    /// - Source: RFC 3986, 2.5: such a character is encoded as the bytes of its UTF-8.
    static func encoded(_ head: ByteBuffer) -> ByteBuffer? {
        let bytes = head.readableBytesView
        let start = bytes.firstIndex { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") } ?? bytes.startIndex
        let line = bytes[start...].prefix { $0 != UInt8(ascii: "\r") }
        guard let first = line.firstIndex(of: UInt8(ascii: " ")), let last = line.lastIndex(of: UInt8(ascii: " ")),
            first < last, line[last...].dropFirst().starts(with: Array("HTTP/".utf8))
        else { return head }
        let target = line[line.index(after: first)..<last]
        // Blanks at an end of the address stand beside it, and make the line wrong.
        if target.first != UInt8(ascii: " "), target.last != UInt8(ascii: " "), target.contains(UInt8(ascii: " ")) {
            return nil
        }
        guard target.contains(where: { $0 >= 0x80 }) else { return head }
        guard String(validating: target, as: UTF8.self) != nil else { return nil }
        var encoded = ByteBuffer()
        encoded.writeBytes(bytes[..<target.startIndex])
        for byte in target {
            if byte < 0x80 {
                encoded.writeInteger(byte)
            } else {
                let digits = Array("0123456789ABCDEF".utf8)
                encoded.writeBytes([UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        encoded.writeBytes(bytes[target.endIndex...])
        return encoded
    }
}

/// A check that finds the end of a request's head and refuses bytes that two servers may read differently. Such bytes
/// are a line that ends without a carriage return, a header that continues on the next line, and control characters.
/// Between a proxy and this service, such a difference would let one client smuggle a request into the connection of
/// another client.
/// - Source: RFC 9112, sections 2.2 and 5.2.
struct HeadForm {
    enum Outcome: Equatable {
        case incomplete
        /// The head ends after this number of bytes.
        case complete(byteCount: Int)
        case wrong
    }

    private var checkedCount = 0
    private var lineLength = 0
    private var lineCount = 0
    private var isAfterReturn = false

    /// Checks the bytes that have come so far. They start with the same bytes as in the last call.
    mutating func check(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        while checkedCount < bytes.count {
            let byte = bytes[checkedCount]
            checkedCount += 1
            if isAfterReturn {
                guard byte == UInt8(ascii: "\n") else { return .wrong }
                isAfterReturn = false
                if lineLength > 0 {
                    lineCount += 1
                    lineLength = 0
                } else if lineCount > 0 {
                    return .complete(byteCount: checkedCount)
                }
                // Some clients send an empty line after a request. It is skipped.
                continue
            }
            switch byte {
            case UInt8(ascii: "\r"): isAfterReturn = true
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                // No line may begin with a blank, neither the request line nor a header.
                guard lineLength > 0 else { return .wrong }
                lineLength += 1
            case 0..<0x20, 0x7F: return .wrong
            default: lineLength += 1
            }
        }
        return .incomplete
    }
}
