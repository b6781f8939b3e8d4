import GeocliGeo
import GeocliSearch
import GeocliText
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct OutlineTests {
    private let bench: CatalogBench
    private let square: MultiPolygon
    private let source = OutlineSource(
        title: "outlines", license: "CC BY", sha256: CatalogBench.hash("file"), importedOn: "2026-09-02")

    init() throws {
        bench = try CatalogBench()
        try bench.publish([Shop("1", at: at(127, 37.5)), Shop("2")])
        square = try Self.box(126, 37, 128, 38)
    }

    private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> MultiPolygon {
        let ring = [at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)]
        return try MultiPolygon([Polygon(exterior: ring)])
    }

    @Test func outlinesReadBackAsTheyWere() throws {
        let awkward = try Self.box(0.1 + 0.2, -.leastNonzeroMagnitude, 126.97796919999999, 1e-17)
        let writer = try CatalogWriter(path: bench.path)
        let outlines = [
            DistrictOutline(name: "종로구", area: square), DistrictOutline(name: "마포구", area: awkward),
        ]
        try writer.replaceOutlines(with: outlines, from: source)
        let catalog = try Catalog(path: bench.path)
        #expect(try catalog.districtOutlines() == outlines.reversed())
        #expect(try catalog.outlineSource() == source)
        try writer.remove([.districts])
        #expect(try catalog.districtOutlines() == [])
        #expect(try catalog.outlineSource() == nil)
    }

    @Test func anImportThatFailsHalfWayLeavesTheFormerOutlines() throws {
        let writer = try CatalogWriter(path: bench.path)
        let former = [DistrictOutline(name: "마포구", area: square)]
        try writer.replaceOutlines(with: former, from: source)
        let other = try Self.box(1, 1, 2, 2)
        let clash = [DistrictOutline(name: "중구", area: other), DistrictOutline(name: "중구", area: other)]
        #expect(throws: CatalogError.self) { try writer.replaceOutlines(with: clash, from: source) }
        #expect(try Catalog(path: bench.path).districtOutlines() == former)
        #expect(try Catalog(path: bench.path).outlineSource() == source)
    }

    @Test func damagedOutlinesCanBeRemoved() throws {
        let writer = try CatalogWriter(path: bench.path)
        try writer.replaceOutlines(with: [DistrictOutline(name: "마포구", area: square)], from: source)
        try bench.execute("UPDATE district_outline SET area = '[[[[0,0],[1,1]]]]'")
        #expect(try writer.remove([.districts]) == 1)
        #expect(try Catalog(path: bench.path).layersToRemove() == [])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }
}

/// A position beside the district that a row states.
@Suite struct DistrictMapTests {
    private static func square(_ name: String, _ longitude: Double, _ latitude: Double) throws -> DistrictOutline {
        let (west, south, east, north) = (longitude - 0.02, latitude - 0.02, longitude + 0.02, latitude + 0.02)
        let ring = [at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)]
        return DistrictOutline(name: name, area: try MultiPolygon([Polygon(exterior: ring)]))
    }

    private let seoul = at(127, 37.56)
    private let busan = at(129.03, 35.1)
    private let mapo = at(126.9, 37.56)

    private func map(_ names: [String]) throws -> DistrictMap {
        let places = [
            "서울 중구": seoul, "부산 중구": busan, "중구": seoul, "마포구": mapo, "Mapo-gu": mapo, "수원시 팔달구": at(127.01, 37.28),
        ]
        return DistrictMap(
            try names.map { name in
                let place = try #require(places[name])
                return try Self.square(name, place.longitude, place.latitude)
            })
    }

    @Test func twoDistrictsOfOneNameAreTwo() throws {
        let map = try map(["마포구", "부산 중구", "서울 중구"])
        func verdict(_ point: Coordinate, _ stated: String, _ address: String?) -> DistrictMap.Verdict {
            map.verdict(on: point, stated: stated, address: address)
        }
        for text in ["중구", "Jung-gu"] {
            #expect(verdict(seoul, text, "서울특별시 중구 세종대로 1") == .agrees)
            #expect(verdict(busan, text, "부산광역시 중구 중앙대로 1") == .agrees)
            #expect(verdict(busan, text, "서울특별시 중구 을지로 1") == .lies(in: "부산 중구"))
            #expect(verdict(busan, text, nil) == .agrees && verdict(seoul, text, nil) == .agrees)
            #expect(verdict(mapo, text, nil) == .lies(in: "마포구"))
        }
        #expect(verdict(busan, "서울특별시 중구", "부산광역시 중구 중앙대로 1") == .lies(in: "부산 중구"), "a stated province counts")
        #expect(verdict(at(129.3, 35.6), "중구", nil) == .agrees, "Ulsan has a 중구, too, without an outline")
        #expect(verdict(at(128, 36.9), "마포구", nil) == .lies(in: nil))
    }

    @Test func outlinesOfOneCitySayNothingAboutAnother() throws {
        let map = try map(["마포구", "중구"])
        #expect(map.verdict(on: busan, stated: "중구", address: "부산광역시 중구 중앙대로 1") == .agrees)
        #expect(map.verdict(on: busan, stated: "중구") == .agrees)
        #expect(map.verdict(on: busan, stated: "부산광역시 중구") == .agrees)
        #expect(map.verdict(on: seoul, stated: "부산광역시 중구") == .lies(in: "중구"))
        #expect(map.verdict(on: busan, stated: "중구", address: "서울특별시 중구 을지로 1") == .lies(in: nil))
        #expect(map.verdict(on: mapo, stated: nil) == .agrees && map.verdict(on: busan, stated: nil) == .agrees)
        #expect(map.verdict(on: mapo, stated: "서울특별시") == .agrees)
    }

    @Test(arguments: ["마포구", "마포", "Mapo-gu", "mapo", "서울특별시마포구", "서울특별시 마포구", "서울 마포구"])
    func aSpellingIsNoError(_ stated: String) throws {
        for outline in ["마포구", "Mapo-gu"] {
            let map = try map([outline, "서울 중구"])
            #expect(map.verdict(on: mapo, stated: stated) == .agrees)
            #expect(map.verdict(on: seoul, stated: stated) == .lies(in: "서울 중구"))
            #expect(map.verdict(on: at(128, 37), stated: stated) == .lies(in: nil))
        }
    }

    @Test func aCityIsNotOnlyTheDistrictThatHasAnOutline() throws {
        let map = try map(["마포구", "수원시 팔달구"])
        let elsewhere = at(127.05, 37.25)
        for stated in ["수원시", "경기도 수원시", "수원시 영통구"] {
            #expect(map.verdict(on: elsewhere, stated: stated) == .agrees, "no outline covers \(stated)")
        }
        #expect(map.verdict(on: at(127.01, 37.28), stated: "수원시") == .agrees)
        #expect(map.verdict(on: at(127.01, 37.28), stated: "수원시 영통구") == .lies(in: "수원시 팔달구"))
        #expect(map.verdict(on: elsewhere, stated: "팔달구") == .lies(in: nil))
    }
}

/// The districts of places by the outlines.
@Suite struct MisplacedTests {
    private let bench: CatalogBench

    /// Shop 1 is in the district that it states, shop 2 in another one, shop 3 in none. 4 has no point. 5 and 6 state
    /// no district, so they can't contradict it; 5 is in one, 6 in none. 7 is on the edge. 8 states a district without an outline and is in none.
    init() throws {
        bench = try CatalogBench()
        let inside = at(126.95, 37.55)
        var shops = [
            Shop("1", at: inside), Shop("2", at: inside), Shop("3", at: at(127.5, 37.5)), Shop("4"),
            Shop("5", at: inside), Shop("6", at: at(1, 1)), Shop("7", at: at(127, 37.6)), Shop("8", at: at(1, 1)),
        ]
        shops[1].district = "종로구"
        shops[4].district = nil
        shops[5].district = nil
        shops[7].district = "중구"
        try bench.publish(shops)
    }

    private func misplaced(limit: Int? = nil) throws -> [String] {
        var found: [String] = []
        try Catalog(path: bench.path).forEachMisplaced(PlaceFilter(), limit: limit) {
            found.append("\($0.entry.id) \($0.pointDistrict ?? "-")")
        }
        return found
    }

    @Test func thoseAreListedThatDoNotLieWhereTheySay() throws {
        #expect(try misplaced() == [])
        #expect(try Catalog(path: bench.path).misplacedCount() == MisplacedCount())
        try bench.importSquare()
        #expect(try misplaced() == ["2 마포구", "3 -"])
        #expect(try misplaced(limit: 1) == ["2 마포구"])
        let count = try Catalog(path: bench.path).misplacedCount()
        #expect(count.located == 7 && count.misplaced == 2)
    }

    @Test func areasHoldWhatLiesInThemNowAndThen() throws {
        try bench.importSquare()
        // On the next night, 1 moves away and 2 is closed.
        var second = Shop("2", at: at(126.95, 37.55))
        second.district = "종로구"
        try bench.publish([Shop("1", at: at(1, 1)), Shop("7", at: at(127, 37.6))], Night(day: 1))
        let area = try Catalog(path: bench.path).districtOutlines()[0].area
        #expect(try Catalog(path: bench.path).ids(in: area, PlaceFilter()) == [7])
        var all = PlaceFilter()
        all.includesClosed = true
        #expect(try Catalog(path: bench.path).ids(in: area, all) == [2, 5, 7])
        #expect(try Catalog(path: bench.path, asOf: "2026-09-02").ids(in: area, PlaceFilter()) == [1, 2, 5, 7])
        all.kinds = [.used]
        #expect(try Catalog(path: bench.path).ids(in: area, all) == [])
    }

    @Test func bothNamesOfTheAntimeridianAreFoundThroughTheIndex() throws {
        let other = try CatalogBench()
        try other.publish([
            Shop("1", at: at(180, 1)), Shop("2", at: at(-180, 1)), Shop("3", at: at(179, 1)),
            Shop("4", at: at(-179, 1)),
        ])
        func ids(_ west: Double, _ east: Double) throws -> Set<Int64> {
            let ring = [at(west, 0), at(east, 0), at(east, 2), at(west, 2), at(west, 0)]
            return try Catalog(path: other.path).ids(
                in: try MultiPolygon([Polygon(exterior: ring)]), PlaceFilter())
        }
        #expect(try ids(170, 180) == [1, 2, 3])
        #expect(try ids(-180, -170) == [1, 2, 4])
        #expect(try ids(170, -170) == [1, 2, 3, 4])
        #expect(try ids(170, 179.5) == [3])
    }
}
