public import GeocliText

/// The reason why no usable answer came from a service. Holds no credential.
public struct FetchError: ReasonedError, Equatable {
    public enum Code: Sendable, Equatable {
        case noKey
        /// The user should put the key into this environment variable.
        case noKeyIn(variable: String)
        case libraryMissing
        case unknownHost
        case unreachable
        /// The certificate or the encryption is not valid.
        case encryption
        /// No byte came for this number of seconds.
        case idle(seconds: Double)
        case pageTime(seconds: Double)
        case runTime(seconds: Double)
        case tooLarge(bytes: Int)
        /// The connection broke, or the answer was cut off or was not HTTP.
        case broken(detail: String)
        /// The body is compressed in a way that was not requested, or its compressed data is damaged.
        case packing(detail: String)
        case status(Int)
        /// The service refuses the key with this HTTP status, usually 401 or 403. `message` is the service's own, if any.
        case keyRefused(status: Int, message: String?)
        /// The daily quota of the key is used up.
        case quotaUsedUp(status: Int, message: String)
        /// The service refuses a request that had no key, with HTTP status 401, 403 or 407.
        case closed(status: Int, message: String?)
        case wait(seconds: Double)
        /// A redirect to another origin.
        case redirect(to: String)
        case redirectLoop
        /// The proxy does not accept a connection, or its name has no address.
        case proxyUnreachable(proxy: String)
        /// The proxy does not connect to the service.
        case proxyRefused(proxy: String, status: Int)
        /// HTTP status 403 to an http request through a proxy, and nothing that says whether the service sent it.
        case refusedOnTheWay(proxy: String, status: Int, message: String?)
    }

    public let code: Code
    /// The address of the page, with a placeholder for the key.
    public let page: String

    var isWorthRetry: Bool {
        switch code {
        case .unknownHost, .unreachable, .proxyUnreachable, .idle, .pageTime, .broken, .packing: true
        case .status(let status), .proxyRefused(_, let status): status >= 500 || status == 429 || status == 408
        case .noKey, .noKeyIn, .keyRefused, .quotaUsedUp, .closed, .refusedOnTheWay, .libraryMissing, .encryption,
            .runTime, .tooLarge, .wait,
            .redirect,
            .redirectLoop:
            false
        }
    }

    /// Whether another night usually succeeds although no person does anything.
    package var healsByItself: Bool {
        switch code {
        case .quotaUsedUp, .runTime, .wait: true
        default: isWorthRetry
        }
    }

    public var exit: ExitStatus { isAboutKey ? .key : .unavailable }

    public var words: Words { Self.templates.words(reason) ?? Words(en: page, ko: page) }

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
        case .status(429): Reason("http-too-many", [page, .init("status", 429)])
        case .status(let status):
            Reason(
                status >= 500 || status == 408 ? "http-status-busy" : "http-status",
                [page, .init("status", status)])
        case .keyRefused(let status, let message):
            Reason("http-key-refused", [page, .init("status", status)] + Self.said(message))
        case .quotaUsedUp(let status, let message):
            Reason("http-quota", [page, .init("status", status), .init("message", message)])
        case .closed(let status, let message):
            Reason(status == 407 ? "http-proxy" : "http-closed", [page, .init("status", status)] + Self.said(message))
        case .redirectLoop: Reason("redirect-loop", [page])
        case .proxyUnreachable(let proxy): Reason("proxy-unreachable", [page, .init("proxy", proxy)])
        case .proxyRefused(let proxy, let status):
            Reason("proxy-refused", [page, .init("proxy", proxy), .init("status", status)])
        case .refusedOnTheWay(let proxy, let status, let message):
            Reason(
                "refused-on-the-way", [page, .init("proxy", proxy), .init("status", status)] + Self.said(message))
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

    private static func said(_ message: String?) -> [JSONValue.Member] { message.map { [.init("message", $0)] } ?? [] }

    public var isAboutKey: Bool {
        switch code {
        case .noKey, .noKeyIn, .keyRefused, .quotaUsedUp: true
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

    public static let templates = [
        ReasonTemplate(
            "no-key",
            en:
                "the service needs a key; get one for free at https://data.seoul.go.kr and put it into SEOUL_OPENAPI_KEY, or add the line 'seoul_openapi_key = KEY' to ~/.config/geocli/config",
            ko:
                "서비스 인증키가 없습니다. https://data.seoul.go.kr에서 무료로 받아 환경 변수 SEOUL_OPENAPI_KEY에 넣거나 ~/.config/geocli/config에 'seoul_openapi_key = 인증키' 줄을 추가하세요"
        ),
        ReasonTemplate(
            "no-key-in", en: "the service needs a key; get one from its portal and put it into {variable}",
            ko: "서비스 인증키가 없습니다. 포털에서 받아 환경 변수 {variable}에 넣으세요"),
        ReasonTemplate(
            "no-libcurl", en: "libcurl can't be loaded; install it (Debian: apt-get install libcurl4)",
            ko: "libcurl을 불러올 수 없습니다. 설치하세요(데비안: apt-get install libcurl4)"),
        ReasonTemplate(
            "unknown-host",
            en: "{page}: the host was not found; check the name and the network, then try again",
            ko: "{page}: 호스트를 찾을 수 없습니다. 이름과 네트워크를 확인하고 다시 시도하세요"),
        ReasonTemplate(
            "no-answer", en: "{page}: the server does not answer; try again later",
            ko: "{page}: 서버가 응답하지 않습니다. 나중에 다시 시도하세요"),
        ReasonTemplate(
            "bad-encryption",
            en: "{page}: the certificate or encryption is not valid; check the address and this computer's clock",
            ko: "{page}: 인증서나 암호화에 문제가 있습니다. 주소와 이 컴퓨터의 시각을 확인하세요"),
        ReasonTemplate(
            "idle", en: "{page}: no data came for {seconds} s; try again later, or raise --idle-timeout",
            ko: "{page}: {seconds}초 동안 데이터가 오지 않았습니다. 나중에 다시 시도하거나 --idle-timeout을 늘리세요"),
        ReasonTemplate(
            "page-timeout",
            en: "{page}: still incomplete after {seconds} s; try again later, or raise --page-timeout",
            ko: "{page}: {seconds}초 안에 모두 받지 못했습니다. 나중에 다시 시도하거나 --page-timeout을 늘리세요"),
        ReasonTemplate(
            "run-timeout",
            en: "{page}: the whole run took longer than {seconds} s; try again later, or raise --timeout",
            ko: "{page}: 전체 실행 시간이 {seconds}초를 넘었습니다. 나중에 다시 시도하거나 --timeout을 늘리세요"),
        ReasonTemplate(
            "service-wait", en: "{page}: the service asks for a pause of {seconds} s; run again after that",
            ko: "{page}: 서비스가 {seconds}초 뒤에 다시 요청하라고 합니다. 그 뒤에 다시 실행하세요"),
        ReasonTemplate(
            "page-too-large",
            en: "{page}: the answer is larger than {size}; if it is a feed page, raise --max-page-bytes",
            ko: "{page}: 응답이 {size}보다 큽니다. 피드 페이지가 맞다면 --max-page-bytes를 늘리세요"),
        ReasonTemplate(
            "connection-broken", en: "{page}: the connection broke ({detail}); try again later",
            ko: "{page}: 연결이 끊겼습니다({detail}). 나중에 다시 시도하세요"),
        ReasonTemplate(
            "bad-packing", en: "{page}: the answer can't be decompressed ({detail}); try again later",
            ko: "{page}: 응답의 압축을 풀 수 없습니다({detail}). 나중에 다시 시도하세요"),
        ReasonTemplate(
            "http-status-busy",
            en: "{page}: HTTP status {status} (the service has a problem or is busy); try again later",
            ko: "{page}: HTTP 상태 코드 {status}. 서비스에 문제가 있거나 요청이 몰렸습니다. 나중에 다시 시도하세요"),
        ReasonTemplate(
            "http-too-many",
            en:
                "{page}: HTTP status {status} (too many requests, or the key's daily limit is reached); try again later",
            ko: "{page}: HTTP 상태 코드 {status}. 요청이 너무 많거나 인증키의 하루 한도를 넘었습니다. 나중에 다시 시도하세요"),
        ReasonTemplate(
            "http-status", en: "{page}: HTTP status {status}; check the address and the key",
            ko: "{page}: HTTP 상태 코드 {status}. 주소와 인증키를 확인하세요"),
        ReasonTemplate(
            "http-key-refused",
            en:
                "{page}: HTTP status {status} ({message|the service refuses the key}); check the key, and that it may use this service, on the portal that issued it",
            ko:
                "{page}: HTTP 상태 코드 {status}({message|서비스가 인증키를 거부했습니다}). 인증키를 발급받은 포털에서 인증키와 활용 승인 여부를 확인하세요"),
        ReasonTemplate(
            "http-quota",
            en:
                "{page}: HTTP status {status} ({message}); the key's daily quota is used up and comes back at midnight (the service's time); nothing to do",
            ko:
                "{page}: HTTP 상태 코드 {status}({message}). 인증키의 하루 호출 한도를 다 썼습니다. 자정(서비스 기준)에 다시 채워지니 지금 할 일은 없습니다"
        ),
        ReasonTemplate(
            "http-closed",
            en:
                "{page}: HTTP status {status} ({message|the service refuses the request}); check the address; if the service needs a key, declare it",
            ko:
                "{page}: HTTP 상태 코드 {status}({message|서비스가 요청을 거부했습니다}). 주소를 확인하세요. 인증키가 필요한 서비스라면 선언에 적으세요"),
        ReasonTemplate(
            "http-proxy",
            en:
                "{page}: HTTP status {status} ({message|a proxy asks for a password}); write the user and the password into the address of the proxy, as in http://USER:PASSWORD@HOST:PORT (see 'proxy' in 'geocli config --help')",
            ko:
                "{page}: HTTP 상태 코드 {status}({message|프록시가 비밀번호를 요구합니다}). 프록시 주소에 http://USER:PASSWORD@HOST:PORT처럼 사용자와 비밀번호를 쓰세요('geocli config --help'의 'proxy' 참고)"
        ),
        ReasonTemplate(
            "proxy-unreachable",
            en: "{page}: the proxy {proxy} does not answer; check its address and the network, then try again",
            ko: "{page}: 프록시 {proxy}{subject} 응답하지 않습니다. 프록시 주소와 네트워크를 확인하고 다시 시도하세요"),
        ReasonTemplate(
            "proxy-refused",
            en:
                "{page}: the proxy {proxy} refuses to connect to the service (HTTP status {status}); check whether it allows this host and port",
            ko:
                "{page}: 프록시 {proxy}{subject} 서비스에 연결해 주지 않습니다(HTTP 상태 코드 {status}). 이 호스트와 포트가 허용되는지 확인하세요"),
        ReasonTemplate(
            "refused-on-the-way",
            en:
                "{page}: HTTP status {status} ({message|access denied}), from the proxy {proxy} or from the service; check whether the proxy allows this host, then the key",
            ko:
                "{page}: HTTP 상태 코드 {status}({message|접근이 거부되었습니다}). 프록시({proxy})나 서비스가 보낸 응답입니다. 프록시가 이 호스트를 허용하는지 확인하고, 그다음 인증키를 확인하세요"
        ),
        ReasonTemplate(
            "redirect-loop", en: "{page}: the service redirects in a loop; check the address",
            ko: "{page}: 서비스의 리디렉션이 되풀이됩니다. 주소를 확인하세요"),
        ReasonTemplate(
            "redirect",
            en:
                "{page}: the service redirects to {target}; to protect the key, geocli did not follow the redirect; give the right address as SOURCE",
            ko: "{page}: 서비스가 {target}{by} 리디렉션하지만, 인증키를 보호하려고 따라가지 않았습니다. 올바른 주소를 SOURCE에 쓰세요"),
    ]
}
