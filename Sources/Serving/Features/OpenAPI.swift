internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

extension Endpoint {
    static let api = Endpoint(
        path: ["api"], title: Words(en: "The description of the service in OpenAPI 3.0", ko: "OpenAPI 3.0으로 적은 서비스 설명"),
        mediaTypes: [MediaType.openAPI.rawValue]
    ) { context in try context.json(try OpenAPI(context).document, .openAPI) }
}

/// The description of the service in OpenAPI 3.0.3. It comes from the declarations of the endpoints and from what the
/// catalog has: the collections, feeds, kinds and districts that requests can name.
struct OpenAPI {
    let context: RequestContext
    let sets: [FeatureSet]
    /// The words that a parameter can have in this catalog.
    let choices: [String: [String]]

    init(_ context: RequestContext) throws {
        self.context = context
        sets = try context.featureSets()
        choices = [
            "kind": try context.catalog.placeWords().kinds.map(\.rawValue),
            "feed": try context.catalog.lastGoodRuns().map(\.feed), "district": try context.catalog.districts(),
        ]
    }

    var document: JSONValue {
        .object([
            .init("openapi", .string("3.0.3")),
            .init(
                "info",
                .object([
                    .init("title", .string("geocli")), .init("version", .string(context.settings.version)),
                    .init("description", text(about)),
                ])), .init("servers", .array([.object([.init("url", .string(context.request.base))])])),
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
        return context.serviceAbout.followed(
            by: Words(en: "addresses that are not described here: \(names)", ko: "여기에 적지 않은 주소: \(names)"))
    }

    func text(_ words: Words) -> JSONValue { .string(words.text(context.request.language)) }

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

extension OpenAPI {
    func parameter(_ shape: Parameter) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(shape.name)), .init("in", .string("query")), .init("description", text(about(shape))),
            .init("required", .bool(shape.isRequired)),
        ]
        if shape.several != nil || Self.isSequence(shape.value) {
            members += [.init("style", .string("form")), .init("explode", .bool(false))]
        }
        if case .flag = shape.value { members.append(.init("allowEmptyValue", .bool(true))) }
        let value = schema(shape)
        let schema: [JSONValue.Member] =
            shape.several != nil
            ? [.init("type", .string("array")), .init("items", .object(value)), .init("minItems", .number("1"))] : value
        return .object(members + [.init("schema", .object(schema))])
    }

    private func about(_ parameter: Parameter) -> Words {
        let about = parameter.about.forClients
        guard parameter.several == .all else { return about }
        return Words(en: "\(about.en) Of several values, a place needs all.", ko: "\(about.ko). 여러 값을 쓰면 모두 맞는 장소만")
    }

    func pathParameter(_ name: String, ofParts partCount: Int, _ set: FeatureSet?) -> JSONValue {
        // A place is shown by its number, or by the two parts of its reference.
        let isNumber = set.map { $0.content != .districts } ?? (name == "id" && partCount == 2)
        return .object([
            .init("name", .string(name)), .init("in", .string("path")), .init("required", .bool(true)),
            .init(
                "schema",
                .object(
                    isNumber
                        ? Self.type("integer", ("minimum", "1"))
                        : Self.type("string") + [.init("pattern", .string(Self.partPattern))])),
        ])
    }

    private static func isSequence(_ value: Parameter.Value) -> Bool {
        switch value {
        case .box, .boxWithHeights: true
        default: false
        }
    }

    private func schema(_ shape: Parameter) -> [JSONValue.Member] {
        switch shape.servedValue {
        case .text:
            if let words = choices[shape.name], !words.isEmpty { return Self.words(words) }
            return Self.type("string") + [.init("minLength", .number("1")), Self.pattern(of: shape.name)]
        case .flag: return Self.words(["true", "false", "1", "0", ""])
        case .integer(let range):
            let least = Self.type("integer", ("minimum", "\(range.lowerBound)"))
            // The description states no maximum if greater numbers are read as the maximum, or if numbers are not
            // limited.
            let isOpen = shape.isClamped || range.upperBound == .max
            return least + (isOpen ? [] : [.init("maximum", .number("\(range.upperBound)"))])
        case .number(let range):
            return Self.type("number", ("minimum", "\(range.lowerBound)"), ("maximum", "\(range.upperBound)"))
        case .word(let words): return Self.words(words)
        case .box: return Self.numbers(4...4)
        case .boxWithHeights:
            let counts = [4, 6].map { JSONValue.object(Array(Self.numbers($0...$0).suffix(2))) }
            return Self.numbers(4...6).prefix(2) + [.init("oneOf", .array(counts))]
        case .interval:
            return Self.type("string") + [
                .init("pattern", .string(Self.intervalPattern)), .init("example", .string("2026-01-01/..")),
            ]
        case .key: return Self.type("string") + [.init("pattern", .string("^[0-9a-f]{10,}$"))]
        }
    }

    static func type(_ name: String, _ more: (String, String)...) -> [JSONValue.Member] {
        [.init("type", .string(name))] + more.map { .init($0.0, .number($0.1)) }
    }

    private static func words(_ words: [String]) -> [JSONValue.Member] {
        type("string") + [.init("enum", .array(words.map(JSONValue.string)))]
    }

    private static func numbers(_ count: ClosedRange<Int>) -> [JSONValue.Member] {
        [
            .init("type", .string("array")), .init("items", .object(type("number"))),
            .init("minItems", .number("\(count.lowerBound)")), .init("maxItems", .number("\(count.upperBound)")),
        ]
    }

    /// The patterns of values that are not free text.
    private static let patterns = [
        "within": "^[0-9]{1,5}(\\.[0-9]{1,3})?(m|km)$", "icon": "^[1-9][0-9]?x[1-9][0-9]?$",
        "anchor": "^(0|1|0\\.[0-9]{1,3}),(0|1|0\\.[0-9]{1,3})$",
    ]

    /// A day or a time, or an interval with one end. The end must not be before the beginning, which a pattern can't
    /// say, so intervals with two ends are left out. Months end with the 28th, so that every text
    /// with this form is a date.
    private static let intervalPattern: String = {
        let moment =
            "(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z)?"
        return "^(\(moment)|\(moment)/\\.\\.|\\.\\./\(moment))$"
    }()

    /// A text with a letter or a digit. A blank text is refused, and so is a NUL.
    private static let textPattern = "^[^\\u0000]*[0-9A-Za-z가-힣][^\\u0000]*$"

    /// A part of a path: no control character, no slash, and neither `.` nor `..`.
    private static let partPattern = "^(?!\\.{1,2}$)[^\\u0000-\\u001f/]+$"

    private static func pattern(of name: String) -> JSONValue.Member {
        .init("pattern", .string(patterns[name] ?? textPattern))
    }

    /// The parameters of OGC API – Features at the place where its clients look for them: QGIS reads the maximum size
    /// of a page here. `limit` has a maximum here, although the service accepts a greater number and reads it as the
    /// maximum.
    static let componentParameters: [JSONValue.Member] = [
        .init(
            "limit",
            .object([
                .init("name", .string("limit")), .init("in", .string("query")), .init("required", .bool(false)),
                .init("style", .string("form")), .init("explode", .bool(false)),
                .init(
                    "schema",
                    .object(
                        type(
                            "integer", ("minimum", "1"), ("maximum", "\(FeatureSet.maximumLimit)"),
                            ("default", "\(FeatureSet.usualLimit)")))),
            ]))
    ]
}
