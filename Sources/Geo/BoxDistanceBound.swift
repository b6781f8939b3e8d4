internal import Glibc

/// Lower bounds on the geodesic distances from one position to boxes, in three steps: each is slower and reaches
/// farther than the one before. The indexes in pages and in memory use the same bounds.
///
/// **`rough`, up to 55 km**, for eight boxes in a few nanoseconds. It uses a band of latitudes around the origin, ±δ.
/// The squared length of a step on the ellipsoid is M² dφ² + P² dλ². M is the radius of curvature of the meridian and
/// grows towards the poles. P is the radius of the parallel and shrinks towards them. In what follows, M and P are
/// their smallest values in the band. A path that stays in the band is at least as long as the straight line in a
/// plane, √((M Δφ)² + (P Δλ)²). A path that leaves the band is at least M δ long. The smaller of these two lengths is a
/// lower bound. In a narrow band, the bound is too short by a fraction of about δ tan φ: 0.05 % within 3 km of Seoul.
/// There are two bands. At a pole, longitude has no meaning. It has no effect on the bound there, because P is 0.
/// - Source: M = a (1 − e²) / (1 − e² sin² φ)^(3/2), P = a cos φ / √(1 − e² sin² φ): J. P. Snyder, "Map Projections: A
///   Working Manual", USGS Professional Paper 1395 (1987), eqs. 4-18 and 4-20; WGS 84: NIMA TR8350.2.
///
/// **`farMeters`, up to 2.85 rad (18,100 km)**, for eight boxes in about a tenth of a microsecond. Reduced latitudes β,
/// with tan β = (1 − f) tan φ, map the ellipsoid to the unit sphere. σ is the angle between the images of two
/// positions. The length of a geodesic, to the first order in the flattening f, is
///
///     L = a [σ − f/2 (X + Y)],   X = (σ − sin σ) (sin β₁ + sin β₂)² / (4 cos² σ/2),
///                                Y = (σ + sin σ) (sin β₁ − sin β₂)² / (4 sin² σ/2)
///
/// The bound is B = L − k a (2 tan σ/2 − σ) with k = 8e-6. It is a lower bound because its gradient on the ellipsoid is
/// never longer than 1, so that along any path from the origin, B grows no faster than the path. |∇L| − 1 is of the
/// order f² tan² σ/2 and |∇B| ≤ |∇L| − k tan² σ/2: for 20 million pairs of positions, all over the sphere, near to each
/// other, and near to antipodes, |∇L| − 1 was at most 5.7e-6 tan² σ/2 for σ ≤ 3.131. A geodesic to a position at σ ≤
/// 3.12 stays below 3.131, because it is at most a·3.12 long, and a path is at least b times as long as its image on
/// the sphere. B is too short by 0.2 m at 1,000 km, 2 m at 5,000 km, 15 m at 10,000 km.
///
/// The bound of a box is B with the least σ of its positions, and with the greatest squares of sin β₁ ± sin β₂; the
/// quotients in X and Y are never more than 1, as for all positions. With fixed squares, B grows with σ up to 3.12: the
/// derivative of B/a is at least 1 − f/2 (2 + π tan σ/2) − k tan² σ/2. Positions beyond are at least b·3.12 away, which
/// is more than a·2.85 and so than any bound. The least σ is at an edge of the box: at a corner of the side that is
/// nearest in longitude; or on that side, where a great circle from the origin meets it at a right angle.
///
/// **`meters`, everywhere.** Beyond 2.85 rad, the triangle inequality gives the bound: the distance to the center of
/// the box minus the box's radius.
///
/// - Source: L is Lambert's formula as in P. D. Thomas, "Spheroidal Geodesics, Reference Systems, and Local Geometry",
///   US Naval Oceanographic Office (1970). For the metric in reduced latitude: Karney 2013 (as in `Geodesic`), §2.
package struct BoxDistanceBound: Sendable {
    private static let squaredEccentricity = EarthFrame.eccentricitySquared
    /// Polar semi-axis in meters.
    private static let polarAxisMeters = EarthFrame.equatorialAxisMeters * (1 - EarthFrame.flattening)
    /// Subtracted from each bound to allow for rounding, so that it also holds for the computed distance.
    private static let slackMeters = 0.001
    /// The same for `farMeters`: its polynomials have errors of up to 4e-10, and it adds a few of them: 2 cm.
    private static let farSlackMeters = 0.1
    /// k above.
    private static let allowance = 8e-6
    /// The square of the sine of half of 2.85 rad.
    private static let farthestHaversine = 0.978_893_618_776_545_2

    private let origin: Coordinate
    private let unitsPerDegree: Double
    private let degreesPerUnit: Double
    private let longitude: Double
    private let latitude: Double
    private let turn: Double
    private let narrow: Band
    private let wide: Band
    /// The sine and the cosine of the reduced latitude.
    private let sine: Double
    private let cosine: Double

    /// Creates lower bounds on the distances from `origin`. The edges of boxes are in degrees times `unitsPerDegree`.
    package init(origin: Coordinate, unitsPerDegree: Double) {
        self.origin = origin
        self.unitsPerDegree = unitsPerDegree
        degreesPerUnit = 1 / unitsPerDegree
        longitude = origin.longitude * unitsPerDegree
        latitude = origin.latitude * unitsPerDegree
        turn = 360 * unitsPerDegree
        // 3.3 km and 55 km: a little more than the usual distance to the nearest result in a city and elsewhere.
        narrow = Band(around: origin.latitude, halfWidth: 0.03, unitsPerDegree)
        wide = Band(around: origin.latitude, halfWidth: 0.5, unitsPerDegree)
        let (sines, cosines) = Self.reduced(SIMD8(repeating: origin.latitude))
        (sine, cosine) = (sines[0], cosines[0])
    }

    /// Returns a lower bound in meters on the distance to any position in the box. Its edges are in the units of
    /// `init`, west ≤ east. The bound is 0 or -1 mm inside the box, and finite even if edges are beyond the world.
    package func meters(west: Double, south: Double, east: Double, north: Double) -> Double {
        let box = (
            west: SIMD8(repeating: west), south: SIMD8(repeating: south), east: SIMD8(repeating: east),
            north: SIMD8(repeating: north)
        )
        let rough = rough(west: box.west, south: box.south, east: box.east, north: box.north)[0]
        if rough < greatestRough { return meters(ofRough: rough) }
        let far = farMeters(west: box.west, south: box.south, east: box.east, north: box.north)[0]
        if far < Self.farthestMeters { return max(far, meters(ofRough: rough)) }
        // A damaged index may hold edges beyond the world.
        func degrees(_ edge: Double, _ limit: Double) -> Double { max(-limit, min(limit, edge / unitsPerDegree)) }
        let (low, high) = (degrees(south, 90), degrees(north, 90))
        let (left, right) = (degrees(west, 180), degrees(east, 180))
        let center = Coordinate(uncheckedLongitude: (left + right) / 2, latitude: (low + high) / 2)
        // From the center along its meridian, then along a parallel. No radius of curvature is greater than a²/b.
        let degree = EarthFrame.equatorialAxisMeters / (1 - EarthFrame.flattening) * .pi / 180
        let widest = cos(max(low, -high, 0) * .pi / 180)
        let radius = ((high - low) + (right - left) * widest) / 2 * degree
        return max(far, Geodesic.distanceMeters(from: origin, to: center) - radius - Self.slackMeters)
    }

    /// Returns, for each of eight boxes, the square of a lower bound, which `meters(ofRough:)` turns into meters: a
    /// search compares all of them, but needs few in meters. Beyond the wider band, it is always `greatestRough`. The
    /// bound is NaN for a box whose edges are all NaN.
    @inline(__always)
    func rough(
        west: SIMD8<Double>, south: SIMD8<Double>, east: SIMD8<Double>, north: SIMD8<Double>
    ) -> SIMD8<Double> {
        let rise = Self.greater(Self.greater(south - latitude, latitude - north), SIMD8())
        let run = run(west, east)
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

    /// Returns the bounds, with the squares of `farMeters` in place of `greatestRough`; they are greater.
    @inline(__always)
    func refined(
        _ rough: SIMD8<Double>, west: SIMD8<Double>, south: SIMD8<Double>, east: SIMD8<Double>, north: SIMD8<Double>
    ) -> SIMD8<Double> {
        let isFar = rough .== greatestRough
        guard isFar != SIMDMask(repeating: false) else { return rough }
        let meters = farMeters(west: west, south: south, east: east, north: north)
        let closer = Self.greater(meters * meters, SIMD8(repeating: greatestRough.nextUp))
        return rough.replacing(with: closer, where: isFar)
    }

    /// The greatest value of `farMeters`, b times 2.85 rad, and its square.
    static let farthestMeters = polarAxisMeters * 2.85
    static let farthestSquare = farthestMeters * farthestMeters

    /// Returns a lower bound in meters for each of eight boxes, at most `farthestMeters`; NaN for a box whose edges are
    /// all NaN.
    func farMeters(
        west: SIMD8<Double>, south: SIMD8<Double>, east: SIMD8<Double>, north: SIMD8<Double>
    ) -> SIMD8<Double> {
        let one = SIMD8<Double>(repeating: 1)
        // Half of the gap in longitude, at most a quarter turn.
        let gap = Self.lesser(run(west, east) * degreesPerUnit, SIMD8(repeating: 180))
        let side = Self.sine(gap * 0.5)
        let turn = side * side
        let (lowSine, lowCosine) = Self.reduced(degrees(south))
        let (highSine, highCosine) = Self.reduced(degrees(north))
        var haversine = Self.lesser(
            self.haversine(lowSine, lowCosine, turn), self.haversine(highSine, highCosine, turn))
        // The great circle meets the side between its corners if σ falls at the southern one and rises at the northern
        // one. With rounding, the angle to a meridian's nearest position may be taken in place of that to a corner. It
        // is never greater. It would be much less for a point at a pole, which has no side.
        let ahead = (one - 2 * turn) * cosine
        let meets =
            (ahead * lowSine - sine * lowCosine) .< 1e-9 .& (ahead * highSine - sine * highCosine) .> -1e-9
            .& turn .< 0.5 .& highSine .> lowSine
        if meets != SIMDMask(repeating: false) {
            let across = Self.lesser(4 * cosine * cosine * turn * (one - turn), one)
            haversine.replace(with: across / (2 * (one + (one - across).squareRoot())), where: meets)
        }
        let isFar = haversine .> Self.farthestHaversine
        haversine = Self.greater(haversine.replacing(with: Self.farthestHaversine, where: isFar), 1e-20 * one)
        let (sum, difference) = (
            Self.greaterSquare(lowSine + sine, highSine + sine), Self.greaterSquare(lowSine - sine, highSine - sine)
        )
        let bound = Self.length(haversine, sum, difference) - Self.farSlackMeters
        return bound.replacing(with: Self.farthestMeters, where: isFar .| bound .> Self.farthestMeters)
    }

    /// B, from sin² σ/2 and the squares of the sum and of the difference of the sines.
    @inline(__always)
    private static func length(
        _ haversine: SIMD8<Double>, _ sum: SIMD8<Double>, _ difference: SIMD8<Double>
    ) -> SIMD8<Double> {
        let one = SIMD8<Double>(repeating: 1)
        let rest = one - haversine
        let perRest = one / rest
        let halfSine = (haversine * rest).squareRoot()
        let least = lesser(haversine, rest)
        let half = least.squareRoot() * arcsineQuotient(least)
        let angle = 2 * half.replacing(with: .pi / 2 - half, where: haversine .> 0.5)
        let x = (angle - 2 * halfSine) * lesser(sum * perRest * 0.25, one)
        let y = (angle + 2 * halfSine) * lesser(difference * 0.25 / haversine, one)
        return EarthFrame.equatorialAxisMeters
            * (angle - EarthFrame.flattening / 2 * (x + y) - allowance * (2 * halfSine * perRest - angle))
    }

    /// Returns an upper bound on the distance to a position whose `farMeters` is `meters`; infinite beyond
    /// 2.8 rad.
    ///
    /// |∇L| is at least 1 - 1.42e-6 for σ ≤ 3.1, so the path from the position down the gradient of L to the origin is
    /// at most L / (1 - 1.42e-6) long. X + Y ≤ 2σ, so L ≥ bσ. This gives σ, and with it L - B, which is less than 700 m
    /// up to 2.8 rad.
    static func highest(far meters: Double) -> Double {
        let angle = (meters + 700) / polarAxisMeters
        guard angle < 2.8 else { return .infinity }
        let lost = allowance * EarthFrame.equatorialAxisMeters * (2 * tan(angle / 2) - angle)
        return (meters + lost + 2 * farSlackMeters) * 1.0000015
    }

    /// Returns the gap in longitude in units: the shorter of the two directions; 0 where the box spans the origin's
    /// meridian.
    @inline(__always)
    private func run(_ west: SIMD8<Double>, _ east: SIMD8<Double>) -> SIMD8<Double> {
        let (left, right) = (west - longitude, longitude - east)
        return Self.greater(Self.lesser(Self.greater(left, right), turn + Self.lesser(left, right)), SIMD8())
    }

    /// Returns latitudes in degrees. An edge that was rounded outward, or is damaged, may be beyond a pole.
    @inline(__always)
    private func degrees(_ edge: SIMD8<Double>) -> SIMD8<Double> {
        Self.greater(Self.lesser(edge * degreesPerUnit, SIMD8(repeating: 90)), SIMD8(repeating: -90))
    }

    @inline(__always)
    private func haversine(
        _ sines: SIMD8<Double>, _ cosines: SIMD8<Double>, _ turn: SIMD8<Double>
    ) -> SIMD8<Double> {
        let (rise, inward) = (sines - sine, cosines - cosine)
        return (rise * rise + inward * inward) * 0.25 + cosines * cosine * turn
    }

    /// Returns the sines and cosines of reduced latitudes. The series is that of 1 / √(1 - x); the first term left out
    /// is less than 4e-12.
    @inline(__always)
    private static func reduced(_ latitudes: SIMD8<Double>) -> (sine: SIMD8<Double>, cosine: SIMD8<Double>) {
        let sine = sine(latitudes)
        let size = latitudes.replacing(with: -latitudes, where: latitudes .< 0)
        let x = sine * sine * squaredEccentricity
        var scale = x * (35.0 / 128) + 5.0 / 16
        scale = scale * x + 3.0 / 8
        scale = scale * x + 1.0 / 2
        scale = scale * x + 1
        return (sine * scale * (1 - EarthFrame.flattening), Self.sine(90 - size) * scale)
    }

    /// Returns sines of angles within ±90°: Taylor's series; the first term left out is less than 6e-12.
    @inline(__always)
    private static func sine(_ degrees: SIMD8<Double>) -> SIMD8<Double> {
        let angle = degrees * (.pi / 180)
        let square = angle * angle
        var sum = square * (-1 / 1_307_674_368_000) + 1 / 6_227_020_800
        sum = sum * square - 1 / 39_916_800
        sum = sum * square + 1 / 362_880
        sum = sum * square - 1 / 5040
        sum = sum * square + 1 / 120
        sum = sum * square - 1 / 6
        return angle + angle * square * sum
    }

    /// Returns asin(√x) / √x for 0 ≤ x ≤ 0.5, with an error of at most 4e-10: a polynomial through Chebyshev's nodes.
    @inline(__always)
    private static func arcsineQuotient(_ x: SIMD8<Double>) -> SIMD8<Double> {
        var sum = x * 0.146_362_583_742 - 0.202_711_589_512
        sum = sum * x + 0.167_486_028_466
        sum = sum * x - 0.044_396_386_208
        sum = sum * x + 0.037_176_953_844
        sum = sum * x + 0.028_268_461_702
        sum = sum * x + 0.044_813_683_852
        sum = sum * x + 0.074_993_057_238
        sum = sum * x + 0.166_666_775_338
        return sum * x + 0.999_999_999_721
    }

    @inline(__always)
    private static func greaterSquare(_ one: SIMD8<Double>, _ other: SIMD8<Double>) -> SIMD8<Double> {
        greater(one * one, other * other)
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
        /// The square of the minimum length of a path that leaves the band.
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
            let escape = meridian * halfWidth * .pi / 180
            escapeSquare = escape * escape
            metersPerRise = meridian * .pi / 180 / unitsPerDegree
            metersPerRun =
                highest >= 90 ? 0 : Self.parallelMeters(highest * .pi / 180) * .pi / 180 / unitsPerDegree
        }

        private static func parallelMeters(_ latitude: Double) -> Double {
            let sine = sin(latitude)
            return EarthFrame.equatorialAxisMeters * cos(latitude)
                / (1 - squaredEccentricity * sine * sine).squareRoot()
        }

        @inline(__always)
        func squares(_ rise: SIMD8<Double>, _ run: SIMD8<Double>) -> SIMD8<Double> {
            let (y, x) = (rise * metersPerRise, run * metersPerRun)
            return y * y + x * x
        }
    }
}
