public import Text

/// A geometry of RFC 7946, two-dimensional, longitude first.
public indirect enum Geometry: Equatable, Sendable {
    case point(Coordinate)
    case multiPoint([Coordinate])
    case lineString([Coordinate])
    case multiLineString([[Coordinate]])
    case polygon(Polygon)
    case multiPolygon([Polygon])
    case collection([Geometry])

    /// The geometry that a JSON object describes.
    ///
    /// - Throws: `GeoError(.geojson)` naming what is wrong with it.
    /// - Edges: a third number of a position (height) is passed over.
    public init(json: JSONValue) throws(GeoError) {
        guard let type = json["type"]?.stringValue else { throw Self.error("a geometry has no \"type\"") }
        if type == "GeometryCollection" {
            guard let members = json["geometries"]?.arrayValue else {
                throw Self.error("\(type) has no \"geometries\"")
            }
            var geometries: [Geometry] = []
            for member in members { geometries.append(try Geometry(json: member)) }
            self = .collection(geometries)
            return
        }
        guard let coordinates = json["coordinates"] else { throw Self.error("\(type) has no \"coordinates\"") }
        switch type {
        case "Point": self = .point(try Self.position(coordinates))
        case "MultiPoint": self = .multiPoint(try Self.line(coordinates))
        case "LineString": self = .lineString(try Self.line(coordinates))
        case "MultiLineString": self = .multiLineString(try Self.lines(coordinates))
        case "Polygon": self = .polygon(try Self.polygon(coordinates))
        case "MultiPolygon":
            var polygons: [Polygon] = []
            for element in try Self.elements(coordinates) { polygons.append(try Self.polygon(element)) }
            self = .multiPolygon(polygons)
        default: throw Self.error("\"\(type)\" is no geometry type of RFC 7946")
        }
    }

    private static func position(_ json: JSONValue) throws(GeoError) -> Coordinate {
        let numbers = try elements(json)
        guard numbers.count >= 2, let longitude = numbers[0].doubleValue, let latitude = numbers[1].doubleValue else {
            throw error("a position is not [longitude, latitude]")
        }
        return try Coordinate(longitude: longitude, latitude: latitude)
    }

    private static func line(_ json: JSONValue) throws(GeoError) -> [Coordinate] {
        var positions: [Coordinate] = []
        for element in try elements(json) { positions.append(try position(element)) }
        return positions
    }

    private static func lines(_ json: JSONValue) throws(GeoError) -> [[Coordinate]] {
        var lines: [[Coordinate]] = []
        for element in try elements(json) { lines.append(try line(element)) }
        return lines
    }

    private static func polygon(_ json: JSONValue) throws(GeoError) -> Polygon {
        let rings = try lines(json)
        guard let exterior = rings.first else { throw error("a Polygon has no ring") }
        for ring in rings {
            guard ring.count >= 4, ring.first == ring.last else {
                throw error("a ring is not closed (four positions or more, the last equal to the first)")
            }
        }
        return Polygon(exterior: exterior, holes: Array(rings.dropFirst()))
    }

    private static func elements(_ json: JSONValue) throws(GeoError) -> [JSONValue] {
        guard let elements = json.arrayValue else { throw error("\"coordinates\" are not nested as the type asks") }
        return elements
    }

    private static func error(_ what: String) -> GeoError {
        GeoError(.geojson, en: "no valid GeoJSON: \(what)", ko: "올바른 GeoJSON이 아닙니다: \(what)")
    }
}
