internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

extension OpenAPI {
    var schemas: [JSONValue.Member] {
        let properties: [(String, JSONValue)] = [
            ("place", Self.properties(RowShape("place", ListingSchema<CatalogEntry>.places))),
            ("district", Self.properties(RowShape("district", ListingSchema.outlines))),
            ("landmark", Self.properties(RowShape("landmark", ListingSchema.landmarks))),
            (
                "issue",
                Self.properties(
                    RowShape("issue", ListingSchema.issues(hasDistance: false, context.request.language)))
            ),
        ]
        let features = properties.flatMap { name, properties -> [JSONValue.Member] in
            [
                .init("feature.\(name)", feature(properties, ofID: name == "district" ? "string" : "integer")),
                .init("featureCollection.\(name)", collection(of: reference("feature.\(name)"))),
            ]
        }
        return Self.documents(reference) + features
    }

    static func schemaName(_ set: FeatureSet) -> String {
        switch set.content {
        case .places, .feed: "place"
        case .districts: "district"
        case .landmarks: "landmark"
        case .issues: "issue"
        }
    }

    // MARK: Features

    private func feature(_ properties: JSONValue, ofID type: String) -> JSONValue {
        Self.object([
            ("type", Self.word("Feature"), true), ("id", .object(Self.type(type)), true),
            ("geometry", Self.nullable(reference("geometry")), true), ("properties", properties, true),
            ("links", Self.list(reference("link")), false),
        ])
    }

    private func collection(of feature: JSONValue) -> JSONValue {
        Self.object([
            ("type", Self.word("FeatureCollection"), true), ("features", Self.list(feature), true),
            ("links", Self.list(reference("link")), true),
            ("numberReturned", .object(Self.type("integer", ("minimum", "0"))), true),
            ("numberMatched", .object(Self.type("integer", ("minimum", "0"))), false),
            ("state", .object(Self.type("string")), true),
        ])
    }

    /// Returns the schema of properties: the columns of the listing without those that a Feature has elsewhere.
    private static func properties(_ shape: RowShape) -> JSONValue {
        converted(RowShape.document(shape.title, about: "", of: [shape.without(GeoJSONRows.elsewhere)]))
    }

    /// Returns a JSON Schema as OpenAPI 3.0 writes it: without types in lists, and with `nullable` for null.
    private static func converted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let values): return .array(values.map(converted))
        case .object(let members):
            return .object(
                members.flatMap { member -> [JSONValue.Member] in
                    switch (member.name, member.value) {
                    case ("$schema", _), ("title", .string), ("description", .string("")): return []
                    case ("type", .array(let types)):
                        let known = types.filter { $0 != .string("null") }
                        let isNullable = known.count < types.count
                        return (known.count == 1 ? [.init("type", known[0])] : [])
                            + (isNullable ? [.init("nullable", .bool(true))] : [])
                    default: return [.init(member.name, converted(member.value))]
                    }
                })
        default: return value
        }
    }

    // MARK: Documents

    private static func documents(_ reference: (String) -> JSONValue) -> [JSONValue.Member] {
        let text = JSONValue.object(type("string"))
        let links = ("links", list(reference("link")), true)
        let numbers = JSONValue.object([
            .init("type", .string("array")), .init("items", .object([])),
        ])
        return [
            .init(
                "link",
                object([("href", text, true), ("rel", text, true), ("type", text, true), ("title", text, false)])),
            .init(
                "problem",
                object([
                    ("type", text, true), ("title", text, true), ("status", .object(type("integer")), true),
                    ("detail", text, true), ("parameter", text, false),
                ])), .init("landingPage", object([("title", text, true), ("description", text, true), links])),
            .init("conformance", object([("conformsTo", list(text), true)])),
            .init("collections", object([links, ("collections", list(reference("collection")), true)])),
            .init(
                "collection",
                object([
                    ("id", text, true), ("title", text, true), ("description", text, true), links,
                    ("itemType", word("feature"), true), ("crs", list(text), true),
                    ("extent", .object(type("object")), false),
                ])),
            .init(
                "geometry",
                object([("type", words(["Point", "MultiPolygon"]), true), ("coordinates", numbers, true)])),
            .init(
                "geoJSON",
                .object(
                    type("object") + [
                        .init("required", .array([.string("type")])),
                        .init("properties", .object([.init("type", words(["Feature", "FeatureCollection"]))])),
                    ])),
        ]
    }

    private static func object(_ members: [(name: String, schema: JSONValue, isRequired: Bool)]) -> JSONValue {
        .object(
            type("object") + [
                .init("required", .array(members.filter(\.isRequired).map { .string($0.name) })),
                .init("properties", .object(members.map { .init($0.name, $0.schema) })),
            ])
    }

    private static func list(_ items: JSONValue) -> JSONValue {
        .object(type("array") + [.init("items", items)])
    }

    private static func word(_ word: String) -> JSONValue { words([word]) }

    private static func words(_ words: [String]) -> JSONValue {
        .object(type("string") + [.init("enum", .array(words.map(JSONValue.string)))])
    }

    private static func nullable(_ reference: JSONValue) -> JSONValue {
        .object([.init("nullable", .bool(true)), .init("allOf", .array([reference]))])
    }
}
