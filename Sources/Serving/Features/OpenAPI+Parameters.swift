internal import GeocliAsking
internal import GeocliText

extension OpenAPI {
    /// Returns the description of a parameter of the query.
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
