import Foundation
import GeocliCatalog
internal import GeocliPlaces
import GeocliText
import SampleFeed
import TestSupport
import Testing

@testable import GeocliIngest

/// Repeated rows, on one page or on several, and pages that do not fit together.
@Suite struct PagingTests {
    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    private func page(_ ids: ClosedRange<Int>, total: Int) -> [UInt8] {
        PageText.json(ids.map { RowText(String($0), name: "책방 \($0)") }, total: total)
    }

    @Test func pagesThatFitGoLiveWithoutAWarning() throws {
        let report = try bench.ingest([page(1...3, total: 7), page(4...6, total: 7), page(7...7, total: 7)])
        #expect(report.refusal == nil && report.run.counts.accepted == 7)
        #expect(!report.warnings.map(\.code).contains("pages-overlap"))
    }

    @Test func anOverlapOfACompleteUnionIsPublishedWithAWarning() throws {
        let report = try bench.ingest([page(1...4, total: 7), page(4...7, total: 7)])
        #expect(report.refusal == nil && report.run.counts.accepted == 7 && report.run.counts.duplicates == 1)
        let warning = try #require(report.warnings.first { $0.code == "pages-overlap" })
        #expect(warning.count == 1)
        #expect(warning.words.en == "the feed changed while geocli read it (rows on two pages: 1, different totals: 1)")
    }

    @Test func anOverlapThatHidesASkippedRowIsRefused() throws {
        let report = try bench.ingest([page(1...4, total: 8), page(4...7, total: 8)])
        #expect(report.refusal?.en.hasPrefix("the source has only 7 of the 8 rows") == true)
        #expect(try bench.entries() == [])
    }

    /// A line of column names is one only at the start of a file.
    @Test func theSameBytesInOtherPagesAreAnotherRun() throws {
        let head = try #require(DeclarationTests.text.firstRange(of: "[pages]")).lowerBound
        let feed = try DeclarationTests.feed(
            String(DeclarationTests.text[..<head]) + """
                [pages]
                format = "csv"
                encoding = "UTF-8"
                delimiter = ","
                header = true
                [fields]
                id = "no"
                name = "name"
                [point]
                x = "lon"
                y = "lat"
                crs = "EPSG:4326"
                area = [126.7, 37.4, 127.2, 37.8]
                """)
        func file(_ ids: ClosedRange<Int>) -> [UInt8] {
            Array(("no,name,lon,lat\n" + ids.map { "\($0),n\($0),126.9,37.5\n" }.joined()).utf8)
        }
        let files = [file(1...5), file(6...9), file(10...12)]
        #expect(try bench.ingest(files, of: feed).run.outcome == .published)
        #expect(try bench.ingest(files, of: feed, day: 1).run.outcome == .unchanged)
        let joined = try bench.ingest([files[0] + files[1], files[2]], of: feed, day: 2)
        #expect(joined.run.outcome == .published && joined.run.counts.received == 13)
        let hashes = try bench.runs().map(\.description.sha256)
        #expect(hashes[0] == hashes[1] && hashes[0] != hashes[2])
    }

    @Test func aPageThatCameTwiceIsRefused() throws {
        let report = try bench.ingest([page(1...4, total: 8), page(1...4, total: 8)])
        #expect(report.refusal?.en.hasPrefix("the source has only 4 of the 8 rows") == true)
    }

    @Test func aMissingPageIsRefused() throws {
        #expect(try bench.ingest([page(1...3, total: 9), page(7...9, total: 9)]).refusal != nil)
    }

    @Test func ofTotalsThatDisagreeTheLargestMustBeReached() throws {
        #expect(
            try bench.ingest([page(1...3, total: 5), page(4...5, total: 6)]).refusal?.en.hasPrefix(
                "the source has only 5 of the 6") == true)
        #expect(
            try bench.ingest([page(1...3, total: 6), page(4...5, total: 5)]).refusal?.en.hasPrefix(
                "the source has only 5 of the 6") == true)
        let grown = try bench.ingest([page(1...3, total: 5), page(4...6, total: 6)])
        #expect(grown.refusal == nil)
        #expect(
            grown.warnings.map(\.words.en) == [
                "the feed changed while geocli read it (rows on two pages: 0, different totals: 2)",
                "all 6 bookstores have the same point; check the feed's coordinates",
            ])
    }

    @Test func anOverlapWithAChangedRowSetsBothAside() throws {
        let changed = PageText.json([RowText("4", name: "anders")] + (5...10).map { RowText(String($0)) }, total: 10)
        let report = try bench.ingest([page(1...4, total: 10), changed])
        #expect(report.refusal == nil)
        #expect(
            report.run.counts.received == 11 && report.run.counts.reasons == [.idClash: 2]
                && report.run.counts.accepted == 9)
        #expect(try bench.rejects().map(\.origin.page) == ["page 1", "page 2"])
        #expect(try bench.rejects().map(\.origin.row) == [4, 1])
    }

    @Test func identicalRowsOfOnePageCountTowardsTheTotal() throws {
        let rows = [RowText("1"), RowText("2"), RowText("1.0"), RowText("\"2\"")]
        let report = try bench.ingest([PageText.json(rows)])
        #expect(report.refusal == nil && report.run.counts.duplicates == 2 && report.run.counts.accepted == 2)
        #expect(report.warnings.map(\.code) == ["duplicate-rows", "one-point"])
    }

    @Test(arguments: [["A", "B"], ["A", "A", "B"], ["B", "A", "A"]])
    func clashingRowsAreAllSetAside(names: [String]) throws {
        let good = (1...12).map { RowText(String($0)) }
        let report = try bench.ingest([PageText.json(good + names.map { RowText("99", name: $0) })])
        #expect(report.refusal == nil && report.run.counts.reasons == [.idClash: names.count])
        #expect(report.run.counts.duplicates == 0 && report.run.counts.accepted == 12)
        #expect(try bench.rejects().map(\.raw) == names.map { RowText("99", name: $0).json })
    }

    @Test func rowsThatDifferOnlyInFieldsNobodyKeepsAreTheSame() throws {
        let rows = [
            RowText("1"),
            RowText("1").with("GU_CODE", "\"999\"").with("STORE_TYPE_NAME", "\"x\"").with("TEL_NO", "\"  \""),
        ]
        #expect(try bench.ingest([PageText.json(rows)]).run.counts.duplicates == 1)
    }

    @Test(arguments: [1, 7, 100, 190, 1000])
    func howARunIsPagedMakesNoDifference(size: Int) throws {
        // Too few rows for the row that the sample repeats: a row on two pages would look as if the feed had moved.
        let sample = SampleFeed(seed: 1, count: 190)
        let pages = (0..<sample.pageCount(rowsPerPage: size)).map { sample.page($0, rowsPerPage: size) }
        let report = try bench.ingest(pages)
        let whole = try IngestBench()
        let expected = try whole.ingest([sample.page(0)])
        #expect(try bench.entries() == whole.entries())
        #expect(report.run.counts.accepted == expected.run.counts.accepted && report.refusal == nil)
        #expect(try bench.rejects().map(\.raw) == whole.rejects().map(\.raw))
    }

    @Test(arguments: 0..<8)
    func shuffledRowsAndPagesGiveTheSameCatalog(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = SampleFeed(seed: seed, count: 190)
        var rows = (0..<190).map { row -> String in
            let page = String(decoding: sample.answer(rows: row..<row + 1), as: UTF8.self)
            return String(page[(page.range(of: "\"row\":[")?.upperBound ?? page.startIndex)...].dropLast(3))
        }
        func pages(_ size: Int) -> [[UInt8]] {
            stride(from: 0, to: rows.count, by: size).map {
                PageText.json(Array(rows[$0..<min($0 + size, rows.count)]), total: 190)
            }
        }
        try bench.ingest(pages(190))
        rows.shuffle(using: &random)
        let other = try IngestBench()
        let report = try other.ingest(pages(Int.random(in: 20...190, using: &random)))
        #expect(report.refusal == nil, "seed \(seed)")
        #expect(try bench.entries() == other.entries(), "seed \(seed)")
        #expect(try Set(bench.rejects().map(\.raw)) == Set(other.rejects().map(\.raw)), "seed \(seed)")
    }
}
