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
        #expect(
            status.lastGoodRuns == [
                CatalogStatus.Run(
                    id: 2, feed: "seoul-bookstores", startedAt: "2026-09-02T18:00:00Z", date: "2026-09-03",
                    source: "test", sha256: CatalogBench.hash("b"), dataFrom: "2026-09-02T18:00:00Z", reason: nil,
                    reasonData: nil, failure: nil, hasPages: false)
            ])
        #expect(status.lastRefusals == [])
        #expect(status == (try Catalog(path: bench.path).status()))
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
