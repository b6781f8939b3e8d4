import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliPlaces

extension IssueJudge {
    /// The findings for rows of one feed that all have exactly the same point.
    static func sharedPoint(_ rows: [IssueRow]) -> [IssueFinding] { findings(.pointShared, rows) }

    /// The findings for rows of one feed that all have the same phone number.
    static func sharedPhone(_ rows: [IssueRow]) -> [IssueFinding] { findings(.phoneShared, rows) }

    private static func findings(_ rule: IssueRule, _ rows: [IssueRow]) -> [IssueFinding] {
        guard let one = rows.first, var group = IssueGroup(rule, of: one) else { return [] }
        let rows = rows.sorted { $0.id < $1.id }
        for row in rows { group.add(row) }
        guard let evidence = group.evidence else { return [] }
        return rows.map { IssueGroup.finding(rule, about: $0.id, shared: group.shared, evidence: evidence) }
    }
}

/// Each rule has a row that has it and one that nearly has it. Random rows are in `Tests/Oracles/issue_nights.py`.
@Suite struct IssueJudgeTests {
    private func row(_ id: Int64 = 1, _ change: (inout Shop) -> Void) -> IssueRow {
        var shop = Shop("\(id)", name: "책방 온", at: at(126.95, 37.55))
        shop.district = nil
        change(&shop)
        return IssueRow(id: id, feed: 1, place: shop.place)
    }

    private func rules(_ row: IssueRow) -> [String] { IssueJudge.findings(row).map(\.key.rule.rawValue) }

    @Test(arguments: [
        ("마포구", "서울 중구 세종대로 1", true), ("중구", "서울 중구 세종대로 1", false), ("강서구", "부산 서구 대로 1", true),
        ("서구", "부산 강서구 대로 1", true), ("서울특별시 도봉구", "서울특별시 도봉구 도봉구 마들로 1", false),
        ("영등포구", "서울특별시영등포구 선유로 1", false), ("수원시", "경기도 수원시 팔달구 중앙로 1", false),
        ("팔달구", "경기도 수원시 중앙로 1", false), ("마포구", "독막로 165", false), ("마포구", "(04101) 서울특별시 중구 을지로 1", true),
        ("관악구", "서울특별시 동작구 대림로 2", true), ("도심", "서울 중구 을지로 1", false), ("중구", "중구청로 1 중앙시", false),
    ])
    func anAddressInAnotherDistrict(_ district: String, _ address: String, _ isFound: Bool) {
        let found = rules(
            row {
                $0.district = district
                $0.contact.address = address
            })
        #expect(found == (isFound ? ["district-address"] : []))
    }

    @Test(arguments: [
        ("테스트", true), ("test", true), ("테스트 2", true), ("테스트3", true), ("ㅇㅇㅇ", true), ("-", true), ("...", true),
        ("없음", true),
        ("이름 없음", true), ("미정", true), ("임시", true), ("12345", true), ("0000", true), ("0212345678", true),
        ("ｔｅｓｔ", true),
        ("xx", true), ("시험공간", false), ("임시정부기념관", false), ("테스트리", false), ("1984", false), ("24", false),
        ("무명서점", false),
        ("미정서점", false), ("책방 테스트리", false), ("공간222", false), ("OO", false), ("책방 없음", true), ("온", false),
        ("없음 다방 골목", false), ("@", true), ("The Test Kitchen", false),
    ])
    func aNameThatIsATestOrAPlaceholder(_ name: String, _ isFound: Bool) {
        #expect(rules(row { $0.name = name }) == (isFound ? ["name-placeholder"] : []), "\(name)")
    }

    @Test(arguments: [
        ("책\u{FFFD}방", true), ("책?방", true), ("책??방", true), ("뭐? 책방", false), ("책방?", false), ("?책방", false),
        ("A?B", false), ("ì±…ë°©", true), ("1. ì±…ë°© 2", true), ("Ã¥¹æ", true), ("µ¿³×Ã¥¹æ", true), ("CafÃ©", true),
        ("Itâ€™s", true), ("Café", false), ("Ærø Bøger", false), ("« Voilà\u{A0}»", false), ("ÇÃO", false),
        ("20°", false),
        ("책방 «밤»", false), ("20€", false), ("Löwe & Söhne", false), ("书店", false), ("ﾎﾝﾔ", false),
    ])
    func aTextWithBrokenCharacters(_ text: String, _ isFound: Bool) {
        #expect(rules(row { $0.name = text }) == (isFound ? ["text-broken"] : []), "\(text)")
        #expect(rules(row { $0.contact.address = text }) == (isFound ? ["text-broken"] : []), "\(text)")
    }

    /// Foundation reads the bytes of real names in the wrong encoding; every piece that `isOne` would find needs a look.
    @Test func aNameInAnotherEncodingIsFound() throws {
        func mayBe(_ text: String) -> Bool { Array(text.utf8).withUnsafeBufferPointer(BrokenText.mayBe) }
        let names = ["밤의 책방", "동네책방 온", "연필서림 69", "책", "솔방울서재(Pinecone)", "サンプル書店", "“책”…"]
        for name in names {
            #expect(!BrokenText.isOne(name), "\(name)")
            for encoding in [String.Encoding.isoLatin1, .windowsCP1252] {
                // Windows-1252 has no character for five bytes.
                guard let wrong = String(bytes: Array(name.utf8), encoding: encoding) else { continue }
                #expect(BrokenText.isOne(wrong) && mayBe(wrong), "\(wrong)")
            }
        }
        var random = SeededGenerator(seed: 5)
        let pieces = Array("책방?\u{FFFD}ì±…ë°©Ã¥¹æaé «»\u{A0}").map(String.init)
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...24, using: &random)).compactMap { _ in
                pieces.randomElement(using: &random)
            }
            .joined()
            #expect(!BrokenText.isOne(text) || mayBe(text), "\(text)")
        }
    }

    /// UTF-8 that was read as CP949, as iconv and Windows write it. Ideographs beside Hangul are no fault.
    @Test func utf8ThatWasReadAsCP949IsFound() {
        for name in ["梨낅갑", "숲 梨낅갑 2호", "?쒖슱梨낅갑", "�쒖슱", "援먮낫臾멸퀬"] {
            #expect(rules(row { $0.name = name }) == ["text-broken"], "\(name)")
        }
        for name in ["李가네 책방", "鐘路서적", "大韓書林", "?대가", "梨대가", "大家책방", "梨花책방", "韓國 책방", "똠방각하", "북경서점北京"] {
            #expect(rules(row { $0.name = name }) == [], "\(name)")
        }
    }

    /// UTF-8 that was read as Mac Roman. Letters with accents, a root and quotes are no fault.
    @Test func utf8ThatWasReadAsMacRomanIsFound() {
        for name in ["Wirtschaftsf√∂rderung", "ÏÑúÏö∏Ï±ÖÎ∞©", "Ï±ÖÎ∞© 2", "„Çµ„É≥„Éó„É´", "caf√©", "f√ºr B√ºcher"] {
            #expect(rules(row { $0.name = name }) == ["text-broken"], "\(name)")
            #expect(Array(name.utf8).withUnsafeBufferPointer(BrokenText.mayBe), "\(name)")
        }
        #expect(Array("Wirtschaftsf√x".utf8).withUnsafeBufferPointer(BrokenText.mayBe), "√ alone needs a look")
        for name in [
            "√2 책방", "2√π", "Cafe√π", "√Été", "São Paulo", "ÁRBOL", "Łódź", "naïve café", "„Öökull“", "L’école",
            "“Équipe”",
            "ça…été", "Βιβλιοπωλείο", "Hiệu sách Ê Đê", "CAFÉ™", "Èéfín", "책방·서점", "20°C",
        ] { #expect(rules(row { $0.name = name }) == [], "\(name)") }
    }

    @Test(arguments: [
        ("000-000-0000", true), ("864-9585", true), ("02-12", true), ("02-120", false), ("110", false),
        ("031-120", false),
        ("없음", false), ("-", false), ("문의: 3층", true),
    ])
    func aPhoneThatCannotBeCalled(_ raw: String, _ isFound: Bool) {
        #expect(rules(row { $0.contact.phoneRaw = raw }) == (isFound ? ["phone-unusable"] : []), "\(raw)")
        let callable = row {
            $0.contact.phoneRaw = raw
            $0.contact.phone = "+8221234567"
        }
        #expect(rules(callable) == [])
    }

    /// A number without a country code is right where it is dialed.
    @Test func aPhoneOutsideKoreaIsNotJudged() {
        func found(_ point: Coordinate?, _ address: String? = nil, country: String? = nil) -> [String] {
            var shop = Shop("1", name: "책방 온", at: point)
            shop.district = nil
            shop.contact.phoneRaw = "0412 345 678"
            shop.contact.address = address
            return rules(IssueRow(id: 1, feed: 1, place: shop.place, country: country)).filter { $0 != "point-missing" }
        }
        #expect(found(at(153.02, -27.47)) == [] && found(nil) == [])
        #expect(found(at(126.95, 37.55)) == ["phone-unusable"])
        #expect(found(nil, "서울 마포구 독막로 165") == ["phone-unusable"])
        #expect(found(nil, country: "KR") == ["phone-unusable"])
        #expect(found(at(126.95, 37.55), country: "JP") == [])
    }

    @Test(arguments: [
        ("https:///www.instagram.com/a", true), ("blog", true), ("a@b.com", true), ("정보없음", false), ("http://", false),
        ("-", false),
        ("www.아트도서관.com", false), ("책방.한국", false), ("책방 온.", true),
    ])
    func aWebsiteThatIsNone(_ raw: String, _ isFound: Bool) {
        #expect(rules(row { $0.contact.websiteRaw = raw }) == (isFound ? ["website-unusable"] : []), "\(raw)")
    }

    @Test func aPointThatIsMissingOrCannotBeUsed() {
        let missing = row { $0.coordinate = nil }
        #expect(rules(missing) == ["point-missing"])
        let problem = IssueRow.PointProblem(reason: "coordinate-swapped", value: "127, 37")
        #expect(rules(IssueRow(id: 1, feed: 1, place: missing.place, pointProblem: problem)) == ["point-unusable"])
        #expect(rules(row { _ in }) == [])
    }

    @Test func aKindWithoutMeaning() {
        let plain = row { $0.kind = .other }
        #expect(rules(plain) == [])
        #expect(rules(IssueRow(id: 1, feed: 1, place: plain.place, hasUnknownKind: true)) == ["kind-unknown"])
    }

    @Test func aPointOfSeveralBuildings() {
        let rows = (1...3).map { id in row(Int64(id)) { $0.contact.address = "서울 마포구 독막로 \(id)" } }
        #expect(
            IssueJudge.sharedPoint(rows).map(\.key.text) == [
                "point-shared 1 point", "point-shared 2 point", "point-shared 3 point",
            ])
        let one = (1...5).map { id in row(Int64(id)) { $0.contact.address = "서울 마포구 독막로 165, \(id)층" } }
        #expect(IssueJudge.sharedPoint(one).isEmpty, "one building")
        #expect(IssueJudge.sharedPoint(Array(rows.prefix(2))).isEmpty, "neighbours")
        #expect(IssueJudge.sharedPoint(rows)[0].evidence == IssueJudge.sharedPoint(rows.reversed())[2].evidence)
    }

    @Test func aPhoneOfManyPlaces() {
        func rows(_ count: Int, _ phone: String) -> [IssueRow] {
            (1...count).map { row(Int64($0)) { $0.contact.phone = phone } }
        }
        #expect(IssueJudge.sharedPhone(rows(5, "+8221200001")).count == 5)
        #expect(IssueJudge.sharedPhone(rows(4, "+8221200001")).isEmpty)
        #expect(IssueJudge.sharedPhone(rows(9, "+8215442514")).isEmpty, "a nationwide number")
        #expect(IssueJudge.sharedPhone(rows(25, "+8221200001"))[0].evidence.contains(#""all":"#))
    }

    @Test(arguments: [
        ("책방온", 126.95, "", "", true), ("책방 온", 126.9503, "", "", true), ("책방 온", 126.9504, "", "", false),
        ("책방 온 2호점", 126.95, "", "", false), ("책방 온", 126.952, "+8221200001", "", true),
        ("책방 온", 126.96, "+8221200001", "", false), ("책방 온", 126.951, "+8215880001", "", false),
        ("책방 온", 126.96, "", "서울 마포구 독막로 165", true), ("책방 온", 126.96, "", "서울 마포구 독막로 166", false),
    ])
    func aShopThatIsTwiceInAFeed(
        _ name: String, _ longitude: Double, _ phone: String, _ address: String, _ isFound: Bool
    ) throws {
        func side(_ id: Int64, _ name: String, _ longitude: Double, _ address: String) throws -> LinkRow {
            let row = row(id) {
                $0.name = name
                $0.coordinate = at(longitude, 37.55)
                $0.contact.phone = phone.isEmpty ? nil : phone
                $0.contact.address = address.isEmpty ? nil : address
                $0.district = "마포구"
            }
            return try #require(row.linkRow)
        }
        let one = try side(2, "책방 온", 126.95, address.isEmpty ? "" : "서울 마포구 독막로165, 2층")
        let other = try side(1, name, longitude, address)
        let found = IssueJudge.repeated(one, other)
        #expect(found?.key.text == (isFound ? "repeated 1 2" : nil))
        #expect(found == IssueJudge.repeated(other, one))
    }

    @Test func aMoveOfMoreThan200Meters() {
        #expect(
            IssueJudge.moved(1, run: 3, from: "37.55,126.95", to: "37.5519,126.95")?.key.text == "moved 1 point run3")
        #expect(IssueJudge.moved(1, run: 3, from: "37.55,126.95", to: "37.5517,126.95") == nil)
        #expect(IssueJudge.moved(1, run: 3, from: nil, to: "37.5517,126.95") == nil)
    }

    @Test func aReturnWithinThreeRuns() {
        #expect(IssueJudge.returned(1, run: 5, missed: 3)?.key.text == "returned 1 run5")
        #expect(IssueJudge.returned(1, run: 5, missed: 4) == nil && IssueJudge.returned(1, run: 5, missed: 0) == nil)
    }

    @Test func aValueThatFlips() {
        #expect(IssueJudge.flipping(1, field: "phone", [("a", "b"), ("b", "a")])?.evidence == #"{"values":["a","b"]}"#)
        #expect(
            IssueJudge.flipping(1, field: "phone", [("b", "a"), ("a", "b"), ("b", "a")])?.evidence
                == #"{"values":["a","b"]}"#)
        #expect(IssueJudge.flipping(1, field: "phone", [("a", "b"), ("b", "c")]) == nil)
        #expect(IssueJudge.flipping(1, field: "phone", [("a", "b")]) == nil)
        #expect(IssueJudge.flipping(1, field: "phone", [("가", nil), (nil, "\u{1100}\u{1161}")]) != nil, "one text")
    }

    @Test func linkedRowsThatContradictEachOther() {
        let low = row(1) {
            $0.district = "마포구"
            $0.contact.phone = "+8221200001"
        }
        let far = row(2) {
            $0.district = "중구"
            $0.coordinate = at(126.96, 37.55)
        }
        let near = row(2) {
            $0.district = "서울특별시 마포구"
            $0.coordinate = at(126.9505, 37.55)
            $0.contact.phone = "+8221200002"
        }
        #expect(
            IssueJudge.contradictions(low, far).map(\.key.text) == [
                "link-contradiction 1 2 point", "link-contradiction 1 2 district",
            ])
        #expect(IssueJudge.contradictions(low, near).isEmpty, "a shop may have two phones")
    }

    @Test func theTextOfACauseReadsBack() {
        for cause in [IssueCause.absent, .unlisted, .expired, .foundAgain, .valuesChanged(old: #"{"a":"b c"}"#)] {
            #expect(IssueCause(text: cause.text) == cause)
        }
        #expect(IssueCause(text: "a comment") == nil)
    }
}
