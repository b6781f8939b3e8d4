import Foundation
import TestSupport
import Testing

@testable import GeocliGeo

@Suite struct WebMercatorTests {
    /// Meters of EPSG:3857 for a fraction of the world.
    private func meters(_ fraction: Double) -> Double { (fraction - 0.5) * 2 * .pi * 6_378_137 }

    /// IOGP Guidance Note 7-2, example of method 1024: 24°22′54.433″N 100°20′00″W is E -11169055.58, N 2800000.00.
    @Test func theExampleOfTheEPSGRegistry() {
        #expect(abs(meters(WebMercator.mercatorX(longitude: -(100 + 20 / 60.0))) - -11_169_055.58) < 0.01)
        let north = -meters(WebMercator.mercatorY(latitude: 24 + 22 / 60.0 + 54.433 / 3600))
        #expect(abs(north - 2_800_000) < 0.02)
    }

    @Test func theCornersOfTheWorldAreZeroAndOne() {
        #expect(WebMercator.mercatorX(longitude: -180) == 0)
        #expect(WebMercator.mercatorX(longitude: 0) == 0.5)
        #expect(WebMercator.mercatorX(longitude: 180) == 1)
        #expect(WebMercator.mercatorY(latitude: 0) == 0.5)
        #expect(abs(WebMercator.mercatorY(latitude: WebMercator.maximumLatitude)) < 1e-15)
        #expect(abs(WebMercator.mercatorY(latitude: -WebMercator.maximumLatitude) - 1) < 1e-15)
        #expect(abs(WebMercator.maximumLatitude - atan(sinh(.pi)) * 180 / .pi) < 1e-13)
    }

    @Test func latitudesBeyondTheSquareLieOnItsEdge() {
        for latitude in [85.06, 86, 89.999999, 90] {
            #expect(
                WebMercator.mercatorY(latitude: latitude)
                    == WebMercator.mercatorY(latitude: WebMercator.maximumLatitude))
            #expect(
                WebMercator.mercatorY(latitude: -latitude)
                    == WebMercator.mercatorY(latitude: -WebMercator.maximumLatitude))
        }
    }

    /// The other closed form: y = ½ − ln(tan(π/4 + φ/2)) / 2π.
    @Test func heightsAreThoseOfTheLogarithmicForm() {
        for tenths in -850...850 {
            let latitude = Double(tenths) / 10
            let closed = 0.5 - log(tan(.pi / 4 + latitude * .pi / 360)) / (2 * .pi)
            #expect(abs(WebMercator.mercatorY(latitude: latitude) - closed) < 1e-14, "\(latitude)")
        }
    }

    @Test func theWayBackLeadsHome() {
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            let longitude = Double.random(in: -180...180, using: &random)
            let latitude = Double.random(in: -85.05...85.05, using: &random)
            let x = WebMercator.mercatorX(longitude: longitude)
            let y = WebMercator.mercatorY(latitude: latitude)
            #expect((0...1).contains(x) && (0...1).contains(y), "seed \(seed)")
            #expect(abs(WebMercator.longitude(mercatorX: x) - longitude) < 1e-12, "seed \(seed)")
            #expect(abs(WebMercator.latitude(mercatorY: y) - latitude) < 1e-12, "seed \(seed)")
        }
        #expect(abs(WebMercator.latitude(mercatorY: 0) - WebMercator.maximumLatitude) < 1e-12)
    }
}
