import Foundation
import TestSupport

@testable import GeocliGeo

extension Coordinate {
    /// A position anywhere, sometimes at a pole, on the equator or on the antimeridian.
    static func random(_ random: inout SeededGenerator) -> Coordinate {
        var longitude = Double.random(in: -180...180, using: &random)
        // Evenly over the sphere.
        var latitude = asin(Double.random(in: -1...1, using: &random)) * 180 / .pi
        switch Int.random(in: 0..<20, using: &random) {
        case 0: longitude = 180
        case 1: longitude = -180
        case 2: latitude = 90
        case 3: latitude = -90
        case 4: latitude = 0
        case 5: longitude = 0
        default: break
        }
        return Coordinate(uncheckedLongitude: longitude, latitude: latitude)
    }
}

/// The position with these coordinates, which must be valid.
func place(_ longitude: Double, _ latitude: Double) -> Coordinate {
    Coordinate(uncheckedLongitude: longitude, latitude: latitude)
}

/// Vincenty's inverse formula, independent of GeographicLib. Its error is at most half a millimeter; nil for nearly
/// antipodal points, where it does not converge.
///
/// - Source: T. Vincenty, "Direct and inverse solutions of geodesics on the ellipsoid with application of nested
///   equations", Survey Review 23 (1975) 88–93.
func vincentyMeters(_ origin: Coordinate, _ target: Coordinate) -> Double? {
    let a = 6_378_137.0
    let f = 1 / 298.257223563
    let b = (1 - f) * a
    let turn = (target.longitude - origin.longitude) * .pi / 180
    let u1 = atan((1 - f) * tan(origin.latitude * .pi / 180))
    let u2 = atan((1 - f) * tan(target.latitude * .pi / 180))
    var lambda = turn
    for _ in 0..<200 {
        let sinSigma = hypot(cos(u2) * sin(lambda), cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda))
        guard sinSigma > 0 else { return 0 }
        let cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
        let sigma = atan2(sinSigma, cosSigma)
        let sinAlpha = cos(u1) * cos(u2) * sin(lambda) / sinSigma
        let cosSquaredAlpha = 1 - sinAlpha * sinAlpha
        let cosDouble = cosSquaredAlpha > 1e-15 ? cosSigma - 2 * sin(u1) * sin(u2) / cosSquaredAlpha : 0
        let c = f / 16 * cosSquaredAlpha * (4 + f * (4 - 3 * cosSquaredAlpha))
        let inner = sigma + c * sinSigma * (cosDouble + c * cosSigma * (2 * cosDouble * cosDouble - 1))
        let former = lambda
        lambda = turn + (1 - c) * f * sinAlpha * inner
        guard abs(lambda - former) < 1e-12 else { continue }
        let uSquared = cosSquaredAlpha * (a * a - b * b) / (b * b)
        let bigA = 1 + uSquared / 16384 * (4096 + uSquared * (-768 + uSquared * (320 - 175 * uSquared)))
        let bigB = uSquared / 1024 * (256 + uSquared * (-128 + uSquared * (74 - 47 * uSquared)))
        let cubic =
            bigB / 6 * cosDouble * (-3 + 4 * sinSigma * sinSigma) * (-3 + 4 * cosDouble * cosDouble)
        let correction =
            bigB * sinSigma
            * (cosDouble + bigB / 4 * (cosSigma * (2 * cosDouble * cosDouble - 1) - cubic))
        return b * bigA * (sigma - correction)
    }
    return nil
}
