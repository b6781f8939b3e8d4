public import GeocliText

/// The address of a service: scheme, host, port and a path that is kept as given. Holds no credential.
public struct ServiceURL: Sendable, Equatable, CustomStringConvertible {
    /// The scheme, host and port in lower case, such as `http://host:8088`.
    let origin: String
    /// The path, without a slash at its end.
    let path: String

    /// Creates the address from `text`: `http://host:port/path`, or the same with https.
    ///
    /// - Throws: `ServiceURLError` for any other text. In particular, it refuses a text that may hold a key: one with a
    ///   user name, with a query, or with the path of a request (`…/KEY/json/…`). The error does not repeat the text.
    public init(_ text: String) throws(ServiceURLError) {
        let trimmed = text.trimmingBlanks()
        let lower = trimmed.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else {
            throw ServiceURLError(code: .notHTTP)
        }
        let rest = trimmed.dropFirst(scheme.count)
        let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let path = rest.dropFirst(host.count)
        guard !host.contains("@") else { throw ServiceURLError(code: .credential) }
        guard Self.isHost(host.utf8) else { throw ServiceURLError(code: .host) }
        guard path.utf8.allSatisfy({ PercentEncoding.isUnreserved($0) || "/%!$&'()*+,;=:@".utf8.contains($0) }) else {
            throw ServiceURLError(code: path.contains("?") || path.contains("#") ? .credential : .path)
        }
        // In the path of a request, the key comes before one of these segments.
        let segments = path.split(separator: "/").map { $0.lowercased() }
        guard !segments.contains(where: ["json", "xml", "xmlf", "xls"].contains) else {
            throw ServiceURLError(code: .credential)
        }
        origin = scheme + host.lowercased()
        self.path = String(path.reversed().drop { $0 == "/" }.reversed())
    }

    public var description: String { origin + path }

    var isEncrypted: Bool { origin.hasPrefix("https:") }

    /// The name or the IP address, without a port and brackets.
    var host: String {
        let host = origin.trimmingPrefix(isEncrypted ? "https://" : "http://")
        return host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : String(host.prefix { $0 != ":" })
    }

    /// Returns the URL that a redirect from this origin (RFC 6454, §4) leads to; nil if it leads to another origin.
    func target(of location: String) -> String? {
        if location.hasPrefix("/"), !location.hasPrefix("//") { return origin + location }
        let own = origin + "/"
        guard location.lowercased().hasPrefix(own) else { return nil }
        return own + location.dropFirst(own.count)
    }

    /// Returns whether `host` is a name, an IPv4 address or an IPv6 address in brackets, with or without a port.
    static func isHost(_ host: Substring.UTF8View) -> Bool {
        guard let first = host.first, first != UInt8(ascii: ":") else { return false }
        var name = host[...]
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") {
            let port = host[host.index(after: colon)...]
            guard let number = UInt16(String(port) ?? ""), number > 0 else { return false }
            name = host[..<colon]
        }
        if first == UInt8(ascii: "[") {
            return name.last == UInt8(ascii: "]") && name.count > 3
                && name.dropFirst().dropLast().allSatisfy { "0123456789abcdefABCDEF:.".utf8.contains($0) }
        }
        return name.allSatisfy { PercentEncoding.isUnreserved($0) && $0 != UInt8(ascii: "~") }
    }
}

/// The reason why an address can't be used. It does not repeat the address, which may hold a key.
public struct ServiceURLError: ExplainedError, Equatable {
    enum Code { case notHTTP, host, path, credential }

    let code: Code

    public static let credential = ServiceURLError(code: .credential)

    public var exit: ExitStatus { .usage }

    public var words: Words {
        let example = "http://openapi.seoul.go.kr:8088"
        switch code {
        case .notHTTP:
            return Words(
                en: "SOURCE is not a service address; write one such as \(example)",
                ko: "SOURCE가 서비스 주소가 아닙니다. \(example) 같은 주소를 쓰세요")
        case .host:
            return Words(
                en: "the address in SOURCE has no valid host or port; write one such as \(example)",
                ko: "SOURCE 주소의 호스트나 포트가 올바르지 않습니다. \(example) 같은 주소를 쓰세요")
        case .path:
            return Words(
                en: "the path in SOURCE contains characters that are not allowed in an address; percent-encode them",
                ko: "SOURCE 주소에 쓸 수 없는 문자가 있습니다. 퍼센트 인코딩으로 쓰세요")
        case .credential:
            return Words(
                en:
                    "SOURCE must be only the base address of the service, such as \(example); other users can read a key on the command line, so put the key into SEOUL_OPENAPI_KEY",
                ko:
                    "SOURCE에는 \(example)처럼 서비스의 기본 주소만 쓰세요. 명령줄의 인증키는 다른 사용자가 볼 수 있으니 환경 변수 SEOUL_OPENAPI_KEY에 넣으세요"
            )
        }
    }
}

package enum PercentEncoding {
    /// Returns `text` with its characters beyond ASCII encoded. A text that is encoded already stays as it is.
    package static func encodingNonASCII(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.isASCII ? String($0) : segment(String($0)) }.joined())
    }

    /// Returns whether two hexadecimal digits follow each `%`.
    package static func isWhole(_ text: String) -> Bool {
        text.split(separator: "%", omittingEmptySubsequences: false).dropFirst().allSatisfy {
            $0.utf8.count >= 2 && $0.utf8.prefix(2).allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
        }
    }

    /// Returns `text` as one segment of a path; letters, digits and `-._~` are not encoded (RFC 3986, §2.3).
    static func segment(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the decoded text; nil without `%XX`, with any other `%`, or for bytes that are not UTF-8.
    static func decoded(_ text: String) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
        let bytes = Array(text.utf8)
        var decoded: [UInt8] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%") else {
                decoded.append(bytes[index])
                index += 1
                continue
            }
            guard index + 2 < bytes.count, bytes[index + 1] != UInt8(ascii: "+"), bytes[index + 1] != UInt8(ascii: "-"),
                let byte = UInt8(String(decoding: bytes[index + 1...index + 2], as: UTF8.self), radix: 16)
            else { return nil }
            decoded.append(byte)
            index += 3
        }
        return String(validating: decoded, as: UTF8.self)
    }

    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(byte)
        }
    }
}
