internal import GeocliText

/// The parts of a link, percent-decoded. No link is ever opened.
///
/// - Source: RFC 3986 §3.
struct WebLink: Sendable {
    /// The scheme, in lower case.
    let scheme: String
    /// The host, in lower case and without user and port; in links to apps, the action.
    let host: String
    /// The segments of the path, without empty segments at its start and end.
    let path: [String]
    /// The parameters of the query and of the fragment, in order.
    let items: [(name: String, value: String)]

    /// Finds a link in a text. If the text begins with a scheme, the whole text is the link. Otherwise, the link is the
    /// first web address in the text, because apps write the name of a place before the link that they share.
    init?(in text: String) {
        if let start = Self.start(in: text) {
            self.init(written: text[start...])
        } else {
            // Browsers leave out the scheme when they show an address.
            let host = text.prefix { !"/?#".contains($0) }
            guard host.contains("."), MapService(host: Self.plainHost(host)) != nil else { return nil }
            self.init(written: "https://\(text)")
        }
    }

    /// Returns where the link starts: at the start of the text if the text starts with a scheme, otherwise at the first
    /// `http://` or `https://`.
    private static func start(in text: String) -> String.Index? {
        let lower = text.lowercased()
        guard lower.utf8.count == text.utf8.count else { return text.hasPrefix("http") ? text.startIndex : nil }
        guard let mark = lower.firstRange(of: "://")?.lowerBound else { return nil }
        let scheme = lower[..<mark]
        if scheme.utf8.allSatisfy({ 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "+-.".utf8.contains($0) }) {
            return text.startIndex
        }
        let start = [lower.firstRange(of: "https://"), lower.firstRange(of: "http://")]
            .compactMap { $0?.lowerBound }.min()
        return start.map {
            text.utf8.index(text.startIndex, offsetBy: lower.utf8.distance(from: lower.startIndex, to: $0))
        }
    }

    /// Creates the parts of a text that starts with a scheme.
    private init?(written: Substring) {
        let isWhole = written.startIndex == written.base.startIndex
        // A link within a text ends at a blank. If the text is only a link, the name of a place in the link may contain
        // blanks.
        let link = isWhole ? written : written.prefix { !$0.isWhitespace && !"<>\"".contains($0) }
        guard let mark = link.firstRange(of: "://") else { return nil }
        scheme = link[..<mark.lowerBound].lowercased()
        let rest = link[mark.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        host = Self.plainHost(authority)
        let afterHost = rest[authority.endIndex...]
        let path = afterHost.prefix { !"?#".contains($0) }
        let more = afterHost[path.endIndex...]
        self.path = path.split(separator: "/").map { Self.decoded($0, plusIsBlank: false) }
        let parts = more.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.first.map { $0.hasPrefix("?") ? $0.dropFirst() : $0 } ?? ""
        items = [query, parts.dropFirst().first ?? ""].flatMap(Self.items)
    }

    private init?(written: String) { self.init(written: written[...]) }

    private static func plainHost(_ authority: Substring) -> String {
        let host = authority.lowercased().split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return String(host.prefix { $0 != ":" })
    }

    private static func items(_ query: Substring) -> [(name: String, value: String)] {
        query.split(separator: "&").map { item in
            let name = item.prefix { $0 != "=" }
            return (
                decoded(name, plusIsBlank: true).lowercased(),
                decoded(item[name.endIndex...].dropFirst(), plusIsBlank: true)
            )
        }
    }

    /// Decodes the escapes once. A percent sign without two hexadecimal digits stays, and bytes that are not UTF-8
    /// become U+FFFD, which no number contains.
    static func decoded(_ text: Substring, plusIsBlank: Bool) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2,
                digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsBlank && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the values of a parameter of the query or the fragment.
    func values(_ name: String) -> [String] { items.filter { $0.name == name }.map(\.value) }
}
