import GeocliGeo
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct SpatialTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    /// Points all over the globe, many of them on edges of the boxes in the tests.
    private func scatter(_ count: Int, seed: UInt64) -> [Shop] {
        var random = SeededGenerator(seed: seed)
        let columns = [-180, -179.9999999, -90, -0.0, 0, 1e-9, 126.9, 127, 179.99999999, 180]
        let lines = [-90, -89.99999999, -45, 0, 37.5, 37.50000001, 89.9999999, 90]
        return (0..<count).map { number in
            let longitude =
                number % 3 == 0 ? columns.randomElement(using: &random)! : Double.random(in: -180...180, using: &random)
            let latitude =
                number % 4 == 0 ? lines.randomElement(using: &random)! : Double.random(in: -90...90, using: &random)
            var shop = Shop(String(number), at: at(longitude, latitude))
            shop.kind = number % 5 == 0 ? .used : .new
            return shop
        }
    }

    private func found(_ box: BoundingBox, limit: Int? = nil, kinds: Set<Kind> = []) throws -> [String] {
        var filter = PlaceFilter()
        filter.kinds = kinds
        var ids: [String] = []
        try Catalog(path: bench.path).forEachEntry(in: box, filter, limit: limit) { ids.append($0.place.feedID) }
        return ids
    }

    /// A box whose edges are often equal to coordinates of places, or next to them.
    private func randomBox(_ shops: [Shop], _ random: inout SeededGenerator) throws -> BoundingBox {
        func edge(_ range: ClosedRange<Double>, _ value: (Coordinate) -> Double) -> Double {
            guard Bool.random(using: &random), let point = shops.randomElement(using: &random)?.coordinate else {
                return .random(in: range, using: &random)
            }
            let exact = value(point)
            let near = [exact, exact.nextUp, exact.nextDown].randomElement(using: &random) ?? exact
            return min(max(near, range.lowerBound), range.upperBound)
        }
        let lines = [edge(-90...90) { $0.latitude }, edge(-90...90) { $0.latitude }].sorted()
        return try BoundingBox(
            west: edge(-180...180) { $0.longitude }, south: lines[0], east: edge(-180...180) { $0.longitude },
            north: lines[1])
    }

    /// By definition: the point's longitude is between the edges; for ±180, one of 180 and -180 is.
    private func isIn(_ box: BoundingBox, _ point: Coordinate) -> Bool {
        guard box.south...box.north ~= point.latitude else { return false }
        let names = abs(point.longitude) == 180 ? [-180, 180] : [point.longitude]
        return names.contains { box.west <= box.east ? box.west...box.east ~= $0 : $0 >= box.west || $0 <= box.east }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func boxesHoldWhatAFullScanHolds(seed: UInt64) throws {
        let shops = scatter(600, seed: seed)
        try bench.publish(shops)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let box = try randomBox(shops, &random)
            let expected = shops.filter { isIn(box, $0.coordinate!) }.map(\.id)
            #expect(try found(box) == expected, "seed \(seed), \(box)")
            let used = shops.filter { $0.kind == .used && isIn(box, $0.coordinate!) }.map(\.id)
            #expect(try found(box, limit: 3, kinds: [.used]) == Array(used.prefix(3)), "seed \(seed), \(box)")
        }
    }

    @Test func edgesAreInAndTheNextNumberIsOut() throws {
        let (x, y) = (126.922886096614, 37.5573847248586)
        try bench.publish([Shop("1", at: at(x, y))])
        #expect(try found(BoundingBox(west: x, south: y, east: x, north: y)) == ["1"])
        #expect(try found(BoundingBox(west: x, south: y - 1, east: x + 1, north: y)) == ["1"])
        #expect(try found(BoundingBox(west: x.nextUp, south: y - 1, east: x + 1, north: y + 1)) == [])
        #expect(try found(BoundingBox(west: x - 1, south: y - 1, east: x.nextDown, north: y + 1)) == [])
        #expect(try found(BoundingBox(west: x - 1, south: y.nextUp, east: x + 1, north: y + 1)) == [])
        #expect(try found(BoundingBox(west: x - 1, south: y - 1, east: x + 1, north: y.nextDown)) == [])
    }

    @Test func aBoxAcrossTheAntimeridianFindsBothSidesByID() throws {
        try bench.publish([
            Shop("1", at: at(-179, 0)), Shop("2", at: at(179, 0)), Shop("3", at: at(0, 0)), Shop("4", at: at(-180, 0)),
            Shop("5", at: at(180, 0)),
        ])
        #expect(try found(BoundingBox(west: 178, south: -1, east: -178, north: 1)) == ["1", "2", "4", "5"])
        #expect(try found(BoundingBox(west: 180, south: -1, east: -180, north: 1)) == ["4", "5"])
        #expect(try found(BoundingBox(west: 178, south: -1, east: -178, north: 1), limit: 2) == ["1", "2"])
    }

    @Test func bothNamesOfTheAntimeridianAreTheSameEdge() throws {
        try bench.publish([
            Shop("1", at: at(-179, 0)), Shop("2", at: at(179, 0)), Shop("3", at: at(0, 0)), Shop("4", at: at(-180, 0)),
            Shop("5", at: at(180, 0)), Shop("6", at: at(179.99999999, 0)), Shop("7", at: at(-179.99999999, 0)),
        ])
        let cases: [(west: Double, east: Double, ids: [String])] = [
            (178, 180, ["2", "4", "5", "6"]), (178, -180, ["2", "4", "5", "6"]), (-180, -178, ["1", "4", "5", "7"]),
            (180, -178, ["1", "4", "5", "7"]), (180, 180, ["4", "5"]), (-180, -180, ["4", "5"]),
            (-180, 180, ["1", "2", "3", "4", "5", "6", "7"]), (-180, 0, ["1", "3", "4", "5", "7"]),
        ]
        for (west, east, ids) in cases {
            let box = try BoundingBox(west: west, south: -1, east: east, north: 1)
            #expect(try found(box) == ids, "\(west)…\(east)")
            let catalog = try Catalog(path: bench.path)
            #expect(try catalog.count(in: box, PlaceFilter()) == ids.count, "\(west)…\(east)")
            // The same box as a polygon, for which 180 and -180 have always been equal.
            guard west < east, east - west < 180 else { continue }
            let ring = [at(west, -1), at(east, -1), at(east, 1), at(west, 1), at(west, -1)]
            let area = try MultiPolygon([Polygon(exterior: ring)])
            #expect(try catalog.ids(in: area, PlaceFilter()).count == ids.count, "\(west)…\(east)")
        }
    }

    @Test func aCrossingBoxOfAlmostAllLongitudesGivesEachOnce() throws {
        try bench.publish([
            Shop("1", at: at(10, 0)), Shop("2", at: at(10.00000004, 0)), Shop("3", at: at(10.00000002, 0)),
        ])
        #expect(try found(BoundingBox(west: 10.00000004, south: -1, east: 10, north: 1)) == ["1", "2"])
    }

    @Test func polesAreOrdinaryEdges() throws {
        try bench.publish([
            Shop("1", at: at(0, 90)), Shop("2", at: at(100, 90)), Shop("3", at: at(0, -90)),
            Shop("4", at: at(0, 89.9999999999)),
        ])
        #expect(try found(BoundingBox(west: -10, south: 90, east: 10, north: 90)) == ["1"])
        #expect(try found(BoundingBox(west: -180, south: 89, east: 180, north: 90)) == ["1", "2", "4"])
        #expect(try found(BoundingBox(west: -180, south: -90, east: 180, north: -90)) == ["3"])
        #expect(try found(.world) == ["1", "2", "3", "4"])
    }

    @Test func whatHasNoPointOrIsClosedIsInNoBox() throws {
        try bench.publish([Shop("1", at: at(1, 1)), Shop("2"), Shop("3", at: at(1, 1))])
        try bench.publish([Shop("1", at: at(1, 1)), Shop("2")])
        #expect(try found(.world) == ["1"])
        var filter = PlaceFilter()
        filter.includesClosed = true
        var all: [String] = []
        try Catalog(path: bench.path).forEachEntry(in: .world, filter) { all.append($0.place.feedID) }
        #expect(all == ["1", "3"])
    }

    @Test func anEmptyCatalogHasNothingAnywhere() throws {
        try bench.publish([])
        #expect(try found(.world) == [])
        #expect(try candidates(near: at(0, 0), within: 1e9).isEmpty)
    }

    @Test func oneHouseCanHoldMany() throws {
        let shops = (0..<300).map { Shop(String($0), at: at(127.0650094, 37.66109973)) }
        try bench.publish(shops)
        #expect(
            try found(BoundingBox(west: 127.0650094, south: 37.66109973, east: 127.0650094, north: 37.66109973)).count
                == 300)
        #expect(try candidates(near: at(127.0650094, 37.66109973), within: 0).count == 300)
    }

    // MARK: Candidates near a place.

    private func candidates(
        near origin: Coordinate, within limit: Double, kinds: Set<Kind> = [], shrinkTo nearest: Int? = nil
    ) throws -> [Int64] {
        var filter = PlaceFilter()
        filter.kinds = kinds
        var seen: [Int64] = []
        var distances: [Double] = []
        try Catalog(path: bench.path).forEachCandidate(near: origin, withinMeters: limit, filter) { id, coordinate in
            seen.append(id)
            distances.append(Geodesic.distanceMeters(from: origin, to: coordinate))
            guard let nearest, distances.count >= nearest else { return limit }
            return min(limit, distances.sorted()[nearest - 1])
        }
        return seen
    }

    @Test(arguments: [11, 12, 13] as [UInt64])
    func candidatesMissNothingWithinTheLimit(seed: UInt64) throws {
        let shops = scatter(500, seed: seed)
        try bench.publish(shops)
        var random = SeededGenerator(seed: seed)
        let origins = [at(180, 90), at(-180, -90), at(0, 0), at(180, 0), at(-180, 37.5), at(126.9, 37.5)]
        for round in 0..<60 {
            let origin =
                round < origins.count
                ? origins[round] : at(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random))
            let distances = shops.map { Geodesic.distanceMeters(from: origin, to: $0.coordinate!) }
            let limits: [Double] = [0, 1000, 5e5, 3e6, distances.sorted()[20], 2.1e7]
            let limit = limits.randomElement(using: &random) ?? 0
            let within = Set(distances.indices.filter { distances[$0] <= limit }.map { Int64($0 + 1) })
            let seen = try candidates(near: origin, within: limit)
            #expect(within.isSubset(of: seen), "seed \(seed), \(origin), \(limit) m")
            #expect(Set(seen).count == seen.count, "seed \(seed), \(origin), \(limit) m")
        }
    }

    @Test(arguments: [21, 22] as [UInt64])
    func aShrinkingLimitStillFindsTheNearest(seed: UInt64) throws {
        let shops = scatter(500, seed: seed)
        try bench.publish(shops)
        var random = SeededGenerator(seed: seed)
        for count in [1, 2, 10, 50, 500] {
            let origin = at(.random(in: -180...180, using: &random), .random(in: -90...90, using: &random))
            let distances = shops.map { Geodesic.distanceMeters(from: origin, to: $0.coordinate!) }
            let radius = distances.sorted()[count - 1]
            let nearest = Set(distances.indices.filter { distances[$0] <= radius }.map { Int64($0 + 1) })
            let seen = try candidates(near: origin, within: .infinity, shrinkTo: count)
            #expect(nearest.isSubset(of: seen), "seed \(seed), \(origin), \(count)")
            #expect(count > 50 || seen.count < 300, "the index was no help: \(seen.count) of 500 seen for \(count)")
        }
    }

    @Test func candidatesObeyTheFilter() throws {
        let shops = scatter(100, seed: 5)
        try bench.publish(shops)
        let used = Set(shops.indices.filter { shops[$0].kind == .used }.map { Int64($0 + 1) })
        #expect(Set(try candidates(near: at(0, 0), within: 2.1e7, kinds: [.used])) == used)
    }
}
