import Foundation
import GeocliCatalog
internal import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Content that is not a page is refused with a message, and no place in the catalog changes.
@Suite struct PageErrorTests {
    private let bench: IngestBench

    init() throws {
        bench = try IngestBench()
        try bench.ingest([PageText.json([RowText("1", name: "옛 책방")])])
    }

    /// Ingests `page` and checks that the error is the only effect.
    private func error<Failure: Error>(_ page: [UInt8], _ type: Failure.Type, of feed: Feed = .seoulBookstores) throws
        -> Failure?
    {
        let before = try bench.entries()
        let error = #expect(throws: type) { try bench.ingest([page], of: feed, day: 1) }
        // `--accept` lets odd snapshots through, but nothing that is not a snapshot.
        #expect(throws: type) { try bench.ingest([page], of: feed, day: 1, IngestBench.accepting()) }
        #expect(try bench.entries() == before)
        #expect(try bench.only().name == "옛 책방")
        // The run is recorded with its reason, and nothing else changes.
        let last = try #require(try bench.runs().last)
        #expect(last.outcome == .refused && last.failure != nil && last.goodRun == nil)
        let words = (error as? any ExplainedError)?.words
        #expect(last.reason == words?.en)
        #expect(last.reasonData.flatMap(StoredReason.words) == words, "stored without a sentence in both languages")
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
        return error
    }

    private static let codes: [(code: String, kind: ResultClass)] = [
        ("INFO-100", .key), ("INFO-300", .key), ("ERROR-290", .key), ("ERROR-337", .quota), ("ERROR-500", .server),
        ("ERROR-600", .server), ("ERROR-601", .server), ("ERROR-300", .request), ("ERROR-301", .request),
        ("ERROR-310", .request), ("ERROR-331", .request), ("ERROR-332", .request), ("ERROR-333", .request),
        ("ERROR-334", .request), ("ERROR-335", .request), ("ERROR-336", .request), ("ERROR-999", .unknown),
        ("info-000", .unknown), ("INFO-000x", .unknown),
    ]

    private func advice(_ kind: ResultClass) -> String {
        switch kind {
        // The page is a saved file: this run uses no key, and a retry would read the same answer.
        case .key: "the page has this answer instead of rows; fetch it again with a valid key"
        case .quota, .server: "the page has this answer instead of rows; fetch it again"
        case .request, .unknown: "fetch the page again with a valid request"
        }
    }

    @Test(arguments: codes)
    func eachCodeIsSaidInJSONAndInXML(code: String, kind: ResultClass) throws {
        #expect(ResultClass(code: code) == kind)
        let inService = #"{"TbSlibBookstoreInfo":{"RESULT":{"MESSAGE":"worte","CODE":"\#(code)"}}}"#
        let pages = [
            PageText.error(code, "worte"), PageText.xmlError(code, "worte"), Array(inService.utf8),
            Array(
                "<TbSlibBookstoreInfo><RESULT><CODE>\(code)</CODE><MESSAGE>worte</MESSAGE></RESULT></TbSlibBookstoreInfo>"
                    .utf8),
        ]
        for page in pages {
            let error = try error(page, IngestError.self)
            #expect(error?.code == .result(code: code, message: "worte"))
            #expect(error?.words.en == "page 1: \(code) worte; \(advice(kind))")
        }
    }

    @Test(arguments: ["", " ", "\\t"])
    func aResultWithoutACodeIsNone(code: String) throws {
        let error = try error(PageText.error(code, "worte"), IngestError.self)
        #expect(error?.code == .missingField("RESULT.CODE"))
    }

    /// A page with a result of success and one of failure can't be trusted.
    @Test func ofTwoResultsTheErrorCounts() throws {
        let row = RowText("1").json
        let good = #""list_total_count":1,"RESULT":{"CODE":"INFO-000","MESSAGE":""},"row":[\#(row)]"#
        let bad = #""RESULT":{"CODE":"ERROR-500","MESSAGE":"worte"}"#
        for page in [
            #"{\#(bad),"TbSlibBookstoreInfo":{\#(good)}}"#, #"{"TbSlibBookstoreInfo":{\#(good)},\#(bad)}"#,
            #"{"TbSlibBookstoreInfo":{\#(bad),\#(good)}}"#, #"{"TbSlibBookstoreInfo":{\#(good),\#(bad)}}"#,
        ] {
            let error = try error(Array(page.utf8), IngestError.self)
            #expect(error?.code == .result(code: "ERROR-500", message: "worte"))
        }
    }

    @Test func anErrorBesideRowsIsStillAnError() throws {
        let page =
            #"{"RESULT":{"CODE":"ERROR-500","MESSAGE":"m"},"TbSlibBookstoreInfo":{"list_total_count":1,"row":[\#(RowText("9").json)]}}"#
        #expect(try error(Array(page.utf8), IngestError.self)?.code == .result(code: "ERROR-500", message: "m"))
    }

    @Test(.enabled(if: TestSupport.hasSharedFeed))
    func everyOfficialCodeIsClassified() throws {
        let rows = try sharedTable("result_codes.tsv")
        #expect(rows.count == 15)
        for row in rows where row[0] != "INFO-000" && row[0] != "INFO-200" {
            #expect(ResultClass(code: row[0]) != .unknown, "\(row[0])")
            for page in [PageText.error(row[0], row[1]), PageText.xmlError(row[0], row[1])] {
                #expect(try error(page, IngestError.self)?.code == .result(code: row[0], message: row[1]))
            }
        }
    }

    @Test(arguments: [PageText.error("INFO-200", "m"), PageText.xmlError("INFO-200", "m")])
    func noDataIsAnAnswerWithoutRows(page: [UInt8]) throws {
        let report = try bench.ingest([page], day: 1)
        #expect(
            report.refusal?.en
                == "the source has no rows (INFO-200); fetch it again")
        #expect(report.run.outcome == .refused)
        #expect(try bench.only().name == "옛 책방")
        // A service gives this answer to a request after its last page, so after a page with rows it is no error.
        #expect(try bench.ingest([PageText.json([RowText("1")]), page], day: 1).refusal == nil)
    }

    @Test(.enabled(if: TestSupport.hasSharedFeed))
    func theRealErrorToAJSONRequestIsNamedOnOneLine() throws {
        let error = try error(try shared("live_error335_json_request.xml"), IngestError.self)
        guard case .result(let code, let message) = error?.code else {
            Issue.record("no result code")
            return
        }
        #expect(code == "ERROR-335" && message.contains("\n"))
        let words = try #require(error?.words.en)
        #expect(words.hasPrefix("page 1: ERROR-335 ") && words.hasSuffix("; fetch the page again with a valid request"))
        #expect(!words.contains("\n"))
    }

    @Test func longAndControllingMessagesAreTamed() throws {
        let message = "\u{1B}[31mrot\u{202E}\n" + String(repeating: "가", count: 500)
        let words = try #require(
            try error(PageText.xmlError("ERROR-500", message.replacing("\u{1B}", with: "")), IngestError.self)
        ).words.en
        #expect(words.count < 300 && !words.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
    }

    @Test(
        arguments: [
            "<!DOCTYPE html>\n<html><body><p>점검 중<br></body></html>", "<html></html>", "<HTML lang=ko><body>",
            "  \n<html>",
            "<!doctype html><html><head><meta charset=utf-8><title>점검</title>",
        ])
    func aWebPageIsAMaintenanceNotice(html: String) throws {
        let error = try error(Array(html.utf8), IngestError.self)
        #expect(error?.code == .html)
        #expect(error?.words.en == "page 1 is a web page, probably a maintenance notice; try again later")
        #expect(error?.words.ko == "page 1: 피드가 아니라 웹 페이지입니다(점검 안내일 수 있습니다). 나중에 다시 시도하세요")
    }

    @Test(arguments: [[], [0x20, 0x0A, 0x09], [0xEF, 0xBB, 0xBF], [0xEF, 0xBB, 0xBF, 0x0A]] as [[UInt8]])
    func anEmptyBodyIsEmpty(page: [UInt8]) throws {
        let error = try error(page, IngestError.self)
        #expect(error?.code == .empty)
        #expect(error?.words.en == "page 1 is empty; fetch it again")
    }

    @Test(arguments: [
        "hello", "\"x\"", "null", "STORE_SEQ_NO,STORE_NAME\n1,x\n", "\u{1}\u{2}", "PK",
        "\u{1F}\u{8B}",
    ])
    func otherBytesAreNoPage(text: String) throws {
        let bytes = Array(text.utf8)
        let isControl = bytes.allSatisfy { $0 <= 0x20 }
        let error = try error(bytes, IngestError.self)
        #expect(error?.code == (isControl ? .empty : .notAPage))
        guard !isControl else { return }
        #expect(error?.words.en == "page 1 is neither JSON nor XML; give pages as the service sends them")
    }

    @Test func anotherServiceIsNamed() throws {
        let pages = [
            PageText.json([RowText("1").json], service: "SeoulPublicLibraryInfo"),
            PageText.xml([RowText("1")], service: "SeoulPublicLibraryInfo"),
        ]
        for page in pages {
            let error = try error(page, IngestError.self)
            #expect(error?.code == .wrongService(found: "SeoulPublicLibraryInfo", wanted: "TbSlibBookstoreInfo"))
            #expect(
                error?.words.en
                    == "page 1 holds SeoulPublicLibraryInfo where TbSlibBookstoreInfo was expected; give pages of this feed, or choose another feed with --feed"
            )
        }
        // The portal distinguishes upper and lower case.
        let small = PageText.json([RowText("1").json], service: "tbslibbookstoreinfo")
        #expect(
            try error(small, IngestError.self)?.code
                == .wrongService(found: "tbslibbookstoreinfo", wanted: "TbSlibBookstoreInfo"))
    }

    @Test(
        arguments: [
            (#"{}"#, "RESULT.CODE"), (#"{"RESULT":{}}"#, "RESULT.CODE"), ("[{}]", "RESULT.CODE"), ("[]", "RESULT.CODE"),
            (#"{"TbSlibBookstoreInfo":null}"#, "RESULT.CODE"),
            (#"{"TbSlibBookstoreInfo":{"list_total_count":1,"row":[]}}"#, "RESULT.CODE"),
            (#"{"TbSlibBookstoreInfo":[]}"#, "RESULT.CODE"),
            (#"{"RESULT":{"CODE":"INFO-000"}}"#, "TbSlibBookstoreInfo"),
            (#"{"RESULT":{"CODE":null}}"#, "RESULT.CODE"), (#"{"RESULT":"INFO-000"}"#, "RESULT.CODE"),
            (#"{"TbSlibBookstoreInfo":{"RESULT":{"CODE":"INFO-000"},"row":[]}}"#, "list_total_count"),
            (#"{"TbSlibBookstoreInfo":{"RESULT":{"CODE":"INFO-000"},"total":1,"row":[]}}"#, "list_total_count"),
            ("<RESULT><MESSAGE>m</MESSAGE></RESULT>", "RESULT.CODE"),
            ("<RESULT><CODE>INFO-000</CODE></RESULT>", "TbSlibBookstoreInfo"),
            ("<TbSlibBookstoreInfo/>", "RESULT.CODE"),
            ("<TbSlibBookstoreInfo><RESULT><CODE>INFO-000</CODE></RESULT></TbSlibBookstoreInfo>", "list_total_count"),
        ])
    func aMissingPartIsNamed(text: String, field: String) throws {
        let error = try error(Array(text.utf8), IngestError.self)
        #expect(error?.code == .missingField(field), "\(text)")
        #expect(
            error?.words.en
                == "page 1 has no \(field); the feed's format may have changed; compare the page with an older one"
        )
    }

    @Test(
        arguments: [
            [0xC0, 0xAF], [0xFF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC3, 0xA5, 0xB9],
            [0xB8, 0xB6, 0xC6, 0xF7],
        ] as [[UInt8]])
    func bytesThatAreNoUTF8AreRefused(bad: [UInt8]) throws {
        var page = PageText.json([RowText("1", name: "@"), RowText("2", name: "@")])
        while let place = page.firstIndex(of: UInt8(ascii: "@")) { page.replaceSubrange(place...place, with: bad) }
        let error = try error(page, JSONError.self)
        #expect(error?.code == .encoding && error?.words.en.contains(" at byte ") == true)
        var xml = PageText.xml([RowText("1", name: "@"), RowText("2", name: "책")])
        let xmlPlace = try #require(xml.firstIndex(of: UInt8(ascii: "@")))
        xml.replaceSubrange(xmlPlace...xmlPlace, with: bad)
        let refusal = try bench.ingest([xml], day: 1).refusal
        #expect(
            refusal?.en.hasPrefix("1 of 2 rows is unusable") == true
                && refusal?.en.contains("row 1 of page 1, at byte") == true)
    }

    @Test func cp949WithoutALabelIsRefusedWithAdvice() throws {
        // "마포" in CP949 in place of all Hangul.
        let page = PageText.json([RowText("1"), RowText("2")])
        let bytes = String(decoding: page, as: UTF8.self).unicodeScalars.flatMap { scalar -> [UInt8] in
            scalar.isASCII ? [UInt8(scalar.value)] : [0xB8, 0xB6, 0xC6, 0xF7]
        }
        let error = try error(bytes, JSONError.self)
        #expect(
            error?.words.en.hasSuffix(
                "; convert the data (iconv -f CP949 -t UTF-8; Western European text: iconv -f WINDOWS-1252 -t UTF-8) or declare its encoding"
            ) == true)
    }

    @Test(arguments: [
        "{\"a\":}", "{'a':1}", "{\"a\":1,}", "{\"a\":01}", "{\"a\":NaN}", "{\"a\":1}x", "{\"a\":1}{\"a\":1}", "{{}}",
        "{\"a\" 1}", "{\"a\":\"\u{1}\"}",
    ])
    func brokenJSONIsRefused(text: String) throws {
        let error = try error(Array(text.utf8), JSONError.self)
        #expect(error?.code == .syntax || error?.code == .trailing)
    }

    @Test func deepNestingIsRefused() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try error(Array("{\"a\":\(deep)".utf8), JSONError.self)?.code == .depth)
        let tags = String(repeating: "<a>", count: 100_000)
        _ = try error(Array(tags.utf8), XMLError.self)
    }

    @Test func aGoodFirstPageDoesNotSaveABadSecond() throws {
        let good = PageText.json([RowText("1", name: "neu"), RowText("2")], total: 3)
        for bad in [[], PageText.error("ERROR-500", "m"), Array("<html>".utf8)] {
            #expect(throws: IngestError.self) { try bench.ingest([good, bad], day: 1) }
        }
        #expect(throws: JSONError.self) { try bench.ingest([good, Array("{\"a\"".utf8)], day: 1) }
        #expect(try bench.only().name == "옛 책방")
    }

    @Test(arguments: [
        PageText.json([RowText("1", name: "새 책방").with("SNS", "\"\\uD83D\\uDE00 책방\"")]),
        PageText.xml([RowText("1", name: "새 책방")]),
    ])
    func halfAPageIsNeverPublished(page: [UInt8]) throws {
        let before = try bench.entries()
        for length in 0..<page.count {
            do {
                let report = try bench.ingest([Array(page.prefix(length))], day: 1)
                Issue.record("the first \(length) of \(page.count) bytes gave \(report.run.outcome)")
            } catch is IngestError, is JSONError, is XMLError {
                // These errors are expected.
            }
        }
        #expect(try bench.entries() == before)
        #expect(try bench.runs().filter { $0.failure == .page }.count == page.count)
        #expect(try bench.ingest([page], day: 1).run.counts.changed == 1)
    }
}
