internal import Glibc

/// Lower bounds of geodesic distances from one position, cheap enough for every box of an index.
///
/// Map the ellipsoid to the unit sphere by keeping longitudes and taking reduced latitudes β, tan β = (1 − f) tan φ.
/// A step on the ellipsoid has length² (a² sin²β + b² cos²β) dβ² + a² cos²β dλ², which is never less than
/// b² (dβ² + cos²β dλ²). So a path is never shorter than b times its image, and the geodesic never shorter than
/// b·σ, σ being the angle between the two images. The bound is short by a third of a percent at most (a/b − 1), the
/// same at the antimeridian, at the poles and for antipodes.
///
/// Far away a third of a percent is wider than a city. There the triangle inequality does better: no position of a box
/// is nearer than its centre less the box's radius.
///
/// - Source: the metric in reduced latitude, Karney 2013 (as in `Geodesic`), §2; the inequality a ≥ b.
public struct AuxiliarySphere: Sendable {
    /// Polar semi-axis of WGS 84 in meters, and the flattening (NIMA TR8350.2).
    private static let polarAxisMeters = 6_356_752.314245179
    private static let flattening = 1 / 298.257223563

    private static let equatorialAxisMeters = 6_378_137.0
    /// From here on a box's centre is worth a geodesic.
    private static let farMeters = 100_000.0

    private let origin: Coordinate
    private let longitude: Double
    private let reducedLatitude: Double
    private let sine: Double
    private let cosine: Double

    /// Bounds of distances from `origin`.
    public init(origin: Coordinate) {
        self.origin = origin
        longitude = origin.longitude
        reducedLatitude = Self.reduced(origin.latitude)
        sine = sin(reducedLatitude)
        cosine = cos(reducedLatitude)
    }

    /// A distance that no position in the box is nearer than.
    ///
    /// - Units: edges in degrees, west ≤ east; meters.
    /// - Edges: 0 inside the box; a millimeter is taken off for the rounding of doubles, so that the bound holds
    ///   for the computed distance as well.
    /// - Complexity: O(1).
    public func lowerBoundMeters(west: Double, south: Double, east: Double, north: Double) -> Double {
        let turn = longitudeGapRadians(west: west, east: east)
        let low = Self.reduced(south)
        let high = Self.reduced(north)
        let half = sin(turn / 2)
        var haversine = min(self.haversine(low, half), self.haversine(high, half))
        // On the meridian nearest to the origin the angle is smallest where the great circle from the origin meets it
        // at a right angle.
        let nearest = atan2(sine, cosine * cos(turn))
        if nearest > low, nearest < high { haversine = min(haversine, self.haversine(nearest, half)) }
        let bound = Self.polarAxisMeters * 2 * asin(min(1, haversine.squareRoot())) - 0.001
        guard bound > Self.farMeters else { return max(0, bound) }
        let centre = Coordinate(uncheckedLongitude: (west + east) / 2, latitude: (south + north) / 2)
        let radius = Self.radiusMeters(low: low, middle: Self.reduced(centre.latitude), high: high, width: east - west)
        return max(bound, Geodesic.distanceMeters(from: origin, to: centre) - radius - 0.001)
    }

    /// No position of the box is farther from its centre: one gets there along the centre's meridian and then along a
    /// parallel, and neither a radian of reduced latitude nor one of longitude at β is longer than a or a cos β.
    private static func radiusMeters(low: Double, middle: Double, high: Double, width: Double) -> Double {
        let widest = low <= 0 && high >= 0 ? 1 : max(cos(low), cos(high))
        return equatorialAxisMeters * (max(high - middle, middle - low) + width / 2 * .pi / 180 * widest)
    }

    private func haversine(_ latitude: Double, _ halfTurnSine: Double) -> Double {
        let rise = sin((latitude - reducedLatitude) / 2)
        return rise * rise + cos(latitude) * cosine * halfTurnSine * halfTurnSine
    }

    /// The smallest difference of longitude between the origin and the box, either way round.
    private func longitudeGapRadians(west: Double, east: Double) -> Double {
        if longitude >= west, longitude <= east { return 0 }
        let toWest = abs(west - longitude)
        let toEast = abs(longitude - east)
        return min(toWest, 360 - toWest, toEast, 360 - toEast) * .pi / 180
    }

    private static func reduced(_ latitude: Double) -> Double {
        // tan(90°) is large but finite; at the poles the reduced latitude is the pole itself.
        abs(latitude) >= 90 ? (latitude < 0 ? -.pi / 2 : .pi / 2) : atan((1 - flattening) * tan(latitude * .pi / 180))
    }
}
