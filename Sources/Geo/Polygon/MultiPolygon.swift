/// An area of one polygon or several, edges and vertices included.
///
/// - Units: degrees (EPSG:4326). Edges are straight lines in longitude and latitude (RFC 7946 §3.1.1).
/// - Edges: a position on an edge or a vertex is inside, also on the edge of a hole. In one polygon the rule is even-odd
///   over all its rings; a position inside any polygon is inside. 180 and -180 are the same meridian. Neighbours in a
///   ring that are more than 180° apart are joined the short way, across that meridian; those that are 360° apart, from
///   -180 to 180, are joined the long way, as in rings that were cut there (RFC 7946 §3.1.9).
public struct MultiPolygon: Sendable, Equatable {
    /// The polygons as they were given.
    public let polygons: [Polygon]
    /// The smallest box that holds them all, crossing the antimeridian where that is narrower.
    public let box: BoundingBox
    private let prepared: [PreparedPolygon]

    /// The area of `polygons`.
    ///
    /// - Throws: `GeoError(.polygon)` for no polygons, a ring that is not closed, and one that circles a pole without
    ///   being cut at the antimeridian.
    public init(_ polygons: [Polygon]) throws(GeoError) {
        var prepared: [PreparedPolygon] = []
        for polygon in polygons { prepared.append(try PreparedPolygon(polygon)) }
        guard let box = LongitudeSpan.box(of: prepared) else {
            throw GeoError(.polygon, en: "there is no polygon", ko: "다각형이 없습니다")
        }
        self.polygons = polygons
        self.prepared = prepared
        self.box = box
    }

    /// Boxes that together hold every position of the area, one or two for each polygon, none across the antimeridian.
    ///
    /// - Edges: of a polygon that touches the meridian of ±180 both names of it are in a box.
    public var boxes: [BoundingBox] {
        prepared.flatMap { LongitudeSpan.box(of: [$0])?.partsWithoutCrossing ?? [] }
    }

    /// Whether `coordinate` lies in the area or on its edge.
    ///
    /// - Complexity: O(p + log v) for p polygons whose outlines overlap little, v vertices of the one it lies in.
    public func contains(_ coordinate: Coordinate) -> Bool { prepared.contains { $0.contains(coordinate) } }

    /// Whether the polygons are the same, position by position.
    public static func == (left: MultiPolygon, right: MultiPolygon) -> Bool { left.polygons == right.polygons }
}
