import GeocliGeo
import Testing

@testable internal import GeocliPlaces

/// The rules by which rows of different feeds are the same shop. `Tests/Oracles/shop_nights.py` compares them with
/// another implementation; these tests name each rule and each limit.
@Suite struct LinkFinderTests {
    private static let here = at(126.95, 37.55)

    /// A point so many meters north of `here`; a degree is 110,995 m long there.
    private static func north(_ meters: Double) -> Coordinate { at(126.95, 37.55 + meters / 110_995) }

    private static func row(
        _ id: Int64, feed: Int64, _ name: String, kind: String = "other", phone: String? = nil,
        address: String? = nil, district: String? = nil, at point: Coordinate? = nil
    ) throws -> LinkRow {
        let values = LinkRow.Values(
            name: name, kind: try #require(Kind(rawValue: kind)), phone: phone, address: address, district: district,
            point: point)
        return try #require(LinkRow(id: id, feed: feed, values))
    }

    private func rule(_ one: LinkRow, _ other: LinkRow) -> LinkRule? {
        let links = LinkFinder([one, other]).links()
        #expect(links == LinkFinder([other, one]).links(), "the order of rows makes no difference")
        return links.first?.evidence.rule
    }

    /// Each character of ASCII in a name: those that Unicode calls blanks are left out, and only those.
    @Test func blanksOfPlainNamesAreThoseOfUnicode() {
        for scalar in (0..<128).map({ Unicode.Scalar($0 as UInt8) }) {
            let kept = scalar.properties.isWhitespace ? "" : String(scalar)
            #expect(LinkName("책\(scalar)방 온")?.key == "책\(kept)방온", "U+\(scalar.value)")
        }
    }

    @Test(arguments: [
        ("책방 온", "책방온", 99.0, nil as String?, LinkRule.nameNear as LinkRule?), ("책방 온", "책방온", 101, nil, nil),
        ("책방 온", "책방온", 9000, "+8221200001", .namePhone), ("ＢＯＯＫ", "BOOK", 9000, "+8221200001", .namePhone),
        ("책방", "책방온", 0, "+8221200001", nil), ("강남구립논현도서관", "논현도서관", 49, nil, .coreNear),
        ("강남구립논현도서관", "논현도서관", 51, nil, nil), ("강남구립논현도서관", "논현도서관", 299, "+8221200001", .corePhone),
        ("강남구립논현도서관", "논현도서관", 301, "+8221200001", nil), ("시립논현도서관", "구립논현도서관", 0, "+8221200001", nil),
        ("책방", "책방", 299, "+8215880001", .namePhone), ("책방", "책방", 301, "+8215880001", nil),
        ("책방", "책방", 301, "+82801112222", nil),
        ("호림박물관(신림본관)", "호림박물관(신사분관)", 0, "+8221200001", nil),
    ])
    func eachRuleHoldsUpToItsLimit(
        _ one: String, _ other: String, _ meters: Double, _ phone: String?, _ wanted: LinkRule?
    ) throws {
        let first = try Self.row(1, feed: 1, one, phone: phone, at: Self.here)
        let second = try Self.row(2, feed: 2, other, phone: phone, at: Self.north(meters))
        #expect(rule(first, second) == wanted)
        #expect(LinkFinder([first, try Self.row(2, feed: 1, other, phone: phone, at: Self.here)]).links().isEmpty)
    }

    /// A library, and what bears its name in the same building.
    @Test(arguments: [
        ("library", "library", LinkRule.namePhone as LinkRule?, LinkRule.nameRoad as LinkRule?),
        ("library", "other", .namePhone, .nameRoad), ("new", "used", .namePhone, .nameRoad),
        ("library", "culture-centre", .namePhone, nil), ("library", "new", .namePhone, nil),
        ("library", "toilet", nil, nil), ("other", "bike-station", nil, nil), ("new", "daeyeoso", nil, nil),
        ("park", "public-toilet", nil, nil), ("toilet", "parking", nil, nil),
        ("toilet", "toilet", .namePhone, .nameRoad),
        ("station", "gas-station", .namePhone, nil),
    ])
    func rowsOfDifferentKindsMayOnlyShareABuilding(
        _ one: String, _ other: String, _ withPhone: LinkRule?, _ without: LinkRule?
    ) throws {
        func rows(_ name: String, _ phone: String?, _ address: String? = nil) throws -> LinkRule? {
            rule(
                try Self.row(1, feed: 1, "마포중앙도서관", kind: one, phone: phone, address: address, at: Self.here),
                try Self.row(2, feed: 2, name, kind: other, phone: phone, address: address, at: Self.north(10)))
        }
        #expect(try rows("마포중앙도서관", "+8221200001") == withPhone)
        #expect(try rows("마포중앙도서관", nil, "성산로 128") == without)
        #expect(try rows("마포중앙도서관", nil) == (without == nil ? nil : .nameNear))
        #expect(try rows("마포구립마포중앙도서관", nil) == (without == nil ? nil : .coreNear))
        #expect(try rows("마포구립마포중앙도서관", "+8221200001") == (withPhone == nil ? nil : .corePhone))
        #expect(try rows("마포중앙작은도서관", "+8221200001") == (without == nil ? nil : .partPhone))
    }

    /// The names of one shop in two feeds, and names that are alike but not those of one shop.
    @Test(arguments: [
        ("강남역삼푸른솔도서관", "강남구립역삼푸른솔도서관", true), ("마포푸르메어린이도서관", "푸르메어린이도서관", true), ("자양제4동도서관", "자양4동도서관", true),
        ("조원도서관", "조원작은도서관", true), ("증산정보도서관", "구립증산도서관", true), ("구로꿈나무도서관", "구로구립꿈나무어린이도서관", true),
        ("책방오늘,", "책방오늘", true), ("시립논현도서관", "구립논현제일도서관", false), ("대치도서관", "대치1작은도서관", false),
        ("학마을도서관", "학마을도서관 (종합자료실)", false), ("서울창포원", "서울창포원화장실", false), ("청림동주민센터", "청림동주민센터작은도서관", false),
        ("도서관", "마포푸르메어린이도서관", false), ("둘리도서관", "둘리뮤지엄", false), ("책방", "책방온", false), ("!", "?", false),
    ])
    func aPartOfANameAndThePhoneAreEnoughInOnePlace(_ one: String, _ other: String, _ isOne: Bool) throws {
        func rows(_ phones: (String?, String?), _ meters: Double, _ address: String? = nil) throws -> LinkRule? {
            rule(
                try Self.row(1, feed: 1, one, phone: phones.0, address: address, at: Self.here),
                try Self.row(2, feed: 2, other, phone: phones.1, address: address, at: Self.north(meters)))
        }
        let phone = "+8221200001"
        #expect(try rows((phone, phone), 299) == (isOne ? .partPhone : nil))
        #expect(try rows((phone, phone), 1900, "공원로 10") == (isOne ? .partPhone : nil))
        #expect(try rows((phone, phone), 301) == nil)
        #expect(try rows((phone, nil), 0, "공원로 10") == nil)
        #expect(try rows((phone, "+8221200002"), 0, "공원로 10") == nil)
    }

    /// A switchboard's number is no evidence for names that are only alike.
    @Test func aCrowdedPhoneLinksNoPartsOfNames() throws {
        let phone = "+8221200001"
        let pair = try [
            Self.row(1, feed: 1, "조원도서관", phone: phone, at: Self.here),
            Self.row(2, feed: 2, "조원작은도서관", phone: phone, at: Self.here),
        ]
        func others(_ count: Int64) throws -> [LinkRow] {
            try (0..<count).map { try Self.row(100 + $0, feed: 3, "가게\($0)호", phone: phone) }
        }
        #expect(LinkFinder(pair).links().map(\.evidence.rule) == [.partPhone])
        #expect(LinkFinder(pair, crowdedPhones: [phone]).links().isEmpty)
        #expect(try LinkFinder(pair + others(30)).links().count == 1 && LinkFinder(pair + others(31)).links().isEmpty)
    }

    @Test(arguments: [
        ("102. 망원역 1번출구 앞", "망원역1번출구앞"), ("3.강남구립논현도서관", "논현도서관"), ("24.7책방", "24.7책방"), ("1.온", "1.온"), ("7.", "7."),
        ("1984", "1984"), ("12", "12"),
    ])
    func aNumberBeforeANameIsNotItsCore(_ name: String, _ core: String) throws {
        #expect(LinkName(name)?.core == core)
    }

    /// A number without a plus sign may be one of another country; the case is a shop in Seoul and one in Sydney.
    @Test func onePhoneIsNotEnoughFarApart() throws {
        func rows(_ meters: Double, _ district: String? = nil, phone: String = "+82255501234") throws -> LinkRule? {
            rule(
                try Self.row(1, feed: 1, "Book Cafe", phone: phone, district: district, at: Self.here),
                try Self.row(2, feed: 2, "Book Cafe", phone: phone, district: district, at: Self.north(meters)))
        }
        #expect(try rows(9900) == .namePhone)
        #expect(try rows(10_100) == nil)
        #expect(try rows(10_100, "마포구") == nil)
        #expect(try rows(10_100, "서울 마포구") == .namePhone, "a wrong point of a shop whose district is certain")
        #expect(try rows(299, phone: "+442079460018") == .namePhone)
        #expect(try rows(301, phone: "+442079460018") == nil, "it may be a number of all branches")
        let sydney = try Self.row(2, feed: 2, "Book Cafe", phone: "+82255501234", at: at(151.2, -33.86))
        #expect(rule(try Self.row(1, feed: 1, "Book Cafe", phone: "+82255501234", at: Self.here), sydney) == nil)
        let without = try Self.row(2, feed: 2, "Book Cafe", phone: "+82255501234")
        #expect(
            rule(try Self.row(1, feed: 1, "Book Cafe", phone: "+82255501234", at: Self.here), without) == .namePhone)
    }

    @Test(arguments: [
        ("서울특별시 마포구 독막로 165", "서울 마포구 독막로165, 3층", LinkRule.nameRoad as LinkRule?),
        ("서울 강남구 개포로 110길 54", "개포로110길 54 (개포동)", .nameRoad), ("독막로 165", "독막로 165-1", nil),
        ("부산광역시 중구 중앙로 1", "서울 중구 중앙로 1", nil), ("종로 지하 12", "종로 12", nil),
        ("서울 종로구 종로3가 12", "서울 종로구 종로3가 12", nil), ("", "", nil),
        // 군위군 moved to Daegu in 2023.
        ("경상북도 군위군 군위읍 중앙길 10", "대구광역시 군위군 군위읍 중앙길 10", .nameRoad),
        ("경상북도 경주시 중앙길 10", "대구광역시 중구 중앙길 10", nil),
        ("강원자치도 고성군 중앙길 10", "강원도 고성군 중앙길 10", .nameRoad),
    ])
    func aRoadAndItsNumberAgree(_ one: String, _ other: String, _ wanted: LinkRule?) throws {
        #expect(
            rule(try Self.row(1, feed: 1, "책방", address: one), try Self.row(2, feed: 2, "책방", address: other)) == wanted
        )
    }

    @Test func oneRoadIsNotEnoughInTwoDistrictsOrFarApart() throws {
        func rows(_ one: String?, _ other: String?, _ meters: Double, city: String = "") throws -> LinkRule? {
            let address = city + "중앙로 1"
            return rule(
                try Self.row(1, feed: 1, "책방", address: address, district: one, at: Self.here),
                try Self.row(2, feed: 2, "책방", address: address, district: other, at: Self.north(meters)))
        }
        #expect(try rows("중구", "중구", 9900) == .nameRoad)
        #expect(try rows("중구", "중구", 10_100) == nil)
        #expect(try rows("중구", "중구", 10_100, city: "서울 ") == .nameRoad)
        #expect(try rows("중구", "서구", 500) == nil)
        #expect(try rows(nil, "서구", 500) == .nameRoad)
    }

    @Test(arguments: [
        ("서울특별시 도봉구", "도봉구", true), ("서울 도봉구", "도봉구", true), ("Dobong-gu", "서울시 도봉구", true), ("도봉구 ", "도봉", true),
        ("서울특별시", "도봉구", true), ("수원시 영통구", "영통구", true), ("경기도 수원시", "수원시 영통구", true), ("광주시 북구", "북구", true),
        ("전남광주통합특별시 북구", "북구", true), ("서울특별시 도봉구", "강북구", false), ("서울 중구", "부산 중구", false),
        ("수원시 영통구", "수원시 팔달구", false), ("서울특별시 중구", "인천광역시", false), ("광주시", "북구", false),
    ])
    func aDistrictIsTheSameWithItsProvince(_ one: String, _ other: String, _ isSame: Bool) throws {
        func row(_ id: Int64, _ district: String) throws -> LinkRow {
            try Self.row(id, feed: id, "책방", address: "중앙로 1", district: district)
        }
        #expect(rule(try row(1, one), try row(2, other)) == (isSame ? .nameRoad : nil))
        let places = [one, other].map {
            Place(uncheckedFeedID: "1", name: "책방", kind: .other, district: $0, contact: .init(), coordinate: nil)
        }
        #expect(LinkContradiction.all(places[0], places[1]).map(\.field) == (isSame ? [] : [.district]))
    }

    /// The province of a row without one in its address is the one of its district.
    @Test func aProvinceInTheDistrictColumnCounts() throws {
        func rows(_ one: String, _ other: String) throws -> LinkRule? {
            rule(
                try Self.row(1, feed: 1, "책방", phone: "+8221200001", district: one),
                try Self.row(2, feed: 2, "책방", phone: "+8221200001", district: other))
        }
        #expect(try rows("서울 중구", "부산 중구") == nil)
        #expect(try rows("서울 중구", "중구") == .namePhone)
    }

    /// A chain with one number: which of its branches is which can't be known from name and number.
    @Test func evidenceThatFitsSeveralRowsLinksNone() throws {
        let phone = "+8221200001"
        let far = try [
            Self.row(1, feed: 1, "책방", phone: phone, at: Self.here),
            Self.row(2, feed: 2, "책방", phone: phone, at: Self.north(900)),
            Self.row(3, feed: 2, "책방", phone: phone, at: Self.north(1800)),
        ]
        #expect(LinkFinder(far).links().isEmpty)
        #expect(LinkFinder(Array(far.prefix(2))).links().count == 1)
        let near = try far + [Self.row(4, feed: 1, "책방", phone: phone, at: Self.north(890))]
        #expect(LinkFinder(near).links().map { [$0.low, $0.high] } == [[2, 4]])
        let same = try [
            Self.row(1, feed: 1, "책방", at: Self.here), Self.row(2, feed: 2, "책방", at: Self.north(30)),
            Self.row(3, feed: 2, "책방", at: Self.north(-30)), Self.row(4, feed: 1, "책방", at: Self.north(35)),
        ]
        #expect(LinkFinder(Array(same.prefix(3))).links().isEmpty, "two are equally far")
        #expect(LinkFinder(same).links().map { [$0.low, $0.high] } == [[2, 4]])
    }

    @Test func aShopHasOneRowOfEachFeed() throws {
        let rows = try [
            Self.row(1, feed: 1, "책방", phone: "+8221200001"), Self.row(2, feed: 2, "책방", phone: "+8221200001"),
            Self.row(3, feed: 3, "책방", phone: "+8221200001", at: Self.here),
            Self.row(4, feed: 1, "책방", at: Self.north(50)),
        ]
        // Row 4 would bring a second row of feed 1 into the shop of rows 1, 2 and 3.
        #expect(LinkFinder(rows).links().map { [$0.low, $0.high] } == [[1, 2], [1, 3], [2, 3]])
    }

    @Test func aDecisionCountsOnlyForItsEvidence() throws {
        let one = try Self.row(1, feed: 1, "책방", phone: "+8221200001", at: Self.here)
        let other = try Self.row(2, feed: 2, "책방", phone: "+8221200001", at: Self.north(10))
        let moved = try Self.row(2, feed: 2, "책방", phone: "+8221200001", at: Self.north(11))
        let evidence = try #require(LinkFinder([one, other]).evidence(1, 2))
        #expect(evidence.json == #"{"name":"책방","phone":"+8221200001","distance_m":10.0}"#)
        let no = LinkDecision(low: 1, high: 2, .rejected, evidence: evidence.json)
        #expect(LinkFinder([one, other], [no]).links().isEmpty)
        #expect(LinkFinder([one, moved], [no]).links().count == 1)
        // Two different names: only a person says that they are one.
        let named = try Self.row(3, feed: 2, "서점", at: Self.north(10))
        let words = try #require(LinkFinder([one, named]).evidence(1, 3))
        #expect(words.rule == nil && words.json == #"{"names":["서점","책방"],"distance_m":10.0}"#)
        let yes = LinkDecision(low: 1, high: 3, .accepted, evidence: words.json)
        #expect(LinkFinder([one, named], [yes]).links().map(\.evidence.rule) == [nil])
        #expect(LinkFinder([one, other, named], [yes]).links().map(\.high) == [3], "a person's word comes first")
    }

    /// A rejected pair does not come together by way of a third feed.
    @Test func rejectedRowsAreNotJoinedByAThird() throws {
        let rows = try (1...3).map { number in
            try Self.row(number, feed: number, "책방", phone: "+8221200001", at: Self.north(Double(number)))
        }
        let evidence = try #require(LinkFinder(rows).evidence(1, 3)).json
        let links = LinkFinder(rows, [LinkDecision(low: 1, high: 3, .rejected, evidence: evidence)]).links()
        #expect(links.map { [$0.low, $0.high] } == [[1, 2]])
    }

    /// A hundred thousand rows of one name, one phone number, one road number and one point: no evidence, and no work
    /// that grows with the square of their number.
    @Test(.timeLimit(.minutes(2))) func aCommonNameTakesLinearTime() throws {
        var rows: [LinkRow] = []
        var spread: [LinkRow] = []
        for number in 0..<20_000 {
            let (id, feed) = (Int64(number), Int64(number % 2))
            rows.append(
                try Self.row(id, feed: feed, "작은도서관", phone: "+8221200001", address: "독막로 1", at: Self.here))
            let meters = Double(number / 2 * 300 + number % 2)
            spread.append(try Self.row(id, feed: feed, "작은도서관", at: Self.north(meters)))
        }
        #expect(LinkFinder(rows).links().isEmpty)
        #expect(LinkFinder(spread).links().count == 10_000)
    }

    /// Nine rows of one feed and name that share a number are a crowd; eight are not.
    @Test func aCrowdIsNotEvidence() throws {
        func links(_ count: Int64) throws -> Int {
            let crowd = try (1...count).map { try Self.row($0, feed: 1, "책방", phone: "+8221200001") }
            let other = try Self.row(100, feed: 2, "책방", phone: "+8221200001", address: "독막로 1")
            let twin = try Self.row(99, feed: 1, "책방", address: "독막로 1")
            return LinkFinder(crowd + [other, twin]).links().count
        }
        #expect(try links(8) == 1 && links(9) == 1)
        let alone = try (1...9).map { number in
            try Self.row(number, feed: 1, "책방", phone: "+8221200001", at: Self.north(Double(number) * 2000))
        }
        let near = try Self.row(100, feed: 2, "책방", phone: "+8221200001", at: Self.north(2150))
        #expect(LinkFinder(alone + [near]).links().isEmpty)
        #expect(LinkFinder([alone[0], near]).links().count == 1)
    }

    @Test(arguments: [
        "", " \t", String(repeating: "가", count: 1400), "\u{3000}", "\u{A0}",
    ])
    func aNameThatCanNotBeComparedHasNoRow(_ name: String) {
        #expect(LinkRow(id: 1, feed: 1, LinkRow.Values(name: name)) == nil)
    }

    @Test func hostileTextsAreOnlyTexts() throws {
        let evil = "\u{1B}[31m\u{202E}'\"\\\u{0}{}()"
        let one = try Self.row(1, feed: 1, evil, phone: "+8221200001", address: "(" + evil + "로 1", district: evil)
        let other = try Self.row(2, feed: 2, evil, phone: "+8221200001", address: ")로로길길 지하지하", district: evil)
        let link = try #require(LinkFinder([one, other]).links().first)
        #expect(!link.evidence.json.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
        for text in ["로", "길 1", "가로 99999999999", "가로 1-", "가로 -1", "가로 1-2-3", "지하", "로 지하 지하 1"] {
            #expect(LinkAddress(text).road == nil, "\(text)")
        }
        #expect(LinkAddress(String(repeating: "가로", count: 100_000)).road == nil)
    }
}
