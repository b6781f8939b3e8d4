internal import CGeocliCurl
internal import GeocliText
internal import Glibc

public struct FetchLimits: Sendable, Equatable {
    /// The maximum time without any byte, in seconds.
    public var idleSeconds = 5.0
    /// The maximum time for one request, in seconds.
    public var pageSeconds = 30.0
    /// The maximum time for all requests of a run together, waits included, in seconds.
    public var runSeconds = 300.0
    /// The maximum size of a page in bytes, both as sent and unpacked.
    public var pageBytes = 64 << 20
    public var retries = 3
    /// The wait before the first retry, in seconds. It doubles with each retry. A random part, at most half, is taken
    /// off so that many clients do not retry at the same moment.
    public var firstWaitSeconds = 1.0
    /// The maximum wait that a service may ask for, in seconds. If a service asks for a longer wait, the run stops.
    public var longestWaitSeconds = 60.0

    public init() {}
}

/// Gets pages from one origin, within limits. It returns only complete answers. Only one thread uses it.
final class HTTPClient {
    struct Answer {
        let status: Int
        /// The body, unpacked.
        var body: [UInt8]
        /// The value of the Retry-After header, as the service sent it.
        let retryAfter: String
        let location: String
        /// Whether more bytes came than the header announced.
        let hasExcess: Bool
        /// Whether the headers say where the body ends, so that a body that was cut off is noticed.
        let hasEnd: Bool
        let mediaType: String
        /// The numbers of rows, and of rows without a point, that a geocli service counted; empty if it sent none.
        var rows = ""
        var withoutPoint = ""
        /// The notes of a geocli service about the answer: percent-encoded, with commas between them.
        var note = ""
    }

    private let session: OpaquePointer
    private let userAgent: String
    private let maximumBytes: Int
    private let language: String?
    private let proxy: Proxy?

    /// Creates a client for bodies of at most `maximumBytes`, both as sent and unpacked. `language` is that of
    /// sentences for people, `ko` or `en`; nil requests none. Throws `FetchError(.libraryMissing)`.
    init(userAgent: String, maximumBytes: Int, language: String? = nil, proxy: Proxy? = nil) throws(FetchError) {
        var message = [CChar](repeating: 0, count: 512)
        guard let session = ccurl_session_create(&message, message.count) else {
            throw FetchError(code: .libraryMissing, page: "")
        }
        self.session = session
        self.userAgent = userAgent
        self.maximumBytes = maximumBytes
        self.language = language
        self.proxy = proxy
    }

    deinit { ccurl_session_destroy(session) }

    /// Sends one GET request.
    ///
    /// - Parameters:
    ///   - url: contains the key, so no error repeats it.
    ///   - headers: at most two more lines, such as `Authorization: KEY`.
    ///   - page: the name of the page in errors.
    func get(
        _ url: String, headers: [String] = [], page: String, idleSeconds: Double, totalSeconds: Double
    ) throws(FetchError) -> Answer {
        precondition(headers.count <= 2)
        let body = Body(maximumBytes: maximumBytes)
        // The response is on the heap, because `Body` reads the Content-Encoding from it while the request is still
        // running.
        let response = UnsafeMutablePointer<ccurl_response>.allocate(capacity: 1)
        response.initialize(to: ccurl_response())
        defer { response.deallocate() }
        body.encoding = { Self.text(&response.pointee.content_encoding) }
        defer { body.encoding = nil }
        let languageText = language.flatMap { strdup($0) }
        defer { free(languageText) }
        let proxyText = proxy.flatMap { strdup($0.address) }
        defer { free(proxyText) }
        let headerTexts = headers.map { strdup($0) }
        defer { headerTexts.forEach { free($0) } }
        url.withCString { url in
            userAgent.withCString { agent in
                var request = ccurl_request()
                request.url = url
                request.user_agent = agent
                request.accept_language = UnsafePointer(languageText)
                request.header = headerTexts.first.flatMap { UnsafePointer($0) }
                request.second_header = headerTexts.dropFirst().first.flatMap { UnsafePointer($0) }
                request.proxy = UnsafePointer(proxyText)
                request.idle_seconds = idleSeconds
                request.total_seconds = totalSeconds
                request.context = Unmanaged.passUnretained(body).toOpaque()
                request.on_body = { context, bytes, count in
                    guard let context, let bytes else { return 1 }
                    let body = Unmanaged<Body>.fromOpaque(context).takeUnretainedValue()
                    return body.take(UnsafeBufferPointer(start: bytes, count: count)) ? 0 : 1
                }
                ccurl_get(session, &request, response)
            }
        }
        let failure = code(response.pointee, body, idleSeconds: idleSeconds, totalSeconds: totalSeconds)
        if let failure = failure ?? body.finish() { throw FetchError(code: failure, page: page) }
        return Answer(
            status: response.pointee.status, body: body.bytes, retryAfter: Self.text(&response.pointee.retry_after),
            location: Self.text(&response.pointee.location), hasExcess: response.pointee.has_excess != 0,
            hasEnd: response.pointee.has_end != 0, mediaType: Self.text(&response.pointee.content_type),
            rows: Self.text(&response.pointee.rows), withoutPoint: Self.text(&response.pointee.without_point),
            note: Self.text(&response.pointee.note))
    }

    private func code(
        _ response: ccurl_response, _ body: Body, idleSeconds: Double, totalSeconds: Double
    ) -> FetchError.Code? {
        switch response.problem {
        case .nothing: return nil
        case .library: return .libraryMissing
        case .resolve: return .unknownHost
        case .connect: return .unreachable
        case .tls: return .encryption
        case .idle: return .idle(seconds: idleSeconds)
        case .deadline: return .pageTime(seconds: totalSeconds)
        case .stopped: return body.failure
        case .header: return .broken(detail: "endless headers")
        case .proxy: return .proxyUnreachable(proxy: proxy?.description ?? "")
        case .tunnel where response.proxy_status == 407: return .closed(status: 407, message: nil)
        case .tunnel: return .proxyRefused(proxy: proxy?.description ?? "", status: response.proxy_status)
        case .transfer:
            var message = response.message
            let text = Self.text(&message)
            return .broken(detail: proxy?.masking(text) ?? text)
        }
    }

    private static func text<Characters>(_ characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

private final class Body {
    private(set) var bytes: [UInt8] = []
    private(set) var failure: FetchError.Code?
    /// Returns the value of the Content-Encoding header. It is called when the first piece comes.
    var encoding: (() -> String)?
    private let maximumBytes: Int
    private var receivedCount = 0
    private var gunzip: Gunzip?
    private var isStarted = false

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    func take(_ piece: UnsafeBufferPointer<UInt8>) -> Bool {
        if !isStarted { start() }
        receivedCount += piece.count
        if receivedCount > maximumBytes { failure = .tooLarge(bytes: maximumBytes) }
        guard failure == nil else { return false }
        guard let gunzip else {
            bytes.append(contentsOf: piece)
            return true
        }
        do throws(GunzipError) {
            try gunzip.unpack(piece) { unpacked in
                guard bytes.count + unpacked.count <= maximumBytes else {
                    failure = .tooLarge(bytes: maximumBytes)
                    return false
                }
                bytes.append(contentsOf: unpacked)
                return true
            }
        } catch { failure = .packing(detail: error.code.rawValue) }
        return failure == nil
    }

    /// Ends the body. Returns the error of the whole body, if any.
    func finish() -> FetchError.Code? {
        if failure == nil, let gunzip {
            do throws(GunzipError) { try gunzip.finish() } catch { failure = .packing(detail: error.code.rawValue) }
        }
        return failure
    }

    private func start() {
        isStarted = true
        switch encoding?().lowercased() ?? "" {
        case "", "identity": break
        case "gzip", "x-gzip": gunzip = Gunzip()
        // The name is not repeated, because a header may echo the key.
        default: failure = .packing(detail: "compressed in a way that geocli did not ask for")
        }
    }
}
