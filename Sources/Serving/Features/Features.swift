internal import GeocliAsking
internal import GeocliText

extension Endpoint {
    /// The endpoints of OGC API – Features 1.0, Core.
    static let features: [Endpoint] = [landing, conformance, api, collections, collection, items, item]

    private static let collections = Endpoint(
        path: ["collections"], title: Words(en: "The collections of features", ko: "피처 컬렉션 목록"),
        schema: "collections"
    ) { asked in
        let documents = try asked.featureSets().map { try asked.document(of: $0) }
        return try asked.json(
            .object([
                .init("links", .array([asked.link("self", "/collections", .json)].map(\.json))),
                .init("collections", .array(documents)),
            ]))
    }

    private static let collection = Endpoint(
        path: ["collections", "{collection}"], title: Words(en: "One collection", ko: "컬렉션 하나"), schema: "collection"
    ) { asked in try asked.json(try asked.document(of: try asked.featureSet())) }

    private static let items = Endpoint(
        path: ["collections", "{collection}", "items"],
        title: Words(en: "The features of a collection, ordered by id, in pages", ko: "컬렉션의 피처(번호순, 페이지로 나눔)"),
        parameters: FeatureSet.allParameters, checksParameters: true, mediaTypes: [MediaType.geoJSON.rawValue],
        schema: "featureCollection"
    ) { asked in
        let set = try asked.featureSet()
        try asked.parameters.check(areAmong: set.parameters)
        return try asked.items(of: set)
    }

    private static let item = Endpoint(
        path: ["collections", "{collection}", "items", "{id}"], title: Words(en: "One feature", ko: "피처 하나"),
        mediaTypes: [MediaType.geoJSON.rawValue], schema: "feature"
    ) { asked in try asked.item(asked.request.path[3], of: try asked.featureSet()) }
}

/// The media types of the features and of the documents that describe them.
enum MediaType: String {
    case json = "application/json"
    case geoJSON = "application/geo+json"
    case openAPI = "application/vnd.oai.openapi+json;version=3.0"
    case html = "text/html"
}

extension Asked {
    /// Returns a response with a document.
    func json(_ value: JSONValue, _ type: MediaType = .json) throws -> Response {
        var json = JSONWriter()
        json.value(value)
        json.newline()
        return Response(200, type.rawValue, json.bytes)
    }

    /// Returns a link to a path of this service.
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
