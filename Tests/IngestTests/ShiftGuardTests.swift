import GeocliCatalog
internal import GeocliPlaces
import GeocliText
import Testing

@testable import GeocliIngest

/// Guards that check the values of places, for feeds whose number of rows looks normal.
@Suite struct ShiftGuardTests {
    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    /// Rows with all fields filled, all of one kind and district.
    private func full(_ ids: some Sequence<Int>) -> [RowText] {
        ids.map {
            RowText(String($0)).with("TEL_NO", "\"02-325-1984\"").with("HMPG_URL", "\"http://a.example\"")
                .with("SNS", "\"http://b.example\"")
        }
    }

    /// The same with the first `count` changed.
    private func rows(_ ids: ClosedRange<Int>, changing count: Int, _ change: (RowText) -> RowText) -> [UInt8] {
        PageText.json(full(ids).enumerated().map { $0 < count ? change($1) : $1 })
    }

    private static let fields: [(field: String, name: String, columns: String)] = [
        ("CODE_VALUE", "district", "CODE_VALUE"), ("TEL_NO", "phone", "TEL_NO"),
        ("HMPG_URL", "website", "HMPG_URL"), ("SNS", "sns", "SNS"), ("YDNTS", "point", "YDNTS, XCNTS"),
    ]

    @Test(arguments: fields)
    func aFieldFilledTwentyPointsLessOftenIsRefused(field: String, name: String, columns: String) throws {
        try bench.ingest([PageText.json(full(1...100))])
        // The address also loses its district; otherwise the district would be read from the address.
        let empty = { (row: RowText) in
            field == "CODE_VALUE" ? row.with(field, "\" \"").with("ADRES", "\"동교로 1\"") : row.with(field, "\" \"")
        }
        #expect(try bench.ingest([rows(1...100, changing: 20, empty)], day: 1).refusal == nil)
        try bench.ingest([PageText.json(full(1...100))], day: 2)
        let refused = try bench.ingest([rows(1...100, changing: 21, empty)], day: 3)
        #expect(
            refused.refusal?.en
                == "only 79 % of the bookstores have a value in \(name) (\(columns)), down from 100 % in the last good run (limit: 20 percentage points); check the feed"
        )
        #expect(
            refused.refusal?.ko.hasPrefix("\(name)(\(columns)) 값이 있는 책방의 비율이 마지막으로 성공한 실행의 100%에서 79%로 줄었습니다") == true)
        #expect(try bench.runs().last?.outcome == .refused)
        let accepted = try bench.ingest([rows(1...100, changing: 21, empty)], day: 4, IngestBench.accepting())
        #expect(accepted.refusal == nil)
    }

    @Test func aFirstRunHasNothingToCompareWith() throws {
        #expect(try bench.ingest([rows(1...100, changing: 100) { $0.with("TEL_NO", "\"\"") }]).refusal == nil)
    }

    @Test func aHandfulProvesNothing() throws {
        try bench.ingest([PageText.json(full(1...8))])
        #expect(try bench.ingest([rows(1...8, changing: 4) { $0.with("TEL_NO", "\"\"") }], day: 1).refusal == nil)
    }

    @Test func aKindThatCollapsesIsRefused() throws {
        let used = { (row: RowText) in row.with("STORE_TYPE", "\"0001\"") }
        try bench.ingest([rows(1...100, changing: 40, used)])
        #expect(try bench.ingest([rows(1...100, changing: 28, used)], day: 1).refusal == nil)
        let refused = try bench.ingest([rows(1...100, changing: 19, used)], day: 2)
        #expect(
            refused.refusal?.en
                == "the last good run had 28 bookstores of kind used, but this run has only 19 (maximum loss: 30 %); check the feed"
        )
    }

    @Test func aDistrictThatEmptiesIsRefused() throws {
        let jongno = { (row: RowText) in row.with("CODE_VALUE", "\"종로구\"") }
        try bench.ingest([rows(1...100, changing: 10, jongno)])
        #expect(try bench.ingest([rows(1...100, changing: 5, jongno)], day: 1).refusal == nil)
        let refused = try bench.ingest([rows(1...100, changing: 0, jongno)], day: 2)
        #expect(
            refused.refusal?.en
                == "the last good run had 5 bookstores in 종로구, but this run has only 0 (maximum loss: 50 %); check the feed"
        )
        #expect(refused.refusal?.ko.hasPrefix("종로구의 책방이 5곳(마지막으로 성공한 실행)에서 0곳으로 줄었습니다(한도 50%)") == true)
    }

    @Test func whoAdmitsALargerLossAdmitsItOfEachKindAndItIsWrittenDown() throws {
        try bench.ingest([PageText.json(full(1...100))])
        var options = IngestOptions()
        options.maximumLossPercent = 60
        let report = try bench.ingest([PageText.json(full(1...45))], day: 1, options)
        #expect(report.refusal == nil)
        #expect(try bench.runs().last?.description.acceptedBecause == "--max-loss 60")
        // A loss that the usual limit admits needs no permission.
        try bench.ingest([PageText.json(full(1...44))], day: 2, options)
        #expect(try bench.runs().last?.description.acceptedBecause == nil)
    }
}
