import TestSupport
import Testing

@testable import GeocliGeo

@Suite struct BoxDistanceBoundTests {
    /// The bound in whole units of 1e-7°, as the index has them.
    private func bound(_ origin: Coordinate, _ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Double
    {
        BoxDistanceBound(origin: origin, unitsPerDegree: 1e7)
            .meters(west: west * 1e7, south: south * 1e7, east: east * 1e7, north: north * 1e7)
    }

    /// The fast bound, in meters.
    private func rough(_ origin: Coordinate, _ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Double
    {
        let bound = BoxDistanceBound(origin: origin, unitsPerDegree: 1e7)
        func eight(_ edge: Double) -> SIMD8<Double> { SIMD8(repeating: edge * 1e7) }
        let rough = bound.rough(west: eight(west), south: eight(south), east: eight(east), north: eight(north))
        return bound.meters(ofRough: rough[5])
    }

    private static let origins = [
        place(126.978, 37.5665), place(0, 0), place(180, 0), place(-180, -17), place(13, 89.99), place(13, 90),
        place(-77, -90), place(-77, -89.97), place(20, 69.5), place(179.99999, -33), place(100, 0.02), place(5, 0.4),
    ]

    /// From a meter to half way around the world, including positions across the antimeridian and beyond the poles.
    @Test func noPositionInTheBoxIsNearerThanTheBound() {
        for seed in UInt64(1)...4000 {
            var random = SeededGenerator(seed: seed)
            let origin = seed % 3 == 0 ? Coordinate.random(&random) : Self.origins[Int(seed) % Self.origins.count]
            let reach = [1e-6, 1e-4, 0.01, 0.05, 0.6, 5, 200].randomElement(using: &random)!
            let size = [0, 1e-7, 1e-4, 0.02, 1, 40].randomElement(using: &random)!
            func limited(_ value: Double, _ limit: Double) -> Double { max(-limit, min(limit, value)) }
            var longitude = origin.longitude + .random(in: -reach...reach, using: &random)
            if abs(longitude) > 180, abs(longitude) < 360 { longitude -= longitude < 0 ? -360 : 360 }
            let west = limited(longitude, 180)
            let south = limited(origin.latitude + .random(in: -reach...reach, using: &random), 90)
            let (east, north) = (min(180, west + size), min(90, south + size))
            let bound = bound(origin, west, south, east, north)
            let rough = rough(origin, west, south, east, north)
            #expect(bound.isFinite, "seed \(seed)")
            #expect(rough <= bound + 1e-6, "seed \(seed)")
            for column in 0...4 {
                for line in 0...4 {
                    let point = place(
                        min(east, west + (east - west) * Double(column) / 4),
                        min(north, south + (north - south) * Double(line) / 4))
                    let distance = Geodesic.distanceMeters(from: origin, to: point)
                    #expect(bound <= distance, "seed \(seed): from \(origin) to \(point)")
                }
            }
        }
    }

    /// A bound of 0 would pass the test above but be useless, so the bound must also be close to the distance. Up to
    /// 45° the bands are short by half their width.
    @Test(arguments: [(0.0005, 0.9994), (0.02, 0.9994), (0.3, 0.99), (3, 0.99), (60, 0.999)])
    func theBoundIsCloseToTheDistanceOfAPoint(reach: Double, share: Double) {
        for seed in UInt64(1)...500 {
            var random = SeededGenerator(seed: seed)
            let origin = place(.random(in: -180...180, using: &random), .random(in: -45...45, using: &random))
            let east = origin.longitude + .random(in: -reach...reach, using: &random)
            let longitude = east > 180 ? east - 360 : east < -180 ? east + 360 : east
            let latitude = max(-90, min(90, origin.latitude + .random(in: -reach...reach, using: &random)))
            let distance = Geodesic.distanceMeters(from: origin, to: place(longitude, latitude))
            let bound = bound(origin, longitude, latitude, longitude, latitude)
            #expect(bound >= share * distance - 0.0011, "seed \(seed): \(bound) of \(distance) m")
        }
    }

    @Test func insideTheBoxTheBoundIsNothing() {
        for origin in Self.origins {
            let bound = bound(origin, origin.longitude, origin.latitude, origin.longitude, origin.latitude)
            #expect(bound <= 0 && bound >= -0.001)
        }
        #expect(bound(place(10, 50), -180, -90, 180, 90) <= 0)
    }
}
