internal import GeocliGeo
internal import GeocliText

/// The parts of a Feature that a row needs. Positions of geometries other than points are not read.
struct FeatureParts {
    /// Its type; nil if it is not an object or has no type.
    private(set) var type: String?
    /// Its id; nil if it has none.
    private(set) var id: JSONValue?
    /// The two numbers of its point as texts; empty texts if the geometry has no position; nil if the geometry is not
    /// one point.
    private(set) var point: (x: String, y: String)? = ("", "")
    private var properties: [JSONValue.Member] = []
    private var geometryType: String?

    /// The maximum length of the text for a value that is not a position.
    private static let longestText = 100

    private init() {}

    init(_ bytes: [UInt8]) throws {
        var parts = FeatureParts()
        try JSONStream.withCursor(bytes, name: "Feature") { cursor in
            guard cursor.isObject else { return cursor.skip() }
            cursor.forEachMember { name, value in
                switch name {
                case "type": parts.type = value.value().stringValue
                case "id": parts.id = value.value()
                case "geometry": parts.readGeometry(&value)
                case "properties": if case .object(let members) = value.value() { parts.properties = members }
                default: value.skip()
                }
            }
        }
        self = parts
    }

    /// The names of its properties, and the paths of those inside of them, such as `names.primary`.
    var propertyNames: [String] {
        var names: [String] = []
        Self.add(properties, to: &names)
        return names
    }

    private static func add(
        _ members: [JSONValue.Member], in outer: String = "", depth: Int = 0, to names: inout [String]
    ) {
        for member in members {
            let name = outer.isEmpty ? member.name : "\(outer).\(member.name)"
            names.append(name)
            if case .object(let inner) = member.value, depth < 4 { add(inner, in: name, depth: depth + 1, to: &names) }
        }
    }

    /// Returns the property with this name or at this path. If several have the same name, returns the last one.
    subscript(name: String) -> JSONValue? { JSONValue.object(properties).value(at: name) }

    /// The Feature without the positions of its geometry.
    var withoutCoordinates: [UInt8] {
        var json = JSONWriter()
        var members: [JSONValue.Member] = [.init("type", .string("Feature"))]
        if let id { members.append(.init("id", id)) }
        members.append(.init("geometry", .object([.init("type", .string(geometryType ?? ""))])))
        members.append(.init("properties", .object(properties)))
        json.value(.object(members))
        return json.bytes
    }

    private mutating func readGeometry(_ json: inout JSONCursor) {
        guard json.isObject else {
            // Null means that the Feature has no position. Any other value that is not an object is not a geometry.
            point = json.isNull ? ("", "") : nil
            return json.skip()
        }
        let members = GeometryReader.Members(&json)
        geometryType = members.type
        switch members.onlyPosition {
        case .empty: point = ("", "")
        case .one(var position): point = Self.position(position.value())
        case .several, .noPoint: point = nil
        }
    }

    /// Returns the first two numbers of a position. A value that is not a position is returned as its JSON text, so
    /// that it is reported as unreadable.
    private static func position(_ value: JSONValue) -> (x: String, y: String) {
        guard case .array(let numbers) = value else { return (shown(value), shown(value)) }
        guard !numbers.isEmpty else { return ("", "") }
        guard numbers.count >= 2 else { return (shown(value), shown(value)) }
        return (shown(numbers[0]), shown(numbers[1]))
    }

    /// Returns the text of a number. Any other value is returned as JSON, so that a string of digits is not mistaken
    /// for a number.
    private static func shown(_ value: JSONValue) -> String {
        if case .number(let text) = value { return text }
        var json = JSONWriter()
        json.value(value)
        return String(decoding: json.bytes.prefix(longestText), as: UTF8.self)
    }
}
