import Foundation
import TestSupport
import Testing

@testable import GeocliGeo

@Suite struct AuxiliarySphereTests {
    private func bound(_ origin: Coordinate, _ box: BoundingBox) -> Double {
        AuxiliarySphere(origin: origin)
            .lowerBoundMeters(west: box.west, south: box.south, east: box.east, north: box.north)
    }

    /// A box that does not cross the antimeridian: small, wide, a polar cap, a strip, or the world.
    private func box(_ random: inout SeededGenerator) -> BoundingBox {
        var (one, other) = (Coordinate.random(&random), Coordinate.random(&random))
        let size: Double = [1e-6, 1e-3, 0.1, 5, 400].randomElement(using: &random) ?? 1
        other = place(
            max(-180, min(180, one.longitude + (other.longitude - one.longitude) * min(1, size / 360))),
            max(-90, min(90, one.latitude + (other.latitude - one.latitude) * min(1, size / 180))))
        switch Int.random(in: 0..<10, using: &random) {
        case 0: other = place(180, other.latitude)
        case 1: other = place(-180, other.latitude)
        case 2: one = place(one.longitude, 90)
        case 3: one = place(one.longitude, -90)
        case 4: (one, other) = (place(-180, one.latitude), place(180, other.latitude))
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

    @Test func noPositionInTheBoxIsNearerThanTheBound() {
        for seed in UInt64(1)...3000 {
            var random = SeededGenerator(seed: seed)
            let box = box(&random)
            var origins = [Coordinate.random(&random)]
            // The antipode of the box's middle, and positions on the box's eastern meridian and its northern parallel.
            let middle = place((box.west + box.east) / 2, (box.south + box.north) / 2)
            origins.append(
                place(middle.longitude > 0 ? middle.longitude - 180 : middle.longitude + 180, -middle.latitude))
            origins.append(place(box.east, Coordinate.random(&random).latitude))
            origins.append(place(Coordinate.random(&random).longitude, box.north))
            for origin in origins {
                let bound = bound(origin, box)
                #expect(bound >= 0 && bound.isFinite, "seed \(seed)")
                for point in points(of: box, &random) {
                    let distance = Geodesic.distanceMeters(from: origin, to: point)
                    #expect(bound <= distance, "seed \(seed): from \(origin) to \(point) in \(box)")
                }
            }
        }
    }

    @Test func theNearestMeridianIsLookedAtInsideTheBoxToo() {
        // The great circle from 37° north meets the meridian 80° away far north of the parallel of both points.
        let origin = place(0, 37)
        let box = BoundingBox(checkedWest: 80, south: 0, east: 90, north: 89)
        let steps = (0...8900).map { Geodesic.distanceMeters(from: origin, to: place(80, Double($0) / 100)) }
        let nearest = steps.min() ?? 0
        #expect(nearest < min(steps[0], steps[8900]) - 1000)
        let bound = bound(origin, box)
        #expect(bound <= nearest && bound >= 0.996 * nearest)
    }

    @Test func theBoundOfOnePointIsWithinTwoFifthsOfAPercent() {
        for seed in UInt64(1)...5000 {
            var random = SeededGenerator(seed: seed)
            let origin = Coordinate.random(&random)
            var point = Coordinate.random(&random)
            if seed % 4 == 0 {
                point = place(origin.longitude * 0.999999, origin.latitude * 0.999999)
            } else if seed % 4 == 1 {
                point = place(origin.longitude > 0 ? origin.longitude - 180 : origin.longitude + 180, -origin.latitude)
            }
            let box = BoundingBox(
                uncheckedWest: point.longitude, south: point.latitude, east: point.longitude, north: point.latitude)
            let distance = Geodesic.distanceMeters(from: origin, to: point)
            let bound = bound(origin, box)
            #expect(bound <= distance, "seed \(seed): \(origin) to \(point)")
            #expect(bound >= 0.996 * distance - 0.002, "seed \(seed): \(origin) to \(point)")
        }
    }

    @Test func insideTheBoxTheBoundIsZero() {
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            let box = box(&random)
            for point in points(of: box, &random) where box.contains(point) {
                #expect(bound(point, box) == 0, "seed \(seed): \(point) in \(box)")
            }
            #expect(bound(.random(&random), .world) == 0, "seed \(seed)")
        }
    }

    @Test func theAntimeridianIsNoWall() {
        let box = BoundingBox(checkedWest: -180, south: -1, east: -179, north: 1)
        #expect(bound(place(180, 0), box) == 0)
        let near = bound(place(179, 0), box)
        #expect(near > 110_900 && near < 111_320)
        let other = BoundingBox(checkedWest: 179, south: -1, east: 180, north: 1)
        #expect(abs(bound(place(-179, 0), other) - near) < 1e-6)
    }

    @Test func aPoleIsNearToEveryMeridian() {
        let cap = BoundingBox(checkedWest: -10, south: 80, east: 10, north: 90)
        let distance = Geodesic.distanceMeters(from: place(170, 89), to: place(0, 90))
        let bound = bound(place(170, 89), cap)
        #expect(bound <= distance && bound >= 0.996 * distance)
        #expect(self.bound(place(170, 90), cap) == 0)
        #expect(self.bound(place(-170, -90), BoundingBox(checkedWest: 5, south: -90, east: 6, north: -80)) == 0)
    }
}
