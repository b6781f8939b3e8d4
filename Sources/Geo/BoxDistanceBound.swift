internal import Glibc

/// Lower bounds on the geodesic distances from one position to boxes; near the position, one takes one square root.
///
/// The bound uses a band of latitudes around the origin, ±δ. The squared length of a step on the ellipsoid is M² dφ² +
/// P² dλ². M is the radius of curvature of the meridian and grows towards the poles. P is the radius of the parallel
/// and shrinks towards them. In what follows, M and P are their smallest values in the band. A path that stays in the
/// band is at least as long as the straight line in a plane, √((M Δφ)² + (P Δλ)²). A path that leaves the band is at
/// least M δ long. The smaller of these two lengths is a lower bound. In a narrow band, the bound is too short by a
/// fraction of about δ tan φ: 0.05 % within 3 km of Seoul. There are two bands. Beyond the wider one, `AuxiliarySphere`
/// gives the bound.
///
/// At a pole, longitude has no meaning. It has no effect on the bound there, because P is 0.
///
/// - Source: M = a (1 − e²) / (1 − e² sin² φ)^(3/2), P = a cos φ / √(1 − e² sin² φ): J. P. Snyder, "Map Projections: A
///   Working Manual", USGS Professional Paper 1395 (1987), eqs. 4-18 and 4-20; WGS 84: NIMA TR8350.2.
package struct BoxDistanceBound: Sendable {
    private static let squaredEccentricity = EarthFrame.eccentricitySquared
    /// Subtracted from each bound to allow for rounding, so that it also holds for the computed distance.
    private static let slackMeters = 0.001

    private let sphere: AuxiliarySphere
    private let unitsPerDegree: Double
    private let longitude: Double
    private let latitude: Double
    private let turn: Double
    private let narrow: Band
    private let wide: Band

    /// Creates lower bounds on the distances from `origin`. The edges of boxes are in degrees times `unitsPerDegree`.
    package init(origin: Coordinate, unitsPerDegree: Double) {
        sphere = AuxiliarySphere(origin: origin)
        self.unitsPerDegree = unitsPerDegree
        longitude = origin.longitude * unitsPerDegree
        latitude = origin.latitude * unitsPerDegree
        turn = 360 * unitsPerDegree
        // 3.3 km and 55 km: a little more than the usual distance to the nearest result in a city and elsewhere.
        narrow = Band(around: origin.latitude, halfWidth: 0.03, unitsPerDegree)
        wide = Band(around: origin.latitude, halfWidth: 0.5, unitsPerDegree)
    }

    /// Returns a lower bound in meters on the distance to any position in the box. Its edges are in the units of
    /// `init`, west ≤ east. The bound is 0 or -1 mm inside the box, and finite even if edges are beyond the world.
    package func meters(west: Double, south: Double, east: Double, north: Double) -> Double {
        let rise = max(south - latitude, latitude - north, 0)
        let (left, right) = (west - longitude, longitude - east)
        // The shorter of the two directions; 0 where the box spans the origin's meridian.
        let run = max(min(max(left, right), turn + min(left, right)), 0)
        let near = narrow.lengthMeters(rise, run)
        if near <= narrow.escapeMeters { return near - Self.slackMeters }
        let far = wide.lengthMeters(rise, run)
        if far <= wide.escapeMeters { return max(far, narrow.escapeMeters) - Self.slackMeters }
        // A damaged index may hold edges beyond the world.
        func degrees(_ edge: Double, _ limit: Double) -> Double { max(-limit, min(limit, edge / unitsPerDegree)) }
        let bound = sphere.lowerBoundMeters(
            west: degrees(west, 180), south: degrees(south, 90), east: degrees(east, 180), north: degrees(north, 90))
        return max(bound, wide.escapeMeters - Self.slackMeters)
    }

    /// Returns, for each of eight boxes, a lower bound in the form that `meters(ofRough:)` turns into meters: a search
    /// compares all of them, but needs few in meters. It is fast but not close: beyond the wider band, it is always
    /// `greatestRough`. The bound is NaN for a box whose edges are all NaN.
    @inline(__always)
    func rough(
        west: SIMD8<Double>, south: SIMD8<Double>, east: SIMD8<Double>, north: SIMD8<Double>
    ) -> SIMD8<Double> {
        let zero = SIMD8<Double>()
        let rise = Self.greater(Self.greater(south - latitude, latitude - north), zero)
        let (left, right) = (west - longitude, longitude - east)
        let run = Self.greater(Self.lesser(Self.greater(left, right), turn + Self.lesser(left, right)), zero)
        let near = narrow.squares(rise, run)
        let far = Self.greater(wide.squares(rise, run), SIMD8(repeating: narrow.escapeSquare))
        let beyond = Self.lesser(far, SIMD8(repeating: wide.escapeSquare))
        return near.replacing(with: beyond, where: near .> narrow.escapeSquare)
    }

    var greatestRough: Double { wide.escapeSquare }

    /// Allows for rounding, like `meters`.
    func meters(ofRough bound: Double) -> Double { bound.squareRoot() - Self.slackMeters }

    func rough(ofMeters meters: Double) -> Double {
        let length = meters + Self.slackMeters
        return length * length
    }

    /// Returns the greater number of each pair. If one of the two is NaN, returns the first vector's number.
    @inline(__always)
    private static func greater(_ left: SIMD8<Double>, _ right: SIMD8<Double>) -> SIMD8<Double> {
        left.replacing(with: right, where: right .> left)
    }

    @inline(__always)
    private static func lesser(_ left: SIMD8<Double>, _ right: SIMD8<Double>) -> SIMD8<Double> {
        left.replacing(with: right, where: right .< left)
    }

    /// The latitudes within `halfWidth` of the origin's latitude.
    private struct Band {
        /// The minimum length of a path that leaves the band.
        let escapeMeters: Double
        let escapeSquare: Double
        private let metersPerRise: Double
        private let metersPerRun: Double

        init(around latitude: Double, halfWidth: Double, _ unitsPerDegree: Double) {
            let lowest = max(abs(latitude) - halfWidth, 0) * .pi / 180
            let highest = abs(latitude) + halfWidth
            let sine = sin(lowest)
            let curvature = 1 - squaredEccentricity * sine * sine
            let meridian =
                EarthFrame.equatorialAxisMeters * (1 - squaredEccentricity) / (curvature * curvature.squareRoot())
            escapeMeters = meridian * halfWidth * .pi / 180
            escapeSquare = escapeMeters * escapeMeters
            metersPerRise = meridian * .pi / 180 / unitsPerDegree
            metersPerRun =
                highest >= 90 ? 0 : Self.parallelMeters(highest * .pi / 180) * .pi / 180 / unitsPerDegree
        }

        private static func parallelMeters(_ latitude: Double) -> Double {
            let sine = sin(latitude)
            return EarthFrame.equatorialAxisMeters * cos(latitude)
                / (1 - squaredEccentricity * sine * sine).squareRoot()
        }

        func lengthMeters(_ rise: Double, _ run: Double) -> Double {
            let (y, x) = (rise * metersPerRise, run * metersPerRun)
            return (y * y + x * x).squareRoot()
        }

        @inline(__always)
        func squares(_ rise: SIMD8<Double>, _ run: SIMD8<Double>) -> SIMD8<Double> {
            let (y, x) = (rise * metersPerRise, run * metersPerRun)
            return y * y + x * x
        }
    }
}

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
package struct AuxiliarySphere: Sendable {
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
    package init(origin: Coordinate) {
        self.origin = origin
        longitude = origin.longitude
        reducedLatitude = Self.reduced(origin.latitude)
        sine = sin(reducedLatitude)
        cosine = cos(reducedLatitude)
    }

    /// Returns a lower bound on the distance to any position in the box, whose edges are in degrees, west ≤ east; 0
    /// inside. A millimeter is subtracted to allow for rounding, so the bound also holds for the computed distance.
    package func lowerBoundMeters(west: Double, south: Double, east: Double, north: Double) -> Double {
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

    /// Returns an upper bound on the distance from the box's center to any position in the box: the length of a path
    /// along the center's meridian, then along a parallel. A radian of reduced latitude is at most `a` long, the
    /// equatorial semi-axis, and a radian of longitude at reduced latitude β is `a` cos β long.
    private static func radiusMeters(low: Double, middle: Double, high: Double, width: Double) -> Double {
        let widest = low <= 0 && high >= 0 ? 1 : max(cos(low), cos(high))
        return EarthFrame.equatorialAxisMeters * (max(high - middle, middle - low) + width / 2 * .pi / 180 * widest)
    }

    private func haversine(_ latitude: Double, _ halfTurnSine: Double) -> Double {
        let rise = sin((latitude - reducedLatitude) / 2)
        return rise * rise + cos(latitude) * cosine * halfTurnSine * halfTurnSine
    }

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
