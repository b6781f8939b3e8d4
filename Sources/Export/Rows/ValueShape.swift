package import GeocliText

/// The form of a value in JSON. Programs can rely on it.
package indirect enum ValueShape: Sendable, Equatable {
    case text
    case integer
    case number
    case flag
    /// A day in the form `YYYY-MM-DD`.
    case date
    /// A time in the format of RFC 3339.
    case moment
    /// An address in the format of RFC 3986.
    case link
    case codes([String])
    /// A word with which a declaration names a kind of place: lowercase letters, digits and hyphens.
    case kind
    /// A whole number or a text: the id of a point in a file.
    case integerOrText
    /// West, south, east and north in degrees.
    case box
    case list(of: ValueShape)
    case object([ShapeMember])
    /// An object whose members are numbers and texts, with any names.
    case values
    case anyObject
    /// An object whose members are counts, with these names; nil for any names.
    case counts(names: [String]?)

    /// The members of the value's JSON Schema; `orNull` also accepts null.
    func schema(orNull: Bool) -> [JSONValue.Member] {
        var members = keywords
        guard orNull else { return members }
        for (position, member) in members.enumerated() {
            switch (member.name, member.value) {
            case ("type", .string(let type)):
                members[position] = .init("type", .array([.string(type), .string("null")]))
            case ("type", .array(let types)): members[position] = .init("type", .array(types + [.string("null")]))
            case ("enum", .array(let codes)): members[position] = .init("enum", .array(codes + [.null]))
            default: break
            }
        }
        return members
    }

    /// Returns whether a value from elsewhere has this form. A text may have any content, and each number is finite.
    fileprivate func accepts(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.integer, .number(let text)): Int64(text) != nil
        case (.number, .number), (.integerOrText, .string): value.isFinite
        case (.integerOrText, .number(let text)): Int64(text) != nil
        case (.flag, .bool), (.text, .string), (.date, .string), (.moment, .string), (.link, .string),
            (.codes, .string), (.kind, .string):
            true
        case (.box, .array(let edges)): edges.count == 4 && edges.allSatisfy { $0.doubleValue != nil }
        case (.list(let shape), .array(let items)): items.allSatisfy(shape.accepts)
        case (.object(let members), .object(let values)):
            values.allSatisfy { value in
                members.first { $0.key == value.name }?.accepts(value.value) ?? value.value.isFinite
            }
        case (.values, .object), (.anyObject, .object), (.counts, .object): value.isFinite
        default: false
        }
    }

    private var keywords: [JSONValue.Member] {
        func type(_ name: String, _ more: JSONValue.Member...) -> [JSONValue.Member] {
            [.init("type", .string(name))] + more
        }
        switch self {
        case .text: return type("string")
        case .integer: return type("integer")
        case .number: return type("number")
        case .flag: return type("boolean")
        case .date: return type("string", .init("format", .string("date")))
        case .moment: return type("string", .init("format", .string("date-time")))
        case .link: return type("string", .init("format", .string("uri")))
        case .codes(let codes): return type("string", .init("enum", .array(codes.map(JSONValue.string))))
        case .kind: return type("string", .init("pattern", .string("^[a-z0-9-]{1,32}$")))
        case .integerOrText: return [.init("type", .array([.string("integer"), .string("string")]))]
        case .box:
            let four = JSONValue.number("4")
            return type(
                "array", .init("items", .object(ValueShape.number.keywords)), .init("minItems", four),
                .init("maxItems", four))
        case .list(let shape): return type("array", .init("items", .object(shape.keywords)))
        case .object(let members): return ShapeMember.schema(members)
        case .values:
            return type(
                "object",
                .init(
                    "additionalProperties",
                    .object([.init("type", .array([.string("number"), .string("string")]))])))
        case .anyObject: return type("object")
        case .counts(let names):
            let number = JSONValue.object([.init("type", .string("integer")), .init("minimum", .number("0"))])
            guard let names else { return type("object", .init("additionalProperties", number)) }
            return type(
                "object", .init("properties", .object(names.map { .init($0, number) })),
                .init("additionalProperties", .bool(false)))
        }
    }
}

/// A member of an object: a column without the closure that reads its value.
package struct ShapeMember: Sendable, Equatable {
    package let key: String
    /// The form of its values in JSON.
    package let shape: ValueShape
    package let isOptional: Bool
    /// The meaning of the member in one English sentence.
    package let about: String
    /// Whether every object has the member.
    package var isRequired: Bool

    package init(
        _ key: String, _ shape: ValueShape, _ about: String, orNull isOptional: Bool = false, isRequired: Bool = true
    ) {
        self.key = key
        self.shape = shape
        self.isOptional = isOptional
        self.about = about
        self.isRequired = isRequired
    }

    /// Returns whether an object from elsewhere may have this value for the member.
    package func accepts(_ value: JSONValue) -> Bool { value == .null ? isOptional : shape.accepts(value) }

    /// Returns whether a cell of CSV or TSV from elsewhere may have this text for the member.
    package func accepts(cell: String) -> Bool {
        if cell.isEmpty { return true }
        return switch shape {
        case .integer: Int64(cell) != nil
        case .number: DecimalText.number(cell) != nil
        case .flag: cell == "true" || cell == "false"
        default: true
        }
    }

    /// Returns the keywords for an object that has these members and no others.
    static func schema(_ members: [ShapeMember]) -> [JSONValue.Member] {
        [
            .init("type", .string("object")),
            .init(
                "properties",
                .object(
                    members.map { member in
                        let about = JSONValue.Member("description", .string(member.about))
                        return .init(member.key, .object([about] + member.shape.schema(orNull: member.isOptional)))
                    })),
            .init("required", .array(members.filter(\.isRequired).map { .string($0.key) })),
            .init("additionalProperties", .bool(false)),
        ]
    }
}
