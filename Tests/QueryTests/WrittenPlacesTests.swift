internal import Foundation
internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText
internal import TestSupport
internal import Testing

@testable internal import GeocliQuery

/// Stations and addresses in the ways in which people write them.
@Suite struct WrittenPlacesTests {
    /// The spellings of each station, by its name in the program's ground.
    private static let stations = [
        "성수":
            "성수역|성수|2호선 성수역|지하철 2호선 성수역|2호선성수역|성수역 2호선|성수역(2호선)|２호선 성수역|성수역 3번 출구|성수역3번출구|성수역 3번출구 앞|seongsu|Seongsu Station|SEONGSU STATION|Line 2 Seongsu Station|Seongsu Station (Line 2)|Seongsu Station Exit 3|Exit 3, Seongsu Station|Seong-su|서울지하철 2호선 성수역",
        "망원": "망원역|망원역 1번출구|망원역 1번 출구|6호선 망원역|망원역6호선|Mangwon|Mangwon Station Exit 2|수도권 전철 6호선 망원역|망원역 근처",
        "홍대입구":
            "홍대입구역|홍대입구|홍대|홍대역|hongdae|Hongdae Station|Hongik Univ.|Hongik Univ|Hongik University|Hongik Univ. Station|Hongik University Station|홍대입구역 9번 출구|홍대입구 9번출구|2호선 홍대입구역|홍대 2호선|공항철도 홍대입구역|경의중앙선 홍대입구역|경의선 홍대입구역|Hongik Univ. Station Exit 9|Exit No. 9 Hongik Univ. Station|Exit 9 of Hongik Univ. Station|지하철2호선 홍대입구역 8번출구|Hongik Univ. Stn.",
        "디지털미디어시티":
            "DMC역|DMC|dmc역|ＤＭＣ역|디지털미디어시티역|디지털 미디어 시티|Digital Media City|Digital Media City Station|6호선 DMC역|공항철도 DMC역",
        "서울역": "서울역|Seoul Station|seoul station|서울역 1호선|1호선 서울역|공항철도 서울역|서울역 4번 출구|Seoul Station Exit 4|서울역 앞",
        "강남":
            "강남역|gangnam station|Gangnam Station|강남역 10번 출구|2호선 강남역|신분당선 강남역|강남역 2호선|Gangnam Stn|Gangnam Station Line 2",
        "건대입구": "건대입구역|건대|건대역|Konkuk University|Konkuk Univ. Station|7호선 건대입구역",
        "서울대입구": "서울대입구역|서울대입구|Seoul Nat'l Univ.|Seoul National University Station|SNU station",
        "종로3가": "종로3가역|종로 3가역|Jongno 3-ga|Jongno 3(sam)-ga|Jongno 3-ga Station|5호선 종로3가역",
        "동대문역사문화공원":
            "동대문역사문화공원역|DDP|Dongdaemun History & Culture Park|Dongdaemun History and Culture Park Station",
        "김포공항": "김포공항역|Gimpo Int'l Airport|Gimpo International Airport|Gimpo Airport Station|5호선 김포공항역",
        "고속터미널": "고속터미널역|고터|Express Bus Terminal|고속터미널역 8-1번 출구",
        "왕십리": "왕십리역|분당선 왕십리역|Wangsimni Station",
    ]

    private static let shops = [
        Shop(id: 1, name: "하나", address: "서울특별시 마포구 독막로 106-1", latitude: "37.5480", longitude: "126.9220"),
        Shop(id: 2, name: "둘", address: "서울 마포구 독막로 106", latitude: "37.5470", longitude: "126.9250"),
        Shop(id: 3, name: "셋", address: "서울특별시 마포구 월드컵북로 4길 5, 2층", latitude: "37.5565", longitude: "126.9200"),
        Shop(id: 4, name: "넷", address: "서울특별시 마포구 망원동 385-10", latitude: "37.5550", longitude: "126.9050"),
        Shop(
            id: 5, name: "다섯", district: "강남구", address: "서울특별시 강남구 중앙로 12", latitude: "37.5000",
            longitude: "127.0400"),
        Shop(
            id: 6, name: "여섯", district: "노원구", address: "서울특별시 노원구 중앙로 12", latitude: "37.6500",
            longitude: "127.0700"),
        // Two shops in one building.
        Shop(id: 7, name: "일곱", address: "서울특별시 마포구 와우산로29길 42", latitude: "37.5540", longitude: "126.9290"),
        Shop(id: 8, name: "여덟", address: "서울 마포구 와우산로29길 42 (서교동)", latitude: "37.5541", longitude: "126.9291"),
    ]

    /// The spellings of the address of each shop.
    private static let addresses = [
        1:
            "독막로 106-1|독막로106-1|독막로 106-1호|독막로 106 - 1|독막로 106- 1|독막로 １０６－１|독막로 106–1|마포구 독막로 106-1|서울 마포구 독막로 106-1|서울특별시 마포구 독막로 106-1 (상수동)|서울시 마포구 독막로 106-1, 1층|(04066) 서울 마포구 독막로 106-1|04066 서울 마포구 독막로 106-1|address:독막로 106-1|독막로 106ㅡ1",
        2: "독막로 106|마포구 독막로 106번|독막로 １０６|서울 마포구 독막로 106 1층",
        3: "월드컵북로4길 5|월드컵북로 4길 5|마포구 월드컵북로4길 5호|월드컵북로 4 길 5",
        4: "망원동 385-10|마포구 망원동 385 - 10|망원동 385-10번지",
        5: "강남구 중앙로 12",
        6: "노원구 중앙로 12|서울 노원구 중앙로 12",
        7: "와우산로29길 42|와우산로 29길 42",
    ]

    /// Texts that must find nothing, or more than one place.
    private static let refused = [
        "중앙로 12", "독막로", "독막로 107", "독막로 106-2", "독막로 10", "종로구 독막로 106", "마포구 중앙로 12", "성수역 앞바다", "없는역",
        "월드컵북로 5", "망원동 385", "독막로 106번길 1", "106-1",
    ]

    @Test func aPersonFindsWhatTheyWrite() throws {
        let fixture = try CatalogFixture(Self.shops)
        fixture.catalog.hasGround = true
        var wanted: [(text: String, point: Coordinate)] = []
        for (name, texts) in Self.stations {
            let station = try #require(Ground.stations.first { $0.landmark.name == name }?.landmark.coordinate)
            wanted += texts.split(separator: "|").map { (String($0), station) }
        }
        for (id, texts) in Self.addresses {
            let entry = try #require(try fixture.all().first { $0.place.feedID == "\(id)" }?.coordinate)
            wanted += texts.split(separator: "|").map { (String($0), entry) }
        }
        #expect(wanted.count >= 120)
        var missed: [String] = []
        for (text, point) in wanted {
            guard let origin = try? OriginFinder.origin(OriginName(text), in: fixture.catalog) else {
                missed.append(text)
                continue
            }
            #expect(Geodesic.distanceMeters(from: origin.coordinate, to: point) < 50, "\(text)")
        }
        #expect(missed.count * 20 <= wanted.count, "\(missed)")
        for text in Self.refused {
            #expect(throws: (any Error).self, "\(text)") {
                try OriginFinder.origin(OriginName(text), in: fixture.catalog)
            }
        }
    }

    @Test func candidatesCanBeToldApart() throws {
        let fixture = try CatalogFixture(Self.shops)
        let error = #expect(throws: OriginError.self) {
            try OriginFinder.origin(OriginName("중앙로 12"), in: fixture.catalog)
        }
        let words = try #require(error?.words.en)
        #expect(error?.code == .ambiguous && words.contains("강남구") && words.contains("노원구"))
        for spelling in words.matches(of: /(\d+) \(서울/).map({ String($0.output.1) }) {
            #expect(throws: Never.self) { try OriginFinder.origin(OriginName(spelling), in: fixture.catalog) }
        }
    }

    /// An address that no place has is looked up among the imported ones, in their spelling.
    @Test func importedAddressesAreAskedLast() throws {
        let fixture = try CatalogFixture(Self.shops)
        let there = try Coordinate(longitude: 126.93, latitude: 37.55)
        var asked: [String] = []
        let origin = try OriginFinder.origin(OriginName("마포구 와우산로 42 - 5호"), in: fixture.catalog) { text in
            asked.append(text)
            return ("마포구 와우산로 42-5", there)
        }
        #expect(origin.coordinate == there && origin.placeID == nil && asked == ["마포구 와우산로 42-5"])
    }
}
