internal import GeocliCatalog
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import SampleFeed
internal import TestSupport
internal import Testing

@testable internal import GeocliQuery

/// Collects the places of one thread.
private struct Entries: RowPieceWriter {
    var entries: [CatalogEntry] = []

    mutating func write(_ row: CatalogRow) { entries.append(row.entry) }

    mutating func take() -> [CatalogEntry] {
        defer { entries = [] }
        return entries
    }
}

private struct Full: Error {}

/// Several threads list the rows that one statement lists.
@Suite struct WholeListingTests {
    private func listed(
        _ filter: PlaceFilter, in catalog: Catalog, threads: Int, idsPerRange: Int64
    ) throws -> [CatalogEntry]? {
        var listing = WholeListing(filter)
        listing.idsPerRange = idsPerRange
        listing.fewestRanges = 0
        var all: [CatalogEntry] = []
        let isWritten = try listing.run(in: catalog, threads: threads) {
            Entries()
        } put: {
            all += $0
        }
        return isWritten ? all : nil
    }

    @Test(arguments: [2, 5])
    func threadsListWhatOneStatementLists(threads: Int) throws {
        let feed = SampleFeed(seed: 31, count: 1200, extent: .seoul)
        let fixture = try CatalogFixture(pages: (0..<feed.pageCount()).map { feed.page($0) }, feed: .seoulBookstores)
        var used = PlaceFilter()
        used.kinds = [.used]
        var mapo = PlaceFilter()
        mapo.districts = ["마포구", "종로구"]
        mapo.feeds = ["seoul-bookstores"]
        var named = PlaceFilter()
        named.text = SearchText("책방").map(SearchReading.init)
        var few = PlaceFilter()
        few.ids = [3, 700, 701, 5000]
        var none = PlaceFilter()
        none.districts = ["없는구"]
        for (number, filter) in [PlaceFilter(), used, mapo, named, few, none].enumerated() {
            let wanted = try fixture.all(filter)
            for size in [1, 7, 100, 5000] as [Int64] {
                let found = try listed(filter, in: fixture.catalog, threads: threads, idsPerRange: size)
                #expect(found == wanted, "filter \(number), \(size) ids in a range")
            }
        }
    }

    @Test func anErrorOfTheOutputEndsAllThreads() throws {
        let fixture = try CatalogFixture((1...300).map { Shop(id: $0, latitude: "37.5", longitude: "127") })
        var listing = WholeListing(PlaceFilter())
        listing.idsPerRange = 5
        var count = 0
        #expect(throws: Full.self) {
            _ = try listing.run(in: fixture.catalog, threads: 3) {
                Entries()
            } put: { piece in
                count += piece.count
                if count >= 100 { throw Full() }
            }
        }
        #expect(count == 100)
    }

    @Test func aSmallCatalogAndOneThreadNeedNoOther() throws {
        let fixture = try CatalogFixture((1...9).map { Shop(id: $0, latitude: "37.5", longitude: "127") })
        #expect(try listed(PlaceFilter(), in: fixture.catalog, threads: 1, idsPerRange: 1) == nil)
        let isWritten = try WholeListing(PlaceFilter()).run(in: fixture.catalog, threads: 2) {
            Entries()
        } put: { _ in
        }
        #expect(!isWritten)
        let past = try Catalog(path: fixture.catalog.path, asOf: "2026-09-30")
        #expect(try listed(PlaceFilter(), in: past, threads: 2, idsPerRange: 1) == nil)
    }
}
