import GeocliCatalog
internal import GeocliPlaces
import Testing

@testable import GeocliIngest

@Suite struct CanonicalIDTests {
    @Test(
        arguments: [
            ("2283.0", "2283"), ("2283", "2283"), ("2283.00", "2283"), ("0012", "0012"), ("0012.0", "0012.0"),
            ("1.2345678E7", "12345678"), ("1.2345678e7", "12345678"), ("1.2345678E+7", "12345678"),
            ("1.0E7", "10000000"),
            ("0", "0"), ("0.0", "0"), ("-5.0", "-5"), ("-5", "-5"), ("2283.5", "2283.5"), ("1.5E0", "1.5E0"),
            ("1.23E-1", "1.23E-1"), ("9.007199254740993E15", "9.007199254740993E15"), ("1.0E300", "1.0E300"),
            ("99999999999999999999.0", "99999999999999999999"), ("2283.", "2283."), (".0", ".0"), (".", "."),
            ("1.2.0", "1.2.0"),
            ("a.0", "a.0"), ("A", "A"), ("+5.0", "+5.0"), ("-", "-"), ("-.0", "-.0"), ("1.e", "1.e"), ("1.0x", "1.0x"),
            ("nan.0", "nan.0"), ("", ""), ("CDFH3301062023000004", "CDFH3301062023000004"), ("12 3.0", "12 3.0"),
            ("१.0", "१.0"), ("1.5E3", "1500"),
        ])
    func anIDHasOneForm(text: String, id: String) { #expect(RowMapping.canonicalID(text) == id) }

    @Test(arguments: ["2283.0", "2283", "\"2283\"", "\"2283.0\"", "\" 2283 \"", "2.283E3", "2283.00"])
    func eachSpellingIsTheSamePlace(json: String) throws {
        let bench = try IngestBench()
        try bench.ingest([PageText.json([RowText("2283.0")])])
        let report = try bench.ingest([PageText.json([RowText(json)])], day: 1)
        #expect(report.run.counts.added == 0 && report.run.counts.removed == 0 && report.run.counts.changed == 0)
        #expect(try bench.only().feedID == "2283")
    }

    @Test(arguments: [
        ["1000", "1e3", "1E+3", "10E2", "1000.000", "0.1e4", "100000e-2", "\"1000\"", "1000.0"], ["2", "20e-1", "2.0"],
        ["0", "-0", "-0.0", "0e5"], ["-5", "-50e-1"], ["9007199254740993", "9.007199254740993E15"],
    ])
    func eachSpellingOfANumberIsTheSamePlace(spellings: [String]) throws {
        let bench = try IngestBench()
        try bench.ingest([PageText.json([RowText(spellings[0])])])
        for (day, json) in spellings.enumerated() {
            let counts = try bench.ingest([PageText.json([RowText(json)])], day: day + 1).run.counts
            #expect(counts.added == 0 && counts.removed == 0 && counts.changed == 0, "\(json)")
            #expect(try bench.only().feedID == spellings[0])
        }
    }

    /// An id that is a text is not changed, because codes may look like numbers.
    @Test(arguments: ["1E3", "1e3", "-0", "007", "3.7", "1e-3", "1e999999999", "20e-1"])
    func aTextIsNoNumber(text: String) throws {
        let bench = try IngestBench()
        let rows = [RowText("\"\(text)\""), RowText("1000"), RowText("0"), RowText("7"), RowText("2")]
        try bench.ingest([PageText.json(rows)])
        #expect(Set(try bench.entries().map(\.place.feedID)) == [text, "1000", "0", "7", "2"])
        let xml = try IngestBench()
        try xml.ingest([PageText.xml(rows)])
        #expect(try xml.entries() == bench.entries())
    }

    @Test(arguments: ["3.7", "1e-3", "-0.5", "1e400", "1e999999999", "-1E+99999999999999999999"])
    func aNumberThatIsNotWholeIsSetAside(json: String) throws {
        let bench = try IngestBench()
        try bench.ingest([PageText.json((1...9).map { RowText(String($0)) } + [RowText(json)])])
        let reject = try #require(try bench.rejects().first)
        #expect(reject.reason == .noID && reject.value == json && reject.feedID == nil)
        #expect(try bench.entries().count == 9)
    }

    @Test func leadingZerosAreAnotherID() throws {
        let bench = try IngestBench()
        try bench.ingest([PageText.json([RowText("\"0012\""), RowText("12"), RowText("\"00012\"")])])
        #expect(try bench.entries().map(\.place.feedID) == ["12", "00012", "0012"])
    }

    @Test(arguments: ["null", "\"\"", "\"   \"", "\"\\u3000\\t\"", "true", "[]", "{}", "[1]", "{\"a\":1}"])
    func aRowWithoutAnIDIsSetAside(json: String) throws {
        let bench = try IngestBench()
        let good = (1...4).map { RowText(String($0)) }
        let bad = RowText(json)
        let report = try bench.ingest([PageText.json(good + [bad])])
        #expect(report.run.counts.reasons == [.noID: 1] && report.run.counts.accepted == 4)
        let reject = try #require(try bench.rejects().first)
        #expect(reject.reason == .noID && reject.raw == bad.json && reject.feedID == nil && !reject.isKept)
        #expect(reject.origin.row == 5 && reject.origin.page == "page 1")
    }
}
