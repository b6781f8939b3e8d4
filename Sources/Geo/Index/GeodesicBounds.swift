internal import Glibc

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

    /// Returns an upper bound for the length of any geodesic with this chord.
    static func highest(chord: Double) -> Double {
        guard chord < longestChordMeters else { return longestMeters }
        return 2 * leastRadiusMeters * asin(chord / (2 * leastRadiusMeters)) + roundingMeters
    }

    /// Returns a chord c such that every position whose chord is at most c is within `distance`.
    ///
    /// - Edges: negative if `distance` is too small for such a chord.
    static func surelyInside(distance: Double) -> Double {
        guard distance < longestMeters else { return .infinity }
        // The bound is not valid beyond the longest chord.
        let angle = min((distance - roundingMeters) / (2 * leastRadiusMeters), 1.4)
        return min(2 * leastRadiusMeters * sin(angle), longestChordMeters) - roundingMeters
    }

    /// Creates the bounds of the geodesic between two positions in `frame`.
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
