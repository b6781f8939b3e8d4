public import GeocliText

/// A position on the WGS 84 ellipsoid (EPSG:4326), always valid: longitude in -180…180 degrees, latitude in -90…90.
///
/// - Edges: -180 and 180 are the same meridian but different values; both are kept as given.
public struct Coordinate: Hashable, Sendable {
    /// Degrees east of Greenwich, -180…180.
    public let longitude: Double
    /// Degrees north of the equator, -90…90.
    public let latitude: Double

    /// Throws a `GeoError` that names the axis, for a value that is out of range or not finite.
    public init(longitude: Double, latitude: Double) throws(GeoError) {
        guard longitude >= -180, longitude <= 180 else {
            throw GeoError(
                .longitude, en: "longitude \(longitude) is not between -180 and 180",
                ko: "경도 \(longitude)\(.topic) -180에서 180 사이여야 합니다")
        }
        guard latitude >= -90, latitude <= 90 else {
            throw GeoError(
                .latitude, en: "latitude \(latitude) is not between -90 and 90",
                ko: "위도 \(latitude)\(.topic) -90에서 90 사이여야 합니다")
        }
        self.longitude = longitude
        self.latitude = latitude
    }

    /// Creates a position from numbers that were checked before, such as columns under a CHECK constraint.
    public init(uncheckedLongitude longitude: Double, latitude: Double) {
        assert(abs(longitude) <= 180 && abs(latitude) <= 90)
        self.longitude = longitude
        self.latitude = latitude
    }
}

/// A box between two meridians and two parallels, edges included.
///
/// - Units: degrees (EPSG:4326), in the order west, south, east, north of RFC 7946 §5 and OGC.
/// - Edges: a box with west > east crosses the antimeridian (RFC 7946 §5.2). A pole is an ordinary edge: a box with
///   north = 90 contains the pole only at the longitudes that the box spans. 180 and -180 are the same meridian: a box
///   with an edge at one of them contains points at both.
public struct BoundingBox: Hashable, Sendable {
    /// The western edge, -180…180.
    public let west: Double
    /// The southern edge, -90…90.
    public let south: Double
    /// The eastern edge, -180…180.
    public let east: Double
    /// The northern edge, -90…90.
    public let north: Double

    /// The box that contains all positions.
    public static let world = BoundingBox(uncheckedWest: -180, south: -90, east: 180, north: 90)

    /// Throws a `GeoError` for an edge that is out of range or not finite, and for south > north.
    public init(west: Double, south: Double, east: Double, north: Double) throws(GeoError) {
        let southWest = try Coordinate(longitude: west, latitude: south)
        let northEast = try Coordinate(longitude: east, latitude: north)
        guard southWest.latitude <= northEast.latitude else {
            throw GeoError(
                .box, en: "south \(south) is greater than north \(north)",
                ko: "남쪽 위도 \(south)\(.subject) 북쪽 위도 \(north)보다 큽니다")
        }
        self.init(uncheckedWest: west, south: south, east: east, north: north)
    }

    /// Creates a box from constants, which must be in range, with south ≤ north.
    public init(checkedWest west: Double, south: Double, east: Double, north: Double) {
        precondition(abs(west) <= 180 && abs(east) <= 180 && -90 <= south && south <= north && north <= 90)
        self.init(uncheckedWest: west, south: south, east: east, north: north)
    }

    init(uncheckedWest west: Double, south: Double, east: Double, north: Double) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// Whether the box crosses the meridian of ±180°.
    public var crossesAntimeridian: Bool { west > east }

    /// Whether the meridian of ±180° is inside the box or is one of its edges.
    private var touchesAntimeridian: Bool { crossesAntimeridian || west == -180 || east == 180 }

    /// Returns whether `coordinate` lies in the box or on its edge.
    public func contains(_ coordinate: Coordinate) -> Bool {
        guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
        if crossesAntimeridian { return coordinate.longitude >= west || coordinate.longitude <= east }
        if coordinate.longitude >= west, coordinate.longitude <= east { return true }
        return abs(coordinate.longitude) == 180 && touchesAntimeridian
    }

    /// One or two boxes that do not cross the antimeridian and together contain the same positions, so that callers can
    /// compare longitudes with their edges as plain numbers.
    ///
    /// - Edges: two boxes if the box touches ±180° and does not go around the world, otherwise one. They share no
    ///   longitude: for an edge at 180, the second box is the line at -180; for an edge at -180, the line at 180.
    public var partsWithoutCrossing: [BoundingBox] {
        func part(_ west: Double, _ east: Double) -> BoundingBox {
            BoundingBox(uncheckedWest: west, south: south, east: east, north: north)
        }
        if crossesAntimeridian { return [part(west, 180), part(-180, east)] }
        guard touchesAntimeridian, west != -180 || east != 180 else { return [self] }
        return east == 180 ? [self, part(-180, -180)] : [self, part(180, 180)]
    }

    /// Creates the smallest box that contains all `coordinates`. It crosses the antimeridian if that makes it narrower.
    ///
    /// - Edges: nil without coordinates. If two gaps are equally wide, the box does not cross the antimeridian.
    /// - Complexity: O(n log n).
    /// - Source: RFC 7946 §5.2; the longitudes outside the box are the widest gap between neighboring longitudes.
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

/// The reason why a value is not a valid position or geometry.
public struct GeoError: ExplainedError, Equatable {
    public enum Code: String, Sendable {
        case latitude, longitude, box, geojson, marker, polygon, position, zoom
    }

    public var exit: ExitStatus {
        switch code {
        case .latitude, .longitude, .box, .geojson, .polygon: .data
        // A wrong marker or zoom comes from an option here; in a file it would be an `InputFileError`.
        case .marker, .position, .zoom: .usage
        }
    }

    public let code: Code
    public let words: Words

    public init(_ code: Code, en: String, ko: String) {
        self.code = code
        self.words = Words(en: en, ko: ko)
    }
}
