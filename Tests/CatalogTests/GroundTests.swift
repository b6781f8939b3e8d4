import Foundation
import GeocliGeo
import GeocliSearch
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliPlaces

/// The districts, the river and the stations that are part of the program.
@Suite struct GroundTests {
    @Test func theDistrictsAreAllOfKoreaEachWithItsOwnName() {
        let outlines = Ground.districts.map(\.outline)
        #expect(outlines.count == 252)
        #expect(Set(outlines.map(\.name)).count == 252 && Set(outlines.compactMap(\.code)).count == 252)
        #expect(Set(outlines.compactMap(\.englishName)).count == 252)
        #expect(outlines.map(\.name) == outlines.map(\.name).sorted())
        #expect(Set(Ground.districts.map(\.province)).count == 17)
        #expect(Ground.outlines(of: ["서울"]).count == 25)
        #expect(Ground.outlines(of: ["서울"]).contains { $0.name == "중구" && $0.englishName == "Jung-gu" })
        #expect(outlines.contains { $0.name == "부산 중구" && $0.englishName == "Jung-gu, Busan" })
    }

    /// Every position of an outline is on the borders of one district, or of two or more that share it, and no position
    /// is inside of another district.
    @Test func noDistrictReachesIntoAnother() {
        let outlines = Ground.districts.map(\.outline)
        for outline in outlines {
            let inside = outline.area.innerPosition
            let holders = outlines.filter { $0.area.box.contains(inside) && $0.area.contains(inside) }
            #expect(holders.map(\.name) == [outline.name])
        }
    }

    /// The outlines of the northern districts end in the Demilitarized Zone or beyond it, up to 4 km north and 3 km west
    /// of the area.
    @Test func theOutlinesAreInTheAreaThatDecidesAboutPhoneNumbers() {
        let northern: Set<String> = ["파주시", "연천군", "철원군", "강원 고성군", "인제군"]
        for outline in Ground.districts.map(\.outline) {
            #expect(PlaceCountry.isKorea(feed: nil, point: outline.area.innerPosition, address: nil), "\(outline.name)")
            for position in outline.area.polygons.flatMap(\.rings).joined() {
                let isNorth = northern.contains(outline.name)
                let moved = isNorth ? at(position.longitude + 0.03, position.latitude - 0.04) : position
                #expect(PlaceCountry.isKorea(feed: nil, point: moved, address: nil), "\(outline.name) \(position)")
            }
        }
    }

    @Test(
        arguments: [
            ("마포", "마포구"), ("mapo", "마포구"), ("Mapo-gu", "마포구"), ("11440", "마포구"), ("부산 중구", "부산 중구"),
            ("부산중구", "부산 중구"), ("26110", "부산 중구"), ("busan jung-gu", "부산 중구"), ("Jung-gu, Busan", "부산 중구"),
            ("수원시 영통구", "수원시 영통구"), ("영통구", "수원시 영통구"), ("suncheon", "순천시"), ("경남 고성군", "경남 고성군"),
        ])
    func aDistrictIsFoundAsPeopleWriteIt(_ word: String, _ name: String) {
        #expect(Ground.districts.map(\.outline).meant(by: word).map(\.name) == [name])
    }

    @Test func sixDistrictsAreCalledJunggu() {
        #expect(Ground.districts.map(\.outline).meant(by: "중구").count == 6)
    }

    // MARK: In a catalog

    @Test func aCatalogShowsTheDistrictsWhereItsPlacesAre() throws {
        let bench = try CatalogBench()
        let shops = (1...60).map { Shop(String($0), at: at(126.92 + Double($0) / 1000, 37.55)) }
        // A wrong point in Busan does not put Busan on the map.
        try bench.publish(shops + [Shop("99", at: at(129.03, 35.1))])
        let catalog = try Catalog(path: bench.path)
        #expect(try catalog.districtOutlines().isEmpty && catalog.outlineSource() == nil)
        #expect(try catalog.baseLayers().isEmpty && catalog.landmarkCount() == 0)
        catalog.hasGround = true
        #expect(try catalog.districtOutlines() == Ground.outlines(of: ["서울"]))
        #expect(try catalog.knownOutlines().count == 252)
        #expect(try catalog.outlines(meantBy: "중구").map(\.name) == ["중구"])
        #expect(try catalog.outlineSource()?.koreanLicense == "이용허락범위 제한 없음, 출처표시")
        #expect(try catalog.baseLayers() == [Ground.water])
        #expect(try catalog.landmarks(key: "홍대입구역", limit: 10).map(\.line) == ["2호선", "경의중앙선", "공항철도"])
        // What a person imports replaces it.
        try bench.importSquare()
        #expect(try catalog.districtOutlines().map(\.name) == ["마포구"])
        #expect(try catalog.knownOutlines().map(\.name) == ["마포구"])
    }

    @Test func aCatalogElsewhereHasNoGround() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1", at: at(2.35, 48.86)), Shop("2")])
        let catalog = try Catalog(path: bench.path)
        catalog.hasGround = true
        #expect(try catalog.districtOutlines().isEmpty && catalog.outlineSource() == nil)
        #expect(try catalog.baseLayers().isEmpty && catalog.landmarkCount() == 0)
        #expect(try catalog.landmarks(keyPrefix: "홍대", limit: 3).isEmpty)
    }

    // MARK: Stations and the river

    private static var feeds: URL {
        TestSupport.packageRoot.deletingLastPathComponent().appendingPathComponent("shared/feeds2")
    }

    private static let stationFile = feeds.appendingPathComponent("derived_subwayStationMaster_786.json")

    private struct Page: Decodable {
        struct Service: Decodable {
            let row: [Row]
        }
        struct Row: Decodable {
            let BLDN_NM: String
            let LAT: String
            let LOT: String
        }
        let subwayStationMaster: Service
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: stationFile.path)))
    func eachStationIsWhereSeoulPublishesIt() throws {
        let rows = try JSONDecoder().decode(Page.self, from: Data(contentsOf: Self.stationFile)).subwayStationMaster.row
        var published: [String: [Coordinate]] = [:]
        for row in rows {
            guard let longitude = Double(row.LOT), let latitude = Double(row.LAT) else { continue }
            let point = at(longitude, latitude)
            published[String(row.BLDN_NM.prefix { $0 != "(" }), default: []].append(point)
            #expect(!Ground.river.contains(point), "\(row.BLDN_NM) is in the river")
        }
        #expect(Set(Ground.stations.map(\.landmark.name)).count == 120)
        for station in Ground.stations.map(\.landmark) {
            let point = try #require(station.coordinate)
            let nearest = published[station.name, default: []].map { Geodesic.distanceMeters(from: $0, to: point) }
                .min()
            #expect(nearest ?? .infinity < 300, "\(station.name)")
        }
    }

    @Test func noStationAndNoPartOfAnotherProvinceIsInTheRiver() {
        for station in Ground.stations.map(\.landmark) {
            #expect(!(station.coordinate.map(Ground.river.contains) ?? false), "\(station.name)")
        }
        #expect(Ground.river.contains(at(126.9957, 37.5155)), "the middle of 반포대교")
        #expect(!Ground.river.contains(at(126.924, 37.5216)), "Yeouido")
    }

    @Test(
        arguments: [
            ("홍대", "홍대입구"), ("hongdae", "홍대입구"), ("Hongik Univ.", "홍대입구"), ("Hongik University", "홍대입구"),
            ("hongik univ station", "홍대입구"), ("홍대입구역 2번 출구", "홍대입구"), ("지하철 홍대입구역", "홍대입구"),
            ("DMC역", "디지털미디어시티"), ("dmc", "디지털미디어시티"), ("Seoul Station", "서울역"), ("gangnam station", "강남"),
            ("Gangnam Station Exit 10", "강남"), ("망원역 1번출구", "망원"), ("건대", "건대입구"), ("서울역", "서울역"),
        ])
    func aStationIsFoundAsPeopleWriteIt(_ text: String, _ name: String) throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1", at: at(127, 37.5))])
        let catalog = try Catalog(path: bench.path)
        catalog.hasGround = true
        let key = try #require(LandmarkKeys.key(of: text))
        #expect(Set(try catalog.landmarks(key: key, limit: 20).map(\.name)) == [name])
    }
}
