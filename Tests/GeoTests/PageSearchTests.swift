internal import TestSupport
internal import Testing

@testable internal import GeocliGeo

/// Searches in pages, compared with a loop over all positions.
@Suite struct PageSearchTests {
    /// Positions with traits in a range of 0 to 7; all without one.
    private func filter(_ traits: ClosedRange<Int32>?) -> TraitFilter {
        guard let traits else { return .all }
        return TraitFilter(flags: traits.reduce(0) { $0 | 1 << UInt8($1) }, codes: [0])
    }

    private func bruteForce(
        _ points: [PagedPoint], _ origin: Coordinate, within: Double, where admits: (PagedPoint) -> Bool
    ) -> [(id: Int64, meters: Double)] {
        points.filter(admits)
            .map { (id: $0.id, meters: Geodesic.distanceMeters(from: origin, to: $0.coordinate)) }
            .filter { $0.meters <= within }.sorted { ($0.meters, $0.id) < ($1.meters, $1.id) }
    }

    private func expectSame(
        _ book: PageBook, _ points: [PagedPoint], _ origin: Coordinate, _ count: Int, within: Double = .infinity,
        traits: ClosedRange<Int32>? = nil, everyID step: Int64 = 1, _ comment: Comment
    ) throws {
        let all = bruteForce(points, origin, within: within) {
            traits?.contains($0.traits) ?? true && $0.id % step == 0
        }
        let wanted = all.prefix(max(0, count))
        let mayAdmit = filter(traits)
        var search = PageSearch()
        try search.nearest(
            to: origin, in: book, count: count, withinMeters: within, traits: mayAdmit,
            where: step == 1 ? nil : { $0.id % step == 0 })
        #expect(search.neighbors.map { Int64($0.index) } == wanted.map(\.id), comment)
        for (found, right) in zip(search.neighbors, wanted) {
            #expect(abs(found.distanceMeters - right.meters) <= 0.00005, comment)
            #expect((found.distanceMeters * 1000).rounded() == (right.meters * 1000).rounded(), comment)
        }
        // Candidates come in any order, but all that are within the limit come.
        var best: [(id: Int64, meters: Double)] = []
        try search.forEachCandidate(near: origin, in: book, withinMeters: within, traits: mayAdmit) { point in
            let meters = Geodesic.distanceMeters(from: origin, to: point.coordinate)
            if meters <= within, point.id % step == 0 { best.append((point.id, meters)) }
            best.sort { ($0.meters, $0.id) < ($1.meters, $1.id) }
            return count > 0 && best.count >= count ? best[count - 1].meters : within
        }
        if count > 0 { #expect(best.prefix(count).map(\.id) == wanted.map(\.id), comment) }
    }

    private func check(_ coordinates: [Coordinate], _ draws: inout IndexDraws, rounds: Int) throws {
        let points = PagedPoint.all(coordinates)
        let book = try PageBook(points)
        for round in 0..<rounds {
            let near = coordinates[draws.integer(in: 0...coordinates.count - 1)]
            let shift = draws.number(in: -0.01...0.01)
            let origin =
                [
                    draws.coordinate(), near,
                    Coordinate(
                        uncheckedLongitude: max(-180, min(180, near.longitude + shift)),
                        latitude: max(-90, min(90, near.latitude - shift))),
                ][round % 3]
            for count in [1, 10, 50] {
                try expectSame(book, points, origin, count, "seed \(draws.seed), \(origin), k \(count)")
            }
            try expectSame(book, points, origin, 10, traits: 3...4, "seed \(draws.seed), \(origin), traits")
            try expectSame(book, points, origin, 5, everyID: 7, "seed \(draws.seed), \(origin), ids")
            let within = draws.number(in: 0...4) * draws.number(in: 0...2_000_000)
            try expectSame(book, points, origin, 7, within: within, "seed \(draws.seed), \(origin), \(within)")
            try expectSame(book, points, origin, .max, within: within, "seed \(draws.seed), \(origin), \(within)")
        }
    }

    @Test(arguments: [1, 2] as [UInt64]) func nearestEqualsTheLoopInACity(seed: UInt64) throws {
        var draws = IndexDraws(seed: seed)
        try check(draws.city(3000), &draws, rounds: 12)
    }

    @Test(arguments: [3, 4] as [UInt64]) func nearestEqualsTheLoopAroundTheWorld(seed: UInt64) throws {
        var draws = IndexDraws(seed: seed)
        try check(draws.world(3000), &draws, rounds: 12)
    }

    @Test(arguments: [5, 6] as [UInt64]) func nearestEqualsTheLoopAtPolesAntimeridianAndTies(seed: UInt64) throws {
        var draws = IndexDraws(seed: seed)
        try check(draws.awkward(1500), &draws, rounds: 12)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 112, 113, 127, 128, 129, 1000])
    func everySizeIsAnswered(size: Int) throws {
        var draws = IndexDraws(seed: UInt64(size))
        let points = PagedPoint.all(draws.world(size))
        let book = try PageBook(points)
        #expect(try book.points().count == size)
        for count in [-1, 0, 1, size, size + 1, .max] {
            try expectSame(book, points, draws.coordinate(), count, "\(size) positions, k \(count)")
        }
    }

    @Test func manyLevelsAreAnswered() throws {
        var draws = IndexDraws(seed: 21)
        // More than 160 leaves, so two levels above them.
        let points = PagedPoint.all(draws.city(20_000) + draws.world(1000))
        let book = try PageBook(points)
        for _ in 0..<5 {
            try expectSame(book, points, draws.city(1)[0], 10, "city")
            try expectSame(book, points, draws.coordinate(), 10, "world")
        }
        let before = book.reads
        var search = PageSearch()
        try search.nearest(to: draws.city(1)[0], in: book, count: 10)
        #expect(book.reads - before < 20, "a search reads a few pages")
    }

    @Test func distancesThatDifferByLessThanAMicrometerAreInTheOrderOfGeodesics() throws {
        var draws = IndexDraws(seed: 11)
        let points = PagedPoint.all(draws.nearlyTied(200))
        let book = try PageBook(points)
        for origin in [draws.city(1)[0], draws.coordinate(), points[0].coordinate] {
            for count in [1, 5, 33, 199] { try expectSame(book, points, origin, count, "\(origin), k \(count)") }
        }
    }

    @Test func aThousandInOnePlaceAreOrderedByID() throws {
        let place = Coordinate(uncheckedLongitude: 127, latitude: 37.5)
        let points = PagedPoint.all([Coordinate](repeating: place, count: 1000))
        let book = try PageBook(points)
        try expectSame(book, points, place, 20, "there")
        try expectSame(book, points, Coordinate(uncheckedLongitude: 126.9, latitude: 37.5), 20, "elsewhere")
    }

    /// Some buildings have many positions, whose numbers are in no order.
    @Test(arguments: 41...44 as ClosedRange<UInt64>) func buildingsWithManyPositionsAreOrderedByID(seed: UInt64) throws
    {
        var draws = IndexDraws(seed: seed)
        let buildings = draws.nearlyTied(5) + draws.city(3)
        var points: [PagedPoint] = []
        for number in 1...3000 {
            let building = buildings[draws.integer(in: 0...buildings.count - 1)]
            points.append(
                PagedPoint(
                    id: Int64(number * 7919 % 4001), longitude: building.longitude, latitude: building.latitude,
                    traits: Int32(number % 10)))
        }
        let book = try PageBook(points)
        for origin in [buildings[0], draws.city(1)[0], draws.coordinate()] {
            for count in [1, 2, 10, 40, 700] { try expectSame(book, points, origin, count, "seed \(seed), k \(count)") }
            try expectSame(book, points, origin, 9, traits: 3...4, everyID: 3, "seed \(seed), filters")
        }
    }

    @Test func antipodesAreOrderedByGeodesics() throws {
        var draws = IndexDraws(seed: 13)
        let points = PagedPoint.all(
            (0..<400).map { _ in
                Coordinate(
                    uncheckedLongitude: -53 + draws.number(in: -2...2), latitude: -37.5 + draws.number(in: -2...2))
            })
        let book = try PageBook(points)
        for count in [1, 10, 399] {
            try expectSame(book, points, Coordinate(uncheckedLongitude: 127, latitude: 37.5), count, "k \(count)")
        }
    }

    @Test func theEdgeOfTheCircleIsIn() throws {
        var draws = IndexDraws(seed: 15)
        for coordinates in [draws.city(500), draws.world(500), draws.awkward(500)] {
            let points = PagedPoint.all(coordinates)
            let book = try PageBook(points)
            for _ in 0..<10 {
                let origin = coordinates[draws.integer(in: 0...499)]
                let edge = bruteForce(points, origin, within: .infinity) { _ in true }[draws.integer(in: 0...499)]
                    .meters
                try expectSame(book, points, origin, .max, within: edge, "\(origin), \(edge)")
            }
        }
    }

    @Test(arguments: [31, 32, 33] as [UInt64]) func boxesEqualTheLoop(seed: UInt64) throws {
        var draws = IndexDraws(seed: seed)
        for coordinates in [draws.city(2000), draws.world(2000), draws.awkward(2000)] {
            let points = PagedPoint.all(coordinates)
            let book = try PageBook(points)
            for _ in 0..<20 {
                let (one, other) = (
                    coordinates[draws.integer(in: 0...1999)], coordinates[draws.integer(in: 0...1999)]
                )
                // The corners are positions of the index, so that edges matter.
                let box = BoundingBox(
                    checkedWest: min(one.longitude, other.longitude), south: min(one.latitude, other.latitude),
                    east: max(one.longitude, other.longitude), north: max(one.latitude, other.latitude))
                for traits in [nil, Int32(2)...5] as [ClosedRange<Int32>?] {
                    var found: Set<Int64> = []
                    let mayAdmit = filter(traits)
                    let isComplete = try PageBoxSearch(box).run(in: book, traits: mayAdmit) {
                        #expect(found.insert($0.id).inserted)
                        return true
                    }
                    #expect(isComplete)
                    let right = points.filter { box.contains($0.coordinate) && traits?.contains($0.traits) ?? true }
                    #expect(found == Set(right.map(\.id)), "seed \(seed), \(box)")
                }
            }
        }
    }

    @Test func aBoxSearchStopsWhenTold() throws {
        var draws = IndexDraws(seed: 41)
        let book = try PageBook(PagedPoint.all(draws.city(1000)))
        var count = 0
        let isComplete = try PageBoxSearch(.world).run(in: book) { _ in
            count += 1
            return count < 5
        }
        #expect(!isComplete && count == 5)
    }

    @Test func everyDamageIsAnErrorOrAnAnswer() throws {
        var draws = IndexDraws(seed: 51)
        let points = PagedPoint.all(draws.city(20_000))
        let whole = try PageBook(points)
        let numbers = whole.pages.keys.sorted()
        var errors = 0
        for round in 0..<400 {
            let book = try PageBook()
            book.pages = whole.pages
            let number = round % 4 == 0 ? 1 : numbers[draws.integer(in: 0...numbers.count - 1)]
            var bytes = book.pages[number] ?? []
            switch round % 5 {
            case 0: bytes = Array(bytes.prefix(draws.integer(in: 0...bytes.count - 1)))
            case 1: bytes += [0]
            default:
                for _ in 0..<20 {
                    // The header and the first boxes more often than the rest.
                    let limit = draws.integer(in: 0...1) == 0 ? 64 : bytes.count
                    bytes[draws.integer(in: 0...min(limit, bytes.count) - 1)] = UInt8(draws.integer(in: 0...255))
                }
            }
            book.pages[number] = bytes
            var search = PageSearch()
            do {
                try search.nearest(to: draws.city(1)[0], in: book, count: 10)
                _ = try PageBoxSearch(.world).run(in: book) { _ in true }
                _ = try book.points()
            } catch is PageBook.Damage {
                errors += 1
            }
            #expect(book.reads < 100_000)
        }
        #expect(errors > 100)
    }
}
