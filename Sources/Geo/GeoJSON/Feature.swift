public import GeocliText

/// A Feature of RFC 7946 §3.2: a geometry with properties.
public struct Feature: Equatable, Sendable {
    /// The Feature's own id: a string or a number, or nil.
    public var id: JSONValue?
    /// The Feature's geometry; nil if the Feature has none.
    public var geometry: Geometry?
    /// The Feature's properties, in the order of the file.
    public var properties: [JSONValue.Member]

    /// Creates a Feature from its parts.
    public init(id: JSONValue?, geometry: Geometry?, properties: [JSONValue.Member]) {
        self.id = id
        self.geometry = geometry
        self.properties = properties
    }

    /// The value of the property `name`.
    public subscript(name: String) -> JSONValue? { properties.last { $0.name == name }?.value }

    /// Creates the Feature that a JSON object describes; a bare geometry becomes a Feature without properties.
    ///
    /// - Edges: a geometry without any position becomes nil.
    /// - Throws: `GeoError(.geojson)` that names the mistake.
    public init(json: JSONValue) throws(GeoError) {
        self = try GeoJSONText.read(json) { cursor throws(GeoError) in try Feature(&cursor) }
    }

    /// Reads the Feature from the value at a cursor. If a name occurs more than once, the last member with that name is
    /// used.
    init(_ json: inout JSONCursor) throws(GeoError) {
        var members = GeometryReader.Members()
        var parts: [String: JSONCursor] = [:]
        if json.isObject {
            json.forEachMember { name, value in
                switch name {
                case "id", "geometry", "properties": parts[name] = value
                default: members.note(name, value)
                }
                value.skip()
            }
        } else {
            json.skip()
        }
        guard let type = members.type else { throw .noType("an object", ko: "객체가") }
        guard type == "Feature" else {
            self.init(id: nil, geometry: try GeometryReader.geometryOrNone(members), properties: [])
            return
        }
        var geometry: Geometry?
        if var part = parts["geometry"] { geometry = try GeometryReader.geometryOrNone(&part) }
        var properties: [JSONValue.Member] = []
        if var part = parts["properties"], case .object(let members) = part.value() { properties = members }
        var id = parts["id"]
        self.init(id: id?.value(), geometry: geometry, properties: properties)
    }
}
