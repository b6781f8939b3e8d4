import GeocliGeo
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Shops whose rows are joined through other rows.
@Suite struct WholeShopTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    /// Three feeds with one shop: the phone number joins the first two rows, the distance the last two, and nothing the
    /// first and the last.
    private func publishChain() throws {
        func shop(_ id: String, _ latitude: Double, phone: String?) -> Shop {
            var shop = Shop(id, name: "책방 온", at: at(127, latitude))
            shop.contact.phone = phone
            shop.contact.phoneRaw = phone
            return shop
        }
        try bench.publish([shop("1", 37.5, phone: "+8221200001")], Night(feed: "one"))
        try bench.publish([shop("2", 37.55, phone: "+8221200001")], Night(day: 1, feed: "two"))
        try bench.publish([shop("3", 37.5501, phone: nil)], Night(day: 2, feed: "three"))
        #expect(try bench.rows("SELECT low, high FROM link ORDER BY 1, 2") == ["low:1 high:2", "low:2 high:3"])
    }

    @Test func twoRowsThatOnlyALeftOutRowJoinsAreOneShop() throws {
        try publishChain()
        let catalog = try Catalog(path: bench.path)
        func count(_ ids: [Int64]) throws -> Int {
            let rows = try #require(try AnsweredRows(catalog))
            ids.forEach(rows.insert)
            return try rows.repeatCount()
        }
        #expect(try count([1, 3]) == 1)
        #expect(try count([1, 2, 3]) == 2 && count([3]) == 0 && count([]) == 0)
    }

    @Test func aRowsPageHasTheWholeShop() throws {
        try publishChain()
        let catalog = try Catalog(path: bench.path)
        func others(_ id: Int64) throws -> [String] {
            try catalog.otherRows(of: catalog.entry(id: id)).map {
                "\($0.row.ref) \($0.link?.rule?.rawValue ?? "-") \($0.through.joined(separator: " "))"
            }
        }
        #expect(try others(1) == ["two/2 name-phone ", "three/3 - two/2"])
        #expect(try others(2) == ["one/1 name-phone ", "three/3 name-near "])
        #expect(try others(3) == ["one/1 - two/2", "two/2 name-near "])
    }

    /// The rows that links reach from a row: a plain loop until nothing is added.
    private func reached(from id: Int64, _ links: [(Int64, Int64)]) -> Set<Int64> {
        var found: Set = [id]
        var before = 0
        while before != found.count {
            before = found.count
            for (low, high) in links where found.contains(low) || found.contains(high) { found.formUnion([low, high]) }
        }
        return found
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func shopsAreWhatTheirLinksReach(seed: UInt64) throws {
        var draw = SplitMix(seed: seed)
        let perFeed = 500
        for (day, feed) in ["one", "two", "three"].enumerated() {
            let shops = (1...perFeed).map { Shop("\($0)", name: "\(feed) \($0)", at: at(127, 37.5)) }
            try bench.publish(shops, Night(day: day, feed: feed))
        }
        let last = Int64(3 * perFeed)
        var links: [(Int64, Int64)] = []
        for _ in 0..<400 {
            let pair = [Int64.random(in: 1...last, using: &draw), Int64.random(in: 1...last, using: &draw)].sorted()
            guard pair[0] != pair[1], !links.contains(where: { $0 == (pair[0], pair[1]) }) else { continue }
            links.append((pair[0], pair[1]))
        }
        let values = links.map { "(\($0.0), \($0.1), 'name-near', '{}', 3)" }.joined(separator: ", ")
        try bench.execute("INSERT INTO link (low, high, rule, evidence, run) VALUES \(values)")
        let catalog = try Catalog(path: bench.path)
        // Few rows are looked up one by one; for many, all links are read.
        for size in [1, 20, 999, 1000, 1400] {
            let rows = Set((1...last).shuffled(using: &draw).prefix(size))
            let answered = try #require(try AnsweredRows(catalog))
            rows.forEach(answered.insert)
            let shops = Set(rows.map { reached(from: $0, links).min() ?? $0 })
            #expect(try answered.repeatCount() == rows.count - shops.count, "seed \(seed), \(size) rows")
            let found = try #require(try catalog.sameShops(of: Array(rows)))
            let wanted = Set(rows.map { reached(from: $0, links) }.filter { $0.count > 1 })
            #expect(Set(found.all.map { Set($0.map(\.id)) }) == wanted, "seed \(seed), \(size) rows")
        }
        let whole = try #require(try catalog.sameShops())
        for id in (1...last).shuffled(using: &draw).prefix(60) {
            let others = try catalog.otherRows(of: catalog.entry(id: id))
            #expect(others.map(\.row.ref) == whole.others(of: id) ?? [], "seed \(seed), row \(id)")
            for other in others {
                let ids = try [id] + other.through.map { try #require(try catalog.id(ref: $0)) } + [other.row.id]
                let areLinked = zip(ids, ids.dropFirst()).allSatisfy { one, next in
                    links.contains { $0 == (min(one, next), max(one, next)) }
                }
                #expect(areLinked && (other.link == nil) == !other.through.isEmpty, "seed \(seed), row \(id)")
            }
        }
    }

    @Test func aRowWithAPointStandsForAShopOnAMap() throws {
        func shop(_ id: String, _ name: String, _ point: Coordinate?) -> Shop {
            var shop = Shop(id, name: name, at: point)
            shop.contact.phone = "+8221200001"
            shop.contact.phoneRaw = "02-120-0001"
            return shop
        }
        try bench.publish([shop("1", "책방 온", nil), shop("2", "점 없는 곳", nil)], Night(feed: "one"))
        try bench.publish(
            [shop("1", "책방 온", at(127, 37.5)), shop("2", "점 없는 곳", nil)], Night(day: 1, feed: "two"))
        let catalog = try Catalog(path: bench.path)
        let shops = try #require(try catalog.sameShops())
        #expect(shops.all.count == 2)
        func left(_ standing: UniqueShops.Standing, _ feeds: [String] = []) throws -> Set<Int64> {
            try catalog.leftOut(of: shops, PlaceFilter(), preferring: feeds, standing: standing, without: nil).ids
        }
        #expect(try left(.any) == [3, 4] && left(.any, ["two"]) == [1, 2])
        #expect(try left(.withPoint) == [], "a row without a point is in no answer, so there is nothing to leave out")
        #expect(try left(.withPointIfAny) == [1, 4] && left(.withPointIfAny, ["two"]) == [1, 2])
    }
}
