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

    /// The only position of a point, of a multipoint with one position, or of a collection with one such member,
    /// perhaps beside lines and areas; nil for any other geometry. Programs such as QGIS and ArcGIS write single points
    /// as multipoints, and some write a place as its point with its outline.
    public var point: Coordinate? {
        let positions = positions
        return positions.count == 1 ? positions[0] : nil
    }

    /// The positions of the points in the geometry.
    package var positions: [Coordinate] {
        switch self {
        case .point(let position): [position]
        case .multiPoint(let positions): positions
        case .collection(let members): members.flatMap(\.positions)
        default: []
        }
    }

    /// The name of its type in GeoJSON.
    package var type: String {
        switch self {
        case .point: "Point"
        case .multiPoint: "MultiPoint"
        case .lineString: "LineString"
        case .multiLineString: "MultiLineString"
        case .polygon: "Polygon"
        case .multiPolygon: "MultiPolygon"
        case .collection: "GeometryCollection"
        }
    }
}
