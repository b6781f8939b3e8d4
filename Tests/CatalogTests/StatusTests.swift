import Foundation
import GeocliGeo
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct StatusTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    @Test func numbersAreThoseOfTheListing() throws {
        var shops = [Shop("1", at: at(127, 37)), Shop("2"), Shop("3"), Shop("4")]
        shops[1].kind = .used
        shops[2].district = nil
        shops[2].kind = .other
        try bench.publish(shops, Night(bytes: "a"))
        try bench.publish(Array(shops.dropLast()), Night(day: 1, bytes: "b"))
        let status = try Catalog(path: bench.path).status()
        #expect(status.total == 3 && status.withoutPoint == 2 && status.missing == 1)
        #expect(status.kinds == [.new: 1, .used: 1, .other: 1])
        #expect(status.districts.map(\.name) == ["", "마포구"])
        #expect(status.districts.map(\.count) == [1, 2])
        var last = CatalogStatus.Run(
            id: 2, feed: "seoul-bookstores", startedAt: "2026-09-02T18:00:00Z", date: "2026-09-03",
            source: "test", sha256: CatalogBench.hash("b"), dataFrom: "2026-09-02T18:00:00Z", reason: nil,
            reasonData: nil, failure: nil, hasPages: false)
        last.cadence = .once
        #expect(status.lastGoodRuns == [last])
        #expect(status.lastRefusals == [])
        #expect(status == (try Catalog(path: bench.path).status()))
    }

    /// The districts are compared byte by byte: the same letters composed and decomposed, one that begins another, and
    /// more of them than `StatusTally` has slots.
    @Test func countsAreThoseOfSQL() throws {
        let districts = ["마포구", "마포구".decomposedStringWithCanonicalMapping, "마포", "Ａ", "z", "é", "e\u{301}"]
        let shops = (1...3000).map { number in
            var shop = Shop(String(number), at: number % 7 == 0 ? nil : at(127, 37))
            shop.kind = [.new, .used, .other][number * number % 3]
            shop.district = number % 11 == 0 ? nil : number % 2 == 0 ? "\(number % 2700)구" : districts[number % 7]
            return shop
        }
        try bench.publish(shops)
        try bench.publish(shops.filter { Int($0.id).map { $0 % 13 > 0 } ?? true }, Night(day: 1, bytes: "b"))
        try bench.publish(Array(shops.prefix(10)), Night(day: 1, feed: "places"))
        for feeds in [[], ["places"], ["seoul-bookstores"], ["places", "seoul-bookstores"]] as [Set<String>] {
            let status = try Catalog(path: bench.path).status(of: feeds)
            let names = feeds.sorted().map { "'\($0)'" }.joined(separator: ", ")
            let ofFeeds = feeds.isEmpty ? "true" : "feed IN (SELECT key FROM feed WHERE id IN (\(names)))"
            let listed = "FROM place WHERE missing_run IS NULL AND \(ofFeeds)"
            let gone = "FROM place WHERE missing_run IS NOT NULL AND \(ofFeeds)"
            func counts(_ kinds: [Kind: Int]) -> [String] { kinds.map { "r:\($0.key.rawValue)|\($0.value)" }.sorted() }
            func rows(_ value: String, _ places: String) throws -> [String] {
                try bench.rows("SELECT \(value) || '|' || count(*) AS r \(places)")
            }
            #expect(try rows("count(latitude)", listed) == ["r:\(status.total - status.withoutPoint)|\(status.total)"])
            #expect(try rows("''", gone) == ["r:|\(status.missing)"])
            #expect(try rows("kind", "\(listed) GROUP BY kind ORDER BY kind") == counts(status.kinds))
            #expect(try rows("kind", "\(gone) GROUP BY kind ORDER BY kind") == counts(status.missingKinds))
            let name = "coalesce(district, '')"
            let found = try rows(name, "\(listed) GROUP BY \(name) ORDER BY \(name)")
            #expect(found.map { Array($0.utf8) } == status.districts.map { Array("r:\($0.name)|\($0.count)".utf8) })
        }
    }

    @Test func aRefusalShowsUntilTheNextGoodRun() throws {
        try bench.publish([Shop("1")])
        try bench.publish([Shop("1")], Night(feed: "places"))
        try bench.publish([Shop("2")], Night(day: 1, refusal: "odd"))
        var status = try Catalog(path: bench.path).status()
        #expect(status.lastRefusals.map(\.id) == [3] && status.lastRefusals.map(\.reason) == ["odd"])
        #expect(status.lastGoodRuns.map(\.feed) == ["places", "seoul-bookstores"])
        #expect(status.lastGoodRuns.map(\.id) == [2, 1])
        try bench.publish([Shop("1")], Night(day: 2))
        status = try Catalog(path: bench.path).status()
        #expect(status.lastRefusals == [] && status.lastGoodRuns.map(\.id) == [2, 4])
    }

    @Test func aCatalogWithRefusedRunsOnlyIsEmptyAndReadable() throws {
        try bench.publish([Shop("1")], Night(refusal: "odd"))
        let catalog = try Catalog(path: bench.path)
        let status = try catalog.status()
        #expect(status.total == 0 && status.lastGoodRuns == [] && status.lastRefusals.map(\.reason) == ["odd"])
        #expect(status != CatalogStatus())
        #expect(try bench.entries() == [])
        #expect(try catalog.districts() == [])
        #expect(status.schemaVersion == Schema.version)
    }
}
