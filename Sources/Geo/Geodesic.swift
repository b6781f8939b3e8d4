internal import CGeocliGeodesic
internal import Glibc

/// Shortest paths on the WGS 84 ellipsoid, by Karney's algorithm (GeographicLib).
///
/// - Source: C. F. F. Karney, "Algorithms for geodesics", J. Geodesy 87 (2013) 43–55, doi:10.1007/s00190-012-0578-z.
public enum Geodesic {
    /// Returns the length of the shortest path between two positions, in about a microsecond.
    ///
    /// - Edges: exact to about 15 nm, antipodes included; symmetric; 0 for equal positions.
    public static func distanceMeters(from origin: Coordinate, to target: Coordinate) -> Double {
        cgeodesic_inverse(origin.latitude, origin.longitude, target.latitude, target.longitude, nil)
    }

    /// Returns the bearing at `origin` of the shortest path to `target`, clockwise from north, in 0..<360.
    public static func bearingDegrees(from origin: Coordinate, to target: Coordinate) -> Double {
        var azimuth = 0.0
        _ = cgeodesic_inverse(origin.latitude, origin.longitude, target.latitude, target.longitude, &azimuth)
        // An azimuth just below 0 is rounded to exactly 360.
        return azimuth < 0 ? (azimuth + 360).truncatingRemainder(dividingBy: 360) : azimuth
    }

    /// Returns the position at the end of a path that leaves `origin` at this bearing, clockwise from north.
    public static func destination(
        from origin: Coordinate, bearingDegrees: Double, distanceMeters: Double
    ) -> Coordinate {
        var latitude = 0.0
        var longitude = 0.0
        cgeodesic_direct(
            origin.latitude, origin.longitude, bearingDegrees, distanceMeters, &latitude, &longitude)
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }
}

/// Bounds on the length s of a geodesic, computed from the length c of the chord, the straight line between its end
/// points.
///
/// **Any distance.** c ≤ s ≤ 2ρ asin(c / 2ρ), where ρ = b²/a is the smallest radius of curvature of a geodesic on the
/// ellipsoid. A geodesic never bends more than a circle of radius ρ. So the ends of a geodesic are at least as far
/// apart as the ends of an arc of this circle with the same length. This is true if the arc is at most half a circle,
/// s ≤ πρ. The two bounds differ by 1 µm at 1 km, 0.13 mm at 5 km and 1 mm at 10 km.
/// - Source: Schur's comparison theorem (S.-S. Chern, "Curves and surfaces in Euclidean space", 1967, §5).
///
/// If s > πρ, the great ellipse through both positions gives s ≤ πa − δ, where δ is the distance from the target to the
/// antipode of the origin. So δ < 134 km and c ≥ 2b − δ > 12,570 km. So s ≤ πρ holds for chords below
/// `longestChordMeters`.
///
/// **Up to `nearMeters`.** A geodesic is close to an arc of a circle whose curvature κ is that of the geodesic at its
/// middle. For a geodesic of length L, Taylor's series of both halves about the middle, with derivatives by Frenet's
/// formulas, gives
///
///     c² = L² − κ²L⁴/12 + L⁶ [κ⁴/360 + κ²τ²/360 − κ'²/720 − κκ''/240] + O(L⁸)
///
/// The series of the circle is the same without the terms in τ, κ' and κ''. On the ellipsoid these terms come only from
/// e² = 0.0067. κ'' is at most 3e²/ρ³ along a meridian and has that order along any geodesic. So L differs from the arc
/// by at most 3e²/480 · L⁵/ρ⁴ = 4.2e-5 L⁵/ρ⁴, and later terms are smaller by (L/ρ)² < 0.003. The bounds allow twice
/// that difference: 0.8 µm at 100 km. (For 600,000 pairs of positions that are 40 to 299 km apart, the error was at
/// most 0.498 of this allowance.)
///
/// κ is the normal curvature of the ellipsoid xᵀDx = 1 at a point p. At p, the line from the center of the ellipsoid
/// through the middle of the chord meets the ellipsoid. The tangent plane at p is parallel to the chord. So the chord's
/// direction t is tangent, and κ = tᵀDt / |Dp|. The distance from p to the geodesic's middle is less than 0.4 % of the
/// geodesic's height above the chord (6 m at 300 km). The relative change of κ between these two points is less than
/// 1e-8.
struct GeodesicBounds {
    /// The lower bound; the distance that GeographicLib computes is between `low` and `high`.
    let low: Double
    let high: Double

    /// The smallest radius of curvature, ρ.
    static let leastRadiusMeters =
        EarthFrame.equatorialAxisMeters * (1 - EarthFrame.flattening)
        * (1 - EarthFrame.flattening)
    /// Five times the sum of the rounding errors: a few nanometers from the coordinates of a chord, and 15 nm from
    /// GeographicLib's distances.
    static let roundingMeters = 1e-7
    /// The longest chord for which the arc with the curvature of the geodesic's middle is used.
    static let nearMeters = 300_000.0
    /// Up to this length of the chord, the bounds for any distance are close enough, so the curvature is not computed.
    static let shortMeters = 2000.0
    static let longestChordMeters = 12_500_000.0
    /// The longest geodesic, half a meridian, rounded up.
    static let longestMeters = 20_003_932.0

    static func highest(chord: Double) -> Double {
        guard chord < longestChordMeters else { return longestMeters }
        return 2 * leastRadiusMeters * asin(chord / (2 * leastRadiusMeters)) + roundingMeters
    }

    /// Returns a chord such that every position within it is within `distance`; negative if there is none.
    static func surelyInside(distance: Double) -> Double {
        guard distance < longestMeters else { return .infinity }
        // The bound is not valid beyond the longest chord.
        let angle = min((distance - roundingMeters) / (2 * leastRadiusMeters), 1.4)
        return min(2 * leastRadiusMeters * sin(angle), longestChordMeters) - roundingMeters
    }

    init(from origin: SIMD3<Double>, to target: SIMD3<Double>, chord: Double, in frame: EarthFrame) {
        guard chord > Self.shortMeters, chord <= Self.nearMeters else {
            low = chord - Self.roundingMeters
            high = Self.highest(chord: chord)
            return
        }
        let squareRatio = 1 / ((1 - EarthFrame.flattening) * (1 - EarthFrame.flattening))
        let middle = (origin + target) * 0.5 - frame.centre
        let along = Self.dot(target - origin, frame.pole) / chord
        let height = Self.dot(middle, frame.pole)
        let length = Self.dot(middle, middle)
        // xᵀDx times a², and |Dx|² times a⁴. x is the middle of the chord, which is not exactly on the ellipsoid.
        let form = length + (squareRatio - 1) * height * height
        let gradient = length + (squareRatio * squareRatio - 1) * height * height
        let curvature =
            (1 + (squareRatio - 1) * along * along) / (gradient / form).squareRoot()
            / EarthFrame.equatorialAxisMeters
        let half = curvature * chord / 2
        let square = half * half
        // asin(x)/x; the terms left out are less than 1e-15 for chords up to 300 km.
        let arc = chord * (1 + square * (1 / 6 + square * (3 / 40 + square * (15 / 336 + square * (105 / 3456)))))
        let ratio = chord / Self.leastRadiusMeters
        let slack = 8.4e-5 * chord * ratio * ratio * ratio * ratio + Self.roundingMeters
        low = arc - slack
        high = arc + slack
    }

    @inline(__always)
    private static func dot(_ left: SIMD3<Double>, _ right: SIMD3<Double>) -> Double {
        left.x * right.x + left.y * right.y + left.z * right.z
    }
}

/// A rotated and shifted coordinate frame for positions on the WGS 84 ellipsoid, in meters: east, north and up at
/// `middle`.
/// A box that is aligned with these axes fits a patch of the ground closely; one aligned with the earth's own axes
/// would be tilted. The chord, the straight line between two positions, has the same length in every frame.
/// - Edges: the rounding error of each coordinate is a few nanometers. Sines are exact to two units in the last place,
///   and all results stay below 1.3e7 m, where such a unit is 2 nm. `GeodesicBounds.roundingMeters` covers this.
/// - Source: the vector of geodetic coordinates, NIMA TR8350.2, §4.
struct EarthFrame: Sendable {
    static let equatorialAxisMeters = 6_378_137.0
    static let flattening = 1 / 298.257223563
    static let eccentricitySquared = flattening * (2 - flattening)

    let centre: SIMD3<Double>
    /// The direction of the north pole.
    let pole: SIMD3<Double>
    private let sineLongitude: Double
    private let cosineLongitude: Double
    private let sineLatitude: Double
    private let cosineLatitude: Double

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
