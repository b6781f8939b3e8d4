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

    /// Creates the geometry that a JSON object describes.
    ///
    /// - Throws: `GeoError(.geojson)` that names the mistake.
    /// - Edges: a third number of a position (height) is ignored; longitudes of rings may go beyond ±180, up to ±360.
    public init(json: JSONValue) throws(GeoError) {
        self = try GeoJSONText.read(json) { cursor throws(GeoError) in try GeometryReader.geometry(&cursor) }
    }

    /// The polygons of the geometry, also inside collections; empty for points and lines.
    public var polygons: [Polygon] {
        switch self {
        case .polygon(let polygon): [polygon]
        case .multiPolygon(let polygons): polygons
        case .collection(let members): members.flatMap(\.polygons)
        default: []
        }
    }
}
