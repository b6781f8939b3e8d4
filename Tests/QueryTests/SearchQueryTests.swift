internal import Foundation
internal import GeocliCatalog
internal import GeocliGeo
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText
internal import SampleFeed
internal import TestSupport
internal import Testing

@testable internal import GeocliQuery

@Suite struct SearchQueryTests {
    private func hits(
        _ fixture: CatalogFixture, _ text: String, limit: Int? = nil, near origin: Coordinate? = nil,
        _ change: (inout PlaceFilter) -> Void = { _ in }
    ) throws -> [SearchHit] {
        var filter = PlaceFilter()
        change(&filter)
        var hits: [SearchHit] = []
        _ = try SearchQuery(text, filter, near: origin)?.forEachHit(in: fixture.catalog, limit: limit) {
            hits.append($0)
        }
        return hits
    }

    private func names(_ fixture: CatalogFixture, _ text: String) throws -> [String] {
        try hits(fixture, text).map(\.entry.place.name)
    }

    private func fixture(_ names: [String]) throws -> CatalogFixture {
        try CatalogFixture(
            names.enumerated().map { Shop(id: $0 + 1, name: $1, latitude: "37.5", longitude: "127") })
    }

    // MARK: Kinds and their order

    @Test func theBestMatchComesFirst() throws {
        let names = ["우리 책방", "책방", "책방 이음", "책방이음 서촌점", "헌책방", "서점", "책 방앗간", "책과 방", "철봉"]
        var shops = names.enumerated().map { Shop(id: $0 + 1, name: $1, latitude: "37.5", longitude: "127") }
        shops.append(Shop(id: 10, name: "달빛", address: "마포구 책방길 3", latitude: "37.5", longitude: "127"))
        let fixture = try CatalogFixture(shops)
        let found = try hits(fixture, "책방")
        #expect(
            found.map(\.entry.place.name)
                == ["책방", "책방 이음", "책방이음 서촌점", "헌책방", "우리 책방", "책 방앗간", "달빛"])
        #expect(found.map(\.match) == [.exact, .prefix, .prefix, .substring, .substring, .spacing, .address])
        #expect(found.map(\.score) == [100, 90, 90, 80, 80, 70, 30])
    }

    @Test func consonantsStandForSyllablesOnlyWhereTheyAreBare() throws {
        let fixture = try fixture(["책갈피", "캘린더", "철골판매", "리더스"])
        #expect(try names(fixture, "ㅊㄱㅍ") == ["책갈피", "철골판매"])
        #expect(try names(fixture, "ㅊ갈피") == ["책갈피"])
        #expect(try names(fixture, "리더") == ["리더스"])
        #expect(try hits(fixture, "ㅊ갈ㅍ").map(\.match) == [.initials])
    }

    @Test func wordsMatchInAnyOrderOverAllFields() throws {
        let fixture = try CatalogFixture([
            Shop(
                id: 1, name: "우주 책방", district: "마포구", address: "마포구 동교로 194", phone: "02-325-1984",
                latitude: "37.5", longitude: "127"),
            Shop(id: 2, name: "바다 책방", district: "종로구", address: "자하문로 9", latitude: "37.5", longitude: "127"),
        ])
        for text in [
            "책방 우주", "우주 마포", "mapo 책방", "Mapo-gu 책방", "동교로 책방", "3251984 우주", "325-1984", "194 동교로", "ㅇㅈ 마포",
            "책방 마포 1984 우주",
        ] {
            #expect(try hits(fixture, text).map(\.entry.id) == [1], "\(text)")
        }
        #expect(try hits(fixture, "책방 우주").map(\.match) == [.words])
        #expect(try hits(fixture, "우주 마포").map(\.match) == [.mixed])
        #expect(try hits(fixture, "동교로 마포").map(\.match) == [.address])
        #expect(try hits(fixture, "325 동교로").map(\.match) == [.phone])
        #expect(try hits(fixture, "우주 종로").isEmpty)
        #expect(try hits(fixture, "jongno").map(\.entry.id) == [2])
    }

    @Test(arguments: ["책 방", " 책방 ", "책방", "책방".decomposedStringWithCanonicalMapping, "책\u{3000}방"])
    func spacingAndUnicodeFormMakeNoDifference(query: String) throws {
        let fixture = try fixture(["마음 책 방", "책방".decomposedStringWithCanonicalMapping, "서점"])
        #expect(Set(try hits(fixture, query).map(\.entry.id)) == [1, 2])
    }

    @Test(arguments: ["yes24", "YES24", "Ｙｅｓ２４"])
    func caseAndWidthMakeNoDifference(query: String) throws {
        #expect(try hits(try fixture(["Yes24 중고매장"]), query).map(\.match) == [.prefix])
    }

    @Test(arguments: [
        "325-1984", "3251984", "02-325-1984", "02 325 1984", "023251984", "+82-2-325-1984", "+8223251984",
    ])
    func phoneNumbersMatchWithOrWithoutHyphens(query: String) throws {
        let fixture = try CatalogFixture([
            Shop(id: 1, phone: "02-325-1984", latitude: "37.5", longitude: "127"),
            Shop(id: 2, phone: "02-325-1985", latitude: "37.5", longitude: "127"),
        ])
        #expect(try hits(fixture, query).map(\.entry.id) == [1])
    }

    @Test(arguments: [
        "%", "_", "\"", "'", "*", "AND", "OR", "NOT", "NEAR(", "NEAR(책방 이음)", "-x", "a\0b", "\\", "^책방", "name:책방",
        "{책방}",
        "책방*", "\"책방", "책방'; DROP TABLE place; --", "(", ")", "+", "책방 AND 이음", ";", "--",
    ])
    func noTextIsSyntax(query: String) throws {
        let fixture = try fixture(["책방 이음", "100% \"따옴표\" (괄호)"])
        let scanned = try fixture.catalog.scan(
            SearchReading(try #require(SearchText(query))), PlaceFilter()
        ).map(\.id)
        let found = try hits(fixture, query)
        #expect(found.filter { $0.match.score > 10 }.map(\.entry.id) == scanned)
        #expect(try fixture.all().count == 2)
    }

    @Test func aMatchNeverSpansTwoFields() throws {
        let fixture = try CatalogFixture([
            Shop(id: 1, name: "책방", address: "이음길 1", latitude: "37.5", longitude: "127")
        ])
        #expect(try hits(fixture, "책방이음").allSatisfy { $0.match == .spaced })
        #expect(try hits(fixture, "방이").isEmpty)
    }

    @Test func blanksAloneAreNoText() {
        #expect(SearchQuery(" \t\u{3000}", PlaceFilter()) == nil)
        #expect(SearchQuery("", PlaceFilter()) == nil)
    }

    // MARK: Guesses

    @Test(
        arguments: [
            ("책바", "책방 이음", MatchKind.partial), ("책방이으", "책방 이음", .partial), ("책방잉", "책방 이음", .partial),
            ("corqkd", "책방 이음", .keyboard), ("CORQKD", "책방 이음", .keyboard), ("corqk", "책방 이음", .keyboard),
            ("ㅛㄷㄴ24", "yes24", .keyboard), ("chaekbang", "책방 이음", .romanized), ("dongnimmun", "독립문서점", .romanized),
            ("책밤", "책방 이음", .typo), ("독맆문", "독립문서점", .typo), ("yas24", "yes24", .typo), ("마포책방", "책방 이음", .spaced),
        ])
    func whatMatchesNothingIsGuessed(text: String, name: String, kind: MatchKind) throws {
        let fixture = try fixture(["책방 이음", "독립문서점", "yes24"])
        let found = try hits(fixture, text)
        #expect(found.map(\.match) == [kind], "\(text)")
        #expect(found.map(\.entry.place.name) == [name], "\(text)")
    }

    @Test func nothingIsGuessedWhereTheTextMatchesSomething() throws {
        let fixture = try CatalogFixture([
            Shop(id: 1, name: "책바", district: "종로구", latitude: "37.5", longitude: "127"),
            Shop(id: 2, name: "책방", district: "마포구", latitude: "37.5", longitude: "127"),
        ])
        #expect(try hits(fixture, "책바").map(\.entry.id) == [1])
        // Another filter doesn't change what the text means.
        #expect(try hits(fixture, "책바") { $0.districts = ["마포구"] }.isEmpty)
    }

    @Test func whatLiesWithinAWordIsNotOneLetterApart() throws {
        #expect(try hits(try fixture(["캘린더"]), "리더").isEmpty)
        #expect(try hits(try fixture(["캘 린더"]), "리더").map(\.match) == [.typo])
    }

    @Test func aGuessIsSaid() throws {
        let fixture = try fixture(["책방 이음", "책밭"])
        let query = try #require(SearchQuery("책바", PlaceFilter()))
        let reading = try query.forEachHit(in: fixture.catalog) { _ in }
        #expect(reading.note?.en == "no match; showing results for \"책방\", \"책밭\"")
        #expect(reading.note?.ko == "일치하는 결과가 없어 \"책방\", \"책밭\"의 결과를 보여 줍니다")
        let plain = try #require(SearchQuery("책방", PlaceFilter()))
        #expect(try plain.forEachHit(in: fixture.catalog) { _ in }.note == nil)
    }

    // MARK: The index against the scan

    /// Difficult names, in addition to those of the sample.
    private static let nasty = [
        "책방", "책 방", "책  방", "A&B서점", "(주) 책방", "책방[본점]", "★", "★★ 책방", "1984", "Ｂｏｏｋ", "漢字書店", "ㅋㅋ책방", "책방ㅊ",
        "책방".decomposedStringWithCanonicalMapping, "서점 서점 서점", "가", "가가가가", "a\u{301}book", "책\u{200B}방", "책방\u{0}점",
        String(repeating: "긴", count: 300), "100%", "a_b", "a\"b", "o'clock", "...", "ﾃｽﾄ", "강남점(강남역)", "22세기문고",
    ]

    private func bigFixture(_ seed: UInt64) throws -> CatalogFixture {
        let feed = SampleFeed(seed: seed, count: 700, extent: .seoul)
        var shops = Self.nasty.enumerated().map { number, name in
            Shop(
                id: 900_000 + number, name: name, address: number % 3 == 0 ? "" : "동교로 \(number)길 \(name)",
                phone: number % 2 == 0 ? "02-3435-0950, 0956" : "", latitude: "37.5", longitude: "127")
        }
        shops.append(Shop(id: 999_999, name: "점 없는 책방", latitude: "", longitude: ""))
        let own = try CatalogFixture.page(shops)
        return try CatalogFixture(pages: (0..<feed.pageCount()).map { feed.page($0) } + [own], feed: .seoulBookstores)
    }

    @Test(arguments: [31, 32, 33, 34] as [UInt64])
    func theIndexFindsWhatTheScanFinds(seed: UInt64) throws {
        let fixture = try bigFixture(seed)
        var draws = TextDraws(try fixture.all().map(\.place), seed: seed)
        var random = SeededGenerator(seed: seed)
        for round in 0..<160 {
            let text = draws.next()
            guard let wanted = SearchText(text) else { continue }
            var filter = PlaceFilter()
            if round % 5 == 1 { filter.kinds = [.used] }
            if round % 7 == 1 { filter.districts = ["마포구", "종로구"] }
            if round % 11 == 1 { filter.contacts = [.phone] }
            let scanned = try fixture.catalog.scan(SearchReading(wanted), filter).map { "\($0.id) \($0.kind)" }
            let limit = round % 3 == 0 ? nil : Int.random(in: 1...40, using: &random)
            var found: [String] = []
            _ = try SearchQuery(text, filter)?.forEachHit(in: fixture.catalog, limit: limit) { hit in
                if hit.match <= .phone { found.append("\(hit.entry.id) \(hit.match)") }
            }
            #expect(
                found == Array(scanned.prefix(limit ?? .max)), "seed \(seed), round \(round), \(text.debugDescription)")
        }
    }

    /// A guess is a search for another text, and must give the same answers as that search.
    @Test(arguments: [41, 42] as [UInt64])
    func guessesFindWhatTheScanFindsForTheirTexts(seed: UInt64) throws {
        let fixture = try bigFixture(seed)
        var draws = TextDraws(try fixture.all().map(\.place), seed: seed)
        var guesses: Set<MatchKind> = []
        for round in 0..<60 {
            let text = draws.spoiled()
            guard let query = SearchQuery(text, PlaceFilter()) else { continue }
            var found: [Int64] = []
            let reading = try query.forEachHit(in: fixture.catalog) { found.append($0.entry.id) }
            let scanned = try fixture.catalog.scan(reading, PlaceFilter()).map(\.id)
            #expect(found == scanned, "seed \(seed), round \(round), \(text.debugDescription)")
            guard let guess = reading.guess else { continue }
            guesses.insert(guess)
            #expect(try fixture.catalog.scan(SearchReading(query.text), PlaceFilter()).isEmpty)
            #expect(!found.isEmpty)
        }
        #expect(guesses.isSuperset(of: [.typo, .partial, .keyboard]), "\(guesses)")
    }

    @Test(arguments: [51, 52] as [UInt64])
    func equalMatchesComeByDistance(seed: UInt64) throws {
        let fixture = try bigFixture(seed)
        var random = SeededGenerator(seed: seed)
        for text in ["책방", "서점", "마포", "ㅅㅈ", "책", "로", "1", "점 없는", "서점 종로"] {
            let origin = try Coordinate(
                longitude: Double.random(in: 126.7...127.3, using: &random),
                latitude: Double.random(in: 37.4...37.75, using: &random))
            let limit = Int.random(in: 1...60, using: &random)
            let expected = try hits(fixture, text).map { hit in
                (hit, hit.entry.coordinate.map { Geodesic.distanceMeters(from: origin, to: $0) } ?? .infinity)
            }.sorted {
                ($0.0.match, $0.1, Folding.folded($0.0.entry.place.name).unicodeScalars.count, $0.0.entry.id)
                    < ($1.0.match, $1.1, Folding.folded($1.0.entry.place.name).unicodeScalars.count, $1.0.entry.id)
            }
            let found = try hits(fixture, text, limit: limit, near: origin)
            #expect(found.map(\.entry.id) == expected.prefix(limit).map(\.0.entry.id), "seed \(seed), \(text)")
            #expect(found.map { $0.distanceMeters ?? .infinity } == expected.prefix(limit).map(\.1))
        }
    }
}
