internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import SampleFeed
internal import TestSupport
internal import Testing

@testable internal import GeocliQuery

@Suite struct NearestQueryTests {
    /// The plain loop: every place's geodesic, sorted by distance and id.
    private func bruteForce(
        _ fixture: CatalogFixture, _ origin: Coordinate, count: Int?, within: Double?, _ filter: PlaceFilter
    ) throws -> [(id: Int64, distance: Double)] {
        let all = try fixture.all(filter).compactMap { entry in
            entry.coordinate.map { (id: entry.id, distance: Geodesic.distanceMeters(from: origin, to: $0)) }
        }
        let inside = all.filter { $0.distance <= within ?? .infinity }
        return Array(inside.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(count ?? .max))
    }

    private func answer(
        _ fixture: CatalogFixture, _ origin: Coordinate, count: Int?, within: Double?, _ filter: PlaceFilter
    ) throws -> [(id: Int64, distance: Double)] {
        var found: [(id: Int64, distance: Double)] = []
        let query = NearestQuery(from: origin, count: count, withinMeters: within, filter)
        try query.forEachNeighbor(in: fixture.catalog) { neighbor in
            #expect(neighbor.rank == found.count + 1)
            found.append((neighbor.entry.id, neighbor.distanceMeters))
        }
        return found
    }

    private func expectSame(
        _ fixture: CatalogFixture, _ origin: Coordinate, count: Int?, within: Double? = nil,
        filter: PlaceFilter = PlaceFilter(), _ comment: Comment
    ) throws {
        let wanted = try bruteForce(fixture, origin, count: count, within: within, filter)
        let found = try answer(fixture, origin, count: count, within: within, filter)
        #expect(found.map(\.id) == wanted.map(\.id), comment)
        #expect(found.map(\.distance) == wanted.map(\.distance), comment)
    }

    private func pages(_ feed: SampleFeed) -> [[UInt8]] { (0..<feed.pageCount()).map { feed.page($0) } }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func nearestEqualsTheLoopAroundTheWorld(seed: UInt64) throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: seed, count: 2000, extent: .world, dirt: .none)))
        var random = SeededGenerator(seed: seed)
        for round in 0..<15 {
            let origin = try Coordinate(
                longitude: Double.random(in: -180...180, using: &random),
                latitude: Double.random(in: -90...90, using: &random))
            for count in [1, 2, 10, 137] {
                try expectSame(fixture, origin, count: count, "seed \(seed), round \(round), k \(count), \(origin)")
            }
            let within = Double.random(in: 0...3_000_000, using: &random)
            try expectSame(
                fixture, origin, count: nil, within: within, "seed \(seed), round \(round), within \(within)")
        }
    }

    @Test(arguments: [4, 5] as [UInt64])
    func nearestEqualsTheLoopInSeoulWithEveryFilter(seed: UInt64) throws {
        let fixture = try CatalogFixture(
            pages: pages(SampleFeed(seed: seed, count: 1200, extent: .seoul)), feed: .seoulBookstores)
        var random = SeededGenerator(seed: seed)
        var used = PlaceFilter()
        used.kinds = [.used]
        var mapo = PlaceFilter()
        mapo.districts = ["마포구", "종로구"]
        mapo.contacts = [.phone]
        var named = PlaceFilter()
        named.text = SearchText("책방").map(SearchReading.init)
        for round in 0..<15 {
            let origin = try Coordinate(
                longitude: Double.random(in: 126.7...127.3, using: &random),
                latitude: Double.random(in: 37.4...37.75, using: &random))
            for filter in [PlaceFilter(), used, mapo, named] {
                try expectSame(fixture, origin, count: 10, filter: filter, "seed \(seed), round \(round)")
                try expectSame(
                    fixture, origin, count: 5, within: 1500, filter: filter, "seed \(seed), round \(round), within")
            }
        }
    }

    @Test func moreThanThereAreGivesAll() throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 9, count: 300, extent: .world, dirt: .none)))
        let origin = try Coordinate(longitude: 180, latitude: -90)
        for count in [299, 300, 301, Int.max] { try expectSame(fixture, origin, count: count, "k \(count)") }
        try expectSame(fixture, origin, count: nil, "all")
    }

    /// A query from a place excludes that place from the answers but returns as many answers as requested.
    @Test func theExcludedPlaceIsNoAnswer() throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 9, count: 300, extent: .seoul, dirt: .none)))
        for own in try fixture.all().prefix(40) {
            let origin = try #require(own.coordinate)
            for (count, within) in [(1, nil), (10, nil), (299, nil), (Int.max, nil), (nil, 900), (3, 900)]
                as [(Int?, Double?)]
            {
                var query = NearestQuery(from: origin, count: count, withinMeters: within, PlaceFilter())
                query.excludedID = own.id
                var ids: [Int64] = []
                try query.forEachNeighbor(in: fixture.catalog) { ids.append($0.entry.id) }
                let all = try bruteForce(fixture, origin, count: nil, within: within, PlaceFilter()).map(\.id)
                #expect(ids == Array(all.filter { $0 != own.id }.prefix(count ?? .max)))
            }
        }
    }

    @Test func equalDistancesAreOrderedByID() throws {
        // Mirror images of each other around the origin, and several on one point.
        let fixture = try CatalogFixture([
            Shop(id: 1, latitude: "10", longitude: "21"), Shop(id: 2, latitude: "10", longitude: "19"),
            Shop(id: 3, latitude: "10", longitude: "20"), Shop(id: 4, latitude: "10", longitude: "20"),
            Shop(id: 5, latitude: "10", longitude: "19"), Shop(id: 6, latitude: "10", longitude: "21"),
        ])
        let origin = try Coordinate(longitude: 20, latitude: 10)
        for count in 1...6 { try expectSame(fixture, origin, count: count, "k \(count)") }
        #expect(try answer(fixture, origin, count: 4, within: nil, PlaceFilter()).map(\.id) == [3, 4, 1, 2])
    }

    @Test func theAntimeridianIsAPlaceLikeAnyOther() throws {
        let fixture = try CatalogFixture([
            Shop(id: 1, latitude: "0", longitude: "179.99"), Shop(id: 2, latitude: "0", longitude: "-179.99"),
            Shop(id: 3, latitude: "0", longitude: "180"), Shop(id: 4, latitude: "0", longitude: "-180"),
            Shop(id: 5, latitude: "0", longitude: "0"),
        ])
        for longitude in [-180, -179.995, 179.995, 180, 0] {
            for count in 1...5 {
                try expectSame(
                    fixture, try Coordinate(longitude: longitude, latitude: 0), count: count, "\(longitude), k \(count)"
                )
            }
        }
    }

    @Test func atThePolesAllLongitudesMeet() throws {
        let shops = (0..<36).map { Shop(id: $0 + 1, latitude: "89.9", longitude: "\($0 * 10 - 180)") }
        let fixture = try CatalogFixture(
            shops + [Shop(id: 90, latitude: "90", longitude: "77"), Shop(id: 91, latitude: "-90", longitude: "0")])
        for (longitude, latitude) in [(0.0, 90.0), (123, 90), (-180, -90), (5, 89.95), (0, 0)] {
            for count in [1, 3, 36, 38] {
                let origin = try Coordinate(longitude: longitude, latitude: latitude)
                try expectSame(fixture, origin, count: count, "\(origin), k \(count)")
            }
        }
    }

    @Test func theEdgeOfTheRadiusIsIn() throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 12, count: 200, extent: .seoul, dirt: .none)))
        let origin = try Coordinate(longitude: 126.9779, latitude: 37.5663)
        let tenth = try bruteForce(fixture, origin, count: 10, within: nil, PlaceFilter())[9].distance
        #expect(try answer(fixture, origin, count: nil, within: tenth, PlaceFilter()).count == 10)
        #expect(try answer(fixture, origin, count: nil, within: tenth.nextDown, PlaceFilter()).count == 9)
        #expect(try answer(fixture, origin, count: nil, within: 0, PlaceFilter()).isEmpty)
    }

    @Test func placesWithoutAPointAreNowhere() throws {
        let fixture = try CatalogFixture([
            Shop(id: 1, latitude: "", longitude: ""), Shop(id: 2, latitude: "1", longitude: "1"),
        ])
        let origin = try Coordinate(longitude: 0, latitude: 0)
        #expect(try answer(fixture, origin, count: nil, within: nil, PlaceFilter()).map(\.id) == [2])
    }

    @Test func anEmptyCatalogHasNoNeighbors() throws {
        let fixture = try CatalogFixture([])
        let origin = try Coordinate(longitude: 0, latitude: 0)
        #expect(try answer(fixture, origin, count: 3, within: nil, PlaceFilter()).isEmpty)
    }
}
