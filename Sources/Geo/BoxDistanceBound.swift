internal import Glibc

/// Lower bounds of the geodesic distances from one position to boxes, near ones for the price of a square root.
///
/// Take a band of latitudes around the origin, ±δ. A step on the ellipsoid has length² M² dφ² + P² dλ², M being the
/// radius of the meridian's curvature, which grows towards the poles, and P that of the parallel, which shrinks. So with
/// the band's least M and P a path that stays in the band is never shorter than the straight line of a plane,
/// √((M Δφ)² + (P Δλ)²); and one that leaves it is never shorter than M δ. The lesser of the two is a bound. In a narrow
/// band it is short by about δ tan φ: 0.05 % within 3 km of Seoul. There are two bands; beyond the wider one
/// `AuxiliarySphere` decides.
///
/// At a pole P is 0, so that the longitude, which is none there, does not count.
///
/// - Source: M = a (1 − e²) / (1 − e² sin² φ)^(3/2), P = a cos φ / √(1 − e² sin² φ): J. P. Snyder, "Map Projections: A
///   Working Manual", USGS Professional Paper 1395 (1987), eqs. 4-18 and 4-20; WGS 84: NIMA TR8350.2.
public struct BoxDistanceBound: Sendable {
    private static let equatorialAxisMeters = 6_378_137.0
    private static let flattening = 1 / 298.257223563
    private static let squaredEccentricity = flattening * (2 - flattening)
    /// Taken off for the rounding of doubles, so that the bound holds for the computed distance as well: as
    /// `AuxiliarySphere` does.
    private static let slackMeters = 0.001

    private let sphere: AuxiliarySphere
    private let unitsPerDegree: Double
    private let longitude: Double
    private let latitude: Double
    private let turn: Double
    private let narrow: Band
    private let wide: Band

    /// Bounds of distances from `origin`; edges of boxes are in degrees times `unitsPerDegree`.
    public init(origin: Coordinate, unitsPerDegree: Double) {
        sphere = AuxiliarySphere(origin: origin)
        self.unitsPerDegree = unitsPerDegree
        longitude = origin.longitude * unitsPerDegree
        latitude = origin.latitude * unitsPerDegree
        turn = 360 * unitsPerDegree
        // 3.3 km and 55 km: a step beyond what is nearest in a city, and in the country.
        narrow = Band(around: origin.latitude, halfWidth: 0.03, unitsPerDegree)
        wide = Band(around: origin.latitude, halfWidth: 0.5, unitsPerDegree)
    }

    /// A distance that no position in the box is nearer than.
    ///
    /// - Units: meters; edges in the units of `init`, west ≤ east.
    /// - Edges: 0 or a millimeter less inside the box; of edges beyond the world something finite comes.
    /// - Complexity: O(1).
    public func meters(west: Double, south: Double, east: Double, north: Double) -> Double {
        let rise = max(south - latitude, latitude - north, 0)
        let (left, right) = (west - longitude, longitude - east)
        // Of the two ways round the shorter one; not above 0 where the box spans the origin's meridian.
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

    /// The latitudes within `halfWidth` of the origin's.
    private struct Band {
        /// No path that leaves the band is shorter.
        let escapeMeters: Double
        private let metersPerRise: Double
        private let metersPerRun: Double

        init(around latitude: Double, halfWidth: Double, _ unitsPerDegree: Double) {
            let lowest = max(abs(latitude) - halfWidth, 0) * .pi / 180
            let highest = abs(latitude) + halfWidth
            let sine = sin(lowest)
            let curvature = 1 - squaredEccentricity * sine * sine
            let meridian = equatorialAxisMeters * (1 - squaredEccentricity) / (curvature * curvature.squareRoot())
            escapeMeters = meridian * halfWidth * .pi / 180
            metersPerRise = meridian * .pi / 180 / unitsPerDegree
            metersPerRun =
                highest >= 90 ? 0 : Self.parallelMeters(highest * .pi / 180) * .pi / 180 / unitsPerDegree
        }

        /// The radius of a parallel.
        private static func parallelMeters(_ latitude: Double) -> Double {
            let sine = sin(latitude)
            return equatorialAxisMeters * cos(latitude) / (1 - squaredEccentricity * sine * sine).squareRoot()
        }

        /// The straight line of the plane.
        func lengthMeters(_ rise: Double, _ run: Double) -> Double {
            let (y, x) = (rise * metersPerRise, run * metersPerRun)
            return (y * y + x * x).squareRoot()
        }
    }
}
