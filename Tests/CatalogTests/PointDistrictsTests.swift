import GeocliGeo
import GeocliSearch
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliPlaces

/// The district of a place that states none is the one that contains its point.
@Suite struct PointDistrictsTests {
    private static let mapo = at(126.92, 37.55)
    private static let busan = at(129.03, 35.1)
    private static let myeongdong = at(126.985, 37.563)

    private func bench() throws -> CatalogBench {
        let bench = try CatalogBench()
        let rows: [(district: String?, point: Coordinate?)] = [
            (nil, Self.mapo), ("서대문구", Self.mapo), (nil, Self.busan), ("중구", Self.busan), (nil, Self.myeongdong),
            (nil, at(2.35, 48.86)), (nil, nil), ("중구", Self.myeongdong),
        ]
        try bench.publish(
            rows.enumerated().map { index, row in
                var shop = Shop(String(index + 1), at: row.point)
                shop.district = row.district
                return shop
            })
        return bench
    }

    private func catalog(_ bench: CatalogBench, asOf day: String? = nil) throws -> Catalog {
        let catalog = try Catalog(path: bench.path, asOf: day)
        catalog.hasGround = true
        return catalog
    }

    private func districts(_ catalog: Catalog) throws -> [String?] {
        var found: [String?] = []
        try catalog.forEachEntry(PlaceFilter()) { found.append($0.place.district) }
        return found
    }

    @Test func aPlaceHasTheDistrictOfItsPointUnlessItStatesOne() throws {
        let bench = try bench()
        let stated: [String?] = [nil, "서대문구", nil, "중구", nil, nil, nil, "중구"]
        #expect(try districts(try Catalog(path: bench.path)) == stated)
        #expect(
            try districts(try catalog(bench)) == ["마포구", "서대문구", "부산 중구", "중구", "중구", nil, nil, "중구"])
        #expect(try districts(try catalog(bench, asOf: "2100-01-01")).count(where: { $0 == nil }) == 2)
        var marks: [Bool] = []
        try catalog(bench).forEachEntry(PlaceFilter()) { marks.append($0.isDistrictOfPoint) }
        #expect(marks == [true, false, true, false, true, false, false, false])
        #expect(try catalog(bench).status().districts.map(\.name).sorted() == ["", "마포구", "부산 중구", "서대문구", "중구"])
    }

    @Test(
        arguments: [
            ("마포", [1]), ("서대문구", [2]), ("부산 중구", [3, 4]), ("서울 중구", [5, 8]), ("중구", [3, 4, 5, 8]), ("대구 중구", []),
        ])
    func everyWayToFilterAgrees(_ word: String, _ wanted: [Int64]) throws {
        let bench = try bench()
        let catalog = try catalog(bench)
        var filter = PlaceFilter()
        _ = filter.admit(district: word, among: try catalog.districts())
        var listed: [Int64] = []
        try catalog.forEachEntry(filter) { listed.append($0.id) }
        #expect(listed == wanted)
        let near = try catalog.nearest(to: Self.mapo, count: 20, withinMeters: .infinity, filter)
        #expect(near?.map { Int64($0.index) }.sorted() == wanted)
        #expect(try catalog.count(in: .world, filter) == wanted.count)
        let text = try #require(SearchText("책방"))
        let all = try catalog.scan(SearchReading(text), filter).map(\.id)
        var searched: [Int64] = []
        try catalog.search(filter) { search in
            for pass in SearchReading(text).passes {
                try search.forEachMatch(SearchReading(text), in: pass) { match in
                    if !searched.contains(match.id) { searched.append(match.id) }
                    return true
                }
            }
        }
        #expect(searched.sorted() == all.sorted())
    }

    /// Imported outlines replace the ground at once, also in a catalog that is already open, and nothing is a change.
    @Test func importedOutlinesReplaceTheGroundAtOnce() throws {
        let bench = try bench()
        let open = try catalog(bench)
        #expect(try open.entry(id: 3).place.district == "부산 중구")
        try bench.importSquare()
        #expect(try open.entry(id: 3).place.district == nil)
        var changes = 0
        _ = try open.forEachChange(ChangeFilter()) { change in if change.what != .added { changes += 1 } }
        #expect(changes == 0)
    }

    /// Without such places, the index of points alone answers a filter by district.
    @Test func aCatalogKnowsWhetherAllPlacesStateTheirDistrict() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1", at: Self.mapo), Shop("2")])
        let catalog = try catalog(bench)
        #expect(try !catalog.read { try catalog.places($0).hasPlacesWithoutDistrict() })
        let other = try self.catalog(self.bench())
        #expect(try other.read { try other.places($0).hasPlacesWithoutDistrict() })
    }
}
