public import GeocliText
internal import Glibc

/// The address of a proxy. The user and the password in it go only to the proxy, and into no text.
public struct Proxy: Sendable, Equatable, CustomStringConvertible {
    /// The whole address, for libcurl.
    let address: String
    /// The address with asterisks in place of the user and the password.
    public let description: String
    /// `USER:PASSWORD`, as in the address; empty for none.
    private let credential: String

    private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// Reads an address such as `http://proxy:3128` or `socks5h://USER:PASSWORD@proxy`. As for curl, the scheme is http
    /// and the port 1080 if the address has none. Returns nil for any other text.
    public init?(_ text: String) {
        let text = text.trimmingBlanks()
        let mark = text.firstRange(of: "://")
        let scheme = mark.map { text[..<$0.lowerBound].lowercased() } ?? "http"
        var rest = text[(mark?.upperBound ?? text.startIndex)...]
        if rest.hasSuffix("/") { rest.removeLast() }
        let end = rest.lastIndex(of: "@")
        let host = end.map { rest[rest.index(after: $0)...] } ?? rest
        credential = String(end.map { rest[..<$0] } ?? "")
        guard Self.schemes.contains(scheme), ServiceURL.isHost(host.utf8), PercentEncoding.isWhole(credential),
            credential.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !"/?#@".utf8.contains($0) })
        else { return nil }
        address = "\(scheme)://\(rest)"
        description = "\(scheme)://\(credential.isEmpty ? "" : "****@")\(host)"
    }

    /// Whether the proxy reads an http request and can answer it, which no SOCKS proxy can.
    var answersItself: Bool { address.hasPrefix("http") }

    public var hasCredential: Bool { !credential.isEmpty }

    /// Returns a message of libcurl without the user and the password.
    func masking(_ text: String) -> String {
        let password = credential.split(separator: ":", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
        return [credential, password, PercentEncoding.decoded(password) ?? ""].filter { !$0.isEmpty }
            .reduce(text) { $0.replacing($1, with: "****") }
    }
}

/// What a user has set about the proxy. It takes precedence over the environment, which is meant for all programs.
public enum ProxySetting: Sendable, Equatable, CustomStringConvertible {
    case off
    case named(Proxy)

    /// Reads `none` or the address of a proxy; nil for any other text. The address needs a scheme or a port, so that no
    /// other word for `none` becomes the name of a host.
    public init?(_ text: String) {
        if text == "none" {
            self = .off
        } else if text.contains(":"), let proxy = Proxy(text) {
            self = .named(proxy)
        } else {
            return nil
        }
    }

    public var description: String {
        switch self {
        case .off: "none"
        case .named(let proxy): proxy.description
        }
    }
}

extension Proxy {
    /// Returns the proxy of the requests to a service; nil for none.
    ///
    /// The key of an https request stays inside of TLS. In an http request the proxy reads it, so a proxy gets such a
    /// key only if the user's own setting names the proxy.
    ///
    /// - Parameters:
    ///   - sendsKey: whether the requests have a key.
    ///   - setting: nil if the user has set nothing; then the environment decides.
    ///   - value: returns the value of an environment variable.
    /// - Throws: a `PlainError` if only the environment names a proxy that would read the key, or if its value is not
    ///   the address of a proxy.
    public static func chosen(
        for service: ServiceURL, sendsKey: Bool, setting: ProxySetting?, environment value: (String) -> String?
    ) throws(PlainError) -> Proxy? {
        let exempt = ["no_proxy", "NO_PROXY"].lazy.compactMap(value).first { !$0.isEmpty } ?? ""
        guard setting != .off, !NoProxy.isExempt(service.host, from: exempt) else { return nil }
        if case .named(let proxy)? = setting { return proxy }
        guard let (name, text) = variable(isEncrypted: service.isEncrypted, environment: value) else { return nil }
        guard let proxy = Proxy(text) else {
            throw PlainError(
                .usage, en: "\(name) is not the address of a proxy; write one such as http://proxy:3128, or unset it",
                ko: "환경 변수 \(name)의 값이 프록시 주소가 아닙니다. http://proxy:3128 같은 주소로 쓰거나 지우세요")
        }
        guard service.isEncrypted || !sendsKey else { throw refusal(of: proxy, name, service) }
        return proxy
    }

    /// Returns the environment variable that names the proxy for https or http requests, and its value; nil for none.
    ///
    /// - Source: curl's manual, "Environment". `HTTP_PROXY` is not read, because a web server sets it from a header of
    ///   its client (httpoxy).
    public static func variable(
        isEncrypted: Bool, environment value: (String) -> String?
    ) -> (name: String, value: String)? {
        let names = (isEncrypted ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
        for name in names {
            if let text = value(name), !text.isEmpty { return (name, text) }
        }
        return nil
    }

    private static func refusal(of proxy: Proxy, _ name: String, _ service: ServiceURL) -> PlainError {
        PlainError(
            .usage,
            en:
                "the proxy \(proxy) of \(name) would see the key, because requests to \(service) are not encrypted; to allow this, set 'proxy' to its address in the configuration file, or set 'proxy = none' to use no proxy (see 'geocli config --help')",
            ko:
                "\(service)에 보내는 요청은 암호화되지 않아, 환경 변수 \(name)의 프록시(\(proxy))에 인증키가 보입니다. 그래도 되면 설정 파일의 'proxy'에 프록시 주소를 쓰고, 프록시 없이 연결하려면 'proxy = none'으로 두세요('geocli config --help' 참고)"
        )
    }
}

/// The hosts that the variable `no_proxy` exempts from proxies.
///
/// - Source: `Curl_check_noproxy` of curl 7.88. libcurl can't be asked about a host, and whether the key would reach a
///   proxy must be known before any connection.
enum NoProxy {
    /// Returns whether a host name, or an IP address without brackets, is in a list such as `example.com, 10.0.0.0/8`.
    static func isExempt(_ host: String, from list: String) -> Bool {
        if list == "*" { return true }
        let entries = list.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
        if let address = bytes(of: host) { return entries.contains { contains($0, address) } }
        let name = withoutLastDot(host.lowercased())
        return entries.contains { entry in
            let domain = withoutLastDot(entry).trimmingPrefix(".")
            return !domain.isEmpty && (name == domain || name.hasSuffix(".\(domain)"))
        }
    }

    private static func withoutLastDot(_ name: String) -> String {
        name.hasSuffix(".") ? String(name.dropLast()) : name
    }

    /// Returns whether an address is that of the entry, or in its network such as `10.0.0.0/8`. As for curl, 0 bits mean
    /// the whole address.
    private static func contains(_ entry: String, _ address: [UInt8]) -> Bool {
        let parts = entry.split(separator: "/", maxSplits: 1)
        let network = parts.first.flatMap { bytes(of: $0.trimmingPrefix("[").split(separator: "]").first ?? "") }
        guard let network, network.count == address.count else { return false }
        let bits = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
        guard 0...address.count * 8 ~= bits else { return false }
        return (0..<(bits == 0 ? address.count * 8 : bits)).allSatisfy { bit in
            (network[bit / 8] ^ address[bit / 8]) & (0x80 >> (bit % 8)) == 0
        }
    }

    /// Returns the 4 or 16 bytes of an IP address; nil for any other text.
    private static func bytes(of text: some StringProtocol) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, String(text), &bytes) == 1 { return bytes }
        }
        return nil
    }
}
