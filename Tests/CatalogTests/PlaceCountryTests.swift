import Foundation
import GeocliGeo
import TestSupport
import Testing

@testable internal import GeocliPlaces

/// Which places are in Korea, as far as phone numbers are concerned.
@Suite struct PlaceCountryTests {
    private static func isKorea(_ latitude: Double, _ longitude: Double) -> Bool {
        PlaceCountry.isKorea(feed: nil, point: at(longitude, latitude), address: nil)
    }

    /// Towns, the outermost islands, and the northernmost places that people can visit; positions from atlases.
    @Test(arguments: [
        ("서울", 37.5663, 126.9779), ("제주", 33.4996, 126.5312), ("마라도", 33.117, 126.268), ("우도", 33.506, 126.954),
        ("추자도", 33.955, 126.30), ("울릉도", 37.484, 130.905), ("독도", 37.2413, 131.8675), ("백령도", 37.955, 124.715),
        ("대청도", 37.826, 124.712), ("소청도", 37.776, 124.757), ("연평도", 37.667, 125.70), ("흑산도", 34.684, 125.435),
        ("홍도", 34.686, 125.192), ("가거도", 34.054, 125.128), ("만재도", 34.21, 125.47), ("교동도", 37.815, 126.25),
        ("강화 평화전망대", 37.828, 126.433), ("애기봉", 37.783, 126.546), ("오두산", 37.773, 126.677), ("도라산", 37.899, 126.71),
        ("대성동", 37.941, 126.681), ("연천", 38.096, 127.075), ("월정리", 38.295, 127.215), ("해안면", 38.28, 128.13),
        ("고성 통일전망대", 38.587, 128.375), ("강릉", 37.75, 128.88), ("부산", 35.18, 129.075), ("태종대", 35.05, 129.09),
        ("호미곶", 36.077, 129.567), ("해금강", 34.73, 128.69), ("통영 홍도", 34.535, 128.735), ("거문도", 34.03, 127.31),
        ("백도", 34.05, 127.6), ("어청도", 36.117, 125.98), ("격렬비열도", 36.615, 125.56),
    ])
    func isIn(_ name: String, _ latitude: Double, _ longitude: Double) { #expect(Self.isKorea(latitude, longitude)) }

    @Test(arguments: [
        ("Tsushima", 34.203, 129.288), ("Tsushima's north", 34.70, 129.44), ("Iki", 33.75, 129.69),
        ("Fukuoka", 33.59, 130.40), ("Goto", 33.27, 129.1), ("Mishima", 34.77, 131.14), ("Oki", 36.2, 133.25),
        ("평양", 39.03, 125.75), ("단둥", 40.12, 124.39), ("개성", 37.971, 126.555), ("개성공단", 37.93, 126.627),
        ("기정동", 37.945, 126.655), ("해주", 38.04, 125.71), ("옹진(북)", 37.935, 125.36), ("창린도", 37.66, 125.17),
        ("장산곶", 38.12, 124.65), ("평강", 38.41, 127.28), ("고성(북)", 38.67, 128.32), ("Qingdao", 36.07, 120.38),
        ("Weihai", 37.5, 122.1), ("Tokyo", 35.68, 139.76), ("Sydney", -33.86, 151.2), ("zero", 0, 0),
        ("the other side", 37.5, -126.9),
    ])
    func isOut(_ name: String, _ latitude: Double, _ longitude: Double) { #expect(!Self.isKorea(latitude, longitude)) }

    /// The box that is compared first has no point outside the area.
    @Test func theShortWayAgreesWithTheArea() throws {
        let ring = PlaceCountry.outline + PlaceCountry.outline.prefix(1)
        let area = try MultiPolygon([Polygon(exterior: Array(ring))])
        for x in stride(from: 124.0, through: 132.5, by: 0.05) {
            for y in stride(from: 32.5, through: 39.0, by: 0.05) {
                #expect(PlaceCountry.contains(at(x, y)) == area.contains(at(x, y)), "\(y), \(x)")
            }
        }
    }

    @Test(arguments: [
        (126.73, 37.40, 127.20, 37.72, true), (126.7, 37.4, 127.2, 37.8, true), (128.7, 35.0, 129.2, 35.4, true),
        (126.1, 33.1, 127.0, 33.6, true), (124.5, 33.0, 132.0, 38.7, false), (126.0, 34.0, 129.5, 38.5, false),
        (-180.0, -90, 180, 90, false), (139.0, 35.0, 140.0, 36.0, false),
    ])
    func aBoxIsInOneCountryOrInNone(_ west: Double, _ south: Double, _ east: Double, _ north: Double, _ isIn: Bool) {
        let box = BoundingBox(checkedWest: west, south: south, east: east, north: north)
        #expect(PlaceCountry.code(of: box) == (isIn ? "KR" : nil))
    }

    @Test(arguments: [
        ("서울 마포구 독막로 165", true), ("(41946) 대구광역시 중구 달구벌대로 1", true), ("전남광주통합특별시 북구", true), ("광주시 북구", true),
        ("경기도 수원시", true), ("독막로 165", false), ("일본 도쿄도 신주쿠구", false), ("1 King Street", false),
        ("Seoul Street 1", false),
        ("", false),
    ])
    func anAddressSaysTheCountryIfItNamesAProvince(_ address: String, _ isIn: Bool) {
        #expect(PlaceCountry.isKorea(feed: nil, point: nil, address: address) == isIn)
        #expect(PlaceCountry.isKorea(feed: nil, point: at(139.0, 35.5), address: address) == isIn, "a wrong point")
        #expect(!PlaceCountry.isKorea(feed: "JP", point: at(126.9, 37.5), address: address), "the feed decides")
        #expect(PlaceCountry.isKorea(feed: "KR", point: at(139.0, 35.5), address: nil))
    }

    /// All points of real Korean lists are in Korea, except two whose longitude is wrong.
    @Test(.enabled(if: TestSupport.hasSharedFeed)) func realPointsOfKoreaAreIn() throws {
        let folder = try #require(TestSupport.sharedFeed).deletingLastPathComponent().appendingPathComponent("feeds2")
        let names = [
            "std_libraries_2025-04_3517rows.cp949.csv", "std_urban_rail_stations_2021-06.cp949.csv",
            "kcisa_indie_bookstores_fclty_154.json",
        ]
        var count = 0
        for name in names {
            // Digits are the same bytes in CP949.
            let text = String(
                decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: Unicode.ASCII.self)
            for match in text.matches(
                of: /(3[2-8]\.[0-9]+)[^0-9.]+(?:[A-Z_]+[^0-9]+)?(12[4-9]\.[0-9]+|13[0-2]\.[0-9]+)/)
            {
                let (latitude, longitude) = (try #require(Double(match.1)), try #require(Double(match.2)))
                count += 1
                let isWrong = [124.024, 132.7].contains(longitude)
                #expect(Self.isKorea(latitude, longitude) || isWrong, "\(name): \(latitude), \(longitude)")
            }
        }
        #expect(count > 4000)
    }
}
