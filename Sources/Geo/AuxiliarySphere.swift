internal import Glibc

/// Lower bounds on geodesic distances from one position, fast enough to compute for every box of an index.
///
/// The ellipsoid is mapped to the unit sphere: longitudes stay the same, and each latitude φ becomes its reduced
/// latitude β with tan β = (1 − f) tan φ. The squared length of a step on the ellipsoid is (a² sin²β + b² cos²β) dβ² +
/// a² cos²β dλ². This is at least b² (dβ² + cos²β dλ²). So a path is at least b times as long as its image, and a
/// geodesic is at least b·σ long, where σ is the angle between the images of its ends. The bound is too short by at
/// most a third of a percent (a/b − 1). This is also true at the antimeridian, at the poles and for antipodes.
///
/// A third of a percent of a long distance may be more than the width of a city. For such distances, the triangle
/// inequality gives a better bound: the distance to the center of the box minus the radius of the box.
///
/// - Source: Karney 2013 (as in `Geodesic`), §2, for the metric in reduced latitude. The bound follows from a ≥ b.
public struct AuxiliarySphere: Sendable {
    /// Polar semi-axis of WGS 84 in meters (NIMA TR8350.2).
    private static let polarAxisMeters = 6_356_752.314245179
    /// If the bound is more than this, a geodesic to the box's center is computed, because it gives a better bound.
    private static let farMeters = 100_000.0

    private let origin: Coordinate
    private let longitude: Double
    private let reducedLatitude: Double
    private let sine: Double
    private let cosine: Double

    /// Creates lower bounds on the distances from `origin`.
    public init(origin: Coordinate) {
        self.origin = origin
        longitude = origin.longitude
        reducedLatitude = Self.reduced(origin.latitude)
        sine = sin(reducedLatitude)
        cosine = cos(reducedLatitude)
    }

    /// Returns a lower bound on the distance to any position in the box.
    ///
    /// - Units: edges in degrees, west ≤ east; the result in meters.
    /// - Edges: 0 inside the box. A millimeter is subtracted from the bound to allow for rounding, so the bound also
    ///   holds for the computed distance.
    /// - Complexity: O(1).
    public func lowerBoundMeters(west: Double, south: Double, east: Double, north: Double) -> Double {
        let turn = longitudeGapRadians(west: west, east: east)
        let low = Self.reduced(south)
        let high = Self.reduced(north)
        let half = sin(turn / 2)
        var haversine = min(self.haversine(low, half), self.haversine(high, half))
        // On the box's meridian nearest to the origin, the angle is smallest at the point where the great circle from
        // the origin meets the meridian at a right angle.
        let nearest = atan2(sine, cosine * cos(turn))
        if nearest > low, nearest < high { haversine = min(haversine, self.haversine(nearest, half)) }
        let bound = Self.polarAxisMeters * 2 * asin(min(1, haversine.squareRoot())) - 0.001
        guard bound > Self.farMeters else { return max(0, bound) }
        let centre = Coordinate(uncheckedLongitude: (west + east) / 2, latitude: (south + north) / 2)
        let radius = Self.radiusMeters(low: low, middle: Self.reduced(centre.latitude), high: high, width: east - west)
        return max(bound, Geodesic.distanceMeters(from: origin, to: centre) - radius - 0.001)
    }

    /// Returns an upper bound on the distance from the box's center to any position in the box.
    ///
    /// The bound is the length of a path from the center: first along its meridian, then along a parallel. The length
    /// of a radian of reduced latitude is at most `a`, the equatorial semi-axis. The length of a radian of longitude at
    /// reduced latitude β is `a` cos β.
    private static func radiusMeters(low: Double, middle: Double, high: Double, width: Double) -> Double {
        let widest = low <= 0 && high >= 0 ? 1 : max(cos(low), cos(high))
        return EarthFrame.equatorialAxisMeters * (max(high - middle, middle - low) + width / 2 * .pi / 180 * widest)
    }

    private func haversine(_ latitude: Double, _ halfTurnSine: Double) -> Double {
        let rise = sin((latitude - reducedLatitude) / 2)
        return rise * rise + cos(latitude) * cosine * halfTurnSine * halfTurnSine
    }

    /// Returns the smallest difference in longitude between the origin and the box, in either direction.
    private func longitudeGapRadians(west: Double, east: Double) -> Double {
        if longitude >= west, longitude <= east { return 0 }
        let toWest = abs(west - longitude)
        let toEast = abs(longitude - east)
        return min(toWest, 360 - toWest, toEast, 360 - toEast) * .pi / 180
    }

    private static func reduced(_ latitude: Double) -> Double {
        // tan(90°) is large but finite. At a pole the reduced latitude equals the latitude.
        abs(latitude) >= 90
            ? (latitude < 0 ? -.pi / 2 : .pi / 2) : atan((1 - EarthFrame.flattening) * tan(latitude * .pi / 180))
    }
}
