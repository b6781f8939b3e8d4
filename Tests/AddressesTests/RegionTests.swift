import Foundation
import GeocliGeo
import Testing

@testable import GeocliAddresses

/// Districts of the same name: the province decides, else the feed's area, else there is no answer.
@Suite struct RegionTests {
    private let bench: AddressBench

    init() throws {
        bench = try AddressBench()
        let places = [
            ("서울특별시", "중구"), ("부산광역시", "중구"), ("대구광역시", "중구"), ("강원특별자치도", "고성군"), ("경상남도", "고성군"), ("경기도", "광주시"),
            ("광주광역시", "동구"), ("경기도", "성남시 분당구"), ("세종특별자치시", ""), ("전남광주통합특별시", "목포시"), ("제주특별자치도", "제주시"),
            ("서울특별시", "강남구"), ("전북특별자치도", "전주시 완산구"),
        ]
        try bench.load(
            try bench.write(
                places.map { AddressBench.Entrance(region: $0.0, district: $0.1, road: "중앙로", main: "1", sub: "0") }))
    }

    @Test(
        arguments: [
            ("서울 중구 중앙로 1", nil, "서울특별시 중구"), ("부산시 중구 중앙로 1", nil, "부산광역시 중구"),
            ("중구 중앙로 1", nil, "district-ambiguous"),
            ("중구 중앙로 1", "부산광역시 중구", "부산광역시 중구"), ("강원도 고성군 중앙로 1", nil, "강원특별자치도 고성군"),
            ("경남 고성군 고성읍 중앙로 1", nil, "경상남도 고성군"), ("고성군 중앙로 1", nil, "district-ambiguous"),
            ("경기 광주시 중앙로 1", nil, "경기도 광주시"), ("경기도 광주시 오포읍 중앙로 1", nil, "경기도 광주시"), ("광주시 중앙로 1", nil, "경기도 광주시"),
            ("광주 동구 중앙로 1", nil, "광주광역시 동구"), ("광주시 동구 중앙로 1", nil, "광주광역시 동구"),
            ("대전 동구 중앙로 1", nil, "district-unknown"),
            ("동구 중앙로 1", nil, "district-ambiguous"), ("성남시 분당구 중앙로 1", nil, "경기도 성남시 분당구"),
            ("경기도 성남시 중앙로 1", nil, "district-unknown"), ("분당구 중앙로 1", nil, "district-unknown"),
            ("세종특별자치시 조치원읍 중앙로 1", nil, "세종특별자치시"), ("세종시 중앙로 1", nil, "세종특별자치시"), ("세종 중앙로 1", nil, "세종특별자치시"),
            ("서울 중앙로 1", nil, "no-district"), ("중앙로 1", nil, "no-district"), ("중앙로 1", "강남구", "서울특별시 강남구"),
            ("중앙로 1", "중구", "district-ambiguous"), ("서울 중앙로 1", "중구", "서울특별시 중구"),
            ("전라남도 목포시 중앙로 1", nil, "전남광주통합특별시 목포시"), ("목포시 중앙로 1", nil, "전남광주통합특별시 목포시"),
            ("전북 전주시 완산구 중앙로 1", nil, "전북특별자치도 전주시 완산구"), ("전라북도 전주시 완산구 중앙로 1", nil, "전북특별자치도 전주시 완산구"),
            ("제주 제주시 중앙로 1", nil, "제주특별자치도 제주시"), ("제주시 중앙로 1", nil, "제주특별자치도 제주시"),
            ("경기도 강남구 중앙로 1", nil, "district-unknown"), ("서울 중구 강남구 중앙로 1", nil, "district-unknown"),
            ("강남구 중앙로 1", "서초구", "서울특별시 강남구"),
        ] as [(String, String?, String)])
    func theAreaOfATextIsTheOneItNames(_ text: String, _ column: String?, _ wanted: String) throws {
        let found = try bench.find(text, district: column)
        #expect(found == (wanted.contains("-") ? wanted : "\(wanted) 중앙로 1 2606"))
    }

    @Test func theAreaOfTheFeedDecidesBetweenDistrictsOfOneName() throws {
        let book = try #require(try bench.book())
        let seoul = try BoundingBox(west: 126.73, south: 37.40, east: 127.20, north: 37.72)
        let korea = try BoundingBox(west: 124.5, south: 33, east: 132, north: 38.7)
        guard case .found(let hit) = try book.find("중구 중앙로 1", within: seoul) else {
            Issue.record("the area of Seoul does not decide")
            return
        }
        #expect(hit.address == "서울특별시 중구 중앙로 1")
        #expect(try book.find("중구 중앙로 1", within: korea) == .none(.districtAmbiguous))
        #expect(try book.find("고성군 중앙로 1", within: seoul) == .none(.districtAmbiguous))
    }
}
