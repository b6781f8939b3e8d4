internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

extension Endpoint {
    static let api = Endpoint(
        path: ["api"], title: Words(en: "The description of the service in OpenAPI 3.0", ko: "OpenAPI 3.0으로 적은 서비스 설명"),
        mediaTypes: [MediaType.openAPI.rawValue]
    ) { asked in try asked.json(try OpenAPI(asked).document, .openAPI) }
}

/// The description of the service in OpenAPI 3.0.3. It comes from the declarations of the endpoints and from what the
/// catalog has: the collections, feeds, kinds and districts that requests can name.
struct OpenAPI {
    let asked: Asked
    let sets: [FeatureSet]
    /// The words that a parameter can have in this catalog.
    let choices: [String: [String]]

    init(_ asked: Asked) throws {
        self.asked = asked
        sets = try asked.featureSets()
        choices = [
            "kind": try asked.catalog.placeWords().kinds.map(\.rawValue),
            "feed": try asked.catalog.lastGoodRuns().map(\.feed), "district": try asked.catalog.districts(),
        ]
    }

    var document: JSONValue {
        .object([
            .init("openapi", .string("3.0.3")),
            .init(
                "info",
                .object([
                    .init("title", .string("geocli")), .init("version", .string(asked.settings.version)),
                    .init("description", text(about)),
                ])), .init("servers", .array([.object([.init("url", .string(asked.request.base))])])),
            .init("paths", .object(Endpoint.all.filter(\.isDescribed).flatMap(paths))),
            .init(
                "components",
                .object([
                    .init("parameters", .object(Self.componentParameters)), .init("schemas", .object(schemas)),
                    .init("responses", .object([.init("problem", problem)])),
                ])),
        ])
    }

    /// A description of the service, with the addresses that are not described below.
    private var about: Words {
        let others = Endpoint.all.filter { !$0.isDescribed }.map { "/" + $0.path.joined(separator: "/") }
        let names = others.joined(separator: ", ")
        return asked.serviceAbout.followed(
            by: Words(en: "addresses that are not described here: \(names)", ko: "여기에 적지 않은 주소: \(names)"))
    }

    func text(_ words: Words) -> JSONValue { .string(words.text(asked.request.language)) }

    // MARK: Paths

    /// Returns the paths of an endpoint. An endpoint with a collection in its path has one path for each collection,
    /// because each collection has its own parameters and properties.
    private func paths(_ endpoint: Endpoint) -> [JSONValue.Member] {
        guard endpoint.path.contains("{collection}") else { return [path(endpoint, endpoint.path, nil)] }
        return sets.map { set in
            let parts = endpoint.path.map { $0 == "{collection}" ? PercentCoding.encoded(set.id) : $0 }
            return path(endpoint, parts, set)
        }
    }

    private func path(_ endpoint: Endpoint, _ parts: [String], _ set: FeatureSet?) -> JSONValue.Member {
        let isItems = endpoint.path.last == "items"
        let shapes = isItems ? set?.parameters ?? [] : endpoint.parameters
        let inPath = parts.filter { $0.hasPrefix("{") }.map {
            pathParameter(String($0.dropFirst().dropLast()), ofParts: parts.count, set)
        }
        let name = ([parts.isEmpty ? "landing" : ""] + parts).joined(separator: ".")
        let operation: [JSONValue.Member] = [
            .init("summary", text(endpoint.title)),
            .init("operationId", .string(String(name.filter { $0 != "{" && $0 != "}" }.trimmingPrefix(".")))),
            .init("tags", .array([.string(set == nil ? parts.first ?? "features" : "features")])),
            .init("parameters", .array(inPath + shapes.map(parameter))),
            .init("responses", .object(responses(endpoint, set))),
        ]
        return .init("/" + parts.joined(separator: "/"), .object([.init("get", .object(operation))]))
    }

    // MARK: Responses

    private func responses(_ endpoint: Endpoint, _ set: FeatureSet?) -> [JSONValue.Member] {
        var responses: [JSONValue.Member] = [
            .init(
                "200",
                .object([
                    .init("description", text(endpoint.title)), .init("content", .object(content(endpoint, set))),
                ]))
        ]
        if endpoint.isCached {
            let about = Words(en: "The client already has this answer", ko: "클라이언트에 이미 있는 응답")
            responses.append(.init("304", .object([.init("description", text(about))])))
        }
        let reference = JSONValue.object([.init("$ref", .string("#/components/responses/problem"))])
        let codes = ["400", "404"] + (endpoint.readsCatalog ? ["503"] : []) + ["default"]
        return responses + codes.map { .init($0, reference) }
    }

    private func content(_ endpoint: Endpoint, _ set: FeatureSet?) -> [JSONValue.Member] {
        let hasFormat = endpoint.parameters.contains { $0.name == "format" }
        let usual = hasFormat ? ListingFormat.served.map(\.mediaType) : [MediaType.json.rawValue]
        return (endpoint.mediaTypes.isEmpty ? usual : endpoint.mediaTypes).map { type in
            .init(type, .object([.init("schema", schema(type, endpoint, set))]))
        }
    }

    private func schema(_ type: String, _ endpoint: Endpoint, _ set: FeatureSet?) -> JSONValue {
        guard type.hasSuffix("json") else {
            return .object(
                type == MediaType.openAPI.rawValue
                    ? [.init("type", .string("object"))] : [.init("type", .string("string"))])
        }
        if let set, let schema = endpoint.schema, ["feature", "featureCollection"].contains(schema) {
            return reference("\(schema).\(Self.schemaName(set))")
        }
        if let schema = endpoint.schema { return reference(schema) }
        if type == MediaType.geoJSON.rawValue { return reference("geoJSON") }
        guard type == MediaType.json.rawValue, endpoint.parameters.contains(where: { $0.name == "format" }) else {
            return .object(type == MediaType.json.rawValue ? [] : [.init("type", .string("string"))])
        }
        let row = JSONValue.object([.init("type", .string("object"))])
        // Only lists have a limit.
        guard endpoint.parameters.contains(where: { $0.name == "limit" }) else { return row }
        return .object([.init("type", .string("array")), .init("items", row)])
    }

    func reference(_ schema: String) -> JSONValue {
        .object([.init("$ref", .string("#/components/schemas/\(schema)"))])
    }

    private var problem: JSONValue {
        let content = JSONValue.object([.init("schema", reference("problem"))])
        return .object([
            .init(
                "description", text(Words(en: "What is wrong, and what to send instead", ko: "무엇이 잘못되었고 어떻게 고치면 되는지"))),
            .init("content", .object([.init("application/problem+json", content)])),
        ])
    }
}
