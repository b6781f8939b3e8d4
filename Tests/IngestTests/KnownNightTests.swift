import GeocliCatalog
internal import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Runs after the first skip the comparison of known rows; the result is the same as if every row were compared.
@Suite struct KnownNightTests {
    private let first = (1...20).map { RowText(String($0)) }

    /// The content of two catalogs after the same two nights; one of them compares every row.
    private func bothWays(_ second: [[RowText]]) throws -> (quick: [[String]], thorough: [[String]]) {
        var results: [[[String]]] = []
        for comparesAll in [false, true] {
            let bench = try IngestBench()
            try bench.ingest([PageText.json(first)])
            var options = IngestOptions()
            options.comparesAll = comparesAll
            options.maximumLossPercent = 100
            let report = try bench.ingest(second.map { PageText.json($0) }, day: 1, options)
            results.append([
                ["\(report.run.counts)"], try bench.entries().map { "\($0)" }, try bench.rejects().map { "\($0)" },
            ])
        }
        return (results[0], results[1])
    }

    @Test func aRowThatContradictsAKnownOneHasEverythingRead() throws {
        let both = try bothWays([first + [RowText("7", name: "다른 이름")]])
        #expect(both.quick == both.thorough)
        #expect(both.quick[2].count == 2, "both rows are set aside, the known one with its text")
    }

    @Test func aKnownRowThatComesAgainCountsAsADuplicate() throws {
        let both = try bothWays([first + [first[3]], [first[5], first[5]]])
        #expect(both.quick == both.thorough)
        #expect(both.quick[0][0].contains("duplicates: 3"))
    }

    @Test func aRowThatSaysTheSameInOtherWordsIsADuplicateToo() throws {
        let both = try bothWays([first + [first[3].with("GU_CODE", "\"999\"")]])
        #expect(both.quick == both.thorough)
        #expect(both.quick[0][0].contains("duplicates: 1") && both.quick[2] == [])
    }

    /// A pipe can't be read twice, so all of its rows are read.
    @Test func whatComesThroughAPipeIsComparedWhole() throws {
        let bench = try IngestBench()
        try bench.ingest([PageText.json(first)])
        let bytes = PageText.json(first + [RowText("7", name: "다른 이름")])
        var openings = 0
        let page = SavedPages.Page(name: "standard input", canBeReadAgain: false) {
            openings += 1
            return ByteSource(name: "standard input", bytes: bytes)
        }
        let report = try bench.ingest(SavedPages(name: "-", pages: [page]), day: 1)
        #expect(openings == 1 && report.run.counts.rejected == 2)
    }
}
