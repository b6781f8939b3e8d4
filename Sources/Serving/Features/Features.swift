internal import GeocliAsking
internal import GeocliText

extension Endpoint {
    /// The endpoints of OGC API – Features 1.0, Core.
    static let features: [Endpoint] = [landing, conformance, api, collections, collection, items, item]

    private static let collections = Endpoint(
        path: ["collections"], title: Words(en: "The collections of features", ko: "피처 컬렉션 목록"),
        schema: "collections"
    ) { context in
        let documents = try context.featureSets().map { try context.document(of: $0) }
        return try context.json(
            .object([
                .init("links", .array([context.link("self", "/collections", .json)].map(\.json))),
                .init("collections", .array(documents)),
            ]))
    }

    private static let collection = Endpoint(
        path: ["collections", "{collection}"], title: Words(en: "One collection", ko: "컬렉션 하나"), schema: "collection"
    ) { context in try context.json(try context.document(of: try context.featureSet())) }

    private static let items = Endpoint(
        path: ["collections", "{collection}", "items"],
        title: Words(en: "The features of a collection, ordered by id, in pages", ko: "컬렉션의 피처(번호순, 페이지로 나눔)"),
        parameters: FeatureSet.allParameters, checksParameters: true, mediaTypes: [MediaType.geoJSON.rawValue],
        schema: "featureCollection"
    ) { context in
        let set = try context.featureSet()
        try context.parameters.check(areAmong: set.parameters)
        return try context.items(of: set)
    }

    private static let item = Endpoint(
        path: ["collections", "{collection}", "items", "{id}"], title: Words(en: "One feature", ko: "피처 하나"),
        mediaTypes: [MediaType.geoJSON.rawValue], schema: "feature"
    ) { context in try context.item(context.request.path[3], of: try context.featureSet()) }
}

extension RequestContext {
    func json(_ value: JSONValue, _ type: MediaType = .json) throws -> Response {
        var json = JSONWriter()
        json.value(value)
        json.newline()
        return Response(200, type.rawValue, json.bytes)
    }

    func link(_ relation: String, _ path: String, _ type: MediaType, _ title: Words? = nil) -> Link {
        Link(relation, request.base + path, type, title?.text(request.language))
    }
}

/// A link of a document (RFC 8288).
struct Link {
    let json: JSONValue

    init(_ relation: String, _ address: String, _ type: MediaType, _ title: String? = nil) {
        var members: [JSONValue.Member] = [
            .init("href", .string(address)), .init("rel", .string(relation)), .init("type", .string(type.rawValue)),
        ]
        if let title { members.append(.init("title", .string(title))) }
        json = .object(members)
    }
}

extension Endpoint {
    static let landing = Endpoint(
        path: [], title: Words(en: "The landing page", ko: "첫 페이지"),
        parameters: [
            Parameter(
                "f", .word(["json", "html"]), en: "The format (default: what the client accepts, else json).",
                ko: "형식 (기본값: 클라이언트가 받는 형식, 없으면 json)")
        ], readsCatalog: false, mediaTypes: [MediaType.json.rawValue, MediaType.html.rawValue], schema: "landingPage"
    ) { context in
        let format = try context.parameters.one("f") ?? (context.request.prefersPage ? "html" : "json")
        guard ["json", "html"].contains(format) else {
            throw Problem.parameter("f", Words(en: "f: write json or html", ko: "f에는 json이나 html을 쓰세요"))
        }
        guard format == "json" else {
            var page = Response.page(context.landingPage(), policy: RequestContext.landingPolicy)
            page.headers.append(Header("Vary", "Accept"))
            return page
        }
        var document = try context.json(
            .object([
                .init("title", .string("geocli")),
                .init("description", .string(context.serviceAbout.text(context.request.language))),
                .init("links", .array(context.landingLinks.map(\.json))),
            ]))
        document.headers.append(Header("Vary", "Accept"))
        return document
    }

    static let conformance = Endpoint(
        path: ["conformance"], title: Words(en: "The standards that the service meets", ko: "서비스가 지키는 표준"),
        readsCatalog: false, schema: "conformance"
    ) { context in
        let classes = ["core", "oas30", "geojson"].map {
            JSONValue.string("http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/\($0)")
        }
        return try context.json(.object([.init("conformsTo", .array(classes))]))
    }
}

extension RequestContext {
    var serviceAbout: Words {
        Words(
            en: "Places from open-data feeds, and their history, in one catalog", ko: "공공데이터 피드의 장소와 그 이력을 담은 카탈로그")
    }

    fileprivate var landingLinks: [Link] {
        [
            link("self", "/", .json, Words(en: "This document", ko: "이 문서")),
            link("alternate", "/?f=html", .html, Words(en: "This document as a web page", ko: "이 문서를 웹 페이지로")),
            link(
                "service-desc", "/api", .openAPI,
                Words(en: "The description of the API in OpenAPI 3.0", ko: "OpenAPI 3.0 형식의 API 설명")),
            link(
                "service-doc", "/?f=html", .html,
                Words(en: "The list of addresses as a web page", ko: "주소 목록을 담은 웹 페이지")),
            link("conformance", "/conformance", .json, Words(en: "The standards that the service meets", ko: "지키는 표준")),
            link("data", "/collections", .json, Words(en: "The collections", ko: "컬렉션 목록")),
        ]
    }

    private static let examples = [
        "/near": "?where=37.5663,126.9779&k=5", "/bbox": "?bbox=126.90,37.54,126.94,37.57&limit=5",
        "/list": "?limit=5", "/search": "?text=책방&limit=5", "/inside": "?area=mapo&limit=5", "/cluster": "?zoom=12",
    ]

    private static let style = """
        :root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
        th,td{padding:.3rem 1rem .3rem 0;vertical-align:top;text-align:left;overflow-wrap:anywhere}
        tr{border-bottom:1px solid #8884}table{border-collapse:collapse}td:first-child{white-space:nowrap}td:last-child{color:#888;font-size:.85rem}
        """

    /// The page may use its own style and nothing else.
    fileprivate static let landingPolicy: String = {
        let hash = SHA256(Array(style.utf8))
        return "default-src 'none'; style-src 'sha256-\(hash.base64Digest())'; base-uri 'none'; form-action 'none'"
    }()

    fileprivate func landingPage() -> [UInt8] {
        let language = request.language
        let rows = Endpoint.all.map { endpoint in
            let path = Self.escaped("/" + endpoint.path.joined(separator: "/"))
            // A path with a part in braces is a pattern, not an address.
            let example = Self.examples[path] ?? ""
            // A stream would never end in a browser's window.
            let isAddress = !path.contains("{") && path != "/events"
            let shown = isAddress ? "<a href=\"\(Self.escaped(path + example))\">\(path)</a>" : path
            let names = endpoint.parameters.map { Self.escaped($0.name) }.joined(separator: ", ")
            return "<tr><td>\(shown)<td>\(Self.escaped(endpoint.title.text(language)))<td>\(names)"
        }
        let heads = [
            Words(en: "Address", ko: "주소"), Words(en: "What it returns", ko: "내용"),
            Words(en: "Parameters", ko: "매개변수"),
        ]
        let page = """
            <!doctype html><html lang="\(language.rawValue)"><meta charset="utf-8"><title>geocli</title>
            <meta name="viewport" content="width=device-width">
            <style>\(Self.style)</style>
            <h1>geocli</h1><p>\(Self.escaped(serviceAbout.text(language)))
            <table><tr>\(heads.map { "<th>\($0.text(language))" }.joined())
            \(rows.joined(separator: "\n"))
            </table></html>

            """
        return Array(page.utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
