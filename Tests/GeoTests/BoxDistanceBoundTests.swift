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

    private func bound(_ origin: Coordinate, _ box: BoundingBox) -> Double {
        bound(origin, box.west, box.south, box.east, box.north)
    }

    /// The two bounds for eight boxes, in meters.
    private func eight(_ origin: Coordinate, _ box: BoundingBox) -> (rough: Double, far: Double) {
        let bound = BoxDistanceBound(origin: origin, unitsPerDegree: 1e7)
        func eight(_ edge: Double) -> SIMD8<Double> { SIMD8(repeating: edge * 1e7) }
        let (west, south, east, north) = (eight(box.west), eight(box.south), eight(box.east), eight(box.north))
        return (
            bound.meters(ofRough: bound.rough(west: west, south: south, east: east, north: north)[5]),
            bound.farMeters(west: west, south: south, east: east, north: north)[3]
        )
    }

    private static let origins = [
        place(126.978, 37.5665), place(0, 0), place(180, 0), place(-180, -17), place(13, 89.99), place(13, 90),
        place(-77, -90), place(-77, -89.97), place(20, 69.5), place(179.99999, -33), place(100, 0.02), place(5, 0.4),
    ]

    private func antipode(_ position: Coordinate) -> Coordinate {
        place(position.longitude > 0 ? position.longitude - 180 : position.longitude + 180, -position.latitude)
    }

    /// A box that does not cross the antimeridian: a point, small, wide, a polar cap, a strip, or the world.
    private func box(_ random: inout SeededGenerator) -> BoundingBox {
        var (one, other) = (Coordinate.random(&random), Coordinate.random(&random))
        let size: Double = [0, 1e-6, 1e-3, 0.1, 5, 400].randomElement(using: &random) ?? 1
        other = place(
            max(-180, min(180, one.longitude + (other.longitude - one.longitude) * min(1, size / 360))),
            max(-90, min(90, one.latitude + (other.latitude - one.latitude) * min(1, size / 180))))
        switch Int.random(in: 0..<10, using: &random) {
        case 0: other = place(180, other.latitude)
        case 1: other = place(-180, other.latitude)
        case 2: one = place(one.longitude, 90)
        case 3: one = place(one.longitude, -90)
        case 4: (one, other) = (place(-180, one.latitude), place(180, other.latitude))
        // Edges at whole units.
        case 5: (one, other) = (place(126.9780001, 37.5665), place(126.978_000_2, 37.566_500_1))
        default: break
        }
        return BoundingBox(
            uncheckedWest: min(one.longitude, other.longitude), south: min(one.latitude, other.latitude),
            east: max(one.longitude, other.longitude), north: max(one.latitude, other.latitude))
    }

    private func points(of box: BoundingBox, _ random: inout SeededGenerator) -> [Coordinate] {
        var points: [Coordinate] = []
        for step in 0...4 {
            // Rounding must not move a position out of the box.
            let longitude = min(box.east, box.west + (box.east - box.west) * Double(step) / 4)
            let latitude = min(box.north, box.south + (box.north - box.south) * Double(step) / 4)
            points += [place(longitude, box.south), place(longitude, box.north)]
            points += [place(box.west, latitude), place(box.east, latitude)]
        }
        for _ in 0..<8 {
            points.append(
                place(
                    Double.random(in: box.west...box.east, using: &random),
                    Double.random(in: box.south...box.north, using: &random)))
        }
        return points
    }

    private func check(_ origin: Coordinate, _ box: BoundingBox, _ random: inout SeededGenerator, seed: UInt64) {
        let bound = bound(origin, box)
        let (rough, far) = eight(origin, box)
        #expect(bound.isFinite && bound >= -0.001, "seed \(seed)")
        #expect(far <= BoxDistanceBound.farthestMeters, "seed \(seed)")
        let least = points(of: box, &random).map { Geodesic.distanceMeters(from: origin, to: $0) }.min() ?? 0
        #expect(max(bound, rough, far) <= least, "seed \(seed): from \(origin) to \(box): \(bound) \(rough) \(far)")
    }

    /// Everywhere: random boxes and origins, antipodes, and origins on the box's meridian and its parallel.
    @Test func noPositionInTheBoxIsNearerThanTheBound() {
        for seed in UInt64(1)...3000 {
            var random = SeededGenerator(seed: seed)
            let box = box(&random)
            let opposite = antipode(place((box.west + box.east) / 2, (box.south + box.north) / 2))
            let origins = [
                Coordinate.random(&random), opposite,
                Geodesic.destination(
                    from: opposite, bearingDegrees: .random(in: 0...360, using: &random),
                    distanceMeters: .random(in: 0...2_000_000, using: &random)),
                place(box.east, Coordinate.random(&random).latitude),
                place(Coordinate.random(&random).longitude, box.north),
            ]
            for origin in origins { check(origin, box, &random, seed: seed) }
        }
    }

    /// From a meter to half way around the world, including positions across the antimeridian and beyond the poles.
    @Test func noPositionInABoxNearbyIsNearerThanTheBound() {
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
            let box = BoundingBox(
                uncheckedWest: west, south: south, east: min(180, west + size), north: min(90, south + size))
            check(origin, box, &random, seed: seed)
        }
    }

    /// A bound of 0 would pass the tests above but be useless, so the bound must also be close to the distance. Up to
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

    /// The series gives bounds on both sides, which are as close as their proof says.
    @Test func theDistanceOfAFarPointIsBetweenItsBounds() {
        for seed in UInt64(1)...20_000 {
            var random = SeededGenerator(seed: seed)
            let origin = seed % 4 == 0 ? Self.origins[Int(seed) % Self.origins.count] : Coordinate.random(&random)
            let length = Double.random(in: 0...1, using: &random) * [1e5, 1e6, 5e6, 1e7, 1.9e7][Int(seed) % 5]
            let point = Geodesic.destination(
                from: origin, bearingDegrees: .random(in: 0...360, using: &random), distanceMeters: length)
            let distance = Geodesic.distanceMeters(from: origin, to: point)
            let low = eight(
                origin,
                BoundingBox(
                    uncheckedWest: point.longitude, south: point.latitude, east: point.longitude,
                    north: point.latitude)
            ).far
            let high = BoxDistanceBound.highest(far: low)
            #expect(low <= distance && distance <= high, "seed \(seed): \(origin) to \(point): \(low) to \(high)")
            if length <= 1e7 {
                #expect(high - low < 0.4 + 6e-6 * distance, "seed \(seed): \(origin) to \(point): \(low) to \(high)")
            }
        }
    }

    @Test func insideTheBoxTheBoundIsNothing() {
        for origin in Self.origins {
            let bound = bound(origin, origin.longitude, origin.latitude, origin.longitude, origin.latitude)
            #expect(bound <= 0 && bound >= -0.001)
        }
        #expect(bound(place(10, 50), -180, -90, 180, 90) <= 0)
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            let box = box(&random)
            for point in points(of: box, &random) where box.contains(point) {
                #expect(abs(bound(point, box)) <= 0.001, "seed \(seed): \(point) in \(box)")
            }
        }
    }

    @Test func theNearestMeridianIsLookedAtInsideTheBoxToo() {
        // The great circle from 37° north meets the meridian 80° away far north of the parallel of both points.
        let origin = place(0, 37)
        let steps = (0...8900).map { Geodesic.distanceMeters(from: origin, to: place(80, Double($0) / 100)) }
        let nearest = steps.min() ?? 0
        #expect(nearest < min(steps[0], steps[8900]) - 1000)
        let bound = bound(origin, 80, 0, 90, 89)
        #expect(bound <= nearest && bound >= 0.996 * nearest)
    }

    /// The derivative of the distance along a meridian is 0 at the pole that is nearest and at the one that is farthest.
    @Test func theOtherPoleIsFar() {
        for (origin, least) in [(place(0, 90), 17e6), (place(0, 37), 14e6), (place(90, 37), 14e6)] {
            for longitude in [-180, -90, 0, 42.4, 90, 180] as [Double] {
                let point = BoundingBox(uncheckedWest: longitude, south: -90, east: longitude, north: -90)
                #expect(eight(origin, point).far > least, "\(origin) to \(longitude)")
            }
        }
    }

    @Test func theAntimeridianIsNoWall() {
        #expect(abs(bound(place(180, 0), -180, -1, -179, 1)) <= 0.001)
        let near = bound(place(179, 0), -180, -1, -179, 1)
        #expect(near > 110_900 && near < 111_320)
        #expect(abs(bound(place(-179, 0), 179, -1, 180, 1) - near) < 1e-6)
    }

    @Test func aPoleIsNearToEveryMeridian() {
        let distance = Geodesic.distanceMeters(from: place(170, 89), to: place(0, 90))
        let near = bound(place(170, 89), -10, 80, 10, 90)
        #expect(near <= distance && near >= 0.996 * distance)
        #expect(abs(bound(place(170, 90), -10, 80, 10, 90)) <= 0.001)
        #expect(abs(bound(place(-170, -90), 5, -90, 6, -80)) <= 0.001)
    }
}
