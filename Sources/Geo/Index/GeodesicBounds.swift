internal import Glibc

/// What the straight line between two positions, the chord c, says of the geodesic s.
///
/// **Any distance.** c ≤ s, and s ≤ 2ρ asin(c / 2ρ) with ρ = b²/a, the least radius of curvature that a path on the
/// ellipsoid has: a geodesic bends nowhere more than a circle of radius ρ, so its ends are at least as far apart as those of
/// an arc of this circle that is as long, as long as that is no more than half a circle, s ≤ πρ. The two are 1 µm apart at
/// 1 km, 0.13 mm at 5 km and 1 mm at 10 km.
/// - Source: Schur's comparison theorem (S.-S. Chern, "Curves and surfaces in Euclidean space", 1967, §5).
///
/// Where s > πρ: the great ellipse through both gives s ≤ πa − δ, δ being the way from the target to the antipode of the
/// origin, so δ < 134 km, and c ≥ 2b − δ > 12,570 km. So below `longestChordMeters` s ≤ πρ holds.
///
/// **Up to `nearMeters`.** A geodesic is close to an arc of the circle that has its curvature κ in the middle:
/// c² = L² − κ²L⁴/12 + L⁶ [κ⁴/360 + κ²τ²/360 − κ'²/720 − κκ''/240] + O(L⁸), of which the circle has all but the terms
/// with τ, κ' and κ'' (Taylor's series of both halves about the middle, derivatives by Frenet's formulas). On the ellipsoid
/// these come of e² = 0.0067 alone: κ'' is at most 3e²/ρ³ along a meridian and of that order along any geodesic, so that L
/// differs from the arc by 3e²/480 · L⁵/ρ⁴ = 4.2e-5 L⁵/ρ⁴ at most, and what follows is smaller by (L/ρ)² < 0.003. Twice as
/// much is allowed for: 0.8 µm at 100 km. (600,000 pairs of 40 to 299 km used 0.498 of that at most.)
/// κ is the normal curvature of the ellipsoid xᵀDx = 1 where the line from its centre through the middle of the chord meets
/// it: there the tangent plane is parallel to the chord, so the chord's direction t is tangent, and κ = tᵀDt / |Dp|.
/// That place is beside the geodesic's middle by less than 0.4 % of its height over the chord (6 m at 300 km), which
/// changes κ by less than 1e-8 of itself.
struct GeodesicBounds {
    /// What GeographicLib computes is within this.
    let low: Double
    let high: Double

    var middle: Double { (low + high) / 2 }

    /// ρ.
    static let leastRadiusMeters =
        EarthFrame.equatorialAxisMeters * (1 - EarthFrame.flattening)
        * (1 - EarthFrame.flattening)
    /// Chords come of coordinates that are rounded by some nanometers, GeographicLib's distances by 15 nm; five times the sum.
    static let roundingMeters = 1e-7
    /// So far chords are no longer than what an arc of the middle's curvature may be taken for.
    static let nearMeters = 300_000.0
    /// Up to here both bounds are so close that no curvature is worth its computation.
    static let shortMeters = 2000.0
    static let longestChordMeters = 12_500_000.0
    /// Half a meridian, the longest geodesic there is, rounded up.
    static let longestMeters = 20_003_932.0

    /// No geodesic with this chord is longer.
    static func highest(chord: Double) -> Double {
        guard chord < longestChordMeters else { return longestMeters }
        return 2 * leastRadiusMeters * asin(chord / (2 * leastRadiusMeters)) + roundingMeters
    }

    /// All positions at no more than this chord are at no more than `distance`.
    ///
    /// - Edges: negative where there is none.
    static func surelyInside(distance: Double) -> Double {
        guard distance < longestMeters else { return .infinity }
        // Beyond the longest chord the bound says nothing.
        let angle = min((distance - roundingMeters) / (2 * leastRadiusMeters), 1.4)
        return min(2 * leastRadiusMeters * sin(angle), longestChordMeters) - roundingMeters
    }

    /// The bounds of the geodesic between two positions in `frame`.
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
        // Both times a²: xᵀDx of the middle, which is not quite on the ellipsoid, and |Dx|² times a² once more.
        let form = length + (squareRatio - 1) * height * height
        let gradient = length + (squareRatio * squareRatio - 1) * height * height
        let curvature =
            (1 + (squareRatio - 1) * along * along) / (gradient / form).squareRoot()
            / EarthFrame.equatorialAxisMeters
        let half = curvature * chord / 2
        let square = half * half
        // asin(x)/x; what follows is less than 1e-15 for chords up to 300 km.
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
