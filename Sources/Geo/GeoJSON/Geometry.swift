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
        guard let type = json["type"]?.stringValue else { throw .noType("a geometry", ko: "도형이") }
        if type == "GeometryCollection" {
            guard let members = json["geometries"]?.arrayValue else {
                throw .json(
                    en: "\(type) has no \"geometries\"; give it an array of geometries",
                    ko: "\(type)에 \"geometries\"가 없습니다; 도형의 배열을 넣으세요")
            }
            var geometries: [Geometry] = []
            for member in members { geometries.append(try Geometry(json: member)) }
            self = .collection(geometries)
            return
        }
        guard Self.types.contains(type) else { throw .unknownType(type) }
        guard let coordinates = json["coordinates"] else {
            throw .json(
                en: "\(type) has no \"coordinates\"; give it positions [longitude, latitude]",
                ko: "\(type)에 \"coordinates\"가 없습니다; [경도, 위도] 좌표를 넣으세요")
        }
        switch type {
        case "Point": self = .point(try Self.position(coordinates))
        case "MultiPoint": self = .multiPoint(try Self.line(coordinates))
        case "LineString": self = .lineString(try Self.line(coordinates))
        case "MultiLineString": self = .multiLineString(try Self.lines(coordinates))
        case "Polygon": self = .polygon(try Self.polygon(coordinates))
        default:
            var polygons: [Polygon] = []
            for element in try Self.elements(coordinates) { polygons.append(try Self.polygon(element)) }
            self = .multiPolygon(polygons)
        }
    }

    private static let types = [
        "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
    ]

    private static func position(_ json: JSONValue) throws(GeoError) -> Coordinate {
        let (longitude, latitude) = try numbers(json)
        guard abs(longitude) <= 180 else { throw .longitude(longitude, most: 180) }
        return try Coordinate(longitude: longitude, latitude: latitude)
    }

    /// The two numbers of a position; the latitude is one.
    private static func numbers(_ json: JSONValue) throws(GeoError) -> (longitude: Double, latitude: Double) {
        let numbers = try elements(json)
        guard numbers.count >= 2, let longitude = numbers[0].doubleValue, let latitude = numbers[1].doubleValue else {
            throw .json(
                en:
                    "a position is not [longitude, latitude]; write two numbers, without quotes, such as [126.97, 37.56]",
                ko: "좌표가 [경도, 위도]가 아닙니다; [126.97, 37.56]처럼 따옴표 없는 숫자 둘을 쓰세요")
        }
        guard abs(longitude) <= 360, abs(latitude) <= 360 else {
            throw .meters(longitude: longitude, latitude: latitude)
        }
        guard abs(latitude) <= 90 else {
            throw abs(longitude) <= 90 && abs(latitude) <= 180
                ? .swapped(longitude: longitude, latitude: latitude) : .latitude(latitude)
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
        guard let exterior = rings.first else {
            throw .json(
                en: "a Polygon has no ring; give it an outer ring of four positions or more",
                ko: "Polygon에 고리가 없습니다; 네 점 이상인 바깥 고리를 넣으세요")
        }
        return Polygon(exterior: exterior, holes: Array(rings.dropFirst()))
    }

    /// A closed ring. Longitudes may go on beyond ±180 up to ±360; they are taken back by a full turn, which is exact
    /// (Sterbenz), so that an edge of less than 180° is one across the antimeridian then.
    private static func ring(_ json: JSONValue) throws(GeoError) -> [Coordinate] {
        var longitudes: [Double] = []
        var positions: [Coordinate] = []
        for element in try elements(json) {
            let (longitude, latitude) = try numbers(element)
            longitudes.append(longitude)
            let turn = longitude > 180 ? -360.0 : longitude < -180 ? 360 : 0
            positions.append(try Coordinate(longitude: longitude + turn, latitude: latitude))
        }
        guard positions.count >= 4, positions.first == positions.last, longitudes.first == longitudes.last else {
            throw .json(
                en:
                    "a ring is not closed (four positions or more, the last equal to the first); repeat its first position at its end",
                ko: "고리가 닫히지 않았습니다(네 점 이상, 마지막이 처음과 같아야 함); 첫 점을 끝에 다시 쓰세요")
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
        guard let elements = json.arrayValue else {
            throw .json(
                en:
                    "\"coordinates\" are not nested as the type asks; a Polygon is an array of rings, a ring one of positions",
                ko: "\"coordinates\"의 겹이 유형과 맞지 않습니다; Polygon은 고리의 배열, 고리는 좌표의 배열입니다")
        }
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
}
