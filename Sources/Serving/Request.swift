package import GeocliAsking
package import GeocliText

/// A request as the transport passes it on. Its form has been checked, and nothing in it is a path of a file.
package struct Request: Sendable {
    /// The methods that the service answers. HEAD is a GET whose body the transport leaves out.
    package enum Method: String, Sendable { case get = "GET", head = "HEAD", options = "OPTIONS" }

    package var method: Method
    /// The parts of the path between slashes, decoded: `/collections/places` has two. Empty for `/`.
    package var path: [String]
    package var parameters: Given
    /// The public address of the service without a slash at its end: `http://127.0.0.1:8080`. Links begin with it.
    package var base: String
    package var language: Language
    package var acceptsGzip: Bool
    /// Whether the client is a person's browser, which accepts HTML pages.
    package var prefersPage: Bool
    package var ifNoneMatch: String?
    package var lastEventID: String?

    /// Reads the target of a request line, `/near?at=37.5,126.9`, and its headers.
    /// - Parameters:
    ///   - header: returns the value of a header by its lower-case name; nil if it is missing.
    ///   - language: the language of a request that names none.
    /// - Throws: `Problem` 400 for a target that isn't a path with a query.
    package init(
        _ method: Method, target: String, base: String, language: Language, header: (String) -> String?
    ) throws(Problem) {
        self.method = method
        self.base = base
        self.language = Self.language(header("accept-language"), or: language)
        acceptsGzip = Self.accepts("gzip", header("accept-encoding"))
        prefersPage = header("accept")?.lowercased().contains("text/html") ?? false
        ifNoneMatch = header("if-none-match")
        lastEventID = header("last-event-id")
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let wrong = PercentCoding.hasBareSign(target) ? Problem.barePercent : .badTarget
        guard let first = parts.first, first.hasPrefix("/") else { throw wrong }
        var path: [String] = []
        for part in first.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let text = PercentCoding.decoded(part, plusIsBlank: false), text != ".", text != "..",
                !text.unicodeScalars.contains(where: { $0.value < 0x20 })
            else { throw wrong }
            path.append(text)
        }
        // A slash at the end changes nothing.
        if path.last == "" { path.removeLast() }
        guard !path.contains("") else { throw wrong }
        self.path = path
        guard let parameters = Given(query: parts.count > 1 ? parts[1] : "") else { throw wrong }
        self.parameters = parameters
    }

    /// Returns whether a header such as `gzip;q=1, br` has `word` with a weight above 0. The weight of `*` counts only
    /// if the word is missing.
    /// - Source: RFC 9110, §12.5.3.
    private static func accepts(_ word: String, _ header: String?) -> Bool {
        let words = weighted(header)
        let own = words.filter { $0.word == word }
        return (own.isEmpty ? words.filter { $0.word == "*" } : own).contains { $0.weight > 0 }
    }

    /// Returns the language with the highest weight in the Accept-Language header.
    package static func language(_ header: String?, or usual: Language) -> Language {
        let known = weighted(header).compactMap { item in
            item.word.split(separator: "-").first.flatMap { Language(rawValue: String($0)) }.map { ($0, item.weight) }
        }
        return known.filter { $0.1 > 0 }.max { $0.1 < $1.1 }?.0 ?? usual
    }

    private static func weighted(_ header: String?) -> [(word: String, weight: Double)] {
        (header ?? "").lowercased().split(separator: ",").prefix(32).map { item in
            let parts = item.split(separator: ";").map { String($0).trimmingBlanks() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { DecimalText.number($0.dropFirst(2)) ?? 0 }
            return (parts.first ?? "", weight ?? 1)
        }
    }
}

extension Given {
    /// Reads the parameters of a query, `a=1&b=2`, and decodes them; nil for a broken escape.
    init?(query: Substring) {
        self.init(.parameter)
        for item in query.split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decoded(parts[0], plusIsBlank: true),
                let value = PercentCoding.decoded(parts.count > 1 ? parts[1] : "", plusIsBlank: true)
            else { return nil }
            add(name, value)
        }
    }
}

/// The coding of texts in web addresses (RFC 3986).
enum PercentCoding {
    /// Returns the decoded text; nil for a broken escape, bytes that are not UTF-8, or a NUL.
    static func decoded(_ text: Substring, plusIsBlank: Bool) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        guard !bytes.contains(0) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns whether a `%` has no two hexadecimal digits after it.
    static func hasBareSign(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst().contains {
            $0.count < 2 || $0.prefix(2).contains { digit($0) == nil }
        }
    }

    /// Returns the text with escapes for all characters that have a meaning in a path or a query.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: ","), UInt8(ascii: ":"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
