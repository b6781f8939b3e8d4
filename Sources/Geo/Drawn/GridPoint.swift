/// A position for drawing, on a grid whose step is a hundred-thousandth of a degree, about a meter.
///
/// - Units: hundred-thousandths of a degree, longitude and latitude. A line that crosses the antimeridian goes on
///   beyond ±180°, so that it is drawn in one piece.
public struct GridPoint: Hashable, Sendable {
    /// The longitude.
    public var x: Int
    /// The latitude.
    public var y: Int

    /// The number of units in a degree.
    public static let unitsPerDegree = 1e5
    /// The maximum number of turns around the world, to the east or to the west.
    static let mostTurns = 20

    /// Makes a point.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// The position in degrees; the longitude is within ±180.
    public var coordinate: Coordinate {
        let turned = Double(x) / Self.unitsPerDegree
        let longitude = abs(turned) > 180 ? turned - 360 * (turned / 360).rounded() : turned
        return Coordinate(
            uncheckedLongitude: min(max(longitude, -180), 180),
            latitude: min(max(Double(y) / Self.unitsPerDegree, -90), 90))
    }
}
