internal import GeocliAsking
internal import GeocliText

/// The tag of an answer. The same request gets the same tag as long as the catalog, the program and its settings stay
/// the same. The tag is known before any row is read.
struct EntityTag {
    /// The value of the ETag header, with its quotes.
    let text: String

    /// - Parameters:
    ///   - state: the state of the catalog.
    ///   - answerKey: `ServiceSettings.answerKey`.
    init(_ request: Request, state: String, answerKey: String) {
        var hash = SHA256()
        // Parameters are sorted by name, because their order changes no answer. Values of the same name keep their
        // order.
        let query = request.parameters.items.enumerated().sorted { ($0.1.name, $0.0) < ($1.1.name, $1.0) }.map(\.1)
        let parts =
            [
                state, answerKey, request.base, request.language.rawValue, request.acceptsGzip ? "gzip" : "",
                request.path.isEmpty && request.prefersPage ? "page" : "",
            ]
            + request.path + ["?"] + query.flatMap { [$0.name, $0.value] }
        for part in parts { hash.update(Array((part + "\u{0}").utf8)) }
        text = "\"\(hash.hexDigest().prefix(32))\""
    }

    /// Returns whether the If-None-Match header names this tag. `*` matches only an answer that exists, and the service
    /// does not know yet whether the answer exists. So `*` is ignored.
    ///
    /// - Source: RFC 9110, §13.1.2.
    func matches(_ header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { item in
            let tag = String(item).trimmingBlanks()
            return tag == text || tag == "W/" + text
        }
    }

    private var headers: [Header] {
        [
            Header("ETag", text), Header("Cache-Control", "no-cache"),
            Header("Vary", "Accept-Encoding, Accept-Language"),
        ]
    }

    func add(to response: inout Response) { response.headers += headers }

    /// The response for a client that has the answer already.
    var notModified: Response { Response(304, headers) }
}

extension Response {
    /// The smallest body that is worth compressing, in bytes.
    private static let packedFrom = 1024

    /// Returns the response, compressed with gzip if the client accepts gzip and the body is large enough.
    func packed(for request: Request) -> Response {
        guard request.acceptsGzip, case .bytes(let bytes) = body, bytes.count >= Self.packedFrom else { return self }
        var response = self
        response.body = .bytes(Gzip.packed(bytes))
        response.headers.append(Header("Content-Encoding", "gzip"))
        return response
    }
}
