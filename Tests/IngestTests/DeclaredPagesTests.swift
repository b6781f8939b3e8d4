import Foundation
import GeocliGeo
import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Pages of every shape that Korea's portals send, read by declaration; all rows are made up.
@Suite struct DeclaredPagesTests {
    private static let row = #"{"NO":"%","NAME":"카페 %","ADDR":"마포구 길 %","LON":"126.9%","LAT":"37.5%"}"#

    private static func rows(_ range: ClosedRange<Int>) -> [String] {
        range.map { row.replacing("%", with: String($0)) }
    }

    private static func page(
        _ items: String, code: String = "\"00\"", total: String, count: Int = 1000
    ) -> [UInt8] {
        Array(
            #"{"response":{"header":{"resultCode":\#(code),"resultMsg":"OK"},"body":{"items":\#(items),"numOfRows":\#(count),"pageNo":1,"totalCount":\#(total)}}}"#
                .utf8)
    }

    private static func array(_ range: ClosedRange<Int>) -> String {
        #"{"item":[\#(rows(range).joined(separator: ","))]}"#
    }

    private func ids(_ pages: [[UInt8]], _ text: String = DeclarationTests.text) throws -> [String] {
        let bench = try IngestBench()
        let report = try bench.ingest(pages, of: try DeclarationTests.feed(text))
        #expect(report.refusal == nil, "\(report.refusal?.en ?? "")")
        return try bench.entries().map(\.place.feedID)
    }

    private func refusal(_ pages: [[UInt8]], _ text: String = DeclarationTests.text) throws -> String {
        let bench = try IngestBench()
        do {
            let report = try bench.ingest(pages, of: try DeclarationTests.feed(text))
            #expect(try bench.entries().isEmpty)
            return report.refusal?.en ?? "nothing"
        } catch let error as any ExplainedError {
            #expect(try !FileManager.default.fileExists(atPath: bench.path) || bench.entries().isEmpty)
            return error.words.en
        }
    }

    @Test func rowsAreAnArrayAnObjectOrNone() throws {
        #expect(try ids([Self.page(Self.array(1...3), total: "3")]) == ["1", "2", "3"])
        // A total as text, one row without its array, and nothing after the last row.
        for nothing in [#""""#, "null", "[]", "{}", #"{"item":""}"#, #"{"item":[]}"#] {
            let pages = [
                Self.page(Self.array(1...2), code: "\"0000\"", total: #""3""#),
                Self.page(#"{"item":\#(Self.rows(3...3)[0])}"#, total: "3"), Self.page(nothing, total: "3", count: 0),
            ]
            #expect(try ids(pages) == ["1", "2", "3"], "\(nothing)")
        }
        let absent = Array(
            #"{"response":{"header":{"resultCode":"03","resultMsg":"NODATA"},"body":{"totalCount":3}}}"#.utf8)
        #expect(try ids([Self.page(Self.array(1...3), total: "3"), absent]) == ["1", "2", "3"])
    }

    @Test func theSameFeedInXML() throws {
        let rows = (1...3).map {
            "<item><NO>\($0)</NO><NAME>카페 \($0)</NAME><ADDR/><LON>126.9\($0)</LON><LAT>37.5\($0)</LAT></item>"
        }
        let page = """
            <?xml version="1.0" encoding="UTF-8"?><response><header><resultCode>00</resultCode><resultMsg>OK</resultMsg></header>\
            <body><items>\(rows.joined())</items><totalCount>3</totalCount></body></response>
            """
        #expect(try ids([Array(page.utf8)]) == ["1", "2", "3"])
    }

    /// data.go.kr sends this in place of any page, in either form.
    @Test func aPortalsErrorIsNoPage() throws {
        let json =
            #"{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{"errMsg":"SERVICE ERROR","returnAuthMsg":"SERVICE_KEY_IS_NOT_REGISTERED_ERROR","returnReasonCode":"30"}}}"#
        let xml =
            "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR</returnAuthMsg><returnReasonCode>22</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>"
        let whole = Self.page(Self.array(1...3), total: "3")
        #expect(try refusal([Array(json.utf8)]).contains("30 SERVICE_KEY_IS_NOT_REGISTERED_ERROR"))
        #expect(try refusal([whole, Array(xml.utf8)]).contains("22 LIMITED_NUMBER"))
        // Also where the rows are a CSV file.
        let file = Self.csv(delimiter: ",", header: "true")
        #expect(try refusal([Array(xml.utf8)], file).contains("22 LIMITED_NUMBER"))
    }

    @Test func whatIsNotThePageIsRefused() throws {
        let whole = Self.page(Self.array(1...3), total: "3")
        #expect(try refusal([Self.page(Self.array(1...3), code: "\"99\"", total: "3")]).contains("99 OK"))
        #expect(try refusal([Self.page(Self.array(1...3), total: "4")]).contains("3 of the 4 rows"))
        #expect(try refusal([Self.page(Self.array(1...3), total: "2")]).contains("more than the 2"))
        #expect(try refusal([Self.page(#""none""#, total: "0")]).contains("no rows"))
        #expect(try refusal([Array("{\"data\":[]}".utf8)]).contains("response.header.resultCode"))
        #expect(
            try refusal([Array("{\"other\":{\"a\":1}}".utf8)]).contains(
                "has no response.body.items.item (rows in the declaration); it has other; correct rows"))
        #expect(try refusal([Array("<html><body>점검</body></html>".utf8)]).contains("web page"))
        // A key of the path that the service does not have.
        let typo = DeclarationTests.with("rows = \"response.body.items.item\"", "rows = \"response.body.item\"")
        #expect(
            try refusal([whole], typo).contains(
                "has no response.body.item (rows in the declaration); response.body has items, numOfRows, pageNo, totalCount"
            ))
        let path = DeclarationTests.with("total = \"response.body.totalCount\"", "total = \"response.body.total\"")
        #expect(
            try refusal([whole], path).contains(
                "has no response.body.total (total in the declaration); response.body has items"))
        // A code that the declaration does not list is no reason to fetch the page again.
        let zero = DeclarationTests.with("good = [\"00\", \"0000\"]", "good = [\"0\"]")
        #expect(
            try refusal([whole], zero).contains(
                "00 OK; the declaration lists 00 neither in good nor in empty (good = [0], empty = [03])"))
        let text = Self.page(Self.array(1...3), total: "\"3건\"")
        #expect(try refusal([text]).contains("the total (response.body.totalCount) is 3건, which is not a whole number"))
        // Names that switched overnight: on a first run too.
        let renamed = String(decoding: whole, as: UTF8.self).replacing("\"LAT\"", with: "\"lat\"")
        #expect(
            try refusal([Array(renamed.utf8)])
                == "no row has the field LAT; check the names in the declaration ([fields], [point])")
    }

    // MARK: Totals of a page

    private static let pageTotals = DeclarationTests.with("total_counts = \"feed\"", "total_counts = \"page\"")

    @Test func aTotalOfThePageIsNotTheFeeds() throws {
        let pages = [
            Self.page(Self.array(1...3), total: "3"), Self.page(Self.array(4...6), total: "3"),
            Self.page(Self.array(7...7), total: "1"),
        ]
        #expect(try ids(pages, Self.pageTotals).count == 7)
        // The same pages, declared as if the total were the feed's.
        #expect(try refusal(pages).contains("more than the 3"))
        // And the other way round.
        #expect(
            try refusal([Self.page(Self.array(1...3), total: "7")], Self.pageTotals).contains("total_counts = \"feed\"")
        )
    }

    @Test func withoutATotalAPageMustHaveItsRows() throws {
        let none = DeclarationTests.with("total_counts = \"feed\"", "total_counts = \"none\"")
            .replacing("total = \"response.body.totalCount\"\n", with: "")
        #expect(try ids([Self.page(Self.array(1...3), total: "9")], none) == ["1", "2", "3"])
        let odd = Array(#"{"response":{"header":{"resultCode":"00"},"body":{"list":[]}}}"#.utf8)
        #expect(
            try refusal([Self.page(Self.array(1...3), total: "9"), odd], none).contains("response.body.items.item"))
    }

    // MARK: Errors in places that the declaration does not name

    /// A declaration without total and codes.
    private static let plain = DeclarationTests.text.split(separator: "\n").filter { line in
        !["total", "result", "message", "good", "empty"].contains { line.hasPrefix("\($0) = ") }
    }.joined(separator: "\n").replacing("\"feed\"", with: "\"none\"")
        .replacing("response.body.items.item", with: "items")

    private static func plainPage(_ range: ClosedRange<Int>, _ beside: String = "") -> [UInt8] {
        Array(#"{"items":[\#(rows(range).joined(separator: ","))]\#(beside)}"#.utf8)
    }

    /// An error with HTTP status 200 is not the page after the last row.
    @Test(arguments: [
        (
            #"{"items":[],"status":"OVER_QUERY_LIMIT","error_message":"You have exceeded your daily quota."}"#,
            "OVER_QUERY_LIMIT You have exceeded your daily quota;", false
        ),
        (#"{"items":[],"status":"REQUEST_DENIED"}"#, "REQUEST_DENIED", true),
        (#"{"error":{"code":498,"message":"Invalid token.","details":["x"]}}"#, "498 Invalid token;", true),
        (#"{"error":{"code":400,"message":"No such field","details":["x"]}}"#, "400 No such field;", false),
        (#"{"items":[],"errors":["no such column"]}"#, "errors no such column;", false),
        (#"{"items":[],"error":true,"message":"busy"}"#, "error busy;", false),
        (#"{"items":null,"success":false,"code":1001,"message":"bad"}"#, "1001 bad;", false),
        (
            "<ows:ExceptionReport><ows:Exception exceptionCode=\"X\"><ows:ExceptionText>no layer</ows:ExceptionText></ows:Exception></ows:ExceptionReport>",
            "X no layer;", false
        ),
    ])
    func anErrorIsNotTheEnd(page: String, words: String, isAboutKey: Bool) throws {
        let said = try refusal([Self.plainPage(1...3), Array(page.utf8), Self.plainPage(4...6)], Self.plain)
        #expect(said.contains(words) && said.hasSuffix("with a valid key") == isAboutKey, "\(said)")
    }

    @Test(arguments: [
        #"{"items":[]}"#, #"{"items":[],"error":null,"errors":[],"error_message":""}"#,
        #"{"items":[],"error":{"code":0,"message":"조회 완료"}}"#,
        #"{"items":[],"status":"ZERO_RESULTS","message":"none"}"#,
        #"{"items":[],"code":200,"message":"done"}"#, #"{"items":[],"status":"99","message":"정상 처리"}"#,
    ])
    func anEndWithoutAnErrorIsOne(page: String) throws {
        #expect(try ids([Self.plainPage(1...3), Array(page.utf8)], Self.plain) == ["1", "2", "3"])
        #expect(try ids([Self.plainPage(1...3, #","errors":["about one row"]"#)], Self.plain) == ["1", "2", "3"])
        // A declaration may say that such a page is the end.
        let codes = "rows = \"items\"\nresult = \"success\"\ngood = [\"true\"]\nempty = [\"false\"]"
        let end = Array(#"{"items":[],"success":false,"message":"no more"}"#.utf8)
        #expect(try refusal([Self.plainPage(1...3), end], Self.plain).contains("false no more"))
        #expect(
            try ids(
                [Self.plainPage(1...3, #","success":true"#), end],
                Self.plain.replacing("rows = \"items\"", with: codes)
            ).count == 3)
    }

    /// The exit status of a run of a service: an answer about the key is not one about the data.
    @Test(
        arguments: [
            ("REQUEST_DENIED", "", .key), ("x", "You have exceeded your daily request quota", .quota),
            ("499", "Token Required", .key), ("403", "", .key), ("500", "m", .server),
            ("400", "Invalid field", .unknown),
        ] as [(String, String, ResultClass)])
    func wordsAboutTheKeyAreTheKeys(code: String, message: String, kind: ResultClass) {
        #expect(ResultClass(code: code, message: message) == kind)
        let error = IngestError(.result(code: code, message: message), page: "p")
        #expect((error.exit == .key) == [.key, .quota].contains(kind) && error.ofSavedPage.exit == .data)
    }

    @Test func aPartIsNotTheFeed() throws {
        let cut = Self.plainPage(1...3, #","remark":"runtime error: Query timed out in \"query\" at line 3""#)
        #expect(try refusal([cut], Self.plain).contains("has only a part of the rows: runtime error: Query timed out"))
        #expect(try ids([Self.plainPage(1...3, #","remark":"made by hand""#)], Self.plain).count == 3)
        // Every page but the last has more rows after it.
        let more = Self.plainPage(1...3, #","exceededTransferLimit":true"#)
        #expect(try refusal([more], Self.plain).contains("has more rows than these 3 (exceededTransferLimit)"))
        #expect(try ids([more, Self.plainPage(4...5)], Self.plain).count == 5)
        for next in [
            #""next":"http://h/?page=2""#, #""links":[{"rel":"next","href":"/b"}]"#, #""links":{"next":"/b"}"#,
            #""_links":{"self":{"href":"/a"},"next":{"href":"/b"}}"#,
        ] {
            let more = Self.plainPage(1...3, ",\(next)")
            #expect(
                try refusal([more], Self.plain).contains("has more rows than these 3 (next); fetch the other pages"))
            #expect(
                try ids([more, Self.plainPage(4...5, #","next":null,"links":[{"rel":"self"}]"#)], Self.plain).count == 5
            )
        }
    }

    // MARK: Other shapes

    @Test func aListIsAPageToo() throws {
        var text = DeclarationTests.text
        for line in ["total", "result", "message", "good", "empty"] {
            text = text.split(separator: "\n").filter { !$0.hasPrefix("\(line) = ") }.joined(separator: "\n")
        }
        let list = text.replacing("total_counts = \"feed\"", with: "total_counts = \"none\"")
            .replacing("rows = \"response.body.items.item\"", with: "rows = \".\"")
        #expect(try ids([Array("[\(Self.rows(1...3).joined(separator: ","))]".utf8)], list) == ["1", "2", "3"])
        // Gyeonggi: an array of objects on the way to the rows, and Seoul's city data: a name with a point.
        let arrays = text.replacing(
            "total_counts = \"feed\"", with: "total_counts = \"feed\"\ntotal = \"svc.head.list_total_count\""
        )
        .replacing("rows = \"response.body.items.item\"", with: "rows = \"svc.row\"")
        let page =
            #"{"svc":[{"head":[{"list_total_count":3},{"RESULT":{"CODE":"INFO-000"}}]},{"row":[\#(Self.rows(1...3).joined(separator: ","))]}]}"#
        #expect(try ids([Array(page.utf8)], arrays) == ["1", "2", "3"])
        let point = list.replacing("rows = \".\"", with: #"rows = '"a.b".row'"#)
        #expect(
            try ids([Array(#"{"a.b":{"row":[\#(Self.rows(1...2).joined(separator: ","))]}}"#.utf8)], point) == [
                "1", "2",
            ])
    }

    /// Values inside of others: a path names them. A member whose own name is that text comes first.
    @Test func aFieldMayBeInsideOfAnother() throws {
        let text =
            DeclarationTests.with("name = \"NAME\"", "name = [\"names.primary\", \"NAME\"]")
            .replacing("\"ADDR\"", with: "\"addresses.freeform\"").replacing("\"LON\"", with: "\"at.0\"")
            .replacing("\"LAT\"", with: "\"at.1\"") + "\n[filter]\n\"of.kind\" = [\"서점\"]\n"
        let rows = [
            #"{"NO":1,"names":{"primary":"가"},"addresses":[{"x":1},{"freeform":"길 1"}],"at":[126.9,37.5],"of":{"kind":"서점"}}"#,
            #"{"NO":2,"names.primary":"나","names":{"primary":"다"},"at":[126.9,37.5],"of.kind":"서점"}"#,
            #"{"NO":3,"NAME":"라","names":null,"addresses":[],"at":[],"of":{"kind":"서점"}}"#,
            #"{"NO":4,"NAME":"마","names":["primary"],"at":"126.9,37.5","of":{"kind":"약국"}}"#,
        ]
        let bench = try IngestBench()
        let report = try bench.ingest(
            [Self.page(#"{"item":[\#(rows.joined(separator: ","))]}"#, total: "4")],
            of: try DeclarationTests.feed(text),
            accepting())
        #expect(report.run.counts.accepted == 3, "\(report.run.counts)")
        let found = try bench.entries().map(\.place)
        #expect(found.map(\.name) == ["가", "나", "라"])
        #expect(found.map(\.address) == ["길 1", nil, nil])
        #expect(found.map { $0.coordinate?.longitude } == [126.9, 126.9, nil])
        // The same in XML, and a CSV column whose name has a dot.
        let xml = """
            <response><header><resultCode>00</resultCode></header><body><items><item><NO>1</NO><names><primary>가</primary>\
            </names><ADDR/><LON>126.9</LON><LAT>37.5</LAT></item></items><totalCount>1</totalCount></body></response>
            """
        let inner = DeclarationTests.with("name = \"NAME\"", "name = \"names.primary\"")
        #expect(try ids([Array(xml.utf8)], inner) == ["1"])
        let table = Self.csv(delimiter: ",", header: "true").replacing("\"NAME\"", with: "\"names.primary\"")
        #expect(try ids([Array("NO,names.primary,ADDR,LON,LAT\n1,가,길,126.9,37.5\n".utf8)], table) == ["1"])
    }

    /// The values of XML may be in attributes, also the total. If a row has a child with the same name, the child counts.
    @Test func xmlMayHaveItsValuesInAttributes() throws {
        let rows = """
            <item NO="1" NAME="가 &amp; 나" ADDR="길" LON="126.9" LAT="37.5" xml:lang="ko"><names primary="안"/></item>\
            <item NO="2" NAME="x" LON="126.9" LAT="37.6"><NAME>다</NAME></item>
            """
        let xml = """
            <response xmlns="http://a.example"><header><resultCode>00</resultCode></header><body totalCount="2">\
            <items>\(rows)</items></body></response>
            """
        let bench = try IngestBench()
        let report = try bench.ingest([Array(xml.utf8)], of: try DeclarationTests.feed(DeclarationTests.text))
        #expect(report.refusal == nil, "\(report.refusal?.en ?? "")")
        let places = try bench.entries().map(\.place)
        #expect(places.map(\.feedID) == ["1", "2"] && places.map(\.name) == ["가 & 나", "다"])
        #expect(places.map { $0.coordinate?.latitude } == [37.5, 37.6] && places.map(\.address) == ["길", nil])
        var raw = ""
        _ = try FeedEnvelope(feed: try DeclarationTests.feed(DeclarationTests.text)).read(
            ByteSource(name: "p", bytes: Array(xml.utf8))
        ) { if raw.isEmpty, case .record(let record) = $0 { raw = record.raw } }
        #expect(
            raw == #"{"NO":"1","NAME":"가 & 나","ADDR":"길","LON":"126.9","LAT":"37.5","names.primary":"안","names":""}"#)
        let inner = DeclarationTests.with("name = \"NAME\"", "name = [\"names.primary\", \"NAME\"]")
        #expect(try ids([Array(xml.utf8)], inner) == ["1", "2"])
    }

    private static let enveloped = """
        format = "geojson"
        encoding = "UTF-8"
        rows = "response.result.featureCollection.features"
        total_counts = "feed"
        total = "response.record.total"
        result = ["response.error.code", "response.status"]
        message = "response.error.text"
        good = ["OK"]
        empty = ["NOT_FOUND"]
        """

    /// Features inside of a page, as V-World sends them.
    @Test func featuresMayBeInsideOfAPage() throws {
        let head = try #require(DeclarationTests.text.firstRange(of: "format")).lowerBound
        let tail = "\n[fields]\nname = \"names.ko\"\n[point]\ncrs = \"EPSG:4326\"\narea = [126.7, 37.4, 127.2, 37.8]\n"
        let text = String(DeclarationTests.text[..<head]) + Self.enveloped + tail
        func page(_ ids: [Int], total: Int, crs: String = "", beside: String = "") -> [UInt8] {
            let features = ids.map {
                #"{"type":"Feature","id":"f\#($0)","geometry":{"type":"Point","coordinates":[126.9\#($0),37.5]\#(crs)},"properties":{"names":{"ko":"카페 \#($0)"}}}"#
            }
            return Array(
                #"{"response":{"status":"OK","record":{"total":"\#(total)"},"page":{"total":"1"},"result":{"featureCollection":{"type":"FeatureCollection"\#(beside),"features":[\#(features.joined(separator: ","))]}}}}"#
                    .utf8)
        }
        #expect(try ids([page([1, 2], total: 3), page([3], total: 3)], text) == ["f1", "f2", "f3"])
        let end = Array(#"{"response":{"status":"NOT_FOUND","record":{"total":"0","current":"0"}}}"#.utf8)
        #expect(try ids([page([1], total: 1), end], text) == ["f1"])
        #expect(try refusal([page([1], total: 2)], text).contains("only 1 of the 2 rows"))
        // A system other than WGS 84 is refused, wherever it is stated.
        let system = #","crs":{"type":"name","properties":{"name":"EPSG:5186"}}"#
        #expect(try refusal([page([1], total: 1, beside: system)], text).contains("5186"))
        // Of two codes, the one that the declaration lists first says why.
        let error =
            #"{"response":{"status":"ERROR","error":{"level":"1","code":"INCORRECT_KEY","text":"인증키"}}}"#
        #expect(try refusal([Array(error.utf8)], text).contains("INCORRECT_KEY 인증키"))
        let xml = "<response><status>ERROR</status><error><code>INCORRECT_KEY</code><text>인증키</text></error></response>"
        #expect(try refusal([Array(xml.utf8)], text).contains("INCORRECT_KEY 인증키"))
    }

    /// A result alone is read where portals send it, whether or not the declaration names that place.
    @Test func aResultWithoutTheServicesObjectIsRead() throws {
        let rows = Self.rows(1...3).joined(separator: ",")
        let text = DeclarationTests.text.replacing("response.body.items.item", with: "svc.row")
            .replacing("response.body.totalCount", with: "svc.list_total_count")
            .replacing("response.header.resultCode", with: "svc.RESULT.CODE")
            .replacing("response.header.resultMsg", with: "svc.RESULT.MESSAGE")
            .replacing("\"00\", \"0000\"", with: "\"INFO-000\"").replacing("\"03\"", with: "\"INFO-200\"")
        let page = Array(
            #"{"svc":{"list_total_count":3,"RESULT":{"CODE":"INFO-000","MESSAGE":"m"},"row":[\#(rows)]}}"#.utf8)
        for end in [
            #"{"RESULT":{"CODE":"INFO-200","MESSAGE":"없음"}}"#, #"{"CODE":"INFO-200","MESSAGE":"없음"}"#,
            "<RESULT><CODE>INFO-200</CODE><MESSAGE>없음</MESSAGE></RESULT>",
        ] {
            #expect(try ids([page, Array(end.utf8)], text) == ["1", "2", "3"])
            let key = end.replacing("INFO-200", with: "INFO-100")
            #expect(try refusal([page, Array(key.utf8)], text).contains("INFO-100 없음"))
        }
        // Without a declared code, only a known failure is one.
        var lines = text.split(separator: "\n").map(String.init)
        lines.removeAll { line in ["result", "message", "good", "empty"].contains { line.hasPrefix("\($0) = ") } }
        let plain = lines.joined(separator: "\n")
        #expect(try refusal([Array(#"{"code":-401,"msg":"유효하지 않은 인증키"}"#.utf8)], plain).contains("-401 유효하지"))
        #expect(try refusal([Array(#"{"code":200,"msg":"ok"}"#.utf8)], plain).contains("has no svc.row"))
        let beside = #"{"code":-401,"msg":"m","svc":{"list_total_count":3,"row":[\#(rows)]}}"#
        #expect(try ids([Array(beside.utf8)], plain) == ["1", "2", "3"])
    }

    private static func csv(delimiter: String, header: String, encoding: String = "UTF-8", columns: String = "")
        -> String
    {
        var lines = DeclarationTests.text.split(separator: "\n").map(String.init)
        let start = lines.firstIndex(of: "[pages]") ?? 0
        let end = lines.firstIndex(of: "[fields]") ?? 0
        lines.replaceSubrange(
            (start + 1)..<end,
            with: [
                "format = \"csv\"", "encoding = \"\(encoding)\"", "delimiter = \"\(delimiter)\"", "header = \(header)",
                columns,
            ])
        return lines.joined(separator: "\n")
    }

    @Test func filesWithAndWithoutAHeader() throws {
        let lines = (1...5).map { "\($0)|카페 \($0)|길|126.9\($0)|37.5\($0)" }
        let named = (["NO|NAME|ADDR|LON|LAT"] + lines).joined(separator: "\r\n")
        #expect(try ids([Array(named.utf8)], Self.csv(delimiter: "|", header: "true")) == ["1", "2", "3", "4", "5"])
        let numbered = Self.csv(delimiter: "|", header: "false", columns: "columns = 5")
            .replacing("\"NO\"", with: "1").replacing("\"NAME\"", with: "2").replacing("\"ADDR\"", with: "3")
            .replacing("\"LON\"", with: "4").replacing("\"LAT\"", with: "5")
        #expect(try ids([Array(lines.joined(separator: "\n").utf8)], numbered) == ["1", "2", "3", "4", "5"])
        #expect(throws: DeclarationError.self) {
            try DeclarationTests.feed(numbered.replacing("id = 1", with: "id = 6"))
        }
        #expect(throws: DeclarationError.self) {
            try DeclarationTests.feed(numbered.replacing("id = 1", with: "id = 0"))
        }
        // Of several columns, the first with a value.
        let several = numbered.replacing("address = 3", with: "address = [3, 2]")
        #expect(try ids([Array("1|카페||126.9|37.5\n".utf8)], several) == ["1"])
        #expect(try DeclarationTests.feed(several).mapping?.names[.address] == ["column 3", "column 2"])
        for wrong in ["[3, 6]", "[3, \"2\"]", "[]", "[3, 3]"] {
            #expect(throws: DeclarationError.self) {
                try DeclarationTests.feed(numbered.replacing("address = 3", with: "address = \(wrong)"))
            }
        }
        // A line that ends in a bar has one more field; with another delimiter there is one field.
        let bars = Array(lines.map { $0 + "|\n" }.joined().utf8)
        #expect(
            try refusal([bars], numbered).contains(
                "with the delimiter \"|\", its first line has 6 fields, but the declaration says columns = 5"))
        let commas = numbered.replacing("\"|\"", with: "\",\"")
        #expect(try refusal([Array(lines.joined(separator: "\n").utf8)], commas).contains("its first line has 1 field"))
        // A line with a field less is not a row; the delimiter of another file leaves none.
        let short = lines + ["6|카페 6|길|126.94"]
        #expect(try ids([Array((short.joined(separator: "\n") + "\n").utf8)], numbered).count == 5)
        // Without an end, the file is cut off.
        #expect(try refusal([Array(short.joined(separator: "\n").utf8)], numbered).contains("is cut off"))
        #expect(try refusal([Array(named.utf8)], Self.csv(delimiter: ",", header: "true")).contains("has no column NO"))
        // A city's file: a header and no rows.
        #expect(
            try refusal([Array("NO|NAME|ADDR|LON|LAT\n".utf8)], Self.csv(delimiter: "|", header: "true")).contains(
                "no rows"))
    }

    @Test func bytesAreOfTheDeclaredEncoding() throws {
        let text = "NO,NAME,ADDR,LON,LAT\n1,카페,길,126.91,37.51\n"
        // "카페" and "길" in CP949.
        let bytes =
            Array("NO,NAME,ADDR,LON,LAT\n1,".utf8) + [0xC4, 0xAB, 0xC6, 0xE4, 0x2C, 0xB1, 0xE6]
            + Array(",126.91,37.51\n".utf8)
        let bench = try IngestBench()
        try bench.ingest(
            [bytes], of: try DeclarationTests.feed(Self.csv(delimiter: ",", header: "true", encoding: "CP949")))
        #expect(try bench.entries().map(\.place.name) == ["카페"])
        #expect(try refusal([bytes], Self.csv(delimiter: ",", header: "true")).contains("UTF-8"))
        // The other way round, some text happens to be valid; this one is not.
        #expect(
            try refusal([Array(text.utf8) + [0xFF]], Self.csv(delimiter: ",", header: "true", encoding: "CP949"))
                .contains("CP949"))
    }

    // MARK: Rows

    private static let mapped = DeclarationTests.with("id = \"NO\"", "id = { join = [\"NAME\", [\"ADDR\", \"OLD\"]] }")
        .replacing("address = \"ADDR\"", with: "address = [\"ADDR\", \"OLD\"]")
        .replacing("kind = \"new\"\n", with: "kind = \"new\"\nnull = [\"정보없음\", \"-\"]\n")

    @Test func namesIdsAndTextsThatMeanNone() throws {
        let rows = [
            #"{"NAME":"가","ADDR":"마포구 1","LON":126.9,"LAT":37.5}"#,
            #"{"NAME":"나","OLD":"종로구 2","LON":126.9,"LAT":37.5}"#,
            #"{"NAME":"다","ADDR":"정보없음","OLD":"중구 3","LON":"-","LAT":" - "}"#,
            #"{"NAME":"라","ADDR":"-","LON":126.9,"LAT":37.5}"#, #"{"NAME":"-","ADDR":"-","LON":126.9,"LAT":37.5}"#,
        ]
        let bench = try IngestBench()
        let report = try bench.ingest(
            [Self.page(#"{"item":[\#(rows.joined(separator: ","))]}"#, total: "5")],
            of: try DeclarationTests.feed(Self.mapped),
            accepting())
        #expect(report.run.counts.rejected == 1 && report.run.counts.reasons[.noID] == 1)
        let found = try bench.entries().map(\.place)
        #expect(found.map(\.feedID) == ["가|마포구 1", "나|종로구 2", "다|중구 3", "라|"])
        #expect(found.map(\.address) == ["마포구 1", "종로구 2", "중구 3", nil])
        #expect(found.map { $0.coordinate == nil } == [false, false, true, false])
        #expect(report.run.counts.reasons[.coordinateMissing] == 1)
    }

    /// Against a plain list of pairs: different parts are different ids, also with the joiner in them.
    @Test func noTwoPairsAreOneJoinedID() {
        var mapping = RowMapping()
        mapping.idParts = [["A"], ["B"]]
        func id(_ one: String, _ other: String) -> String? {
            let row = ["A": one, "B": other]
            guard case .values(let values, _) = mapping.map({ row[$0] }) else { return nil }
            return values.first { $0.field == .id }?.text
        }
        #expect(id("가", "마포구 1") == "가|마포구 1" && id("라", "") == "라|" && id("", "") == "")
        #expect(id("C:\\x", "y\\") == "C:\\x|y\\", "an id without a bar stays as it is")
        #expect(id("a|b", "c") == "a\\|b|c" && id("a", "b|c") == "a|b\\|c")
        let alphabet = ["", "a", "|", "\\", "a|", "|a", "\\|", "|\\", "||", "\\\\", "a\\", "a|b", "\\|\\"]
        var seen: [String: [String]] = [:]
        for one in alphabet {
            for other in alphabet where !(one + other).isEmpty {
                let joined = id(one, other) ?? "none"
                #expect(seen[joined] == nil, "\([one, other]) and \(seen[joined] ?? []) are \(joined)")
                seen[joined] = [one, other]
            }
        }
        #expect(seen.count == alphabet.count * alphabet.count - 1)
    }

    @Test func idsThatLostTheirLeadingZerosAreOne() throws {
        let ids = ["239", "0239", " 39 ", "12345", "A1", "0", "٣", "-1"]
        // Rows that become one have the same values; others with the same id are refused as a clash.
        let rows = ids.enumerated().map { position, id in
            #"{"NO":"\#(id)","NAME":"역 \#(max(1, position))","ADDR":"","LON":126.9,"LAT":37.5}"#
        }
        let page = Self.page(#"{"item":[\#(rows.joined(separator: ","))]}"#, total: "\(ids.count)")
        for (id, wanted) in [
            ("\"NO\"", ["239", "0239", "39", "12345", "A1", "0", "٣", "-1"]),
            ("{ field = \"NO\", digits = 4 }", ["0239", "0039", "12345", "A1", "0000", "٣", "-1"]),
            ("{ field = [\"NR\", \"NO\"], digits = 3 }", ["239", "0239", "039", "12345", "A1", "000", "٣", "-1"]),
        ] {
            let bench = try IngestBench()
            let feed = try DeclarationTests.feed(DeclarationTests.with("id = \"NO\"", "id = \(id)"))
            try bench.ingest([page], of: feed, accepting())
            #expect(Set(try bench.entries().map(\.place.feedID)) == Set(wanted), "\(id)")
        }
    }

    /// A spreadsheet turns 08136083 into 8136083, or into 8136083.0.
    @Test(arguments: [#""8136083.0""#, "8136083.0", #""8.136083E6""#, #""08136083""#, "8136083"])
    func aSpreadsheetsNumberIsCompletedWithoutItsPoint(id: String) throws {
        let bench = try IngestBench()
        let feed = try DeclarationTests.feed(
            DeclarationTests.with("id = \"NO\"", "id = { field = \"NO\", digits = 8 }"))
        let row = #"{"NO":\#(id),"NAME":"n","ADDR":"","LON":126.9,"LAT":37.5}"#
        try bench.ingest([Self.page(#"{"item":[\#(row)]}"#, total: "1")], of: feed, accepting())
        #expect(try bench.entries().map(\.place.feedID) == ["08136083"])
    }

    private func accepting() -> IngestOptions {
        var options = IngestOptions()
        options.acceptedBecause = "a test"
        return options
    }

    private static let chosen =
        DeclarationTests.text.replacing("\"NO\"", with: "[\"NO\", \"NR\"]")
        + "\n[filter]\n\"TYPE|KIND\" = [\"서점\", \"헌책방\"]\n[status]\nfield = \"ST\"\nopen = [\"01\", \"\"]\nclosed = [\"03\"]\n"

    @Test func closedAndOtherRowsAreLeftOut() throws {
        func row(_ id: Int, _ type: String, _ status: String) -> String {
            #"{"NO":\#(id),"NAME":"n","LON":126.9,"LAT":37.5,\#(type),\#(status)}"#
        }
        let rows = [
            row(1, #""TYPE":"서점 ""#, #""ST":"01""#), row(2, #""TYPE":"약국""#, #""ST":"01""#),
            row(3, #""TYPE":"서점""#, #""ST":"03""#), row(4, #""KIND":"헌책방""#, #""ST":null"#),
            row(5, #""TYPE":"서점""#, #""ST":"07""#),
        ]
        let bench = try IngestBench()
        let feed = try DeclarationTests.feed(Self.chosen)
        // The total counts the rows that are left out, too.
        let report = try bench.ingest([Self.page(#"{"item":[\#(rows.joined(separator: ","))]}"#, total: "5")], of: feed)
        #expect(report.refusal == nil && report.warnings.map(\.code) == ["unknown-status", "one-point"])
        #expect(try bench.entries().map(\.place.feedID) == ["1", "4", "5"])
        let counts = report.run.counts
        #expect(counts.received == 3 && counts.filtered == 1 && counts.closed == 1)
        try bench.ingest(
            [Self.page(#"{"item":[\#(rows.joined(separator: ","))]}"#, total: "5")], of: feed, day: 1)
        let runs = try bench.runs()
        #expect(runs.map(\.outcome) == [.published, .unchanged])
        #expect(runs.allSatisfy { $0.counts.filtered == 1 && $0.counts.closed == 1 })
        // Rows that lost the column are not quietly left out.
        let renamed = rows.map { $0.replacing("\"TYPE\"", with: "\"Type\"").replacing("\"KIND\"", with: "\"Type\"") }
        #expect(
            try refusal([Self.page(#"{"item":[\#(renamed.joined(separator: ","))]}"#, total: "5")], Self.chosen)
                .contains("unusable"))
        #expect(
            try refusal([Self.page(#"{"item":[\#(rows[1]),\#(rows[2])]}"#, total: "2")], Self.chosen).contains(
                "leaves out all 2 rows"))
    }

    /// The rows of closed places are left out, but their ids tell which of the missing places are closed.
    @Test func onlyAPlaceWhoseRowSaysSoIsClosed() throws {
        func page(_ rows: [(id: String, status: String)]) -> [UInt8] {
            let texts = rows.map { id, status in
                #"{"NO":\#(id),"NAME":"n","LON":126.9,"LAT":37.5,"TYPE":"서점","ST":"\#(status)"}"#
            }
            return Self.page(#"{"item":[\#(texts.joined(separator: ","))]}"#, total: "\(rows.count)")
        }
        let bench = try IngestBench()
        let feed = try DeclarationTests.feed(Self.chosen)
        try bench.ingest([page([("1", "01"), ("2", "01"), ("3", "01"), ("4", "01")])], of: feed)
        var options = accepting()
        options.maximumLossPercent = 100
        try bench.ingest(
            [page([("1", "01"), ("2.0", "03"), (#""3""#, "03"), ("9", "03")])], of: feed, day: 1, options)
        let entries = try bench.entries()
        #expect(entries.map { $0.removedOn != nil } == [false, true, true, true])
        #expect(entries.map { $0.closedOn != nil } == [false, true, true, false])
    }

    /// A value that no row has may be misspelled. The first run says so, and so does the check, but not each night.
    @Test func valuesThatNoRowHasAreSaidOnce() throws {
        func page(_ name: String) -> [UInt8] {
            let rows = [("서점", "01"), ("약국", "03"), ("서점", "02")].enumerated().map { index, row in
                #"{"NO":\#(index),"NAME":"\#(name)","LON":126.9\#(index),"LAT":37.5,"TYPE":"\#(row.0)","ST":"\#(row.1)"}"#
            }
            return Self.page(#"{"item":[\#(rows.joined(separator: ","))]}"#, total: "3")
        }
        func feed(_ closed: String) throws -> Feed {
            try DeclarationTests.feed(
                DeclarationTests.text
                    + "\n[filter]\nTYPE = [\"서점\", \"헌책방\"]\n[status]\nfield = \"ST\"\nopen = [\"01\", \"02\", \"\"]\nclosed = [\(closed)]\n"
            )
        }
        let bench = try IngestBench()
        // A row that the filter leaves out has a status, too.
        let first = try bench.ingest([page("a")], of: feed("\"03\", \"04\", \"05\""))
        #expect(first.refusal == nil && first.warnings.map(\.code) == ["unmet-values", "unmet-values"])
        #expect(first.warnings.map(\.count) == [1, 2])
        #expect(
            first.warnings.map(\.words) == [
                Words(
                    en:
                        "[filter] of the declaration lists a value that no row has in the column TYPE: \"헌책방\"; check how the rows write it",
                    ko: "선언의 filter에 적힌 값 가운데 TYPE 열에 나오지 않는 값이 있습니다: \"헌책방\". 행에는 어떻게 적혀 있는지 확인하세요"),
                Words(
                    en:
                        "[status] of the declaration lists values that no row has in the column ST: \"04\", \"05\"; check how the rows write them",
                    ko: "선언의 status에 적힌 값 가운데 ST 열에 나오지 않는 값이 있습니다: \"04\", \"05\". 행에는 어떻게 적혀 있는지 확인하세요"),
            ])
        #expect(try bench.ingest([page("b")], of: feed("\"03\", \"04\", \"05\""), day: 1).warnings == [])
        let new = try bench.ingest([page("b")], of: feed("\"03\""), day: 2)
        #expect(new.warnings.map(\.code) == ["unmet-values", "declaration-changed"])
        let saved = SavedPages(
            name: "pages",
            pages: [SavedPages.Page(name: "page") { ByteSource(name: "page", bytes: page("a")) }])
        let found = try FeedCheck.findings(in: saved, of: feed("\"03\", \"04\""), outlines: [])
        #expect(
            found.filter { $0.words.en.contains("lists a value that no row has") }.map { "\($0.check) \($0.level)" }
                == [
                    "filter alarm", "status alarm",
                ])
    }

    // MARK: Points

    @Test(arguments: [
        ("37.5 , 126.9", "126.9", "37.5"), ("37.5,126.9", "126.9", "37.5"), ("37.5 126.9", "126.9", "37.5"),
        ("N37.5, E126.9", "126.9", "37.5"), ("N 37.5 E 126.9", "126.9", "37.5"), ("N E", "N E", "N E"),
        ("POINT(37.5 126.9)", "126.9", "37.5"), ("  ", "", ""),
        ("37.5", "37.5", "37.5"), ("E126.9, N37.5", "E126.9, N37.5", "E126.9, N37.5"), ("a b c", "a b c", "a b c"),
    ])
    func aPointInOneText(text: String, x: String, y: String) {
        let found = RowMapping.point(in: text, .yx)
        #expect(found.x == x && found.y == y)
    }

    @Test(arguments: [
        ("POINT Z (126.9 37.5 3)", "126.9", "37.5"), ("SRID=4326;POINT(126.90 37.50)", "126.90", "37.50"),
        ("multipoint((126.9 37.5))", "126.9", "37.5"),
        (#"{"type":"Point","coordinates":[126.9,37.5]}"#, "126.9", "37.5"),
        ("0101000020E61000007AA52C431CBB5F40E561A1D634C74240", "126.9236", "37.5563"), ("POINT EMPTY", "", ""),
        ("126°54'0\"E 37°30'0\"N", "126.9", "37.5"), ("geo:37.5,126.9", "126.9", "37.5"),
        ("https://map.kakao.com/link/map/a,37.5,126.9", "126.9", "37.5"),
    ])
    func aPointInTheFormsOfOtherPrograms(text: String, x: String, y: String) {
        let found = RowMapping.point(in: text, .xy, system: 4326, isInDegrees: true)
        #expect(found.x == x && found.y == y)
    }

    /// What is not one point in the feed's system stays as it is, so that it is reported.
    @Test(arguments: [
        "SRID=5179;POINT(953000.5 1951000.25)", "MULTIPOINT((1 2),(3 4))", "LINESTRING(1 2,3 4)", "POINT(a b)",
        "(37.5, 126.9)", "37°30'0\"N 126°54'0\"E", "https://www.google.com/maps/@37.5,126.9,15z", "서점",
    ])
    func aTextThatIsNotOnePointIsReported(text: String) {
        let found = RowMapping.point(in: text, .xy, system: 4326, isInDegrees: true)
        #expect(DecimalText.number(found.x) == nil && DecimalText.number(found.y) == nil, "\(found)")
    }

    @Test func aPointMayStateTheSystemOfItsFeed() {
        let text = "SRID=5179;POINT(953000.5 1951000.25)"
        #expect(RowMapping.point(in: text, .xy, system: 5179) == ("953000.5", "1951000.25"))
        #expect(RowMapping.point(in: "geo:37.5,126.9", .yx, system: 5179) == ("126.9", "geo:37.5"), "unreadable")
    }

    /// Points that state another system than the declared one are the declaration's fault, and the message names it.
    @Test func aSystemThatPointsStateIsNamed() throws {
        let one = DeclarationTests.text.replacing("x = \"LON\"\ny = \"LAT\"", with: "text = \"P\"\norder = \"x y\"")
        func page(_ points: [String]) -> [UInt8] {
            let rows = points.enumerated().map { #"{"NO":\#($0.offset),"NAME":"n","P":"\#($0.element)"}"# }
            return Self.page(#"{"item":[\#(rows.joined(separator: ","))]}"#, total: "\(points.count)")
        }
        let other = Array(repeating: "SRID=4162;POINT(126.9 37.5)", count: 6)
        #expect(
            try refusal([page(other + ["POINT(126.9 37.5)"])], one)
                == "6 of 7 points can't be used: such points state EPSG:4162, but EPSG:4326 is declared; correct crs, or convert the points"
        )
        // A geometry that is no point in the declared system is another fault.
        let lines = Array(repeating: "SRID=4326;LINESTRING(126.9 37.5,127 37.6)", count: 6)
        #expect(try !refusal([page(lines)], one).contains("EPSG:4326 is declared"))
    }

    /// In XML, an attribute of the point's element, or of one around it, may state the system.
    @Test(arguments: [
        ("geom.Point.srsName", "urn:ogc:def:crs:EPSG::5186", false), ("geom.srsName", "EPSG:5186", false),
        ("geom.Point.srsName", "http://www.opengis.net/gml/srs/epsg.xml#4326", false),
        ("geom.Point.pos.srsName", "urn:ogc:def:crs:OGC:1.3:CRS84", false),
        ("geom.Point.srsName", "urn:ogc:def:crs:EPSG::5179", true), ("geom.Point.srsName", "local", true),
        ("other.srsName", "EPSG:5186", true),
    ])
    func aSystemInAnAttributeIsThatOfThePoint(name: String, system: String, isRead: Bool) throws {
        var mapping = RowMapping()
        (mapping.point, mapping.pointSystem) = (["geom.Point.pos"], 5179)
        let row = ["geom.Point.pos": "953000.5 1951000.25", name: system]
        guard case .values(let values, _) = mapping.map({ row[$0] }) else {
            Issue.record("no values")
            return
        }
        let text = isRead ? "953000.5" : "SRID"
        #expect(values.first { $0.field == .x }?.text.hasPrefix(text) == true, "\(values)")
    }

    @Test func aPointInOneTextAndAScaledOne() throws {
        let one = DeclarationTests.text.replacing("x = \"LON\"\ny = \"LAT\"", with: "text = \"P\"\norder = \"y x\"")
        let rows = ["37.5,126.9", "126.9,37.5", "-", ""].enumerated().map {
            #"{"NO":\#($0.offset),"NAME":"n","P":"\#($0.element)"}"#
        }
        let bench = try IngestBench()
        let report = try bench.ingest(
            [Self.page(#"{"item":[\#(rows.joined(separator: ","))]}"#, total: "4")], of: try DeclarationTests.feed(one))
        #expect(report.run.counts.reasons == [.coordinateSwapped: 1, .coordinateUnreadable: 1, .coordinateMissing: 1])
        let scaled = DeclarationTests.with("crs = \"EPSG:4326\"", "crs = \"EPSG:4326\"\nscale = 1e-7")
        let second = try IngestBench()
        try second.ingest(
            [Self.page(#"{"item":{"NO":1,"NAME":"n","LON":"1269012345","LAT":375012345}}"#, total: "1")],
            of: try DeclarationTests.feed(scaled))
        let coordinate = try #require(try second.entries().first?.coordinate)
        #expect(coordinate.longitude == 126.9012345 && coordinate.latitude == 37.5012345)
    }

    /// A wrong axis, system, scale or area publishes nothing.
    @Test(arguments: [
        ("x = \"LON\"\ny = \"LAT\"", "x = \"LAT\"\ny = \"LON\""),
        ("area = [126.7, 37.4, 127.2, 37.8]", "area = [128.7, 35.0, 129.3, 35.4]"),
        ("crs = \"EPSG:4326\"", "crs = \"EPSG:4326\"\nscale = 1e-7"), ("x = \"LON\"", "x = \"NAME\""),
    ])
    func misreadPointsAreRefused(line: String, other: String) throws {
        let text = DeclarationTests.text.replacing(line, with: other)
        #expect(try refusal([Self.page(Self.array(1...9), total: "9")], text).contains("of the declaration"))
    }
}
