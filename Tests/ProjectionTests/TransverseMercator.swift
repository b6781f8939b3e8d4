import Foundation
import GeocliGeo

/// An ellipsoid of revolution. Units: meters.
struct Ellipsoid: Sendable {
    let semiMajorAxis: Double
    let inverseFlattening: Double

    static let grs80 = Ellipsoid(semiMajorAxis: 6_378_137, inverseFlattening: 298.257222101)
    static let wgs84 = Ellipsoid(semiMajorAxis: 6_378_137, inverseFlattening: 298.257223563)
    static let bessel = Ellipsoid(semiMajorAxis: 6_377_397.155, inverseFlattening: 299.1528128)

    var flattening: Double { 1 / inverseFlattening }
    var eccentricitySquared: Double { flattening * (2 - flattening) }
}

/// A transverse Mercator grid, written without PROJ so that PROJ can be compared with it.
///
/// - Source: L. Krüger's n-series to fourth order, as in C. F. F. Karney, "Transverse Mercator with an accuracy of a
///   few nanometers", J. Geodesy 85 (2011), eqs. (7), (9), (11), (35); parameters of each grid from EPSG.
struct TransverseMercator: Sendable {
    let ellipsoid: Ellipsoid
    let centralMeridianDegrees: Double
    let scale: Double
    let falseEasting: Double
    let falseNorthing: Double

    /// A grid of Korea 2000; all have the origin 38° N.
    static func korea2000(longitude: Double, scale: Double, x: Double, y: Double) -> TransverseMercator {
        TransverseMercator(
            ellipsoid: .grs80, centralMeridianDegrees: longitude, scale: scale, falseEasting: x, falseNorthing: y)
    }

    /// A grid of Korean 1985; all have the origin 38° N.
    static func korean1985(longitude: Double, scale: Double, x: Double, y: Double) -> TransverseMercator {
        TransverseMercator(
            ellipsoid: .bessel, centralMeridianDegrees: longitude, scale: scale, falseEasting: x, falseNorthing: y)
    }

    /// Degrees on the grid's own datum to meters on the grid.
    func position(longitude: Double, latitude: Double) -> (x: Double, y: Double) {
        let (east, north) = fromEquator(longitude: longitude, latitude: latitude)
        let origin = fromEquator(longitude: centralMeridianDegrees, latitude: 38)
        return (falseEasting + scale * east, falseNorthing + scale * (north - origin.north))
    }

    /// Meters east of the central meridian and north of the equator, before scaling.
    private func fromEquator(longitude: Double, latitude: Double) -> (east: Double, north: Double) {
        let lambda = (longitude - centralMeridianDegrees) * .pi / 180
        let tau = tan(latitude * .pi / 180)
        let eccentricity = ellipsoid.eccentricitySquared.squareRoot()
        let sigma = sinh(eccentricity * atanh(eccentricity * tau / (1 + tau * tau).squareRoot()))
        let conformal = tau * (1 + sigma * sigma).squareRoot() - sigma * (1 + tau * tau).squareRoot()
        let xi = atan2(conformal, cos(lambda))
        let eta = asinh(sin(lambda) / (conformal * conformal + cos(lambda) * cos(lambda)).squareRoot())
        var (north, east) = (xi, eta)
        for (index, alpha) in alphas.enumerated() {
            let order = 2 * Double(index + 1)
            north += alpha * sin(order * xi) * cosh(order * eta)
            east += alpha * cos(order * xi) * sinh(order * eta)
        }
        return (rectifyingRadius * east, rectifyingRadius * north)
    }

    private var third: Double { ellipsoid.flattening / (2 - ellipsoid.flattening) }

    private var rectifyingRadius: Double {
        ellipsoid.semiMajorAxis / (1 + third) * (1 + pow(third, 2) / 4 + pow(third, 4) / 64)
    }

    private var alphas: [Double] {
        let n = third
        let first = n / 2 - 2 * pow(n, 2) / 3 + 5 * pow(n, 3) / 16 + 41 * pow(n, 4) / 180
        let second = 13 * pow(n, 2) / 48 - 3 * pow(n, 3) / 5 + 557 * pow(n, 4) / 1440
        return [first, second, 61 * pow(n, 3) / 240 - 103 * pow(n, 4) / 140, 49_561 * pow(n, 4) / 161_280]
    }
}

/// A Molodensky-Badekas shift to WGS 84, coordinate frame rotation.
///
/// - Source: EPSG method 1034 (IOGP 373-7-2); small angles, as EPSG writes it.
struct DatumShift: Sendable {
    let ellipsoid: Ellipsoid
    let translation: [Double]
    let rotationArcSeconds: [Double]
    let scalePartsPerMillion: Double
    let pivot: [Double]

    /// EPSG "Korean 1985 to WGS 84 (1)", 1 m.
    static let korean1985 = DatumShift(
        ellipsoid: .bessel, translation: [-145.907, 505.034, 685.756], rotationArcSeconds: [-1.162, 2.347, 1.592],
        scalePartsPerMillion: 6.342, pivot: [-3_159_521.31, 4_068_151.32, 3_748_113.85])

    /// The position on WGS 84 of a position of the old datum, both on their ellipsoids.
    func coordinate(_ position: Coordinate) throws -> Coordinate {
        let geocentric = geocentric(position)
        let d = zip(geocentric, pivot).map(-)
        let r = rotationArcSeconds.map { $0 / 3600 * .pi / 180 }
        let rotated = [
            d[0] + r[2] * d[1] - r[1] * d[2], d[1] - r[2] * d[0] + r[0] * d[2], d[2] + r[1] * d[0] - r[0] * d[1],
        ]
        let scale = 1 + scalePartsPerMillion * 1e-6
        return try geodetic((0..<3).map { rotated[$0] * scale + pivot[$0] + translation[$0] }, on: .wgs84)
    }

    private func geocentric(_ position: Coordinate) -> [Double] {
        let (lambda, phi) = (position.longitude * .pi / 180, position.latitude * .pi / 180)
        let normal = primeVerticalRadius(ellipsoid, sine: sin(phi))
        return [
            normal * cos(phi) * cos(lambda), normal * cos(phi) * sin(lambda),
            normal * (1 - ellipsoid.eccentricitySquared) * sin(phi),
        ]
    }

    /// Longitude and latitude of a point near the surface, by fixed-point iteration.
    private func geodetic(_ point: [Double], on ellipsoid: Ellipsoid) throws -> Coordinate {
        let fromAxis = (point[0] * point[0] + point[1] * point[1]).squareRoot()
        var phi = atan2(point[2], fromAxis * (1 - ellipsoid.eccentricitySquared))
        for _ in 0..<10 {
            let normal = primeVerticalRadius(ellipsoid, sine: sin(phi))
            phi = atan2(point[2] + ellipsoid.eccentricitySquared * normal * sin(phi), fromAxis)
        }
        return try Coordinate(longitude: atan2(point[1], point[0]) * 180 / .pi, latitude: phi * 180 / .pi)
    }

    private func primeVerticalRadius(_ ellipsoid: Ellipsoid, sine: Double) -> Double {
        ellipsoid.semiMajorAxis / (1 - ellipsoid.eccentricitySquared * sine * sine).squareRoot()
    }
}
