import GeocliText
import TestSupport
import Testing

@testable import GeocliGeo

@Suite struct BoundingBoxTests {
    private func error(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> GeoError? {
        do throws(GeoError) {
            _ = try BoundingBox(west: west, south: south, east: east, north: north)
            return nil
        } catch { return error }
    }

    @Test func edgesAreCheckedOneByOne() throws {
        let box = try BoundingBox(west: 126, south: 37, east: 127.5, north: 38)
        #expect([box.west, box.south, box.east, box.north] == [126, 37, 127.5, 38])
        #expect(error(0, 1, 0, 1) == nil)
        #expect(error(170, -10, -170, 10) == nil)
        #expect(error(-180, -90, 180, 90) == nil)
        for bad in [Double.nan, .infinity, -.infinity, 181] {
            #expect(error(bad, 0, 0, 0)?.code == .longitude)
            #expect(error(0, 0, bad, 0)?.code == .longitude)
            #expect(error(0, bad, 0, 0)?.code == .latitude)
            #expect(error(0, 0, 0, bad)?.code == .latitude)
        }
    }

    @Test func errorsSayWhatIsWrong() {
        #expect(error(0, 38, 1, 37)?.code == .box)
        #expect(error(0, 38, 1, 37)?.description == "south 38.0 is greater than north 37.0")
        #expect(error(0, 38, 1, 37)?.words.ko == "남쪽 위도 38.0이 북쪽 위도 37.0보다 큽니다")
        #expect(error(37, 126, 38, 127)?.description == "latitude 126.0 is not between -90 and 90")
        #expect(error(0, 0, 200, 0)?.description == "longitude 200.0 is not between -180 and 180")
    }

    @Test func edgesAndCornersAreIn() throws {
        let box = try BoundingBox(west: 10, south: -5, east: 20, north: 5)
        for longitude in [10.0, 15, 20] {
            for latitude in [-5.0, 0, 5] { #expect(box.contains(place(longitude, latitude))) }
        }
        for (longitude, latitude) in [
            ((10.0).nextDown, 0.0), ((20.0).nextUp, 0), (15, (5.0).nextUp), (15, (-5.0).nextDown), (-165, 0),
        ] {
            #expect(!box.contains(place(longitude, latitude)))
        }
    }

    @Test func aBoxOfOnePointHoldsThatPointOnly() throws {
        let box = try BoundingBox(west: 10, south: 5, east: 10, north: 5)
        #expect(box.contains(place(10, 5)))
        #expect(!box.contains(place(10, (5.0).nextUp)) && !box.contains(place((10.0).nextUp, 5)))
    }

    @Test func aBoxAcrossTheAntimeridianHoldsBothSides() throws {
        let box = try BoundingBox(west: 170, south: -10, east: -170, north: 10)
        #expect(box.crossesAntimeridian)
        for longitude in [170.0, 175, 180, -180, -175, -170] { #expect(box.contains(place(longitude, 0))) }
        for longitude in [(170.0).nextDown, (-170.0).nextUp, 0, 90] { #expect(!box.contains(place(longitude, 0))) }
        #expect(!box.contains(place(180, (10.0).nextUp)))
        #expect(
            box.partsWithoutCrossing.map { [$0.west, $0.south, $0.east, $0.north] } == [
                [170, -10, 180, 10], [-180, -10, -170, 10],
            ])
    }

    @Test func anEdgeAtEitherNameOfTheAntimeridianHoldsBoth() throws {
        let cases: [(west: Double, east: Double, holds: [Double], leavesOut: [Double])] = [
            (170, 180, [170, 179.9, 180, -180], [-179.9, (-180.0).nextUp, 169.9, 0]),
            (-180, -170, [-170, -179.9, 180, -180], [179.9, (180.0).nextDown, -169.9, 0]),
            (170, -180, [170, 179.9, 180, -180], [-179.9, (-180.0).nextUp, 169.9, 0]),
            (180, -170, [-170, -179.9, 180, -180], [179.9, (180.0).nextDown, -169.9, 0]),
            (180, 180, [180, -180], [179.9, -179.9, 0]), (-180, -180, [180, -180], [179.9, -179.9, 0]),
            (180, -180, [180, -180], [179.9, -179.9, 0]), (-180, 180, [180, -180, 0, 179.9, -179.9], []),
            (-180, 0, [180, -180, 0, -90], [179.9, 90]), (0, 180, [180, -180, 0, 90], [-179.9, -90]),
            (-179.9, 179.9, [0, 179.9, -179.9], [180, -180, 179.95]),
        ]
        for (west, east, holds, leavesOut) in cases {
            let box = try BoundingBox(west: west, south: -10, east: east, north: 10)
            for longitude in holds { #expect(box.contains(place(longitude, 0)), "\(longitude) in \(west)…\(east)") }
            for longitude in leavesOut {
                #expect(!box.contains(place(longitude, 0)), "\(longitude) in \(west)…\(east)")
            }
            #expect(!box.contains(place(180, (10.0).nextUp)) && !box.contains(place(-180, (-10.0).nextDown)))
        }
    }

    @Test func thePartsOfABoxAtTheAntimeridianHaveNoNumberInCommon() throws {
        func parts(_ west: Double, _ east: Double) throws -> [[Double]] {
            try BoundingBox(west: west, south: 0, east: east, north: 20).partsWithoutCrossing.map {
                [$0.west, $0.south, $0.east, $0.north]
            }
        }
        #expect(try parts(170, 180) == [[170, 0, 180, 20], [-180, 0, -180, 20]])
        #expect(try parts(-180, -170) == [[-180, 0, -170, 20], [180, 0, 180, 20]])
        #expect(try parts(180, 180) == [[180, 0, 180, 20], [-180, 0, -180, 20]])
        #expect(try parts(-180, -180) == [[-180, 0, -180, 20], [180, 0, 180, 20]])
        #expect(try parts(180, -180) == [[180, 0, 180, 20], [-180, 0, -180, 20]])
        #expect(try parts(-180, 180) == [[-180, 0, 180, 20]])
        #expect(try parts(10, 20) == [[10, 0, 20, 20]])
    }

    @Test func aPoleIsAnOrdinaryEdge() throws {
        let cap = try BoundingBox(west: 0, south: 80, east: 90, north: 90)
        #expect(cap.contains(place(45, 90)))
        #expect(!cap.contains(place(-45, 90)))
        #expect(BoundingBox.world.contains(place(-180, -90)) && BoundingBox.world.contains(place(180, 90)))
        #expect(!BoundingBox.world.crossesAntimeridian)
        #expect(BoundingBox.world.partsWithoutCrossing == [.world])
    }

    @Test func thePartsHoldWhatTheWholeHolds() throws {
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            var (one, other) = (Coordinate.random(&random), Coordinate.random(&random))
            if seed % 3 == 0 { one = place(seed % 2 == 0 ? 180 : -180, one.latitude) }
            if seed % 5 == 0 { other = place(seed % 4 == 0 ? 180 : -180, other.latitude) }
            let box = try BoundingBox(
                west: one.longitude, south: min(one.latitude, other.latitude), east: other.longitude,
                north: max(one.latitude, other.latitude))
            let parts = box.partsWithoutCrossing
            #expect(parts.allSatisfy { !$0.crossesAntimeridian })
            var points = (0..<20).map { _ in Coordinate.random(&random) } + [one, other]
            points += [
                place(box.west, box.south), place(box.east, box.north), place(180, box.north), place(-180, box.south),
            ]
            for point in points {
                // An index or SQL compares the numbers of the parts in this way.
                let holders = parts.count { part in
                    part.west...part.east ~= point.longitude && part.south...part.north ~= point.latitude
                }
                #expect(holders == (box.contains(point) ? 1 : 0), "seed \(seed): \(point) in \(box)")
            }
        }
    }

    @Test func theCheckedBoxOfConstantsTrapsOnBadOnes() async {
        let box = BoundingBox(checkedWest: 126, south: 37, east: 127, north: 38)
        #expect(box.contains(place(126, 38)))
        await #expect(processExitsWith: .failure) { _ = BoundingBox(checkedWest: 0, south: 1, east: 0, north: 0) }
        await #expect(processExitsWith: .failure) { _ = BoundingBox(checkedWest: -181, south: 0, east: 0, north: 0) }
        await #expect(processExitsWith: .failure) { _ = BoundingBox(checkedWest: 0, south: .nan, east: 0, north: 0) }
    }
}
