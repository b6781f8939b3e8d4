internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import Glibc
internal import SampleFeed
internal import Synchronization
internal import TestSupport
internal import Testing

@testable internal import GeocliQuery

/// Collects rows without encoding them, at most `maximumRows` at a time.
private struct PlainRows: BatchRows {
    var neighbors: [Neighbor] = []
    let maximumRows: Int
    var writesQuickly: Bool { maximumRows > 100 }
    var bytesPerRow = 100

    func byteCount(_ piece: [Neighbor]) -> Int { piece.count * bytesPerRow }

    mutating func write(_ row: CatalogRow, _ answer: BatchAnswer) {
        neighbors.append(answer.neighbor(row).neighbor)
    }

    mutating func write(_ found: Neighbor) { neighbors.append(found) }

    mutating func take() -> [Neighbor] {
        defer { neighbors = [] }
        return neighbors
    }
}

extension OrderedPieces<[Neighbor]> {
    fileprivate var neighbors: [Neighbor] { order.map { pieces[Int($0.piece)][Int($0.row)] } }
}

private struct Broken: Error, Equatable {
    let place: String
}

@Suite struct BatchQueryTests {
    private func pages(_ feed: SampleFeed) -> [[UInt8]] { (0..<feed.pageCount()).map { feed.page($0) } }

    private func origins(_ count: Int, seed: UInt64, isWorld: Bool = false) throws -> [Coordinate] {
        var random = SeededGenerator(seed: seed)
        return try (0..<count).map { _ in
            try Coordinate(
                longitude: Double.random(in: isWorld ? -180...180 : 126.7...127.3, using: &random),
                latitude: Double.random(in: isWorld ? -90...90 : 37.4...37.75, using: &random))
        }
    }

    private func batch(
        _ query: BatchQuery, _ origins: [Coordinate], in catalog: Catalog, threads: Int, indexFrom: Int? = 0,
        maximumRows: Int = 7
    ) throws -> [Neighbor] {
        var query = query
        query.indexFrom = indexFrom
        var rest = origins[...]
        var all: [Neighbor] = []
        try query.run(
            { Self.question(&rest, of: origins) }, in: catalog, threads: threads,
            rows: { PlainRows(maximumRows: maximumRows) },
            put: { all += $0.neighbors })
        return all
    }

    /// Removes the next position from `rest`; its number is its index in `origins`.
    private static func question(_ rest: inout ArraySlice<Coordinate>, of origins: [Coordinate]) -> BatchQuestion? {
        let number = origins.count - rest.count
        return rest.popFirst().map { BatchQuestion(number: number, origin: $0) }
    }

    private func oneByOne(
        _ query: BatchQuery, _ origins: [Coordinate], in catalog: Catalog
    ) throws -> [Neighbor] {
        var all: [Neighbor] = []
        for (number, origin) in origins.enumerated() {
            let single = NearestQuery(
                from: origin, count: query.count, withinMeters: query.withinMeters, query.filter)
            try single.forEachNeighbor(in: catalog) { neighbor in
                var numbered = neighbor
                numbered.query = number
                all.append(numbered)
            }
        }
        return all
    }

    private func expectSame(
        _ query: BatchQuery, _ origins: [Coordinate], in catalog: Catalog, threads: Int, maximumRows: Int = 7,
        _ comment: Comment
    ) throws {
        let wanted = try oneByOne(query, origins, in: catalog)
        // With the index in memory, and with the catalog's pages.
        for indexFrom in [0, nil] {
            let found = try batch(
                query, origins, in: catalog, threads: threads, indexFrom: indexFrom, maximumRows: maximumRows)
            expectSame(found, wanted, comment)
        }
    }

    private func expectSame(_ found: [Neighbor], _ wanted: [Neighbor], _ comment: Comment) {
        #expect(found.map(\.query) == wanted.map(\.query), comment)
        #expect(found.map(\.rank) == wanted.map(\.rank), comment)
        #expect(found.map(\.entry) == wanted.map(\.entry), comment)
        #expect(
            found.map { ($0.distanceMeters * 1000).rounded() } == wanted.map { ($0.distanceMeters * 1000).rounded() },
            comment)
    }

    @Test(arguments: [1, 4])
    func theIndexAnswersAsTheDatabaseDoes(threads: Int) throws {
        let fixture = try CatalogFixture(
            pages: pages(SampleFeed(seed: 4, count: 1200, extent: .seoul)), feed: .seoulBookstores)
        var used = PlaceFilter()
        used.kinds = [.used]
        var mapo = PlaceFilter()
        mapo.districts = ["마포구", "종로구"]
        mapo.contacts = [.phone]
        var named = PlaceFilter()
        named.text = SearchText("책방").map(SearchReading.init)
        var none = PlaceFilter()
        none.districts = ["없는구"]
        for (number, filter) in [PlaceFilter(), used, mapo, named, none].enumerated() {
            let origins = try origins(60, seed: UInt64(number))
            for (count, within) in [(10, nil), (3, 900), (nil, 1500), (2000, nil), (1, 0)] as [(Int?, Double?)] {
                try expectSame(
                    BatchQuery(count: count, withinMeters: within, filter), origins, in: fixture.catalog,
                    threads: threads, "filter \(number), k \(count ?? -1), within \(within ?? -1)")
            }
        }
    }

    @Test func theIndexAnswersAsTheDatabaseDoesAroundTheWorld() throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 5, count: 2000, extent: .world, dirt: .none)))
        let origins = try origins(300, seed: 5, isWorld: true)
        for count in [1, 10, 100] {
            try expectSame(
                BatchQuery(count: count, PlaceFilter()), origins, in: fixture.catalog, threads: 3, maximumRows: 1000,
                "k \(count)")
        }
    }

    /// The same place answers many questions, and its rows are in several pieces.
    @Test(arguments: [1, 3]) func manyQuestionsAreAnsweredInSeveralWindows(threads: Int) throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 10, count: 700, extent: .seoul, dirt: .none)))
        let origins = try origins(threads == 1 ? 1000 : 5000, seed: 10)
        for (count, maximumRows) in [(2, 131_072), (5, 3000), (9, 64 * 9), (1, 64)] {
            try expectSame(
                BatchQuery(count: count, PlaceFilter()), origins, in: fixture.catalog, threads: threads,
                maximumRows: maximumRows, "k \(count), \(maximumRows) rows")
        }
    }

    /// Who sends questions slowly, through a pipe, sees the answers to earlier questions before sending the next ones.
    @Test func slowQuestionsAreAnsweredMeanwhile() throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 11, count: 300, extent: .seoul, dirt: .none)))
        let origins = try origins(60, seed: 11)
        let written = Mutex(0)
        var asked = 0
        try BatchQuery(count: 1, PlaceFilter()).run(
            {
                guard asked < origins.count else { return nil }
                if asked == 30 { usleep(120_000) }
                if asked >= 40, asked % 10 == 0 {
                    // The questions before the last pause are answered without a further one.
                    let deadline = ContinuousClock.now + .seconds(20)
                    while written.withLock({ $0 }) < asked - 10, ContinuousClock.now < deadline { usleep(1000) }
                    #expect(written.withLock { $0 } >= asked - 10)
                    usleep(120_000)
                }
                defer { asked += 1 }
                return BatchQuestion(number: asked, origin: origins[asked])
            }, in: fixture.catalog, threads: 2, rows: { PlainRows(maximumRows: 1000) },
            put: { rows in written.withLock { $0 += rows.order.count } })
        #expect(written.withLock { $0 } == 60)
    }

    @Test func tiesAreOrderedByID() throws {
        let shops = (1...40).map { Shop(id: $0, latitude: "10", longitude: $0 % 2 == 0 ? "19" : "21") }
        let fixture = try CatalogFixture(shops)
        let origin = try Coordinate(longitude: 20, latitude: 10)
        for count in [1, 7, 39, 40] {
            let query = BatchQuery(count: count, PlaceFilter())
            let found = try batch(query, [origin, origin], in: fixture.catalog, threads: 2)
            #expect(found.map(\.entry.id) == Array(1...Int64(count)) + Array(1...Int64(count)))
        }
    }

    @Test func fewQuestionsAndManyGiveTheSameRows() throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 6, count: 500, extent: .seoul, dirt: .none)))
        let origins = try origins(100, seed: 6)
        let query = BatchQuery(count: 5, PlaceFilter())
        let wanted = try oneByOne(query, origins, in: fixture.catalog)
        for indexFrom in [0, 1, 99, 100, 101, 1000] {
            let found = try batch(query, origins, in: fixture.catalog, threads: 2, indexFrom: indexFrom)
            #expect(found.map(\.entry.id) == wanted.map(\.entry.id), "index from \(indexFrom)")
            #expect(found.map(\.query) == wanted.map(\.query), "index from \(indexFrom)")
        }
    }

    @Test func noQuestionsAndNoPlacesAreFine() throws {
        let empty = try CatalogFixture([])
        let query = BatchQuery(count: 5, PlaceFilter())
        #expect(try batch(query, [], in: empty.catalog, threads: 2).isEmpty)
        #expect(try batch(query, try origins(50, seed: 7), in: empty.catalog, threads: 2).isEmpty)
    }

    /// All rows before the one that can't be read are answered, with the index in memory and without it.
    @Test(arguments: [0, 1000])
    func whatCannotBeReadEndsItBehindTheAnswersBefore(indexFrom: Int) throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 8, count: 300, extent: .seoul, dirt: .none)))
        var query = BatchQuery(count: 1, PlaceFilter())
        query.indexFrom = indexFrom
        for count in [0, 1, 100, 5000] where count < 1000 || indexFrom == 0 {
            let origins = try origins(count, seed: 8)
            var rest = origins[...]
            var all: [Neighbor] = []
            #expect(throws: Broken(place: "the file")) {
                try query.run(
                    {
                        guard let question = Self.question(&rest, of: origins) else {
                            throw Broken(place: "the file")
                        }
                        return question
                    }, in: fixture.catalog, threads: 3, rows: { PlainRows(maximumRows: 7) },
                    put: { all += $0.neighbors })
            }
            #expect(all.map(\.query) == Array(0..<count))
        }
    }

    @Test func anOutputThatFailsEndsAllThreads() throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 9, count: 300, extent: .seoul, dirt: .none)))
        var query = BatchQuery(count: 10, PlaceFilter())
        query.indexFrom = 0
        let origin = try Coordinate(longitude: 127, latitude: 37.5)
        var pieces = 0
        #expect(throws: Broken(place: "the disk")) {
            // The input has no end, so only the failure can end the query.
            try query.run(
                { BatchQuestion(number: 0, origin: origin) }, in: fixture.catalog, threads: 3,
                rows: { PlainRows(maximumRows: 100) },
                put: { _ in
                    pieces += 1
                    if pieces == 50 { throw Broken(place: "the disk") }
                })
        }
        #expect(pieces == 50)
    }

    /// Fewer questions than threads are started for, and a source that is asked one question after the other.
    @Test(arguments: [true, false]) func anOutputThatFailsIsNotAskedForTheSameRowsAgain(isSource: Bool) throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 9, count: 300, extent: .seoul, dirt: .none)))
        let query = BatchQuery(count: 40, PlaceFilter())
        let origins = try origins(10, seed: 9)
        var rest = origins[...]
        var sizes: [Int] = []
        func put(_ rows: OrderedPieces<[Neighbor]>) throws {
            #expect(rows.order.count == rows.pieces.reduce(0) { $0 + $1.count })
            sizes.append(rows.order.count)
            if sizes.count == 2 { throw Broken(place: "the disk") }
        }
        #expect(throws: Broken(place: "the disk")) {
            if isSource {
                try query.run(
                    { Self.question(&rest, of: origins) }, asking: fixture.catalog,
                    rows: { PlainRows(maximumRows: 100) }, put: put)
            } else {
                try query.run(
                    { Self.question(&rest, of: origins) }, in: fixture.catalog, threads: 2,
                    rows: { PlainRows(maximumRows: 100) }, put: put)
            }
        }
        #expect(sizes == [100, 100, 0])
    }

    /// Large rows make small blocks, so that memory stays bounded.
    @Test(arguments: [5, nil]) func largeRowsAreWrittenInSmallerBlocks(count: Int?) throws {
        let fixture = try CatalogFixture(pages: pages(SampleFeed(seed: 12, count: 500, extent: .seoul, dirt: .none)))
        let origins = try origins(5000, seed: 12)
        var rest = origins[...]
        var sizes: [Int] = []
        var queries: [Int?] = []
        try BatchQuery(count: count, withinMeters: count == nil ? 3000 : nil, PlaceFilter()).run(
            { Self.question(&rest, of: origins) }, in: fixture.catalog, threads: 2,
            rows: { PlainRows(maximumRows: 100_000, bytesPerRow: 100_000) },
            put: {
                sizes.append($0.order.count)
                queries += $0.neighbors.map(\.query)
            })
        #expect(sizes.count > 10 && sizes.dropFirst(3).allSatisfy { $0 < 2 * (32 << 20) / 100_000 })
        #expect(queries.compactMap { $0 } == queries.compactMap { $0 }.sorted())
        #expect(count == nil || queries.count == 25_000)
    }

    @Test func whatAnIngestBringsMeanwhileIsNotSeen() throws {
        let shops = (1...30).map { Shop(id: $0, latitude: "10", longitude: "\(20 + Double($0) / 1000)") }
        let fixture = try CatalogFixture(shops)
        try fixture.catalog.holdSnapshot()
        let origin = try Coordinate(longitude: 20, latitude: 10)
        let query = BatchQuery(count: 3, PlaceFilter())
        let before = try oneByOne(query, [origin], in: fixture.catalog)
        #expect(try Catalog(path: fixture.catalog.path).seesTheSame(as: fixture.catalog))

        var moved = shops
        moved[0].longitude = "25"
        try fixture.ingest(moved)
        let later = try Catalog(path: fixture.catalog.path)
        #expect(try !later.seesTheSame(as: fixture.catalog))
        let found = try batch(query, [origin], in: fixture.catalog, threads: 3)
        #expect(found.map(\.entry) == before.map(\.entry))
        #expect(try batch(query, [origin], in: later, threads: 3).map(\.entry.id) == [2, 3, 4])
    }

    @Test func pointsAreThoseTheFilterAdmitsByID() throws {
        let fixture = try CatalogFixture([
            Shop(id: 1, code: "0001", latitude: "1", longitude: "2"), Shop(id: 2, latitude: "", longitude: ""),
            Shop(id: 3, latitude: "-3.25", longitude: "4"), Shop(id: 4, latitude: "5", longitude: "-180"),
        ])
        let all = try fixture.catalog.points(PlaceFilter())
        #expect(all.ids == [1, 3, 4])
        #expect(all.coordinates == (try [(2, 1), (4, -3.25), (-180, 5)].map(Coordinate.init(longitude:latitude:))))
        var used = PlaceFilter()
        used.kinds = [.used]
        #expect(try fixture.catalog.points(used).ids == [1])
    }
}
