internal import NIOCore
internal import NIOHTTP1

/// Which values of the Host header are accepted. A page of another site can make a browser send requests here (DNS
/// rebinding), but the header then has that site's name.
struct HostCheck: Sendable {
    let names: Set<String>

    func admits(_ host: String) -> Bool {
        var name = host.lowercased()
        if name.hasPrefix("[") {
            guard let end = name.firstIndex(of: "]") else { return false }
            let rest = name[end...].dropFirst()
            guard rest.isEmpty || Self.isPort(rest) else { return false }
            return Self.isAddress(String(name[..<end].dropFirst()))
        }
        if let colon = name.firstIndex(of: ":") {
            guard Self.isPort(name[colon...]) else { return false }
            name = String(name[..<colon])
        }
        return name == "localhost" || names.contains(name) || Self.isAddress(name)
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.count <= 6 && text.dropFirst().utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    private static func isAddress(_ text: String) -> Bool { (try? SocketAddress(ipAddress: text, port: 0)) != nil }
}

/// Which pages of other sites may read answers (CORS) or show them in a frame. Without the options, no page may.
/// - Source: https://fetch.spec.whatwg.org/#http-cors-protocol; W3C Content Security Policy Level 3, §6.4.2.
struct CrossOrigin: Sendable {
    /// The origins that may read, such as `https://example.org`; `*` for any.
    let origins: Set<String>
    private let hasNoFrames: Bool
    private let frameRule: String

    init(origins: Set<String>, embedders: [String]) {
        self.origins = origins
        hasNoFrames = embedders.isEmpty
        frameRule = "; frame-ancestors " + (["'self'"] + embedders).joined(separator: " ")
    }

    /// The headers that a page may read in addition to those that CORS always allows.
    private static let exposed =
        "ETag, Link, Retry-After, Catalog-State, Geocli-Rows, Geocli-Without-Point, Geocli-Note, X-Total-Count, Last-Event-ID"

    /// Adds the headers that tell a browser which pages may show the answer in a frame. An answer that is not a page
    /// for people also gets a policy that lets it load nothing.
    func addFrameRule(to headers: inout HTTPHeaders) {
        let policy = headers.first(name: "Content-Security-Policy") ?? "default-src 'none'"
        headers.replaceOrAdd(name: "Content-Security-Policy", value: policy + frameRule)
        // For browsers that don't know the rule. The header can't name other origins.
        if hasNoFrames { headers.add(name: "X-Frame-Options", value: "SAMEORIGIN") }
    }

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
