internal import CGeocliCurl
package import GeocliText

/// Gets answers that arrive piece by piece and may never end, such as a stream of events. Only one thread uses it.
package final class StreamClient {
    package enum End {
        case answer(status: Int)
        case stopped
        case failure(FetchError)
    }

    private let session: OpaquePointer
    private let service: ServiceURL
    private let userAgent: String
    private let language: Language

    /// Creates a client; `language` is that of the sentences in answers. Throws `FetchError(.libraryMissing)`.
    package init(_ service: ServiceURL, userAgent: String, _ language: Language) throws(FetchError) {
        var message = [CChar](repeating: 0, count: 512)
        guard let session = ccurl_session_create(&message, message.count) else {
            throw FetchError(code: .libraryMissing, page: "")
        }
        (self.session, self.service, self.userAgent, self.language) = (session, service, userAgent, language)
    }

    deinit { ccurl_session_destroy(session) }

    /// Sends one GET request and passes on the body, whatever the status is.
    /// `path` begins with a slash, `query` is not encoded, and `header` is one more header line. After `idleSeconds`
    /// without a byte the connection counts as broken. `isOver` is called several times a second; true ends the
    /// request. `take` gets each piece, and whether the service calls the body a stream of events; false ends the
    /// request.
    package func get(
        _ path: String, _ query: [(name: String, value: String)], header: String? = nil, idleSeconds: Double,
        isOver: @escaping () -> Bool, take: @escaping (_ piece: [UInt8], _ isEvents: Bool) -> Bool
    ) -> End {
        let words = query.map { "\(PercentEncoding.segment($0.name))=\(PercentEncoding.segment($0.value))" }
        let page = "\(service)\(path)"
        let url = words.isEmpty ? page : "\(page)?\(words.joined(separator: "&"))"
        // The response is on the heap, because `take` reads its media type while the request is still running.
        let response = UnsafeMutablePointer<ccurl_response>.allocate(capacity: 1)
        response.initialize(to: ccurl_response())
        defer { response.deallocate() }
        let calls = Calls(isOver: isOver) { take($0, Self.isEvents(response)) }
        url.withCString { url in
            userAgent.withCString { agent in
                "Accept-Language: \(language.rawValue)".withCString { language in
                    (header ?? "").withCString { line in
                        var request = calls.request(idleSeconds)
                        (request.url, request.user_agent) = (url, agent)
                        request.header = language
                        request.second_header = header == nil ? nil : line
                        ccurl_get(session, &request, response)
                    }
                }
            }
        }
        withExtendedLifetime(calls) {}
        switch response.pointee.problem {
        case .nothing: return .answer(status: response.pointee.status)
        case .stopped: return .stopped
        case .library: return .failure(FetchError(code: .libraryMissing, page: page))
        case .resolve: return .failure(FetchError(code: .unknownHost, page: page))
        case .connect, .proxy, .tunnel: return .failure(FetchError(code: .unreachable, page: page))
        case .tls: return .failure(FetchError(code: .encryption, page: page))
        case .idle, .deadline: return .failure(FetchError(code: .idle(seconds: idleSeconds), page: page))
        case .header: return .failure(FetchError(code: .broken(detail: "endless headers"), page: page))
        case .transfer: return .failure(FetchError(code: .broken(detail: "the connection ended"), page: page))
        }
    }

    private static func isEvents(_ response: UnsafeMutablePointer<ccurl_response>) -> Bool {
        withUnsafeBytes(of: &response.pointee.content_type) { bytes in
            let type = String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: ";") }, as: UTF8.self)
            return type.trimmingBlanks().lowercased() == "text/event-stream"
        }
    }
}

/// The closures of a request, which C calls.
private final class Calls {
    private let isOver: () -> Bool
    private let take: ([UInt8]) -> Bool

    init(isOver: @escaping () -> Bool, take: @escaping ([UInt8]) -> Bool) { (self.isOver, self.take) = (isOver, take) }

    func request(_ idleSeconds: Double) -> ccurl_request {
        var request = ccurl_request()
        request.idle_seconds = idleSeconds
        // A stream of events may last as long as the machine runs.
        request.total_seconds = 1e9
        request.is_plain = 1
        request.context = Unmanaged.passUnretained(self).toOpaque()
        request.is_over = { context in
            guard let context else { return 1 }
            return Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
        }
        request.on_body = { context, bytes, count in
            guard let context, let bytes else { return 1 }
            let piece = Array(UnsafeBufferPointer(start: bytes, count: count))
            return Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue().take(piece) ? 0 : 1
        }
        return request
    }
}
