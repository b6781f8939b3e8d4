public import GeocliText

/// The reason why no usable answer came from a service. Holds no credential.
public struct FetchError: ExplainedError, Equatable {
    /// The kind of error.
    public enum Code: Sendable, Equatable {
        /// The key for the service is missing.
        case noKey
        /// The key for the service is missing; it belongs into this variable of the environment.
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

    /// The message: what happened and what to try.
    public var words: Words {
        switch code {
        case .noKey:
            Words(
                en:
                    "no key for the service; get one for free at https://data.seoul.go.kr and put it into SEOUL_OPENAPI_KEY, or as the line 'seoul_openapi_key = KEY' into ~/.config/geocli/config",
                ko:
                    "서비스 인증키가 없습니다; https://data.seoul.go.kr에서 무료로 받아 SEOUL_OPENAPI_KEY에 두거나 ~/.config/geocli/config에 'seoul_openapi_key = 인증키' 한 줄로 적으세요"
            )
        case .noKeyIn(let variable):
            Words(
                en: "no key for the service; get one from its portal and put it into \(variable)",
                ko: "서비스 인증키가 없습니다; 포털에서 받아 \(variable)에 두세요")
        case .libraryMissing:
            Words(
                en: "libcurl can't be loaded; install it (Debian: apt-get install libcurl4)",
                ko: "libcurl을 불러올 수 없습니다; 설치하세요(데비안: apt-get install libcurl4)")
        case .unknownHost:
            Words(
                en: "\(page): its host has no address; check the name and the network, then try again",
                ko: "\(page): 호스트를 찾을 수 없습니다; 이름과 네트워크를 확인하고 다시 시도하세요")
        case .unreachable:
            Words(
                en: "\(page): the server does not answer; try again later", ko: "\(page): 응답하는 서버가 없습니다; 나중에 다시 시도하세요")
        case .encryption:
            Words(
                en: "\(page): its certificate or encryption is not valid; check the address and this machine's clock",
                ko: "\(page): 인증서나 암호화에 문제가 있습니다; 주소와 이 컴퓨터의 시각을 확인하세요")
        case .idle, .pageTime, .runTime, .wait: timeWords
        case .tooLarge(let bytes):
            Words(
                en:
                    "\(page): the answer is larger than \(Self.size(bytes)); if it is a feed page, raise --max-page-bytes",
                ko: "\(page): 응답이 \(Self.size(bytes))보다 큽니다; 피드 페이지가 아니거나 --max-page-bytes를 늘려야 합니다")
        case .broken(let detail):
            Words(
                en: "\(page): the connection broke (\(detail)); try again later",
                ko: "\(page): 연결이 끊겼습니다(\(detail)); 나중에 다시 시도하세요")
        case .packing(let detail):
            Words(
                en: "\(page): the answer can't be unpacked (\(detail)); try again later",
                ko: "\(page): 응답의 압축을 풀 수 없습니다(\(detail)); 나중에 다시 시도하세요")
        case .status(let status): statusWords(status)
        case .redirectLoop:
            Words(
                en: "\(page): the service redirects in a circle; check the address",
                ko: "\(page): 서비스가 계속 다른 주소로 넘깁니다; 주소를 확인하세요")
        case .redirect(let target):
            Words(
                en:
                    "\(page): the service redirects to \(target); that was not followed, so that the key goes nowhere else: name the right address as SOURCE",
                ko: "\(page): \(target)\(.by) 넘기려 합니다; 인증키를 지키려고 따르지 않았습니다: 올바른 주소를 SOURCE로 주세요")
        }
    }

    private var timeWords: Words {
        switch code {
        case .idle(let seconds):
            Words(
                en: "\(page): nothing came for \(Self.time(seconds)) s; try again later, or give --idle-timeout",
                ko: "\(page): \(Self.time(seconds))초 동안 아무것도 오지 않았습니다; 나중에 다시 시도하거나 --idle-timeout을 늘리세요")
        case .pageTime(let seconds):
            Words(
                en: "\(page): not whole after \(Self.time(seconds)) s; try again later, or give --page-timeout",
                ko: "\(page): \(Self.time(seconds))초 안에 다 오지 않았습니다; 나중에 다시 시도하거나 --page-timeout을 늘리세요")
        case .runTime(let seconds):
            Words(
                en: "\(page): the run took longer than \(Self.time(seconds)) s; try again later, or give --timeout",
                ko: "\(page): 실행이 \(Self.time(seconds))초를 넘었습니다; 나중에 다시 시도하거나 --timeout을 늘리세요")
        case .wait(let seconds):
            Words(
                en: "\(page): the service wants to be left alone for \(Self.time(seconds)) s; run again after that",
                ko: "\(page): 서비스가 \(Self.time(seconds))초 뒤에 다시 오라고 합니다; 그 뒤에 다시 실행하세요")
        default: Words(en: page, ko: page)
        }
    }

    private func statusWords(_ status: Int) -> Words {
        status >= 500 || status == 429 || status == 408
            ? Words(
                en: "\(page): HTTP status \(status), the service is in trouble or busy; try again later",
                ko: "\(page): HTTP 상태 \(status), 서비스에 문제가 있거나 바쁩니다; 나중에 다시 시도하세요")
            : Words(
                en: "\(page): HTTP status \(status); check the address and the key",
                ko: "\(page): HTTP 상태 \(status); 주소와 인증키를 확인하세요")
    }

    private static func time(_ seconds: Double) -> String { DecimalText.text(seconds, maximumDecimals: 1) }

    private static func size(_ bytes: Int) -> String {
        bytes % (1 << 20) == 0 ? "\(bytes >> 20) MiB" : "\(bytes) bytes"
    }
}

extension FetchError {
    /// Whether the key is missing.
    public var isMissingKey: Bool {
        switch code {
        case .noKey, .noKeyIn: true
        default: false
        }
    }

    /// Creates the error for a request for `target` to `service` without a key, which belongs into `variable`.
    public static func noKey(for service: ServiceURL, target: String, variable: String?) -> FetchError {
        let usual = "SEOUL_OPENAPI_KEY"
        let code = variable.map { $0 == usual ? Code.noKey : .noKeyIn(variable: $0) } ?? .noKey
        return FetchError(code: code, page: "\(service)\(target)")
    }
}
