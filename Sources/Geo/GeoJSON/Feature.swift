public import Text

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
    /// - Throws: `GeoError(.geojson)` naming what is wrong with it.
    public init(json: JSONValue) throws(GeoError) {
        guard let type = json["type"]?.stringValue else {
            throw .noType("an object", ko: "객체가")
        }
        guard type == "Feature" else {
            self.init(id: nil, geometry: try Geometry(json: json), properties: [])
            return
        }
        var geometry: Geometry?
        if let json = json["geometry"], json != .null { geometry = try Geometry(json: json) }
        var properties: [JSONValue.Member] = []
        if case .object(let members) = json["properties"] { properties = members }
        self.init(id: json["id"], geometry: geometry, properties: properties)
    }
}
