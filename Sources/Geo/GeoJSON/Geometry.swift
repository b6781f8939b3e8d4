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
    /// - Edges: a third number of a position (height) is passed over; rings may go on beyond ±180, up to ±360.
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
        let (longitude, latitude) = try numbers(json)
        return try Coordinate(longitude: longitude, latitude: latitude)
    }

    private static func numbers(_ json: JSONValue) throws(GeoError) -> (longitude: Double, latitude: Double) {
        let numbers = try elements(json)
        guard numbers.count >= 2, let longitude = numbers[0].doubleValue, let latitude = numbers[1].doubleValue else {
            throw error("a position is not [longitude, latitude]")
        }
        return (longitude, latitude)
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
        var rings: [[Coordinate]] = []
        for element in try elements(json) { rings.append(try ring(element)) }
        guard let exterior = rings.first else { throw error("a Polygon has no ring") }
        return Polygon(exterior: exterior, holes: Array(rings.dropFirst()))
    }

    /// A closed ring. Longitudes may go on beyond ±180 up to ±360; they are taken back by a full turn, which is exact
    /// (Sterbenz), so that an edge of less than 180° is one across the antimeridian then.
    private static func ring(_ json: JSONValue) throws(GeoError) -> [Coordinate] {
        var longitudes: [Double] = []
        var positions: [Coordinate] = []
        for element in try elements(json) {
            let (longitude, latitude) = try numbers(element)
            guard abs(longitude) <= 360 else {
                throw GeoError(
                    .longitude, en: "longitude \(longitude) of a ring is not between -360 and 360",
                    ko: "고리의 경도 \(longitude)은(는) -360에서 360 사이여야 합니다")
            }
            longitudes.append(longitude)
            let turn = longitude > 180 ? -360.0 : longitude < -180 ? 360 : 0
            positions.append(try Coordinate(longitude: longitude + turn, latitude: latitude))
        }
        guard positions.count >= 4, positions.first == positions.last, longitudes.first == longitudes.last else {
            throw error("a ring is not closed (four positions or more, the last equal to the first)")
        }
        let isBeyond = longitudes.contains { abs($0) > 180 }
        guard !isBeyond || zip(longitudes, longitudes.dropFirst()).allSatisfy({ abs($0 - $1) < 180 }) else {
            throw GeoError(
                .longitude, en: "a ring beyond longitude ±180 has an edge of 180° or more; put positions in between",
                ko: "경도 ±180을 넘는 고리에 180° 이상인 변이 있습니다; 사이에 점을 넣으세요")
        }
        return positions
    }

    private static func elements(_ json: JSONValue) throws(GeoError) -> [JSONValue] {
        guard let elements = json.arrayValue else { throw error("\"coordinates\" are not nested as the type asks") }
        return elements
    }

    /// The polygons in it, also in collections; none of points and lines.
    public var polygons: [Polygon] {
        switch self {
        case .polygon(let polygon): [polygon]
        case .multiPolygon(let polygons): polygons
        case .collection(let members): members.flatMap(\.polygons)
        default: []
        }
    }

    private static func error(_ what: String) -> GeoError {
        GeoError(.geojson, en: "no valid GeoJSON: \(what)", ko: "올바른 GeoJSON이 아닙니다: \(what)")
    }
}
