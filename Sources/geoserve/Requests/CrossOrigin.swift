internal import NIOHTTP1

/// Which pages of other sites may read answers (CORS). Without the option, no page may.
///
/// - Source: https://fetch.spec.whatwg.org/#http-cors-protocol
struct CrossOrigin: Sendable {
    /// The origins, such as `https://example.org`; `*` for any.
    let origins: Set<String>

    /// The headers that a page may read in addition to those that CORS always allows.
    private static let exposed =
        "ETag, Link, Retry-After, Catalog-State, Geocli-Rows, Geocli-Without-Point, Geocli-Note, X-Total-Count, Last-Event-ID"

    /// Adds the headers that tell a browser who may read the answer.
    func add(to headers: inout HTTPHeaders, for request: HTTPRequestHead?) {
        guard !origins.isEmpty else { return }
        let isForAll = origins.contains("*")
        // A cache must not give the answer for one origin to another.
        if !isForAll { headers.add(name: "Vary", value: "Origin") }
        guard let origin = request?.headers.first(name: "origin"), isForAll || origins.contains(origin) else { return }
        headers.add(name: "Access-Control-Allow-Origin", value: isForAll ? "*" : origin)
        headers.add(name: "Access-Control-Expose-Headers", value: Self.exposed)
        guard let request, request.method == .OPTIONS, request.headers.contains(name: "access-control-request-method")
        else { return }
        headers.add(name: "Access-Control-Allow-Methods", value: "GET, HEAD, OPTIONS")
        headers.add(name: "Access-Control-Allow-Headers", value: "If-None-Match, Last-Event-ID, Cache-Control")
        headers.add(name: "Access-Control-Max-Age", value: "600")
    }
}
