internal import GeocliServing
internal import GeocliText
internal import NIOCore
internal import NIOHTTP1

extension Service {
    /// Returns the head of a response, with the headers that every response has.
    ///
    /// - Parameter byteCount: the length of the body; nil for a status that has none.
    func head(for response: Response, _ exchange: Exchange, byteCount: Int?) -> HTTPResponseHead {
        var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
        headers.add(name: "Date", value: date.value.text)
        headers.add(name: "X-Content-Type-Options", value: "nosniff")
        crossOrigin.addFrameRule(to: &headers)
        crossOrigin.add(to: &headers, for: exchange.head)
        if let byteCount { headers.add(name: "Content-Length", value: String(byteCount)) }
        if exchange.closes {
            headers.add(name: "Connection", value: "close")
        } else if exchange.head?.version == .http1_0 {
            headers.add(name: "Connection", value: "keep-alive")
        }
        return HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
    }

    /// Counts an answer and writes its line into the log.
    ///
    /// - Parameter isWhole: whether the client took the whole answer.
    func record(_ exchange: Exchange, _ connection: Connection, isWhole: Bool) {
        let nanoseconds = (NIODeadline.now() - exchange.startedAt).nanoseconds
        if exchange.status > 0, !exchange.isStream {
            meters.answered(exchange.pattern, status: exchange.status, seconds: Double(nanoseconds) / 1e9)
        }
        log?.add(
            exchange, milliseconds: Double(nanoseconds) / 1e6, address: connection.address,
            isWhole: isWhole || exchange.isStream)
    }

    /// Counts a stream, whose answer has no normal end, when it begins.
    func streamBegan(_ exchange: Exchange) {
        let nanoseconds = (NIODeadline.now() - exchange.startedAt).nanoseconds
        meters.answered(exchange.pattern, status: exchange.status, seconds: Double(nanoseconds) / 1e9)
        meters.streamOpened()
    }
}
