import Foundation
import GeocliGeo
import GeocliPlaces
import GeocliProjection
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// A declaration says everything, or it is refused with the line and the key.
@Suite struct DeclarationTests {
    /// A declaration of made-up cafés; each line is one that a test may change.
    static let text = """
        id = "mapo-cafes"
        title = { ko = "마포 북카페", en = "Book cafés of Mapo" }
        noun = { ko = "북카페", en = "book café" }
        publisher = "nobody, made up for tests"
        license = "none"
        kind = "new"
        [pages]
        format = "json"
        encoding = "UTF-8"
        rows = "response.body.items.item"
        total_counts = "feed"
        total = "response.body.totalCount"
        result = "response.header.resultCode"
        message = "response.header.resultMsg"
        good = ["00", "0000"]
        empty = ["03"]
        [fields]
        id = "NO"
        name = "NAME"
        address = "ADDR"
        [point]
        x = "LON"
        y = "LAT"
        crs = "EPSG:4326"
        area = [126.7, 37.4, 127.2, 37.8]
        """

    static func feed(_ text: String) throws -> Feed { try FeedDeclaration.feed(Array(text.utf8), name: "x.toml") }

    /// Returns the text with one line in place of another.
    static func with(_ line: String, _ other: String) -> String {
        precondition(text.contains("\n\(line)\n") || text.hasSuffix("\n\(line)") || text.hasPrefix("\(line)\n"), line)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 == line ? other : String($0) }
            .joined(separator: "\n")
    }

    @Test func itSaysWhatItSays() throws {
        let feed = try Self.feed(Self.text)
        #expect(feed.id == "mapo-cafes" && feed.title == Words(en: "Book cafés of Mapo", ko: "마포 북카페"))
        #expect(feed.noun == Words(en: "book café", ko: "북카페"))
        #expect(feed.fields == [.id: "NO", .name: "NAME", .address: "ADDR", .x: "LON", .y: "LAT"])
        #expect(feed.mapping == nil && feed.onlyKind == .new && feed.service == nil && feed.crs.isWGS84)
        #expect(feed.envelope.rows == ["response", "body", "items", "item"])
        #expect(feed.envelope.goodCodes == ["00", "0000"] && feed.envelope.emptyCodes == ["03"])
        #expect(feed.declarationHash?.count == 64)
    }

    @Test func theProgramsOwnDeclarationsCanBeRead() {
        #expect(Feed.known.map(\.id) == Feed.builtInIDs)
        for feed in Feed.known {
            #expect(feed.declarationHash == nil)
            // Files have no service; pages have one.
            #expect((feed.service == nil) == (feed.envelope.form != .tree), "\(feed.id)")
        }
        let own = Feed.seoulBookstores
        #expect(own.envelope == .openData(service: "TbSlibBookstoreInfo") && own.mapping == nil)
        #expect(own.serviceAddress == "http://openapi.seoul.go.kr:8088" && Feed.places.serviceAddress == nil)
        #expect(own.fields[.x] == "YDNTS" && own.fields[.y] == "XCNTS" && own.fields.count == 10)
        #expect(own.kinds == ["0002": .new, "0001": .used] && Feed.places.area == .world)
        #expect(
            own.service?.target(page: 2, firstRow: 1001, count: 1000)
                == "/{KEY}/json/TbSlibBookstoreInfo/1001/2000/")
        #expect(own.service?.steadyPart == "/{KEY}/json/TbSlibBookstoreInfo")
    }

    @Test(arguments: [Language.english, .korean]) func theStarterIsADeclaration(_ language: Language) throws {
        let feed = try FeedDeclaration.feed(FeedDeclaration.starter(in: language), name: "starter.toml")
        #expect(feed.id == "example-parks" && feed.onlyKind == .other)
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let line: String
        let other: String
        let number: Int
        let says: String

        init(_ line: String, _ other: String, _ number: Int, _ says: String) {
            (self.line, self.other, self.number, self.says) = (line, other, number, says)
        }

        var testDescription: String { other }
    }

    @Test(arguments: [
        Mistake("id = \"mapo-cafes\"", "id = \"data\"", 1, "id: data is too general"),
        Mistake("id = \"mapo-cafes\"", "id = \"Mapo Cafes\"", 1, "id: write lower-case letters"),
        Mistake("id = \"mapo-cafes\"", "", 1, "id: this key is missing"),
        Mistake(
            "publisher = \"nobody, made up for tests\"", "publischer = \"x\"", 4,
            "publischer: unknown key; did you mean publisher?"),
        Mistake("license = \"none\"", "license = 3", 5, "license: is a number; write text in quotes"),
        Mistake("license = \"none\"", "license = \" \"", 5, "license: is empty"),
        Mistake(
            "license = \"none\"", "license = \"none\"\nlicence = \"none\"", 6,
            "licence: unknown key; did you mean license?"),
        Mistake("license = \"none\"", "license = \"none\"\nrole = \"lines\"", 6, "role: write places"),
        Mistake("kind = \"new\"", "kind = \"Neu\"", 6, "kind: write a kind in lower-case"),
        Mistake("kind = \"new\"", "", 1, "kind: this key is missing"),
        Mistake("encoding = \"UTF-8\"", "encoding = \"EUC-KR\"", 9, "pages.encoding: write UTF-8 or CP949"),
        Mistake("encoding = \"UTF-8\"", "", 7, "pages.encoding: this key is missing"),
        Mistake(
            "encoding = \"UTF-8\"", "encodng = \"UTF-8\"", 9, "pages.encodng: unknown key; did you mean encoding?"),
        Mistake("format = \"json\"", "format = \"jsn\"", 8, "pages.format: write json, xml, csv or geojson"),
        Mistake("format = \"json\"", "format = \"csv\"", 7, "pages.delimiter: this key is missing"),
        Mistake(
            "rows = \"response.body.items.item\"", "rows = \"response..item\"", 10,
            "pages.rows: \"response..item\" is not a path"),
        Mistake("total_counts = \"feed\"", "total_counts = \"all\"", 11, "pages.total_counts: write feed"),
        Mistake("total_counts = \"feed\"", "total_counts = \"none\"", 12, "pages.total: leave this key out"),
        Mistake("total = \"response.body.totalCount\"", "", 7, "pages.total: this key is missing"),
        Mistake("good = [\"00\", \"0000\"]", "good = [0000]", 15, "0000 is not a value; write text as \"0000\""),
        Mistake("good = [\"00\", \"0000\"]", "good = [0]", 15, "pages.good: is a number"),
        Mistake("good = [\"00\", \"0000\"]", "", 7, "pages.good: this key is missing"),
        Mistake("empty = [\"03\"]", "empty = [\"00\"]", 16, "pages.empty: 00 is also in \"good\""),
        Mistake("id = \"NO\"", "id = \"NO\"\nid = \"NR\"", 19, "id appears twice"),
        Mistake("id = \"NO\"", "id = { join = [\"NO\"] }", 18, "fields.id.join: write a list of two"),
        Mistake("id = \"NO\"", "id = { field = \"NO\", digits = 1 }", 18, "fields.id.digits: write how many digits"),
        Mistake("id = \"NO\"", "id = { field = \"NO\", digits = \"4\" }", 18, "fields.id.digits: is text"),
        Mistake("id = \"NO\"", "id = { digits = 4 }", 18, "fields.id.field: this key is missing"),
        Mistake("id = \"NO\"", "id = { field = \"NO\" }", 18, "fields.id.join: this key is missing"),
        Mistake("id = \"NO\"", "id = { field = \"NO\", digits = 4, join = [] }", 18, "fields.id.join: unknown"),
        Mistake("name = \"NAME\"", "nam = \"NAME\"", 19, "fields.nam: unknown key; did you mean name?"),
        Mistake(
            "name = \"NAME\"", "name = [\"NAME\", \"NAME\"]", 19,
            "fields.name: the same name occurs twice; remove one"),
        Mistake(
            "address = \"ADDR\"", "adress = \"ADDR\"", 20,
            "fields.adress: unknown key; did you mean address?"),
        Mistake("address = \"ADDR\"", "kind = \"K\"", 6, "kind: fields.kind names a field"),
        Mistake("x = \"LON\"", "x = \"LAT\"", 23, "point.y: x already names this field; choose another field"),
        Mistake("x = \"LON\"", "", 21, "point.x: this key is missing"),
        Mistake("x = \"LON\"", "text = \"P\"", 22, "point.text: write either \"text\", or both \"x\" and \"y\""),
        Mistake("crs = \"EPSG:4326\"", "", 21, "point.crs: this key is missing"),
        Mistake("crs = \"EPSG:4326\"", "crs = \"WGS84\"", 24, "point.crs: write EPSG:4326"),
        // The names by which people ask for these systems (navermaps/maps.js#264).
        Mistake("crs = \"EPSG:4326\"", "crs = \"TM128\"", 24, "point.crs: write KATEC"),
        Mistake("crs = \"EPSG:4326\"", "crs = \"UTM-K\"", 24, "point.crs: write EPSG:5179"),
        Mistake("crs = \"EPSG:4326\"", "crs = \"5186\"", 24, "point.crs: write EPSG:5186"),
        Mistake(
            "crs = \"EPSG:4326\"", "crs = \"urn:ogc:def:crs:EPSG::5186\"", 24, "point.crs: write EPSG:5186"),
        Mistake("crs = \"EPSG:4326\"", "crs = \"GRS80\"", 24, "point.crs: write EPSG:4326 (degrees), EPSG:5174"),
        Mistake("crs = \"EPSG:4326\"", "crs = 4326", 24, "point.crs: is a number"),
        Mistake(
            "crs = \"EPSG:4326\"", "crs = \"EPSG:4326\"\nscale = 0", 25,
            "point.scale: write the number by which coordinates are multiplied"),
        Mistake("area = [126.7, 37.4, 127.2, 37.8]", "", 21, "point.area: this key is missing"),
        Mistake(
            "area = [126.7, 37.4, 127.2, 37.8]", "area = [37.4, 126.7, 37.8, 127.2]", 25,
            "point.area: write [west, south"),
        Mistake("area = [126.7, 37.4, 127.2, 37.8]", "area = [126.7, 37.4]", 25, "point.area: write [west, south"),
        Mistake(
            "area = [126.7, 37.4, 127.2, 37.8]", "area = [126.7, 37.4, 127.2, 37.8", 25,
            "write a comma between the values of a list"),
        Mistake("[point]", "[points]", 21, "points: unknown key; did you mean point?"),
        // A known key that only begins with the missing one is not a mistake.
        Mistake("kind = \"new\"", "kind_titles = { new = { ko = \"가\", en = \"a\" } }", 1, "kind: this key is missing"),

        Mistake("[point]", "[pages]", 21, "pages appears twice"),
        Mistake("[point]", "[point", 21, "the table name has no closing ]"),
        Mistake("name = \"NAME\"", "name = \"NAME", 19, "the text has no closing quote"),
        Mistake("name = \"NAME\"", "name = NAME", 19, "NAME is not a value; write text as \"NAME\""),
        Mistake("name = \"NAME\"", "name = \"NAME\" \"OTHER\"", 19, "text follows a value"),
        Mistake("name = \"NAME\"", "name \"NAME\"", 19, "write KEY = VALUE"),
        Mistake("name = \"NAME\"", "이름 = \"NAME\"", 19, "can't begin a key"),
        Mistake("name = \"NAME\"", "name = 2026-01-01", 19, "2026-01-01 is not a value"),
        Mistake("name = \"NAME\"", "name = \"\"\"NAME\"\"\"", 19, "can't span several lines"),
        Mistake("[point]", "[[point]]", 21, "a list of tables"),
    ])
    func aMistakeIsRefusedWithItsLine(_ mistake: Mistake) {
        let text = Self.with(mistake.line, mistake.other)
        #expect {
            try Self.feed(text)
        } throws: { error in
            let words = (error as? DeclarationError)?.words.en ?? "\(error)"
            let isSaid = words.hasPrefix("x.toml, line \(mistake.number): ") && words.contains(mistake.says)
            if !isSaid { Issue.record("\(words)") }
            return isSaid
        }
    }

    /// A message says what a person can read: whatever a declaration or a page has, it quotes only the start.
    @Test(arguments: ["x", "가", "9", "e\u{301}"], [900, 40_000])
    func noMessageQuotesALongValueWhole(piece: String, count: Int) throws {
        let long = String(repeating: piece, count: count)
        let good = #""response":{"header":{"resultCode":"00"}"#
        let row = #"{"NO":1,"NAME":"n","LON":126.9,"LAT":37.5}"#
        let page = "{\(good),\"body\":{\"totalCount\":1,\"items\":{\"item\":[\(row)]}}}}"
        let lines = [
            ("id = \"mapo-cafes\"", "id = \"%\""),
            ("noun = { ko = \"북카페\", en = \"book café\" }", "noun = { ko = \"%\", en = \"%\" }"),
            ("license = \"none\"", "license = %"), ("license = \"none\"", "license = \"n\"\n\"%\" = 1"),
            ("license = \"none\"", "license = \"n\"\n\"%\" = 1\n\"%\" = 1"), ("kind = \"new\"", "kind = \"%\""),
            ("format = \"json\"", "format = \"%\""), ("encoding = \"UTF-8\"", "encoding = \"%\""),
            ("rows = \"response.body.items.item\"", "rows = \"%\""),
            ("rows = \"response.body.items.item\"", "rows = \"response.body.%\""),
            ("rows = \"response.body.items.item\"", "rows = \"response..%\""),
            ("total_counts = \"feed\"", "total_counts = \"%\""),
            ("total = \"response.body.totalCount\"", "total = \"response.body.%\""),
            ("result = \"response.header.resultCode\"", "result = \"%\""),
            ("good = [\"00\", \"0000\"]", "good = [\"%\", \"03\"]"),
            ("id = \"NO\"", "id = \"%\""), ("name = \"NAME\"", "name = \"%\""), ("x = \"LON\"", "x = \"%\""),
            ("x = \"LON\"", "x = \"좌표정보(Y)%\""), ("crs = \"EPSG:4326\"", "crs = \"EPSG:%\""),
            ("crs = \"EPSG:4326\"", "crs = \"EPSG:4326\"\nscale = %"),
            ("[point]", "[status]\nfield = \"S\"\nopen = [\"%\"]\nclosed = [\"%\"]\n[point]"),
            ("[point]", "[service]\nurl = \"http://x.kr/{PAGE}\"\nrows_per_page = %\n[point]"),
            ("[point]", "[service]\nurl = \"http://x.kr/a?%key=b\"\n[point]"),
            ("[point]", "[service]\nurl = \"http://x.kr/{%}\"\n[point]"),
            ("[point]", "[kind_titles]\n\"%\" = { ko = \"a\", en = \"b\" }\n[point]"),
        ]
        for (line, other) in lines {
            try expectShortWords(Self.with(line, other.replacing("%", with: long)), page)
        }
        for other in [
            page.replacing("\"00\"", with: "\"%\""), "{\"%\":{}}",
            page.replacing("{\"item\":[\(row)]}", with: "{\"item\":\"%\"}"),
            page.replacing("\"n\"", with: "\"%\"").replacing("126.9", with: "\"%\""),
        ] {
            try expectShortWords(Self.text, other.replacing("%", with: long))
        }
    }

    /// Expects that all that is said about a page and its declaration is short.
    private func expectShortWords(_ text: String, _ page: String) throws {
        var said: [Words] = []
        do {
            let feed = try Self.feed(text)
            let source = SavedPages.Page(name: "p.json") { ByteSource(name: "p.json", bytes: Array(page.utf8)) }
            said += try FeedCheck.findings(in: SavedPages(name: "p", pages: [source]), of: feed, outlines: []).map(
                \.words)
            let report = try IngestBench().ingest([Array(page.utf8)], of: feed)
            said += report.warnings.map(\.words) + [report.refusal].compactMap { $0 }
        } catch { said.append(try #require(error as? any ExplainedError, "\(error)").words) }
        for words in said {
            #expect(words.en.count < 600 && words.ko.count < 600, "\(words.en.prefix(200))")
            #expect(DisplayText.width(words.en) < 800, "\(words.en.prefix(200))")
        }
    }

    @Test(arguments: [
        ("http://x.kr/a?serviceKey={KEY}", "service.key: this key is missing"),
        ("http://x.kr/a?serviceKey=abcdef", "serviceKey= contains the key itself"),
        ("ftp://x.kr/a", "write an http or https URL"), ("http://x.kr", "write an http or https URL"),
        ("http://me:pw@x.kr/a", "write an http or https URL"), ("http://x.kr/{FIRST}", "write {FIRST} and {LAST}"),
        ("http://x.kr/{FIRST}/{LAST}/{PAGE}", "write {FIRST} and {LAST}"),
        ("http://x.kr/{page}", "{page} is not one of"),
        ("http://x.kr/{PAGE}", "service.rows_per_page: this key is missing"),
        ("http://x.kr/a?q=100%&b=1", "write %25"), ("http://x.kr/%zz", "write %25"), ("http://x.kr/a%2", "write %25"),
        ("http://x.kr/a b", "a blank is %20"), ("http://도서관.kr/a", "xn--"),
    ])
    func aServiceIsWhole(url: String, says: String) {
        #expect {
            try Self.feed(Self.text + "\n[service]\nurl = \"\(url)\"\n")
        } throws: { ($0 as? DeclarationError)?.words.en.contains(says) ?? false }
    }

    /// Hangul is typed as it is and sent percent-encoded; what is encoded already stays.
    @Test func anAddressMayBeTypedInHangul() throws {
        let url = "http://x.kr/도서관/%EA%B0%80?q=책 방&page={PAGE}".replacing(" ", with: "%20")
        let text = Self.text + "\n[service]\nurl = \"\(url)\"\nrows_per_page = 5\n"
        #expect(
            try Self.feed(text).service?.template
                == "/%EB%8F%84%EC%84%9C%EA%B4%80/%EA%B0%80?q=%EC%B1%85%20%EB%B0%A9&page={PAGE}")
    }

    /// A service may take its key in a header.
    @Test func aHeaderMayHaveTheKey() throws {
        func service(_ headers: String, key: String = "key = \"GEOCLI_KEY_X\"\n") throws -> FeedService? {
            try Self.feed(Self.text + "\n[service]\nurl = \"http://x.kr/a\"\n\(key)headers = \(headers)\n").service
        }
        #expect(try service(#"["Authorization: KakaoAK {KEY}"]"#)?.headers == ["Authorization: KakaoAK {KEY}"])
        #expect(try service(#""X-Api-Key: {KEY}""#)?.keyVariable == "GEOCLI_KEY_X")
        #expect(try service(#"["X-Client-Id: me", "X-Client-Secret: {KEY}"]"#)?.headers.count == 2)
        #expect(try service(#"["Accept: application/json"]"#, key: "")?.keyVariable == nil)
        for (headers, says) in [
            (#"["Authorization: KakaoAK 0123456789"]"#, "contains the key itself"),
            (#"["X-Client-Secret: 0123456789"]"#, "contains the key itself"),
            (#"["A: {KEY}\nHost: y.kr"]"#, "control characters"), (#"["A: {KEY}\r\nB: c"]"#, "control characters"),
            (#"["A{KEY}"]"#, "a name, a colon"), (#"["A b: {KEY}"]"#, "a name, a colon"),
            (#"[": {KEY}"]"#, "a name, a colon"),
            (#"["A:"]"#, "a name, a colon"), (#"["A: 키 {KEY}"]"#, "on one line"), (#"["Host: {KEY}"]"#, "leave it out"),
            (#"["A: {KEY}{KEY}"]"#, "twice"), (#"["A: {KEY}", "B: {KEY}"]"#, "twice"),
            (#"["A: {KEY}", "B: b", "C: c"]"#, "at most two"),
        ] {
            #expect { try service(headers) } throws: {
                let words = ($0 as? DeclarationError)?.words.en ?? ""
                return words.contains("service.headers: ") && words.contains(says) && !words.contains("0123456789")
            }
        }
        #expect(throws: DeclarationError.self) { try service(#"["A: b"]"#) }
        #expect(throws: DeclarationError.self) { try service(#"["A: {KEY}"]"#, key: "") }
    }

    /// A declaration must not be able to send another program's secret to its service.
    @Test func onlyAKeysVariableIsRead() throws {
        let service = "\n[service]\nurl = \"http://x.kr/{KEY}\"\nkey = "
        for name in ["AWS_SECRET_ACCESS_KEY", "HOME", "GEOCLI_DB", "GEOCLI_KEY_a", "seoul_openapi_key"] {
            #expect(throws: DeclarationError.self, "\(name)") { try Self.feed(Self.text + service + "\"\(name)\"") }
        }
        for name in ["SEOUL_OPENAPI_KEY", "DATA_GO_KR_KEY", "KCISA_KEY", "GEOCLI_KEY_MINE"] {
            #expect(try Self.feed(Self.text + service + "\"\(name)\"").service?.keyVariable == name)
        }
    }

    /// The reader never crashes, and what it accepts is a feed.
    @Test(arguments: 0..<40) func randomTextIsAFeedOrAMistake(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let letters = Array("[]{}=\".,#\\'\n abcid0123-_\t\r\u{0}한".unicodeScalars)
        for _ in 0..<200 {
            var scalars = Array(Self.text.unicodeScalars)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<scalars.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: scalars.remove(at: place)
                case 1: scalars.insert(letters.randomElement(using: &random) ?? "a", at: place)
                default: scalars[place] = letters.randomElement(using: &random) ?? "a"
                }
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            do { #expect(!(try Self.feed(text).id.isEmpty)) } catch { #expect(error is DeclarationError, "\(error)") }
        }
    }

    @Test func deepNestingEnds() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(throws: DeclarationError.self) { try Self.feed("id = \(deep)") }
    }
}
