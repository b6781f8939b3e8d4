public import GeocliText

/// The reason why no usable answer came from a service. Holds no credential.
public struct FetchError: ReasonedError, Equatable {
    /// The kind of error.
    public enum Code: Sendable, Equatable {
        /// The key for the service is missing.
        case noKey
        /// The key for the service is missing. The user should put it into this environment variable.
        case noKeyIn(variable: String)
        /// libcurl is not installed.
        case libraryMissing
        /// The host's name has no address.
        case unknownHost
        /// No server answers at the address.
        case unreachable
        /// The certificate or the encryption is not valid.
        case encryption
        /// No byte came for this number of seconds.
        case idle(seconds: Double)
        /// The page was incomplete after this number of seconds.
        case pageTime(seconds: Double)
        /// The run took longer than this number of seconds.
        case runTime(seconds: Double)
        /// The page has more bytes than the limit.
        case tooLarge(bytes: Int)
        /// The connection broke, or the answer was cut off or was not HTTP.
        case broken(detail: String)
        /// The body is compressed in a way that was not requested, or its compressed data is damaged.
        case packing(detail: String)
        /// The answer has this HTTP status.
        case status(Int)
        /// The service asks for a longer wait than the limits allow.
        case wait(seconds: Double)
        /// A redirect to another origin.
        case redirect(to: String)
        /// Too many redirects.
        case redirectLoop
    }

    /// The kind of error.
    public let code: Code
    /// The address of the page, with a placeholder for the key.
    public let page: String

    /// Whether the same request may succeed a moment later.
    var isWorthRetry: Bool {
        switch code {
        case .unknownHost, .unreachable, .idle, .pageTime, .broken, .packing: true
        case .status(let status): status >= 500 || status == 429 || status == 408
        case .noKey, .noKeyIn, .libraryMissing, .encryption, .runTime, .tooLarge, .wait, .redirect, .redirectLoop: false
        }
    }

    /// The exit status of a command that ends with this error.
    public var exit: ExitStatus { isMissingKey ? .key : .unavailable }

    /// The message: what happened and what to try.
    public var words: Words { Self.templates.words(reason) ?? Words(en: page, ko: page) }

    /// The code and the values of the message.
    public var reason: Reason {
        let page = JSONValue.Member("page", page)
        return switch code {
        case .noKey: Reason("no-key")
        case .noKeyIn(let variable): Reason("no-key-in", [.init("variable", variable)])
        case .libraryMissing: Reason("no-libcurl")
        case .unknownHost: Reason("unknown-host", [page])
        case .unreachable: Reason("no-answer", [page])
        case .encryption: Reason("bad-encryption", [page])
        case .idle(let seconds): Reason("idle", [page, Self.seconds(seconds)])
        case .pageTime(let seconds): Reason("page-timeout", [page, Self.seconds(seconds)])
        case .runTime(let seconds): Reason("run-timeout", [page, Self.seconds(seconds)])
        case .wait(let seconds): Reason("service-wait", [page, Self.seconds(seconds)])
        case .tooLarge(let bytes): Reason("page-too-large", [page, .init("size", Self.size(bytes))])
        case .broken(let detail): Reason("connection-broken", [page, .init("detail", detail)])
        case .packing(let detail): Reason("bad-packing", [page, .init("detail", detail)])
        case .status(let status):
            Reason(
                status >= 500 || status == 429 || status == 408 ? "http-status-busy" : "http-status",
                [page, .init("status", status)])
        case .redirectLoop: Reason("redirect-loop", [page])
        case .redirect(let target): Reason("redirect", [page, .init("target", target)])
        }
    }

    private static func seconds(_ seconds: Double) -> JSONValue.Member {
        .init("seconds", JSONValue.number(time(seconds)))
    }

    private static func time(_ seconds: Double) -> String { DecimalText.text(seconds, maximumDecimals: 1) }

    private static func size(_ bytes: Int) -> String {
        bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }

    /// Whether the key is missing.
    public var isMissingKey: Bool {
        switch code {
        case .noKey, .noKeyIn: true
        default: false
        }
    }

    /// Creates the error for a request for `target` to `service` without a key. The user should put the key into the
    /// environment variable that `variable` names.
    public static func noKey(for service: ServiceURL, target: String, variable: String?) -> FetchError {
        let usual = "SEOUL_OPENAPI_KEY"
        let code = variable.map { $0 == usual ? Code.noKey : .noKeyIn(variable: $0) } ?? .noKey
        return FetchError(code: code, page: "\(service)\(target)")
    }
}
