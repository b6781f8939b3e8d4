public import GeocliText

/// The form of a listing's row in JSON, made from the columns of the listing.
public struct RowShape: Sendable, Equatable {
    /// The command line that writes such rows.
    public let title: String
    /// The keys, in order.
    public let members: [ShapeMember]

    /// Makes the shape of a listing's rows.
    ///
    /// - Parameters:
    ///   - schema: the listing with every key that an option can add.
    ///   - required: the keys that every row has; nil for all keys except the links.
    public init<Row>(_ title: String, _ schema: ListingSchema<Row>, required: [String]? = nil) {
        let required = Set(required ?? schema.columns.map(\.key))
        self.title = title
        members = (schema.columns + schema.links).map { column in
            var member = column.member
            member.isRequired = required.contains(column.key)
            return member
        }
    }

    /// Returns the shape without the optional keys and without the keys in `left`, for a format that writes the values
    /// of `left` elsewhere.
    public func without(_ left: [String]) -> RowShape {
        RowShape(title: title, members: members.filter { $0.isRequired && !left.contains($0.key) })
    }

    private init(title: String, members: [ShapeMember]) { (self.title, self.members) = (title, members) }

    /// Returns a JSON Schema document (draft 2020-12) that accepts these rows and no others.
    ///
    /// - Precondition: there is at least one shape.
    public static func document(_ title: String, about: String, of shapes: [RowShape]) -> JSONValue {
        let head: [JSONValue.Member] = [
            .init("$schema", .string("https://json-schema.org/draft/2020-12/schema")), .init("title", .string(title)),
            .init("description", .string(about)),
        ]
        guard shapes.count > 1 else { return .object(head + ShapeMember.schema(shapes[0].members)) }
        let choices = shapes.map { shape in
            JSONValue.object([.init("title", .string(shape.title))] + ShapeMember.schema(shape.members))
        }
        return .object(head + [.init("anyOf", .array(choices))])
    }
}

extension Column {
    /// The column without the closure that reads its value.
    public var member: ShapeMember { ShapeMember(key, shape, about, orNull: isOptional) }
}

extension ListingSchema {
    /// Returns a row as an object, for a command with one result.
    public func object(of row: Row) -> JSONValue {
        .object(columns.map { .init($0.key, $0.value(row).json) })
    }
}

extension OutputValue {
    /// The value as it appears in a JSON document.
    var json: JSONValue {
        switch self {
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .json(let value): return value
        case .list(let texts): return .array(texts.map(JSONValue.string))
        case .box(let edges): return .array(edges.map { OutputValue.degrees($0).json })
        case .lentList: return kept.json
        case .integer, .number, .degrees, .meters:
            var writer = JSONWriter()
            write(to: &writer, forMaps: false)
            return .number(String(decoding: writer.bytes, as: UTF8.self))
        // Every other value is a single text.
        default: return .string(cell)
        }
    }
}
