import GeocliGeo
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Queries and updates of the index of places, compared with plain loops over all places.
@Suite struct PointIndexTests {
    /// A catalog of bookstores of all kinds, in five districts or none; some are missing since the second night.
    private func bench(_ count: Int, seed: UInt64) throws -> (CatalogBench, [Shop]) {
        let bench = try CatalogBench()
        let shops = PointRows.points(count, seed: seed).enumerated().map { number, point in
            var shop = Shop(String(number + 1), at: number % 37 == 5 ? nil : point)
            shop.kind = number % 100 == 3 ? .other : number % 5 == 0 ? .used : .new
            shop.district = number % 9 == 0 ? nil : "구 \(number % 4)"
            if number % 3 == 0 { shop.contact.phone = "+8223251984" }
            return shop
        }
        try bench.publish(shops)
        try bench.publish(shops.filter { (Int($0.id) ?? 0) % 11 != 0 }, Night(day: 1))
        return (bench, shops)
    }

    /// Returns whether the filter should admit a place. Places whose id is a multiple of 11 are missing.
    private func admits(_ shop: Shop, _ filter: PlaceFilter) -> Bool {
        (filter.kinds.isEmpty || filter.kinds.contains(shop.kind))
            && (filter.districts.isEmpty || filter.districts.contains(shop.district ?? ""))
            && (filter.includesClosed || (Int(shop.id) ?? 0) % 11 != 0)
            && (filter.contacts.isEmpty || shop.contact.phone != nil)
    }

    private static func filter(_ change: (inout PlaceFilter) -> Void) -> PlaceFilter {
        var filter = PlaceFilter()
        change(&filter)
        return filter
    }

    private static let filters = [
        filter { _ in }, filter { $0.includesClosed = true }, filter { $0.kinds = [.other] },
        filter { $0.districts = ["구 2"] }, filter { ($0.kinds, $0.districts) = ([.used, .other], ["구 1", "구 3"]) },
        filter { $0.contacts = [.phone] }, filter { $0.districts = ["없는구"] },
        filter { ($0.kinds, $0.contacts, $0.includesClosed) = ([.used], [.phone], true) },
    ]

    /// The nearest places by `forEachCandidate`; the limit is the distance of the farthest of `count` so far.
    private func nearest(
        _ catalog: Catalog, _ origin: Coordinate, _ count: Int, within limit: Double, _ filter: PlaceFilter
    ) throws -> [Int64] {
        var best: [(meters: Double, id: Int64)] = []
        try catalog.forEachCandidate(near: origin, withinMeters: limit, filter) { id, coordinate in
            let meters = Geodesic.distanceMeters(from: origin, to: coordinate)
            if meters <= limit { best.append((meters, id)) }
            guard best.count >= count else { return limit }
            best.sort { ($0.meters, $0.id) < ($1.meters, $1.id) }
            best = Array(best.prefix(count))
            return best[count - 1].meters
        }
        best.sort { ($0.meters, $0.id) < ($1.meters, $1.id) }
        return best.map(\.id)
    }

    private static let origins = [
        at(127, 37.5), at(-70.01, -33), at(180, -17), at(-180, -17), at(0, 90), at(77, -90), at(-53, -37.5), at(0, 0),
        at(126.9, 37.5), at(30, 60),
    ]

    @Test(arguments: [1, 2] as [UInt64]) func nearestIsWhatALoopFinds(seed: UInt64) throws {
        let (bench, shops) = try bench(1500, seed: seed)
        let catalog = try Catalog(path: bench.path)
        for origin in Self.origins {
            let distances = shops.map { shop in
                shop.coordinate.map { Geodesic.distanceMeters(from: origin, to: $0) }
            }
            for filter in Self.filters {
                let all = shops.indices.filter { distances[$0] != nil && admits(shops[$0], filter) }
                    .map { (meters: distances[$0]!, id: Int64($0 + 1)) }
                    .sorted { ($0.meters, $0.id) < ($1.meters, $1.id) }
                for count in [1, 10, 200, 5000] {
                    #expect(
                        try nearest(catalog, origin, count, within: .infinity, filter) == all.prefix(count).map(\.id),
                        "seed \(seed), \(origin), \(count), \(filter)")
                }
                // A limit equal to a distance includes that place; the next lower limit does not.
                guard all.count > 6 else { continue }
                for limit in [all[5].meters, all[5].meters.nextDown] {
                    #expect(
                        try nearest(catalog, origin, 5000, within: limit, filter)
                            == all.filter { $0.meters <= limit }.map(\.id), "seed \(seed), \(origin), \(filter)")
                }
            }
        }
    }

    @Test(arguments: [5, 6] as [UInt64]) func boxesCountAndListWhatALoopFinds(seed: UInt64) throws {
        let (bench, shops) = try bench(1500, seed: seed)
        let catalog = try Catalog(path: bench.path)
        var random = SeededGenerator(seed: seed)
        var found = 0
        for round in 0..<300 {
            let corner = shops.randomElement(using: &random)?.coordinate ?? at(127, 37.5)
            let size = [0, 1e-7, 0.05, 3, 200].randomElement(using: &random)!
            let east = corner.longitude + size
            let box = try BoundingBox(
                west: corner.longitude, south: corner.latitude, east: east > 180 ? max(-180, east - 360) : east,
                north: min(90, corner.latitude + size))
            let filter = Self.filters[round % Self.filters.count]
            let expected = shops.filter { shop in
                shop.coordinate.map(box.contains) ?? false && admits(shop, filter)
            }.map { Int64($0.id)! }
            var ids: [Int64] = []
            try catalog.forEachID(in: box, filter) { id in
                ids.append(id)
                return true
            }
            #expect(ids.sorted() == expected, "seed \(seed), \(box), \(filter)")
            #expect(try catalog.count(in: box, filter) == expected.count)
            var listed: [Int64] = []
            try catalog.forEachEntry(in: box, filter, limit: 7) { listed.append($0.id) }
            #expect(listed == Array(expected.prefix(7)))
            found += expected.count
        }
        #expect(found > 3000)
    }

    @Test func aSearchWithinASearchHasItsOwnMemory() throws {
        let (bench, _) = try bench(300, seed: 8)
        let catalog = try Catalog(path: bench.path)
        let plain = try nearest(catalog, at(127, 37.5), 300, within: .infinity, PlaceFilter())
        var seen: [Int64] = []
        var inner: [[Int64]] = []
        try catalog.forEachCandidate(near: at(127, 37.5), withinMeters: .infinity, PlaceFilter()) { id, _ in
            seen.append(id)
            if seen.count < 5 {
                inner.append((try? nearest(catalog, at(127, 37.5), 300, within: .infinity, PlaceFilter())) ?? [])
            }
            return .infinity
        }
        #expect(Set(seen) == Set(plain) && seen.count == plain.count)
        #expect(inner.allSatisfy { $0 == plain } && inner.count == 4)
    }

    // MARK: Nights.

    /// Small nights insert and delete; a large one packs. In both cases `verify` finds no fault in the index.
    @Test(arguments: [11, 12] as [UInt64])
    func nightsKeepTheIndexInStep(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try CatalogBench()
        let points = PointRows.points(3000, seed: seed)
        var shops = points.prefix(400).enumerated().map { Shop(String($0.offset), at: $0.element) }
        try bench.publish(shops)
        var away: [Shop] = []
        for day in 1...25 {
            for _ in 0..<(day % 8 == 0 ? 150 : 6) {
                let place = Int.random(in: 0..<shops.count, using: &random)
                switch Int.random(in: 0..<7, using: &random) {
                case 0: shops[place].coordinate = points.randomElement(using: &random)
                case 1: shops[place].coordinate = nil
                case 2: shops[place].kind = Kind.some.randomElement(using: &random)!
                case 3: shops[place].district = [nil, "구 \(day)", "마포구"].randomElement(using: &random)!
                case 4: away.append(shops.remove(at: place))
                case 5: if let back = away.popLast() { shops.append(back) }
                default: shops.append(Shop("n\(day)-\(shops.count)-\(place)", at: points.randomElement(using: &random)))
                }
            }
            try bench.publish(shops, Night(day: day))
            let checks = try Catalog(path: bench.path).verify().filter { !$0.findings.isEmpty }
            #expect(checks == [], "seed \(seed), day \(day)")
            #expect(try bench.indexMismatches() == [])
        }
    }
}
