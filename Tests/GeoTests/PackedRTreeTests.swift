internal import TestSupport
internal import Testing

@testable internal import GeocliGeo

/// The index, compared with a loop over all positions.
@Suite struct PackedRTreeTests {
    private func bruteForce(
        _ coordinates: [Coordinate], _ origin: Coordinate, _ count: Int, within: Double = .infinity,
        where admits: (Int) -> Bool = { _ in true }
    ) -> [(index: Int, distance: Double)] {
        let all = coordinates.indices.filter(admits).map { index in
            (index: index, distance: Geodesic.distanceMeters(from: origin, to: coordinates[index]))
        }
        return Array(
            all.filter { $0.distance <= within }.sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
                .prefix(count))
    }

    private func expectSame(
        _ tree: PackedRTree, _ coordinates: [Coordinate], _ origin: Coordinate, _ count: Int,
        within: Double = .infinity, where admits: (Int) -> Bool = { _ in true }, _ comment: Comment
    ) {
        var search = NearestSearch()
        tree.nearest(to: origin, count: count, withinMeters: within, into: &search, where: admits)
        let wanted = bruteForce(coordinates, origin, count, within: within, where: admits)
        #expect(search.neighbors.map(\.index) == wanted.map(\.index), comment)
        for (found, right) in zip(search.neighbors, wanted) {
            #expect(abs(found.distanceMeters - right.distance) <= 0.00005, comment)
            #expect(
                (found.distanceMeters * 1000).rounded() == (right.distance * 1000).rounded(),
                "\(comment): \(found.distanceMeters) \(right.distance)")
        }
    }

    private func origins(_ coordinates: [Coordinate], _ draws: inout IndexDraws, _ count: Int) -> [Coordinate] {
        (0..<count).map { round in
            switch round % 3 {
            case 0: return draws.coordinate()
            case 1: return coordinates[draws.integer(in: 0...coordinates.count - 1)]
            default:
                let near = coordinates[draws.integer(in: 0...coordinates.count - 1)]
                return Coordinate(
                    uncheckedLongitude: max(-180, min(180, near.longitude + draws.number(in: -0.01...0.01))),
                    latitude: max(-90, min(90, near.latitude + draws.number(in: -0.01...0.01))))
            }
        }
    }

    private func check(_ coordinates: [Coordinate], _ draws: inout IndexDraws, rounds: Int) {
        let tree = PackedRTree(coordinates)
        for origin in origins(coordinates, &draws, rounds) {
            for count in [1, 2, 10, 50] {
                expectSame(tree, coordinates, origin, count, "seed \(draws.seed), \(origin), k \(count)")
            }
            let within = draws.number(in: 0...4) * draws.number(in: 0...2_000_000)
            expectSame(
                tree, coordinates, origin, 7, within: within, "seed \(draws.seed), \(origin), within \(within)")
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func nearestEqualsTheLoopInACity(seed: UInt64) {
        var draws = IndexDraws(seed: seed)
        check(draws.city(3000), &draws, rounds: 30)
    }

    @Test(arguments: [3, 4] as [UInt64])
    func nearestEqualsTheLoopAroundTheWorld(seed: UInt64) {
        var draws = IndexDraws(seed: seed)
        check(draws.world(3000), &draws, rounds: 30)
    }

    @Test(arguments: [5, 6] as [UInt64])
    func nearestEqualsTheLoopAtPolesAntimeridianAndTies(seed: UInt64) {
        var draws = IndexDraws(seed: seed)
        check(draws.awkward(1500), &draws, rounds: 30)
    }

    @Test(arguments: [0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 511, 513])
    func everySizeIsAnswered(size: Int) {
        var draws = IndexDraws(seed: UInt64(size))
        let coordinates = draws.world(size)
        let tree = PackedRTree(coordinates)
        #expect(tree.count == size)
        for _ in 0..<5 {
            let origin = draws.coordinate()
            for count in [0, 1, size, size + 1, .max] {
                expectSame(tree, coordinates, origin, count, "\(size) positions, k \(count), \(origin)")
            }
            #expect(tree.count(withinMeters: 1e9, of: origin) == size)
            #expect(tree.count(in: .world) == size)
        }
    }

    @Test func distancesThatDifferByLessThanAMicrometerAreInTheOrderOfGeodesics() {
        var draws = IndexDraws(seed: 11)
        let coordinates = draws.nearlyTied(200)
        let tree = PackedRTree(coordinates)
        for origin in [draws.city(1)[0], draws.coordinate(), coordinates[0]] {
            for count in [1, 5, 33, 199] {
                expectSame(tree, coordinates, origin, count, "\(origin), k \(count)")
            }
        }
    }

    @Test func positionsInOnePlaceAreOrderedByIndex() {
        let place = Coordinate(uncheckedLongitude: 127, latitude: 37.5)
        let tree = PackedRTree([Coordinate](repeating: place, count: 1000))
        var search = NearestSearch()
        for origin in [place, Coordinate(uncheckedLongitude: 126.9, latitude: 37.5)] {
            tree.nearest(to: origin, count: 20, into: &search)
            #expect(search.neighbors.map(\.index) == Array(0..<20))
        }
        #expect(tree.count(withinMeters: 0, of: place) == 1000)
    }

    @Test func antipodesAreOrderedByGeodesics() {
        var draws = IndexDraws(seed: 13)
        let coordinates = (0..<400).map { _ in
            Coordinate(
                uncheckedLongitude: -53 + draws.number(in: -2...2), latitude: -37.5 + draws.number(in: -2...2))
        }
        let tree = PackedRTree(coordinates)
        for count in [1, 10, 399] {
            expectSame(
                tree, coordinates, Coordinate(uncheckedLongitude: 127, latitude: 37.5), count, "k \(count)")
        }
    }

    @Test func theEdgeOfTheCircleIsIn() {
        var draws = IndexDraws(seed: 15)
        for coordinates in [draws.city(500), draws.world(500), draws.awkward(500)] {
            let tree = PackedRTree(coordinates)
            for _ in 0..<20 {
                let origin = coordinates[draws.integer(in: 0...499)]
                let all = bruteForce(coordinates, origin, 500)
                let edge = all[draws.integer(in: 0...499)].distance
                let inside = all.count { $0.distance <= edge }
                #expect(tree.count(withinMeters: edge, of: origin) == inside)
                expectSame(tree, coordinates, origin, 500, within: edge, "\(origin) within \(edge)")
                guard edge > 0 else { continue }
                #expect(
                    tree.count(withinMeters: edge.nextDown, of: origin) == all.count { $0.distance < edge })
            }
        }
    }

    @Test(arguments: [21, 22] as [UInt64])
    func circlesEqualTheLoop(seed: UInt64) {
        var draws = IndexDraws(seed: seed)
        for coordinates in [draws.city(2000), draws.world(2000), draws.awkward(1000)] {
            let tree = PackedRTree(coordinates)
            for origin in origins(coordinates, &draws, 12) {
                for radius in [0, 1, 1000, 20_000, 1_500_000, 19_950_000, 2.1e7] {
                    let wanted = coordinates.count { Geodesic.distanceMeters(from: origin, to: $0) <= radius }
                    #expect(
                        tree.count(withinMeters: radius, of: origin) == wanted,
                        "seed \(seed), \(origin), \(radius)")
                }
            }
        }
    }

    @Test(arguments: [31, 32] as [UInt64])
    func boxesEqualTheLoop(seed: UInt64) {
        var draws = IndexDraws(seed: seed)
        for coordinates in [draws.city(2000), draws.world(2000), draws.awkward(1000)] {
            let tree = PackedRTree(coordinates)
            for round in 0..<60 {
                // Both corners of every second box are positions of the index, so that some positions are on edges.
                let one =
                    round % 2 == 0 ? draws.coordinate() : coordinates[draws.integer(in: 0...coordinates.count - 1)]
                let other = coordinates[draws.integer(in: 0...coordinates.count - 1)]
                let box = BoundingBox(
                    checkedWest: one.longitude, south: min(one.latitude, other.latitude), east: other.longitude,
                    north: max(one.latitude, other.latitude))
                let wanted = coordinates.indices.filter { box.contains(coordinates[$0]) }
                var found: [UInt32] = []
                tree.append(in: box, to: &found)
                #expect(found.map(Int.init).sorted() == wanted, "seed \(seed), \(box)")
                #expect(tree.count(in: box) == wanted.count)
            }
        }
    }

    @Test func aBoxWithAnEdgeAtTheAntimeridianHoldsBothNamesOfIt() {
        let longitudes = [-180, -179.5, -90, 0, 90, 179.5, 180]
        let coordinates = (0..<70).map {
            Coordinate(uncheckedLongitude: longitudes[$0 % 7], latitude: Double($0 / 7))
        }
        let tree = PackedRTree(coordinates)
        let cases: [(west: Double, east: Double, holds: [Double])] = [
            (179, 180, [179.5, 180, -180]), (179, -180, [179.5, 180, -180]), (-180, -179, [-179.5, 180, -180]),
            (180, -179, [-179.5, 180, -180]), (180, 180, [180, -180]), (-180, -180, [180, -180]),
            (180, -180, [180, -180]), (-180, 180, longitudes), (179, -179, [179.5, 180, -180, -179.5]),
        ]
        for (west, east, holds) in cases {
            let box = BoundingBox(checkedWest: west, south: 2, east: east, north: 6)
            let wanted = coordinates.indices.filter {
                holds.contains(coordinates[$0].longitude) && 2...6 ~= coordinates[$0].latitude
            }
            var found: [UInt32] = []
            tree.append(in: box, to: &found)
            #expect(found.map(Int.init).sorted() == wanted, "\(west)…\(east)")
            #expect(tree.count(in: box) == wanted.count, "\(west)…\(east)")
        }
    }

    @Test func onlyWhatIsAdmittedIsFound() {
        var draws = IndexDraws(seed: 41)
        for coordinates in [draws.city(3000), draws.world(3000), draws.awkward(1000)] {
            let tree = PackedRTree(coordinates)
            for origin in origins(coordinates, &draws, 9) {
                for share in [2, 100, 5000] {
                    expectSame(
                        tree, coordinates, origin, 10, where: { $0 % share == 1 }, "\(origin), one in \(share)")
                }
            }
        }
    }

    @Test func theOrderOfManyHasEachOnce() {
        var draws = IndexDraws(seed: 51)
        let coordinates = draws.awkward(1000)
        #expect(PackedRTree.order(of: coordinates).sorted() == Array(0..<1000))
        #expect(PackedRTree.order(of: []).isEmpty)
    }
}
