/// A geometry of RFC 7946, two-dimensional, longitude first.
public indirect enum Geometry: Equatable, Sendable {
    case point(Coordinate)
    case multiPoint([Coordinate])
    case lineString([Coordinate])
    case multiLineString([[Coordinate]])
    case polygon(Polygon)
    case multiPolygon([Polygon])
    case collection([Geometry])

    /// The polygons of the geometry, including those inside collections; empty for points and lines.
    public var polygons: [Polygon] {
        switch self {
        case .polygon(let polygon): [polygon]
        case .multiPolygon(let polygons): polygons
        case .collection(let members): members.flatMap(\.polygons)
        default: []
        }
    }
}
