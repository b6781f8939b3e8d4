import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import GeocliText
import Testing

@testable import GeocliIngest

@Suite struct XMLPageTests {
    private let rows = [
        RowText("2283.0", name: "C&S서점").with("STORE_TYPE", "\"0001\"").with("SNS", "\"https://example.com/a\""),
        RowText("7", name: "<b>").at("\"\"", "\"x\""), RowText("\"0012\"").without("TEL_NO"),
        RowText("8").with("STORE_NAME", "\" \""),
        RowText("9"), RowText("10"), RowText("9"),
    ]

    @Test func bothFormsGiveTheSamePlaces() throws {
        let (json, xml) = (try IngestBench(), try IngestBench())
        let counts = try json.ingest([PageText.json(rows)]).run.counts
        #expect(counts == (try xml.ingest([PageText.xml(rows)]).run.counts))
        #expect(try json.entries() == xml.entries())
        #expect(try json.rejects().map(\.reason) == xml.rejects().map(\.reason))
        #expect(try json.entries().map(\.place.name) == ["<b>", "책방", "책방", "C&S서점", "책방"])
        #expect(counts.accepted == 5 && counts.rejected == 1 && counts.duplicates == 1 && counts.withoutPoint == 1)
    }

    @Test func theRawRowOfARejectIsItsFieldsAsJSON() throws {
        let bench = try IngestBench()
        let page = """
            <?xml version="1.0" encoding="UTF-8"?>
            <TbSlibBookstoreInfo>
              <list_total_count> 1 </list_total_count>
              <RESULT><CODE>INFO-000</CODE><MESSAGE/></RESULT>
              <row>
                <STORE_SEQ_NO/><STORE_NAME><![CDATA[C&S "책방"]]></STORE_NAME><X a="1">1<Y>2</Y>3</X>
              </row>
            </TbSlibBookstoreInfo>
            """
        try bench.ingest([Array(page.utf8)], IngestBench.accepting())
        let reject = try #require(try bench.rejects().first)
        #expect(reject.reason == .noID)
        #expect(reject.raw == #"{"STORE_SEQ_NO":"","STORE_NAME":"C&S \"책방\"","X.a":"1","X.Y":"2","X":"13"}"#)
    }

    @Test func ofAnElementThatStandsTwiceTheLastCounts() throws {
        let bench = try IngestBench()
        try bench.ingest([PageText.xml([RowText("1").with("STORE_NAME", "\"eins\"").with("x", "\"\"")])])
        var twice = RowText("1", name: "eins")
        twice.fields.append(("STORE_NAME", "\"zwei\""))
        try bench.ingest([PageText.xml([twice])])
        #expect(try bench.only().name == "zwei")
    }

    @Test func pagesOfBothFormsMakeOneRun() throws {
        let bench = try IngestBench()
        let pages = [PageText.json([RowText("1")], total: 2), PageText.xml([RowText("2")], total: 2)]
        #expect(try bench.ingest(pages).refusal == nil)
        #expect(try bench.entries().map(\.place.feedID) == ["1", "2"])
    }

    @Test func entitiesThatGrowAreRefused() throws {
        let bench = try IngestBench()
        var bomb = "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY x0 \"책\">"
        for level in 1...30 { bomb += "<!ENTITY x\(level) \"&x\(level - 1);&x\(level - 1);\">" }
        bomb += "]><TbSlibBookstoreInfo><row><STORE_NAME>&x30;</STORE_NAME></row></TbSlibBookstoreInfo>"
        #expect(throws: (any Error).self) { try bench.ingest([Array(bomb.utf8)]) }
        let file =
            "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><TbSlibBookstoreInfo><list_total_count>1</list_total_count><RESULT><CODE>INFO-000</CODE></RESULT><row><STORE_SEQ_NO>1</STORE_SEQ_NO><STORE_NAME>x&x;</STORE_NAME><XCNTS/><YDNTS/></row></TbSlibBookstoreInfo>"
        do {
            try bench.ingest([Array(file.utf8)])
            #expect(try bench.only().name == "x")
        } catch {
            // A refusal is also correct.
            #expect("\(error)".contains("page 1"))
        }
    }

    private func xml(_ rows: String, total: Int) -> [UInt8] {
        Array(
            "<TbSlibBookstoreInfo><list_total_count>\(total)</list_total_count><RESULT><CODE>INFO-000</CODE></RESULT>\(rows)</TbSlibBookstoreInfo>"
                .utf8)
    }

    /// The counterpart of `"row": "none"` in JSON.
    @Test func aTextInPlaceOfTheRowsIsNoPage() throws {
        let bench = try IngestBench()
        let rows = ["1", "2", "3"].map { RowText($0) }
        try bench.ingest([PageText.xml(rows)])
        let pages = [PageText.xml(Array(rows.dropLast()), total: 3), xml("<row> none <!-- x --></row>", total: 3)]
        let error = #expect(throws: IngestError.self) { try bench.ingest(pages, day: 1) }
        #expect(error?.code == .notRows("none") && error?.page == "page 2")
        // The counterpart of null.
        let report = try bench.ingest([pages[0], xml("<row/>", total: 3)], day: 1)
        #expect(report.refusal?.en.hasPrefix("the source has only 2 of the 3 rows") == true)
        #expect(try bench.entries().filter { $0.missingRuns == 0 }.count == 3)
    }

    @Test func aTextBesideRowsIsARowSetAside() throws {
        let bench = try IngestBench()
        let good = (1...9).map { RowText(String($0)).xml }
        let bad = [
            (0, "<row>none</row>", #""none""#, RejectionReason.notARow),
            (9, "<row>a&amp;\"b</row>", #""a&\"b""#, .notARow), (4, "<row/>", "{}", .noID),
        ]
        for (day, (place, text, raw, reason)) in bad.enumerated() {
            var rows = good
            rows.insert(text, at: place)
            try bench.ingest([xml(rows.joined(), total: 10)], day: day)
            let rejects = try bench.rejects()
            #expect(rejects.map(\.raw) == [raw] && rejects.map(\.reason) == [reason])
            #expect(rejects.map(\.origin.row) == [place + 1])
        }
    }
}
