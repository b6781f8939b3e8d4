import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import GeocliText
import Testing

@testable import GeocliIngest

@Suite struct JSONPageTests {
    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    /// The ids that a page of `text` publishes.
    private func ids(_ text: String) throws -> [String] {
        #expect(try bench.ingest([Array(text.utf8)]).refusal == nil, "\(text)")
        return try bench.entries().map(\.place.feedID)
    }

    private let result = #""RESULT":{"CODE":"INFO-000","MESSAGE":"정상 처리되었습니다"}"#
    private let row = RowText("2283.0").json

    @Test func keysComeInAnyOrder() throws {
        #expect(try ids(#"{"TbSlibBookstoreInfo":{"row":[\#(row)],\#(result),"list_total_count":1}}"#) == ["2283"])
        #expect(try ids(#"{"TbSlibBookstoreInfo":{\#(result),"row":[\#(row)],"list_total_count":1}}"#) == ["2283"])
        let backwards = RowText("2283.0")
        var reversed = backwards
        reversed.fields.reverse()
        #expect(
            try ids(#"{"TbSlibBookstoreInfo":{"list_total_count":1,\#(result),"row":[\#(reversed.json)]}}"#) == ["2283"]
        )
    }

    @Test func aLoneRowComesAsAnObject() throws {
        #expect(try ids(#"{"TbSlibBookstoreInfo":{"list_total_count":1,\#(result),"row":\#(row)}}"#) == ["2283"])
    }

    /// A value in place of the rows stands for an unknown number of rows. If it were rejected as one row, a place
    /// would disappear.
    @Test(arguments: ["\"none\"", "\"\"", "\" \"", "5", "0", "-1.5e3", "true", "false"])
    func anotherValueInPlaceOfTheRowsIsNoPage(json: String) throws {
        let rows = ["1", "2", "3"].map { RowText($0) }
        try bench.ingest([PageText.json(rows)])
        let pages = [PageText.json(Array(rows.dropLast()), total: 3), PageText.envelope("\"row\":\(json)", total: 3)]
        for options in [IngestOptions(), IngestBench.accepting()] {
            let error = #expect(throws: IngestError.self) { try bench.ingest(pages, day: 1, options) }
            #expect(error?.code == .notRows(json) && error?.page == "page 2")
        }
        #expect(try bench.entries().filter { $0.missingRuns == 0 }.count == 3)
    }

    @Test func whatStandsInPlaceOfTheRowsIsSaid() {
        let words = IngestError(.notRows("\"none\\u001b\""), page: "page 2").words
        #expect(words.en == #"page 2 holds "none\u001b" where its rows should be; fetch it again"#)
        #expect(words.ko == #"page 2: 행이 있을 자리에 "none\u001b"가 있습니다. 다시 받으세요"#)
    }

    /// The service's own error is more useful than a message about the missing rows.
    @Test func anErrorWithoutRowsIsTheServicesError() throws {
        let page = #"{"TbSlibBookstoreInfo":{"row":"","RESULT":{"CODE":"ERROR-500","MESSAGE":"서버 오류"}}}"#
        let error = #expect(throws: IngestError.self) { try bench.ingest([Array(page.utf8)]) }
        #expect(error?.code == .result(code: "ERROR-500", message: "서버 오류"))
    }

    /// A page that announces rows and has none is noticed by the count.
    @Test(arguments: ["\"row\":null", "\"row\":[]", "\"other\":1"])
    func halfThePagesAreRefused(rows: String) throws {
        let all = ["1", "2", "3"].map { RowText($0) }
        try bench.ingest([PageText.json(all)])
        let pages = [PageText.json(Array(all.dropLast()), total: 3), PageText.envelope(rows, total: 3)]
        let report = try bench.ingest(pages, day: 1)
        #expect(
            report.refusal?.en.hasPrefix("the source has only 2 of the 3 rows that the service states; ") == true)
        #expect(try bench.entries().filter { $0.missingRuns == 0 }.count == 3)
    }

    @Test(arguments: ["\"row\":null", "\"row\":[]", "\"other\":1"])
    func noRowsAreRefused(rows: String) throws {
        try bench.ingest([PageText.json([RowText("1")])])
        for total in [0, 606] {
            let report = try bench.ingest([PageText.envelope(rows, total: total)], day: 1)
            #expect(
                report.refusal?.en == "the source has no rows; fetch it again"
            )
            #expect(report.refusal?.ko == "데이터에 행이 없습니다. 다시 받으세요")
        }
        #expect(try bench.only().feedID == "1")
    }

    @Test(arguments: ["null", "5", "\"row\"", "[]", "[{}]", "true"])
    func anElementThatIsNoObjectIsSetAsideAndTheNextOnesGoLive(json: String) throws {
        let rows = ["1", "2"].map { RowText($0).json } + [json] + ["3", "4"].map { RowText($0).json }
        let report = try bench.ingest([PageText.json(rows)])
        #expect(report.run.counts.accepted == 4 && report.run.counts.reasons == [.notARow: 1])
        let rejects = try bench.rejects()
        #expect(rejects.map(\.raw) == [json] && rejects.map(\.origin.row) == [3])
        #expect(try bench.entries().map(\.place.feedID) == ["1", "2", "3", "4"])
    }

    @Test func extraFieldsDoNoHarm() throws {
        let extra = RowText("1").with("NEW", #"{"deep":[1,{"STORE_NAME":"x"}]}"#).with("store_name", "\"klein\"")
        let page =
            #"{"x":[{"TbSlibBookstoreInfo":1}],"TbSlibBookstoreInfo":{"new":{"row":[]},"list_total_count":1,\#(result),"row":[\#(extra.json)]},"y":null}"#
        #expect(try ids(page) == ["1"])
        #expect(try bench.only().name == "책방")
    }

    @Test func ofAFieldThatStandsTwiceTheLastCounts() throws {
        let twice = #"{"STORE_NAME":"eins",\#(row.dropFirst().dropLast()),"STORE_NAME":"zwei"}"#
        #expect(try ids(#"{"TbSlibBookstoreInfo":{"list_total_count":1,\#(result),"row":[\#(twice)]}}"#) == ["2283"])
        #expect(try bench.only().name == "zwei")
        let emptied = #"{\#(row.dropFirst().dropLast()),"XCNTS":null}"#
        _ = try ids(#"{"TbSlibBookstoreInfo":{"list_total_count":1,\#(result),"row":[\#(emptied)]}}"#)
        #expect(try bench.only().coordinate == nil)
    }

    @Test func ofACountThatStandsTwiceTheLastCounts() throws {
        #expect(
            try ids(#"{"TbSlibBookstoreInfo":{"list_total_count":9,"list_total_count":1,\#(result),"row":[\#(row)]}}"#)
                == ["2283"])
    }

    /// The rows of both would go into one snapshot, and its check against the total would be luck.
    @Test func twoObjectsWithDifferentTotalsAreRefused() throws {
        func object(_ total: Int, _ id: String) -> String {
            #""TbSlibBookstoreInfo":{"list_total_count":\#(total),\#(result),"row":[\#(RowText(id).json)]}"#
        }
        for (first, last) in [(9, 2), (2, 9)] {
            let error = #expect(throws: IngestError.self) { try ids("{\(object(first, "1")),\(object(last, "2"))}") }
            #expect(error?.code == .twoTotals(first, last))
            #expect(error?.words.en.contains("is damaged: it states two totals, \(first) and \(last)") == true)
        }
        #expect(try ids("{\(object(2, "1")),\(object(2, "2"))}") == ["1", "2"])
    }

    @Test func rowsThatStandTwiceAreAllRead() throws {
        let report = try bench.ingest([
            PageText.envelope("\"row\":[\(row)],\"row\":[\(RowText("7").json)]", total: 2)
        ])
        #expect(report.refusal == nil && report.run.counts.accepted == 2)
    }

    @Test func escapedNamesAreTheSameNames() throws {
        let escaped = row.replacing("STORE_NAME", with: "STORE\\u005FNAME").replacing("XCNTS", with: "\\u0058CNTS")
        #expect(
            try ids(#"{"TbSlib\u0042ookstoreInfo":{"list_total_count":1,\#(result),"row":[\#(escaped)]}}"#) == ["2283"])
        #expect(try bench.only().name == "책방" && bench.only().coordinate != nil)
    }

    @Test func numbersMayBeStringsAndStringsNumbers() throws {
        let row = RowText("\"2283\"", name: "x").with("STORE_NAME", "1984").with("XCNTS", "37.5573847248586").with(
            "YDNTS", "126.922886096614"
        )
        .with("TEL_NO", "16443227").with("CODE_VALUE", "7").with("SNS", "5")
        #expect(
            try ids(#"{"TbSlibBookstoreInfo":{"list_total_count":"1",\#(result),"row":[\#(row.json)]}}"#) == ["2283"])
        let shop = try bench.only()
        #expect(shop.name == "1984" && shop.phone == "+8216443227" && shop.district == "7" && shop.sns == ["5"])
        #expect(shop.coordinate?.latitude == 37.5573847248586 && shop.coordinate?.longitude == 126.922886096614)
    }

    @Test(arguments: ["1", "1.0", "\"1\"", "\" 1 \"", "1e0", "\"1.0\""])
    func theTotalHasManySpellings(total: String) throws {
        #expect(
            try ids(#"{"TbSlibBookstoreInfo":{"list_total_count":\#(total),\#(result),"row":[\#(row)]}}"#) == ["2283"])
    }

    @Test(arguments: ["null", "\"\"", "\"viele\"", "-1", "1.5", "1e400", "[]", "{}", "true", "\"1,01\"", "\"1,001건\""])
    func aTotalThatIsNoCountIsSaid(total: String) throws {
        let page = #"{"TbSlibBookstoreInfo":{"list_total_count":\#(total),\#(result),"row":[\#(row)]}}"#
        let error = #expect(throws: IngestError.self) { try bench.ingest([Array(page.utf8)]) }
        guard total != "null", total != "\"\"" else {
            #expect(error?.code == .missingField("list_total_count"))
            return
        }
        let text = total.filter { $0 != "\"" }
        #expect(error?.code == .badTotal("TbSlibBookstoreInfo.list_total_count", text))
        #expect(error?.words.en.contains("is \(text), which is not a whole number") == true)
    }

    @Test(arguments: [
        ("1,001", 1001), ("12,345,678", 12_345_678), ("1 001", 1001), ("606.0", 606), ("0", 0), ("1,000.0", nil),
        ("1,01", nil), ("1001,000", nil), (",001", nil), ("1.001", nil), ("", nil), ("-1,000", nil), ("1,0a1", nil),
    ])
    func thousandsMayHaveCommas(text: String, count: Int?) { #expect(PageSummary.count(text) == count) }

    @Test(arguments: ["", " ", "\n\r\t ", "\u{FEFF}", "\u{FEFF} \n"])
    func blanksAndAByteOrderMarkMayStandBeforeIt(prefix: String) throws {
        #expect(
            try ids(prefix + #"{"TbSlibBookstoreInfo":{"list_total_count":1,\#(result),"row":[\#(row)]}}"# + "\n \n")
                == ["2283"])
    }

    @Test(arguments: [1, 2, 3, 7, 64])
    func howTheBytesArriveMakesNoDifference(size: Int) throws {
        for page in [PageText.json([RowText("1"), RowText("2")]), PageText.xml([RowText("1"), RowText("2")])] {
            for prefix in [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
                let bench = try IngestBench()
                let bytes = prefix + page
                var rest = bytes[...]
                let source = ByteSource(name: "pieces") {
                    defer { rest = rest.dropFirst(size) }
                    return Array(rest.prefix(size))
                }
                let report = try bench.ingest(SavedPages(name: "pieces", pages: [.init(name: "pieces") { source }]))
                #expect(report.run.counts.accepted == 2)
                #expect(
                    report.run.description.sha256 == hash(bytes), "the hash is that of the bytes, not of the pieces")
            }
        }
    }

    private func hash(_ bytes: [UInt8]) -> String {
        var hash = SHA256()
        hash.update(bytes)
        return hash.hexDigest()
    }

    @Test func outerBlanksGoAndInnerOnesStay() throws {
        let row = RowText("\" 2283 \"").with("STORE_NAME", "\"　두  칸\\t책방 \\n\"").with("STORE_TYPE", "\"0001  \"")
            .with("ADRES", "\" 마포구  동교로 \"").with("TEL_NO", "\"    \"").with("SNS", "\"  \"")
        #expect(try ids(String(decoding: PageText.json([row]), as: UTF8.self)) == ["2283"])
        let shop = try bench.only()
        #expect(shop.name == "두  칸\t책방" && shop.kind == .used && shop.address == "마포구  동교로")
        #expect(
            shop.phone == nil && shop.phoneRaw == nil && shop.sns == nil && shop.website == nil
                && shop.websiteRaw == nil)
    }

    @Test func hostileNamesAreStoredByteForByte() throws {
        let names = [
            "'; DROP TABLE place; --", "=1+1", "<script>alert(1)</script>", "a\u{0}b", "\u{202E}evil", "\u{1B}[31m",
            "e\u{301}", "é", "줄\n바꿈", "\\", "\"", "😀", "\u{FFFD}", "a\u{2028}b",
        ]
        let rows = names.enumerated().map { RowText(String($0 + 1), name: $1) }
        try bench.ingest([PageText.json(rows)])
        #expect(try bench.entries().map { Array($0.place.name.utf8) } == names.map { Array($0.utf8) })
    }

    @Test(arguments: ["null", "\"\"", "\" \\t\\u3000\"", "true", "[\"x\"]"])
    func aRowWithoutANameIsSetAside(name: String) throws {
        let bad = RowText("5").with("STORE_NAME", name)
        let report = try bench.ingest([PageText.json((1...4).map { RowText(String($0)) } + [bad])])
        #expect(report.run.counts.reasons == [.noName: 1])
        let reject = try #require(try bench.rejects().first)
        #expect(reject.reason == .noName && reject.feedID == "5" && reject.raw == bad.json)
    }

    @Test func xcntsIsTheLatitude() throws {
        try bench.ingest([PageText.json([RowText("1").at("\"126.922886096614\"", "\"37.5573847248586\"")])])
        #expect(try bench.only().coordinate?.latitude == 37.5573847248586)
        #expect(try bench.only().coordinate?.longitude == 126.922886096614)
        let report = try bench.ingest([PageText.json([RowText("1").at("\"37.5573847248586\"", "\"126.922886096614\"")])]
        )
        #expect(report.run.counts.reasons == [.coordinateSwapped: 1] && report.run.counts.withoutPoint == 1)
        #expect(try bench.only().coordinate == nil)
        #expect(try bench.rejects().map(\.isKept) == [true])
    }

    @Test(arguments: [
        ("0002", Kind.new), ("0001", .used), ("0003", .other), ("", .other), ("새책방", .other), ("2", .other),
    ])
    func theKindIsThatOfTheCode(code: String, kind: Kind) throws {
        let report = try bench.ingest([PageText.json([RowText("1").with("STORE_TYPE", RowText.quoted(code))])])
        #expect(try bench.only().kind == kind)
        #expect(report.warnings.map(\.code) == (kind == .other ? ["unknown-kind"] : []))
    }

    @Test func accountsAndPagesAreLists() throws {
        let rows = [
            RowText("1").with("SNS", "\"https://a.kr https://b.kr,https://a.kr\""),
            RowText("2").with("SNS", "\"@1984store\""),
            RowText("3").with("SNS", "\"인스타그램 1984 https://a.kr\""), RowText("4").with("SNS", "null"),
            RowText("5").with("SNS", "\"\\\"'\\u0000\\n[]\""),
        ]
        try bench.ingest([PageText.json(rows)])
        #expect(
            try bench.entries().map(\.place.sns)
                == [["https://a.kr", "https://b.kr"], ["@1984store"], ["https://a.kr"], nil, ["\"'\u{0}\n[]"]])
    }
}
