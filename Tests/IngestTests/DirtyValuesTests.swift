import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import TestSupport
import Testing

@testable import GeocliIngest

/// The rows of dirty_values.tsv whose values this feed can have, one by one.
@Suite(.enabled(if: TestSupport.hasSharedFeed)) struct DirtyValuesTests {
    /// The raw value of a row, counted from 1 without the header. Quotes around the value are the table's, not part of
    /// the value.
    private func raw(_ row: Int) throws -> String {
        let table = try sharedTable("dirty_values.tsv")
        #expect(table.count == 40)
        let value = table[row - 1][1]
        let isQuoted = value.hasPrefix("\"") && value.hasSuffix("\"") && value.count > 1
        return isQuoted ? String(value.dropFirst().dropLast()) : value
    }

    /// The place that a row with this field becomes.
    private func shop(_ field: String, _ json: String) throws -> Place {
        let bench = try IngestBench()
        let report = try bench.ingest([PageText.json([RowText("1").with(field, json)])])
        #expect(report.refusal == nil)
        return try bench.only()
    }

    @Test func theIDIsThatOfTheLiveRow() throws { #expect(try shop("STORE_SEQ_NO", raw(1)).feedID == "2283") }

    @Test func aPaddedNameOfAKindDoesNotMatter() throws {
        #expect(try raw(2).hasSuffix("      "))
        #expect(try shop("STORE_TYPE_NAME", RowText.quoted(raw(2))).kind == .new)
    }

    @Test func anEmptyLinkIsNone() throws {
        let shop = try shop("HMPG_URL", RowText.quoted(raw(3)))
        #expect(shop.website == nil && shop.websiteRaw == nil)
    }

    @Test(arguments: [5, 6, 28, 29, 38])
    func addressesStayAsTheyAre(row: Int) throws {
        #expect(try shop("ADRES", RowText.quoted(raw(row))).address == raw(row))
    }

    @Test func aCutLinkStaysAsItIs() throws {
        #expect(try shop("HMPG_URL", RowText.quoted(raw(7))).website == raw(7))
    }

    @Test(arguments: [8, 9])
    func namesStayAsTheyAreInBothForms(row: Int) throws {
        #expect(try shop("STORE_NAME", RowText.quoted(raw(row))).name == raw(row))
        let bench = try IngestBench()
        try bench.ingest([PageText.xml([RowText("1").with("STORE_NAME", "\"\(raw(row))\"")])])
        #expect(try bench.only().name == raw(row))
    }

    @Test func blanksAreNoPhone() throws {
        let shop = try shop("TEL_NO", "\"     \"")
        #expect(shop.phone == nil && shop.phoneRaw == nil)
    }

    @Test(
        arguments: [
            (11, "+82234375092"), (12, "+82234484741"), (13, "+8228777182"), (14, "+82234350950"), (15, "+8228649585"),
            (16, "+82222302921"), (17, "+8250713495449"), (18, "+8216443227"), (19, "+8250713730622"), (20, nil),
            (21, "+8227201220"), (22, nil), (23, "+8229779313"), (24, nil), (39, "+82534261765"),
        ] as [(Int, String?)])
    func phonesAreReadAndKeptAsTheyCame(row: Int, phone: String?) throws {
        let shop = try shop("TEL_NO", RowText.quoted(raw(row)))
        #expect(shop.phone == phone)
        #expect(try shop.phoneRaw == raw(row))
    }

    @Test func linksAreReadAndKeptAsTheyCame() throws {
        #expect(try shop("HMPG_URL", RowText.quoted(raw(25))).website == "http://" + raw(25))
        let two = try shop("HMPG_URL", RowText.quoted(raw(26)))
        #expect(try two.website == raw(26).split(separator: ",").first.map(String.init))
        #expect(two.websiteRaw?.contains(", www.") == true && two.websiteRaw?.hasSuffix(" ") == false)
    }

    @Test func theBlankBehindANameGoes() throws {
        let name = try raw(27)
        #expect(name.hasSuffix(" "))
        #expect(try shop("STORE_NAME", RowText.quoted(name)).name == String(name.dropLast()))
    }

    @Test func anUnreadableLatitudeCostsThePointOnly() throws {
        let bench = try IngestBench()
        let report = try bench.ingest([PageText.json([RowText("1").with("XCNTS", RowText.quoted(raw(30)))])])
        #expect(report.run.counts.reasons == [.coordinateUnreadable: 1] && report.run.counts.accepted == 1)
        #expect(try bench.only().coordinate == nil)
    }

    @Test(arguments: [31, 34])
    func aPointMayBeSharedOrLieInAnotherDistrict(row: Int) throws {
        let numbers = try raw(row).split(separator: " ")[0].split(separator: ",").map(String.init)
        let bench = try IngestBench()
        let rows = ["1", "2"].map { RowText($0).at(numbers[1], numbers[0]) }
        let report = try bench.ingest([PageText.json(rows)])
        #expect(report.run.counts.withoutPoint == 0 && report.run.counts.accepted == 2)
        #expect(report.warnings.map(\.code) == ["one-point"])
    }

    @Test func aNumberPaddedInItsElementIsRead() throws {
        let bench = try IngestBench()
        let page = PageText.xml([RowText("1").at("\" 126.92 \"", "\"37.55 \"")])
        try bench.ingest([page])
        #expect(try bench.only().coordinate?.longitude == 126.92)
        #expect(try raw(36).hasSuffix(" "))
        #expect(throws: Never.self) { try PointReader(feed: RealFeeds.gyms).point(x: raw(36), y: " 451579.85").get() }
    }

    @Test func twoNumbersInOneFieldAreUnreadable() throws {
        let bench = try IngestBench()
        let report = try bench.ingest([PageText.json([RowText("1").with("XCNTS", RowText.quoted(raw(37)))])])
        #expect(report.run.counts.reasons == [.coordinateUnreadable: 1])
    }

    @Test func lostCharactersStayLost() throws {
        #expect(try shop("STORE_NAME", RowText.quoted(raw(40))).name == raw(40))
    }
}
