internal import Glibc

/// A rotated and shifted coordinate frame for positions on the WGS 84 ellipsoid. Positions near its origin are almost
/// in a plane.
///
/// A box that is aligned with these axes fits a patch of the ground closely. A box that is aligned with the earth's own
/// axes would be tilted relative to the ground. The chord, the straight line between two positions, has the same length
/// in every frame.
///
/// - Units: meters: east, north and up at `middle`.
/// - Edges: the rounding error of each coordinate is a few nanometers. Sines are exact to two units in the last place,
///   and all results stay below 1.3e7 m, where a unit in the last place is 2 nm. `GeodesicBounds.roundingMeters` covers
///   this.
/// - Source: the vector of geodetic coordinates, NIMA TR8350.2, §4.
struct EarthFrame: Sendable {
    static let equatorialAxisMeters = 6_378_137.0
    static let flattening = 1 / 298.257223563
    static let eccentricitySquared = flattening * (2 - flattening)

    /// The earth's center.
    let centre: SIMD3<Double>
    /// The direction of the north pole.
    let pole: SIMD3<Double>
    private let sineLongitude: Double
    private let cosineLongitude: Double
    private let sineLatitude: Double
    private let cosineLatitude: Double

    /// Creates a frame whose origin is `middle`.
    init(middle: Coordinate) {
        let (sine, cosine) = Self.sineAndCosine(degrees: SIMD2(middle.longitude, middle.latitude))
        (sineLongitude, sineLatitude) = (sine.x, sine.y)
        (cosineLongitude, cosineLatitude) = (cosine.x, cosine.y)
        pole = SIMD3(0, cosine.y, sine.y)
        let normal =
            Self.equatorialAxisMeters / (1 - Self.eccentricitySquared * sine.y * sine.y).squareRoot()
        // The center of the earth lies below the origin, and a little to the north of the origin's vertical, or to the
        // south in the southern hemisphere.
        let polar = normal * (1 - Self.eccentricitySquared) * sine.y
        let axis = normal * cosine.y
        centre = SIMD3(0, axis * sine.y - polar * cosine.y, -axis * cosine.y - polar * sine.y)
    }

    /// Returns the vector of a coordinate in this frame.
    func position(of coordinate: Coordinate) -> SIMD3<Double> {
        let (sine, cosine) = Self.sineAndCosine(degrees: SIMD2(coordinate.longitude, coordinate.latitude))
        let normal =
            Self.equatorialAxisMeters / (1 - Self.eccentricitySquared * sine.y * sine.y).squareRoot()
        let axis = normal * cosine.y
        let polar = normal * (1 - Self.eccentricitySquared) * sine.y
        let outward = axis * (cosine.x * cosineLongitude + sine.x * sineLongitude)
        return SIMD3(
            axis * (sine.x * cosineLongitude - cosine.x * sineLongitude),
            polar * cosineLatitude - outward * sineLatitude + centre.y,
            outward * cosineLatitude + polar * sineLatitude + centre.z)
    }

    /// Returns the vectors of eight coordinates at once, in a third of the time that eight calls of `position` take.
    func positions(
        longitudes: SIMD8<Double>, latitudes: SIMD8<Double>
    ) -> (east: SIMD8<Double>, north: SIMD8<Double>, up: SIMD8<Double>) {
        let (sineX, cosineX) = Self.sineAndCosine(degrees: longitudes)
        let (sineY, cosineY) = Self.sineAndCosine(degrees: latitudes)
        let normal = Self.equatorialAxisMeters / (1 - Self.eccentricitySquared * sineY * sineY).squareRoot()
        let axis = normal * cosineY
        let polar = normal * (1 - Self.eccentricitySquared) * sineY
        let outward = axis * (cosineX * cosineLongitude + sineX * sineLongitude)
        return (
            axis * (sineX * cosineLongitude - cosineX * sineLongitude),
            polar * cosineLatitude - outward * sineLatitude + centre.y,
            outward * cosineLatitude + polar * sineLatitude + centre.z
        )
    }

    /// Returns sines and cosines of angles of at most 360°.
    ///
    /// Quarter turns are subtracted in degrees, which is exact. The remaining angle is at most π/4, where the error of
    /// the polynomials is less than a unit in the last place.
    ///
    /// - Source: the polynomials of fdlibm's `__kernel_sin` and `__kernel_cos` (Sun Microsystems, 1993; freely usable).
    @inline(__always)
    static func sineAndCosine<Vector: SIMD<Double>>(degrees: Vector) -> (sine: Vector, cosine: Vector) {
        // The last bits of this sum are the nearest whole number of quarter turns.
        let rounder = 6_755_399_441_055_744.0
        let shifted = degrees * (1 / 90) + rounder
        let turns = shifted - rounder
        let angle = (degrees - turns * 90) * (.pi / 180)
        let square = angle * angle
        var high = square * 1.58969099521155010221e-10 - 2.50507602534068634195e-08
        high = high * square + 2.75573137070700676789e-06
        high = high * square - 1.98412698298579493134e-04
        high = high * square + 8.33333333332248946124e-03
        high = high * square - 1.66666666666666324348e-01
        let sine = angle + angle * square * high
        var low = square * -1.13596475577881948265e-11 + 2.08757232129817482790e-09
        low = low * square - 2.75573143513906633035e-07
        low = low * square + 2.48015872894767294178e-05
        low = low * square - 1.38888888888741095749e-03
        low = low * square + 4.16666666666666019037e-02
        let cosine = 1 - (square * 0.5 - square * square * low)
        var sines = sine
        var cosines = cosine
        for lane in 0..<Vector.scalarCount {
            let quarter = shifted[lane].bitPattern & 3
            if quarter & 1 != 0 { (sines[lane], cosines[lane]) = (cosine[lane], -sine[lane]) }
            if quarter & 2 != 0 { (sines[lane], cosines[lane]) = (-sines[lane], -cosines[lane]) }
        }
        return (sines, cosines)
    }
}
