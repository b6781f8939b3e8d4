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
}
