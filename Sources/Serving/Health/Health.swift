internal import GeocliText

extension Endpoint {
    /// The addresses that say how the service is.
    static let health: [Endpoint] = [
        Endpoint(
            path: ["healthz"], title: Words(en: "Whether the service runs", ko: "서비스 실행 여부"), isCached: false,
            readsCatalog: false, mediaTypes: ["text/plain; charset=utf-8"]
        ) { _ in Response(200, "text/plain; charset=utf-8", Array("ok\n".utf8)) }
    ]
}
