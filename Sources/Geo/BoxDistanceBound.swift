internal import Glibc

/// Lower bounds on the geodesic distances from one position to boxes. The bound for a box near the position takes only
/// one square root to compute.
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
public struct BoxDistanceBound: Sendable {
    private static let squaredEccentricity = EarthFrame.eccentricitySquared
    /// The amount that is subtracted from each bound to allow for rounding, so that the bound also holds for the
    /// computed distance. `AuxiliarySphere` subtracts the same amount.
    private static let slackMeters = 0.001

    private let sphere: AuxiliarySphere
    private let unitsPerDegree: Double
    private let longitude: Double
    private let latitude: Double
    private let turn: Double
    private let narrow: Band
    private let wide: Band

    /// Creates lower bounds on the distances from `origin`. The edges of boxes are in degrees times `unitsPerDegree`.
    public init(origin: Coordinate, unitsPerDegree: Double) {
        sphere = AuxiliarySphere(origin: origin)
        self.unitsPerDegree = unitsPerDegree
        longitude = origin.longitude * unitsPerDegree
        latitude = origin.latitude * unitsPerDegree
        turn = 360 * unitsPerDegree
        // 3.3 km and 55 km: a little more than the usual distance to the nearest result in a city and in the
        // countryside.
        narrow = Band(around: origin.latitude, halfWidth: 0.03, unitsPerDegree)
        wide = Band(around: origin.latitude, halfWidth: 0.5, unitsPerDegree)
    }

    /// Returns a lower bound on the distance to any position in the box.
    ///
    /// - Units: meters; edges in the units of `init`, west ≤ east.
    /// - Edges: 0 or -1 mm inside the box. The result is finite even if edges are beyond the world.
    /// - Complexity: O(1).
    public func meters(west: Double, south: Double, east: Double, north: Double) -> Double {
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

    /// Returns, for each of eight boxes, a lower bound on the distance to any position in the box, in the form that
    /// `meters(ofRough:)` turns into meters: a search compares all of them, but needs few of them in meters. The bounds
    /// are fast to compute but not close: beyond the wider band, they are all the same (`greatestRough`).
    ///
    /// - Units: edges as above. If all edges of a box are NaN, its bound is NaN, too.
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

    /// The bound that `rough` returns for every box beyond the wider band.
    var greatestRough: Double { wide.escapeSquare }

    /// Returns a bound of `rough` in meters. It allows for rounding, like `meters`.
    func meters(ofRough bound: Double) -> Double { bound.squareRoot() - Self.slackMeters }

    /// Returns a bound in meters in the form of `rough`.
    ///
    /// - Units: meters, not negative.
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
        /// The square of this length.
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

        /// Returns the radius of a parallel.
        private static func parallelMeters(_ latitude: Double) -> Double {
            let sine = sin(latitude)
            return EarthFrame.equatorialAxisMeters * cos(latitude)
                / (1 - squaredEccentricity * sine * sine).squareRoot()
        }

        /// Returns the length of the straight line in the plane.
        func lengthMeters(_ rise: Double, _ run: Double) -> Double {
            let (y, x) = (rise * metersPerRise, run * metersPerRun)
            return (y * y + x * x).squareRoot()
        }

        /// Returns the squares of these lengths.
        @inline(__always)
        func squares(_ rise: SIMD8<Double>, _ run: SIMD8<Double>) -> SIMD8<Double> {
            let (y, x) = (rise * metersPerRise, run * metersPerRun)
            return y * y + x * x
        }
    }
}
