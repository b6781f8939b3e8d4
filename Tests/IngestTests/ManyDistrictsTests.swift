import GeocliCatalog
internal import GeocliPlaces
import GeocliText
import Testing

@testable import GeocliIngest

/// A feed with more districts than are counted in memory: the guards come to the same results as for a small feed.
@Suite struct ManyDistrictsTests {
    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    /// Rows in 10,300 districts; `강남구` has this number of them.
    private func rows(in last: Int, longest: String = "x") -> [RowText] {
        let many = (1...10_300).map { RowText(String($0)).with("CODE_VALUE", "\"구 \($0)\"") }
        let one = (20_001...20_012).map {
            RowText(String($0)).with("CODE_VALUE", $0 <= 20_000 + last ? "\"강남구\"" : "\"새\"")
        }
        return many + one + [RowText("30000").with("CODE_VALUE", "\"\(longest)\"")]
    }

    private func ingest(_ rows: [RowText], day: Int, comparesAll: Bool = false) throws -> Ingester.Report {
        var options = IngestOptions()
        options.comparesAll = comparesAll
        return try bench.ingest([PageText.json(rows)], day: day, options)
    }

    private func isWhole() throws -> Bool { try Catalog(path: bench.path).verify().allSatisfy { $0.findings.isEmpty } }

    @Test func aDistrictThatCollapsesIsNamedAndOthersAreNot() throws {
        let all = rows(in: 12)
        #expect(try ingest(all, day: 0).run.counts.accepted == 10_313)
        #expect(try isWhole())
        // The same rows in reverse order: other districts fill the memory first, and none has lost places.
        #expect(try ingest(all.reversed(), day: 1).refusal == nil)
        #expect(try ingest(all.reversed(), day: 2, comparesAll: true).refusal == nil)
        for (day, comparesAll) in [false, true].enumerated() {
            let report = try ingest(rows(in: 5), day: 3 + day, comparesAll: comparesAll)
            #expect(
                report.refusal?.en.hasPrefix(
                    "the last good run had 12 bookstores in 강남구, but this run has only 5 (") == true)
            #expect(report.run.counts.districts.map(\.name) == ["강남구"])
        }
        #expect(try ingest(rows(in: 8), day: 5).refusal == nil)
        #expect(try isWhole())
    }

    /// A few names of about a megabyte fill the memory as many short names do.
    @Test func longNamesAreCountedOutsideTheMemoryToo() throws {
        let long = String(repeating: "구", count: 200_000)
        let few = (1...8).map { RowText(String($0)).with("CODE_VALUE", "\"\(long)\($0 / 8)\"") }
        let more = (9...20).map { RowText(String($0)) }
        #expect(try ingest(few + more, day: 0).run.counts.accepted == 20)
        let moved = few.map { $0.with("CODE_VALUE", "\"새\"") }
        let report = try ingest(moved + more, day: 1)
        #expect(report.refusal?.en.contains(" bookstores in 구구") == true)
        #expect(report.run.counts.districts.map { [$0.former, $0.now] } == [[7, 0]])
        #expect(try isWhole())
    }
}
