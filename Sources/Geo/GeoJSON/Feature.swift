public import GeocliText

/// A thing with a place: a Feature of RFC 7946 §3.2.
public struct Feature: Equatable, Sendable {
    /// The Feature's own id: a string, a number or none.
    public var id: JSONValue?
    /// Where it is; nil where it has no place.
    public var geometry: Geometry?
    /// What is known of it, in its order.
    public var properties: [JSONValue.Member]

    /// A Feature of these parts.
    public init(id: JSONValue?, geometry: Geometry?, properties: [JSONValue.Member]) {
        self.id = id
        self.geometry = geometry
        self.properties = properties
    }

    /// The property called `name`.
    public subscript(name: String) -> JSONValue? { properties.last { $0.name == name }?.value }

    /// The Feature that a JSON object describes; a bare geometry becomes a Feature without properties.
    ///
    /// - Edges: a geometry without any position is none.
    /// - Throws: `GeoError(.geojson)` naming what is wrong with it.
    public init(json: JSONValue) throws(GeoError) {
        self = try GeoJSONText.read(json) { cursor throws(GeoError) in try Feature(&cursor) }
    }

    /// The same of the value at a cursor; of several members of one name the last counts.
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
