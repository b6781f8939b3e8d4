internal import GeocliAsking
internal import GeocliText

/// The address at which clients find the service if a proxy answers for it.
struct PublicURL {
    /// The address without a slash at its end.
    let text: String
    let host: String

    /// - Throws: `UsageError` for anything but a web address without a query.
    init(_ text: String) throws {
        let scheme = ["https://", "http://"].first(where: text.lowercased().hasPrefix)
        let rest = text.dropFirst(scheme?.count ?? 0)
        let authority = rest.prefix { $0 != "/" }
        let isHost = authority.utf8.allSatisfy {
            0x61...0x7A ~= $0 | 0x20 || 0x30...0x39 ~= $0 || ".-:[]".utf8.contains($0)
        }
        guard scheme != nil, !authority.isEmpty, isHost, !rest.contains(where: { "?#\" <>\\".contains($0) }) else {
            let shown = DisplayText.singleLine(text)
            throw UsageError(
                en: "--public-url \"\(shown)\": write a web address such as https://places.example.org",
                ko: "--public-url \"\(shown)\": https://places.example.org 같은 주소를 쓰세요")
        }
        self.text = text.hasSuffix("/") ? String(text.dropLast()) : text
        host = authority.hasPrefix("[") ? String(authority) : String(authority.prefix { $0 != ":" }).lowercased()
    }
}
