internal import GeocliGeo
public import GeocliProjection

/// Transforms points to the coordinate system of the file that they are written to.
///
/// It is a class so that the columns and the geometry of a row can share the last result.
public final class PlaneProjection {
    /// The coordinate system.
    public let crs: CRS
    /// The description of the coordinate system.
    public let description: CRSDescription
    private let transform: CoordinateTransform
    private var last: (coordinate: Coordinate, position: (x: Double, y: Double)?)?

    /// Makes the projection to `crs`.
    ///
    /// - Throws: `ProjectionError` in the same cases as `CoordinateTransform` and `CRSDescription`.
    public init(to crs: CRS) throws(ProjectionError) {
        self.crs = crs
        transform = try CoordinateTransform(from: crs)
        description = try CRSDescription(of: crs)
    }

    /// Returns the position of `coordinate`, easting or longitude first in every system; nil if the system has no such
    /// position.
    ///
    /// - Units: those of the system, not rounded.
    func position(of coordinate: Coordinate) -> (x: Double, y: Double)? {
        if let last, last.coordinate == coordinate { return last.position }
        // A point far outside the system's area of use has no position in the system.
        let position = try? transform.position(of: coordinate)
        last = (coordinate, position)
        return position
    }

    /// Returns `value` rounded to a tenth of a millimeter: 4 decimals on a plane, 9 in degrees.
    func rounded(_ value: Double) -> Double {
        let unit = description.isGeographic ? 1e9 : 1e4
        return (value * unit).rounded() / unit
    }
}
