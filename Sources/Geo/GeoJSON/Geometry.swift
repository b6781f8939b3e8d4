public import GeocliText

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
        self = try GeoJSONText.read(json) { cursor throws(GeoError) in try GeometryReader.geometry(&cursor) }
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
