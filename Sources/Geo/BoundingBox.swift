/// A box between two meridians and two parallels, edges included.
///
/// - Units: degrees (EPSG:4326), in the order west, south, east, north of RFC 7946 §5 and OGC.
/// - Edges: west > east crosses the antimeridian (RFC 7946 §5.2). A pole is an ordinary edge: a box with north = 90
///   holds the pole at every longitude it spans. 180 and -180 are the same meridian: an edge at either of them holds
///   points at both.
public struct BoundingBox: Hashable, Sendable {
    /// The western edge, -180…180.
    public let west: Double
    /// The southern edge, -90…90.
    public let south: Double
    /// The eastern edge, -180…180.
    public let east: Double
    /// The northern edge, -90…90.
    public let north: Double

    /// All positions there are.
    public static let world = BoundingBox(uncheckedWest: -180, south: -90, east: 180, north: 90)

    /// A checked box.
    ///
    /// - Throws: `GeoError` for an edge that is not finite or out of range, and for south > north.
    public init(west: Double, south: Double, east: Double, north: Double) throws(GeoError) {
        let southWest = try Coordinate(longitude: west, latitude: south)
        let northEast = try Coordinate(longitude: east, latitude: north)
        guard southWest.latitude <= northEast.latitude else {
            throw GeoError(
                .box, en: "south \(south) is north of north \(north)", ko: "남쪽 \(south)이(가) 북쪽 \(north)보다 북쪽입니다")
        }
        self.init(uncheckedWest: west, south: south, east: east, north: north)
    }

    /// A box of constants.
    ///
    /// - Precondition: the edges are in range, and south is not north of north.
    public init(checkedWest west: Double, south: Double, east: Double, north: Double) {
        precondition(abs(west) <= 180 && abs(east) <= 180 && -90 <= south && south <= north && north <= 90)
        self.init(uncheckedWest: west, south: south, east: east, north: north)
    }

    /// A box from edges that were checked before.
    init(uncheckedWest west: Double, south: Double, east: Double, north: Double) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// Whether the box spans the meridian of ±180°.
    public var crossesAntimeridian: Bool { west > east }

    /// Whether the meridian of ±180° is in the box: inside it or an edge of it.
    private var touchesAntimeridian: Bool { crossesAntimeridian || west == -180 || east == 180 }

    /// Whether `coordinate` lies in the box or on its edge.
    public func contains(_ coordinate: Coordinate) -> Bool {
        guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
        if crossesAntimeridian { return coordinate.longitude >= west || coordinate.longitude <= east }
        if coordinate.longitude >= west, coordinate.longitude <= east { return true }
        return abs(coordinate.longitude) == 180 && touchesAntimeridian
    }

    /// One box or two that together hold the same positions where longitudes are compared as numbers; none crosses the
    /// antimeridian.
    ///
    /// - Edges: two where the box touches ±180° and does not go around the world. No number is a longitude of both: after a
    ///   box with an edge at 180 comes the line at -180, after one with an edge at -180 the line at 180.
    public var partsWithoutCrossing: [BoundingBox] {
        func part(_ west: Double, _ east: Double) -> BoundingBox {
            BoundingBox(uncheckedWest: west, south: south, east: east, north: north)
        }
        if crossesAntimeridian { return [part(west, 180), part(-180, east)] }
        guard touchesAntimeridian, west != -180 || east != 180 else { return [self] }
        return east == 180 ? [self, part(-180, -180)] : [self, part(180, 180)]
    }

    /// The smallest box that holds all `coordinates`, crossing the antimeridian where that is narrower.
    ///
    /// - Edges: nil for no coordinates; of two gaps equally wide the one that needs no crossing wins.
    /// - Complexity: O(n log n).
    /// - Source: RFC 7946 §5.2; the complement of the widest gap between neighbouring longitudes.
    public init?(enclosing coordinates: some Collection<Coordinate>) {
        guard let first = coordinates.first else { return nil }
        let longitudes = coordinates.map(\.longitude).sorted()
        var west = longitudes[0]
        var east = longitudes[longitudes.count - 1]
        var widestGap = 360 - (east - west)
        for (left, right) in zip(longitudes, longitudes.dropFirst()) where right - left > widestGap {
            widestGap = right - left
            (west, east) = (right, left)
        }
        let south = coordinates.reduce(first.latitude) { min($0, $1.latitude) }
        let north = coordinates.reduce(first.latitude) { max($0, $1.latitude) }
        self.init(uncheckedWest: west, south: south, east: east, north: north)
    }
}
