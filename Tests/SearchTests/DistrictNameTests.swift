import Testing

@testable import GeocliSearch

@Suite struct DistrictNameTests {
    private static let mapo = [
        "마포구", "마포", "Mapo-gu", "mapo", "mapo gu", "서울특별시 마포구", "서울특별시마포구", "서울 마포구", "서울시 마포", "서울마포구",
        "Mapo-gu, Seoul", "Seoul Mapo-gu", " 서울특별시\u{3000}마포구 ", "ＭＡＰＯ", "서울특별시  마포구",
    ]

    @Test func everySpellingIsOneDistrict() {
        for one in Self.mapo {
            let name = DistrictName(one)
            #expect(name.words == ["마포구"] && name.text == "마포구", "\(one)")
            for other in Self.mapo {
                #expect(
                    name.isSame(as: DistrictName(other)) && !name.differs(from: DistrictName(other)), "\(one) \(other)")
                #expect(name.means(DistrictName(other)))
            }
        }
    }

    /// Six cities have a 중구. The names, and the words and the province that each has.
    @Test(
        arguments: [
            ("중구", nil, ["중구"]), ("부산 중구", "부산", ["중구"]), ("부산광역시중구", "부산", ["중구"]), ("부산중구", "부산", ["중구"]),
            ("Jung-gu, Busan", "부산", ["중구"]), ("부산진구", nil, ["부산진구"]), ("부산 부산진구", "부산", ["부산진구"]),
            ("대구", "대구", []), ("대구 동구", "대구", ["동구"]), ("대구광역시동구", "대구", ["동구"]), ("광주시", nil, ["광주시"]),
            ("경기도 광주시", "경기", ["광주시"]), ("광주시 북구", "광주", ["북구"]), ("광주시북구", "광주", ["북구"]),
            ("수원시장안구", nil, ["수원시", "장안구"]), ("경기도 수원시 장안구", "경기", ["수원시", "장안구"]),
            ("경기도수원시장안구", "경기", ["수원시", "장안구"]), ("고양시 일산동구", nil, ["고양시", "일산동구"]), ("시흥시", nil, ["시흥시"]),
            ("강원특별자치도 고성군", "강원", ["고성군"]), ("강원자치도 고성군", "강원", ["고성군"]),
            ("전북자치도 전주시", "전북", ["전주시"]), ("세종", "세종", ["세종시"]), ("세종특별자치시", "세종", ["세종시"]),
            ("전북특별자치도 전주시 완산구", "전북", ["전주시", "완산구"]), ("", nil, []), ("서울", "서울", []),
        ] as [(String, String?, [String])])
    func aNameHasItsProvinceAndWords(_ text: String, _ province: String?, _ words: [String]) {
        let name = DistrictName(text)
        #expect(name.province?.names == province.map { [$0] } && name.words == words)
    }

    @Test(arguments: [
        ("중구", "부산 중구", true), ("서울 중구", "부산 중구", false), ("서울특별시", "부산 중구", false), ("서울", "북구", false),
        ("강서구", "부산 강서구", true), ("마포구", "부산 마포구", false), ("수원시 영통구", "영통구", true), ("수원시 영통구", "수원시", true),
        ("수원시 영통구", "수원시 팔달구", false), ("전남광주통합특별시 북구", "광주 북구", true), ("해운대", "해운대구", true), ("양평", "양평군", true),
        ("고성군", "고성", true), ("강원 고성군", "경남 고성군", false), ("경상북도 군위군", "대구 군위군", true),
        ("경북 군위군", "대구 중구", false), ("경북", "대구", false), ("경북 군위군", "서울", false), ("마포구", "종로구", false),
        ("", "중구", true),
    ])
    func twoNamesDifferOrNot(_ one: String, _ other: String, _ isOne: Bool) {
        #expect(DistrictName(one).differs(from: DistrictName(other)) == !isOne)
        #expect(DistrictName(other).differs(from: DistrictName(one)) == !isOne)
    }

    @Test func aTypedNameMeansDistrictsThatEndWithIt() {
        func means(_ typed: String, _ stated: String) -> Bool { DistrictName(typed).means(DistrictName(stated)) }
        #expect(means("영통구", "수원시 영통구") && !means("수원시", "수원시 영통구") && !means("수원시 영통구", "영통구"))
        #expect(means("중구", "부산광역시 중구") && means("부산 중구", "중구") && !means("부산 중구", "서울 중구"))
        #expect(!means("", "중구") && !means("서울", "서울 중구"))
    }

    @Test func anAddressOrAPointTellsTheProvince() {
        let name = DistrictName("중구")
        #expect(name.isShared && name.provinces?.count == 6)
        #expect(name.within(address: "부산광역시 중구 중앙대로 1").text == "부산 중구")
        #expect(name.within(address: "(41946) 대구광역시 중구 달구벌대로447길 72-1").text == "대구 중구")
        #expect(name.within(address: "경기도 수원시 팔달구").text == "중구", "no 중구 is there")
        #expect(name.around(longitude: 129.03, latitude: 35.1).text == "부산 중구")
        #expect(name.around(longitude: 2, latitude: 48).text == "중구")
        #expect(DistrictName("서울 중구").within(address: "부산광역시 중구").text == "서울 중구", "it names its own")
        #expect(DistrictName("마포구").within(address: "부산광역시 마포로 1").province == nil, "only Seoul has one")
        #expect(DistrictName("서울 중구").romanized == "Jung-gu" && DistrictName("부산 중구").romanized == nil)
    }

    /// The district in an address that contradicts the stated one.
    @Test(
        arguments: [
            ("마포구", "서울특별시 종로구 사직로 1", "종로구"), ("마포", "서울특별시 종로구 사직로 1", "종로구"), ("마포구", "서울 마포구 독막로 1", nil),
            ("서울특별시마포구", "서울특별시 마포구 독막로 1", nil), ("Mapo-gu", "서울특별시 마포구 독막로 1", nil), ("서울특별시 마포구", "마포구 독막로 1", nil),
            ("영등포구", "서울특별시영등포구 여의도동 1", nil), ("수원시 팔달구", "경기도 수원시 팔달구 중앙로 7", nil), ("팔달구", "경기도 수원시 팔달구 중앙로 7", nil),
            ("수원시", "경기도 수원시 팔달구 중앙로 7", nil), ("중구", "부산광역시 중구 중앙대로 1", nil), ("서울 중구", "부산광역시 중구 중앙대로 1", "부산 중구"),
            ("마포구", "강남역 3번출구", nil), ("공주시", "세종특별자치시 한누리대로 1", "세종시"),
        ] as [(String, String, String?)])
    func anAddressMayContradictADistrict(_ stated: String, _ address: String, _ wanted: String?) {
        #expect(DistrictName(stated).contradiction(in: DistrictName(address: address)) == wanted)
    }
}
