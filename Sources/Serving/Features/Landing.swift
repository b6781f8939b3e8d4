internal import GeocliText

extension Endpoint {
    static let landing = Endpoint(
        path: [], title: Words(en: "The landing page", ko: "첫 페이지"),
        parameters: [
            ParameterShape("f", .word(["json", "html"]), en: "The format (default: json).", ko: "형식 (기본값: json)")
        ], readsCatalog: false, mediaTypes: [MediaType.json.rawValue, MediaType.html.rawValue], schema: "landingPage"
    ) { asked in
        let format = try asked.parameters.one("f") ?? "json"
        guard ["json", "html"].contains(format) else {
            throw Problem.parameter("f", Words(en: "f: write json or html", ko: "f에는 json이나 html을 쓰세요"))
        }
        guard format == "json" else {
            return Response(200, "\(MediaType.html.rawValue); charset=utf-8", asked.landingPage())
        }
        return try asked.json(
            .object([
                .init("title", .string("geocli")),
                .init("description", .string(asked.serviceAbout.text(asked.request.language))),
                .init("links", .array(asked.landingLinks.map(\.json))),
            ]))
    }

    static let conformance = Endpoint(
        path: ["conformance"], title: Words(en: "The requirements that the service meets", ko: "서비스가 지키는 표준"),
        readsCatalog: false, schema: "conformance"
    ) { asked in
        let classes = ["core", "oas30", "geojson"].map {
            JSONValue.string("http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/\($0)")
        }
        return try asked.json(.object([.init("conformsTo", .array(classes))]))
    }
}

extension Asked {
    /// What the service is.
    var serviceAbout: Words {
        Words(
            en: "Places of open-data feeds with their history, from one catalog", ko: "공개 데이터 피드의 장소와 그 이력을 담은 카탈로그")
    }

    fileprivate var landingLinks: [Link] {
        [
            link("self", "/", .json, Words(en: "This document", ko: "이 문서")),
            link("alternate", "/?f=html", .html, Words(en: "This document as a page", ko: "이 문서를 웹 페이지로")),
            link(
                "service-desc", "/api", .openAPI, Words(en: "The addresses in OpenAPI 3.0", ko: "OpenAPI 3.0으로 적은 주소")),
            link("service-doc", "/?f=html", .html, Words(en: "The addresses as a page", ko: "주소를 적은 웹 페이지")),
            link("conformance", "/conformance", .json, Words(en: "The standards that it meets", ko: "지키는 표준")),
            link("data", "/collections", .json, Words(en: "The collections", ko: "컬렉션 목록")),
        ]
    }

    /// Returns a page that lists the addresses.
    fileprivate func landingPage() -> [UInt8] {
        let language = request.language
        let rows = Endpoint.all.map { endpoint in
            let path = Self.escaped("/" + endpoint.path.joined(separator: "/"))
            // A path with a part in braces is a pattern, not an address.
            let isAddress = !path.contains("{") && !endpoint.parameters.contains(where: \.isRequired)
            let shown = isAddress ? "<a href=\"\(path)\">\(path)</a>" : path
            let names = endpoint.parameters.map { Self.escaped($0.name) }.joined(separator: ", ")
            return "<tr><td>\(shown)<td>\(Self.escaped(endpoint.title.text(language)))<td>\(names)"
        }
        let page = """
            <!doctype html><html lang="\(language.rawValue)"><meta charset="utf-8"><title>geocli</title>
            <meta name="viewport" content="width=device-width">
            <style>body{font:1rem/1.5 system-ui,sans-serif;margin:2rem}td{padding:.2rem 1rem .2rem 0;vertical-align:top}</style>
            <h1>geocli</h1><p>\(Self.escaped(serviceAbout.text(language)))
            <table>
            \(rows.joined(separator: "\n"))
            </table></html>

            """
        return Array(page.utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
    }
}
