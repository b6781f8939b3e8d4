package import GeocliPlaces
internal import GeocliSearch
package import GeocliText

/// The form of a listing's row in JSON, made from the columns of the listing.
package struct RowShape: Sendable, Equatable {
    /// The command line that writes such rows.
    package let title: String
    /// The keys, in order.
    package let members: [ShapeMember]

    /// Makes the shape of a listing's rows. `schema` has every key that an option can add; `required` are the keys that
    /// every row has, nil for all except the links.
    package init<Row>(_ title: String, _ schema: ListingSchema<Row>, required: [String]? = nil) {
        let required = Set(required ?? schema.columns.map(\.key))
        self.title = title
        members = (schema.columns + schema.links).map { column in
            var member = column.member
            member.isRequired = required.contains(column.key)
            return member
        }
    }

    /// Returns the shape without the optional keys and without the keys in `left`, which a format writes elsewhere.
    package func without(_ left: Set<String>) -> RowShape {
        RowShape(title: title, members: members.filter { $0.isRequired && !left.contains($0.key) })
    }

    private init(title: String, members: [ShapeMember]) { (self.title, self.members) = (title, members) }

    /// Returns a JSON Schema document (draft 2020-12) that accepts the rows of `shapes` (at least one) and no others.
    package static func document(_ title: String, about: String, of shapes: [RowShape]) -> JSONValue {
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
    package var member: ShapeMember { ShapeMember(key, shape, about, orNull: isOptional) }
}

extension ListingSchema {
    /// Returns a row as an object, for a command with one result.
    package func object(of row: Row) -> JSONValue {
        .object(columns.map { .init($0.key, $0.value(row).json) })
    }
}

extension OutputValue {
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
        default: return .string(cell)
        }
    }
}

/// The properties of a layer that must be known before its first row is written, such as its name and its columns.
package struct LayerShape {
    /// A column: its key, the type of its values, its title, and its meaning in one English sentence.
    package typealias Field = (key: String, type: ColumnType, title: Words, about: String)

    package let name: String
    /// The columns, in order.
    package let fields: [Field]
    package let hasUniqueIDs: Bool
    /// Whether the rows are areas instead of points.
    package let hasAreas: Bool

    /// What the places in the rows are called.
    package let words: PlaceWords

    func has(_ key: String) -> Bool { fields.contains { $0.key == key } }
}

extension ListingSchema {
    /// Returns the shape of a layer of this listing's rows with the columns of `keys`, in order; nil for all columns.
    /// Throws a `PlainError` for another key.
    package func shape(named name: String, keys: [String]?) throws -> LayerShape {
        let fields = try chosen(keys).map { (key: $0.key, type: $0.type, title: $0.title, about: $0.about) }
        return LayerShape(
            name: name, fields: fields, hasUniqueIDs: hasUniqueIDs, hasAreas: hasAreas, words: words)
    }

    /// Returns the columns with these keys, in this order, then those with links if `hasLinks`; nil for all columns.
    /// Throws a `PlainError` for another key.
    func chosen(_ keys: [String]?, hasLinks: Bool = false) throws -> [Column<Row>] {
        guard let keys else { return columns + (hasLinks ? links : []) }
        let all = columns + furtherColumns + links
        var seen: Set<String> = []
        // Without this check, a key that is given twice would occur twice in one object.
        return try (keys + (hasLinks ? links.map(\.key) : [])).filter { seen.insert($0).inserted }.map { key in
            guard let column = all.first(where: { $0.key == key }) else {
                throw PlainError.unknownField(key, among: all.map(\.key))
            }
            return column
        }
    }
}

extension PlainError {
    static func unknownField(_ field: String, among known: [String]) -> PlainError {
        let shown = DisplayText.shown(field, columns: 60)
        let near = Spelling.near(field, among: known).joined(separator: ", ")
        return near.isEmpty
            ? PlainError(
                .usage, en: "--fields: unknown field \"\(shown)\"; choose from \(known.joined(separator: ", "))",
                ko: "--fields: \"\(shown)\" 필드는 없습니다. 쓸 수 있는 필드: \(known.joined(separator: ", "))")
            : PlainError(
                .usage, en: "--fields: unknown field \"\(shown)\"; did you mean \(near)?",
                ko: "--fields: \"\(shown)\" 필드는 없습니다. 혹시 \(near)인가요?")
    }
}
