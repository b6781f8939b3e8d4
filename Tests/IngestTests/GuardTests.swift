import Foundation
import GeocliCatalog
internal import GeocliPlaces
import GeocliText
import Logging
import Testing

@testable import GeocliIngest

/// The conditions for a snapshot to replace the one in the catalog.
@Suite struct GuardTests {
    private let bench: IngestBench

    init() throws { bench = try IngestBench() }

    private func rows(_ ids: some Sequence<Int>) -> [RowText] { ids.map { RowText(String($0)) } }

    private func good(_ ids: some Sequence<Int>) -> [UInt8] { PageText.json(rows(ids)) }

    /// A page of `count` rows whose last `bad` rows have no id.
    private func page(_ count: Int, bad: Int) -> [UInt8] {
        PageText.json(rows(1...count - bad) + (0..<bad).map { _ in RowText("\"\"") })
    }

    private func held() throws -> [String] {
        try bench.entries().filter { $0.missingRuns == 0 }.map(\.place.feedID)
    }

    @Test func oneRowInFiveMayBeUnusableAndNoMore() throws {
        #expect(try bench.ingest([page(5, bad: 1)]).refusal == nil)
        #expect(try bench.ingest([page(100, bad: 20)]).refusal == nil)
        let refused = try bench.ingest([page(99, bad: 20)])
        #expect(
            refused.refusal?.en
                == "20 of 99 rows are unusable (more than 20 %); see 'geocli runs 3'"
        )
        #expect(
            refused.refusal?.ko == "99행 가운데 20행을 쓸 수 없습니다(20% 초과). 'geocli runs 3'을 확인하세요")
        #expect(refused.run.outcome == .refused && refused.run.reason == refused.refusal?.en)
        #expect(try held().count == 80)
        #expect(try bench.rejects(run: refused.run.runID).count == 20)
    }

    @Test func aRowThatLacksOnlyItsPointIsUsable() throws {
        let report = try bench.ingest([PageText.json((1...10).map { RowText(String($0)).at("\"\"", "\"\"") })])
        #expect(report.refusal == nil && report.run.counts.withoutPoint == 10 && report.run.counts.accepted == 10)
        #expect(try bench.rejects().allSatisfy { $0.isKept && $0.reason == .coordinateMissing })
    }

    @Test func oneInFiveMayBeGoneAndNoMore() throws {
        try bench.ingest([good(1...10)])
        let refused = try bench.ingest([good(1...7)], day: 1)
        #expect(
            refused.refusal?.en
                == "3 of 10 known bookstores are missing (more than 20 %); check the feed"
        )
        #expect(
            refused.refusal?.ko == "등록된 책방 10곳 가운데 3곳이 누락되었습니다(20% 초과). 피드를 확인하세요")
        #expect(refused.run.counts.removed == 3 && refused.run.counts.formerTotal == 10)
        #expect(try held().count == 10)
        let passed = try bench.ingest([good(1...8)], day: 2)
        #expect(passed.refusal == nil && passed.run.counts.removed == 2)
        #expect(try held().count == 8)
    }

    @Test func newOnesDoNotMakeUpForLostOnes() throws {
        try bench.ingest([good(1...10)])
        let report = try bench.ingest([good(4...100)], day: 1)
        #expect(report.refusal?.en.hasPrefix("3 of 10 known bookstores are missing") == true)
    }

    @Test(arguments: [
        (30.0, 30, true), (29.99, 30, false), (0.0, 1, false), (0.0, 0, true), (100.0, 99, true), (0.5, 1, false),
        (1.0, 1, true),
    ])
    func theLimitOfLossIsAsGiven(percent: Double, gone: Int, passes: Bool) throws {
        try bench.ingest([good(1...100)])
        var options = IngestOptions()
        options.maximumLossPercent = percent
        let report = try bench.ingest([good(gone + 1...100)], day: 1, options)
        #expect((report.refusal == nil) == passes)
        let shown = percent == 29.99 ? "29.99" : percent == 0.5 ? "0.5" : String(Int(percent))
        if !passes { #expect(report.refusal?.en.contains("(more than \(shown) %)") == true) }
    }

    /// A greater limit is a reason only for a loss that the usual one refuses.
    @Test(arguments: [(20, nil), (21, "--max-loss 50")] as [(Int, String?)])
    func aGreaterLimitIsNotedIfItWasNeeded(gone: Int, reason: String?) throws {
        try bench.ingest([good(1...100)])
        var options = IngestOptions()
        options.maximumLossPercent = 50
        let report = try bench.ingest([good(gone + 1...100)], day: 1, options)
        #expect(report.run.description.acceptedBecause == reason)
    }

    @Test func aReasonLetsItThroughAndIsKept() throws {
        try bench.ingest([good(1...10)])
        let report = try bench.ingest([good(1...2)], day: 1, IngestBench.accepting("moved to a new system"))
        #expect(report.refusal == nil && report.run.outcome == .published && report.run.reason == nil)
        #expect(report.run.description.acceptedBecause == "moved to a new system")
        #expect(try held() == ["1", "2"])
        #expect(try bench.entries().count == 10)
    }

    @Test func aReasonLetsEvenNothingThrough() throws {
        try bench.ingest([good(1...3)])
        #expect(try bench.ingest([good([])], day: 1).refusal != nil)
        let accepted = try bench.ingest([good([])], day: 1, IngestBench.accepting("empty: the city closed the list"))
        #expect(accepted.run.counts.removed == 3)
        #expect(try held() == [])
    }

    @Test(arguments: ["STORE_SEQ_NO", "STORE_NAME", "XCNTS", "YDNTS"])
    func aFieldThatNoRowHasIsNamed(field: String) throws {
        try bench.ingest([good(1...3)])
        let rows = rows(1...3).map { row in row.without(field).with(field + "_NEW", "\"37\"") }
        for page in [PageText.json(rows), PageText.xml(rows)] {
            let report = try bench.ingest([page], day: 1)
            #expect(
                report.refusal?.en
                    == "no row has the field \(field); the feed's format may have changed; compare the page with an older one"
            )
        }
        #expect(try bench.entries().allSatisfy { $0.coordinate != nil && $0.missingRuns == 0 })
        // One row with the field is enough for the guard, even if the value is null.
        let some = rows.dropLast().map(\.json) + [RowText("9").with(field, "null").json]
        let report = try bench.ingest([PageText.json(some)], day: 1)
        #expect(report.refusal?.en.hasPrefix("no row has the field") != true)
    }

    @Test func theTotalMustBeReached() throws {
        let refused = try bench.ingest([PageText.json(rows(1...5), total: 606)])
        #expect(
            refused.refusal?.en
                == "the source has only 5 of the 606 rows that the service states; fetch all pages again"
        )
        #expect(refused.refusal?.ko == "서비스가 알려 준 전체 606행 가운데 5행만 있습니다. 모든 페이지를 다시 받으세요")
        #expect(
            try bench.ingest([PageText.json(rows(1...5), total: 4)]).refusal?.en.hasPrefix(
                "the source has 5 rows, more than the 4 that the service states; ") == true)
        #expect(try bench.ingest([PageText.json(rows(1...5), total: 5)]).refusal == nil)
    }

    @Test func aRefusalLeavesAllAndIsRecorded() throws {
        try bench.ingest([good(1...10)])
        let before = try bench.entries()
        let report = try bench.ingest([good(1...2)], day: 1)
        #expect(report.run.runID == 2 && report.run.outcome == .refused)
        #expect(try bench.entries() == before)
        let status = try Catalog(path: bench.path).status()
        #expect(status.lastRefusals.map(\.id) == [2] && status.lastRefusals.map(\.reason) == [report.refusal?.en])
        #expect(try bench.ingest([good(1...10)], day: 2).run.outcome == .unchanged)
    }

    @Test func aDryRunSaysTheSameAndLeavesNoTrace() throws {
        try bench.ingest([good(1...10)])
        let before = try Data(contentsOf: URL(fileURLWithPath: bench.path))
        var options = IngestOptions()
        options.isDryRun = true
        for ids in [2...11, 1...2, 1...10] {
            let dry = try bench.ingest([good(ids)], day: 1, options)
            #expect(dry.run.runID == nil)
            #expect(try Data(contentsOf: URL(fileURLWithPath: bench.path)) == before)
            #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) == ["catalog.sqlite"])
            let copy = try IngestBench()
            try before.write(to: URL(fileURLWithPath: copy.path))
            let real = try copy.ingest([good(ids)], day: 1)
            #expect(
                dry.run.counts == real.run.counts && dry.run.outcome == real.run.outcome && dry.refusal == real.refusal)
        }
    }

    @Test func theSameBytesAreUnchangedAndWarnOfNothing() throws {
        let page = PageText.json([RowText("1"), RowText("1"), RowText("2").with("STORE_TYPE", "\"9\"")])
        let first = try bench.ingest([page])
        #expect(first.warnings.map(\.code) == ["unknown-kind", "duplicate-rows", "one-point"])
        let second = try bench.ingest([page], day: 1)
        #expect(second.run.outcome == .unchanged && second.warnings == [] && second.refusal == nil)
        #expect(second.run.counts.duplicates == 1 && second.run.counts.accepted == 2)
        #expect(try bench.ingest([page + [0x0A]], day: 2).run.outcome == .published)
    }

    @Test func aSmallerSnapshotOnceAcceptedIsTheNewMeasure() throws {
        try bench.ingest([good(1...100)])
        try bench.ingest([good(1...50)], day: 1, IngestBench.accepting())
        #expect(try bench.ingest([good(1...40)], day: 2).refusal == nil)
        #expect(try bench.ingest([good(1...31)], day: 3).refusal != nil)
        #expect(try bench.ingest([good(1...40)], day: 3).refusal == nil)
        // One fifth of the 40, but more than one fifth of the 50.
        #expect(try bench.ingest([good(1...32)], day: 3).run.reasonData?.code == "leaked")
    }

    /// `SampleRemovalTests` tests everything else about the removal of the sample.
    @Test func theSampleAndRealBookstoresAreNeverTogether() throws {
        let bytes = good(1...10)
        let only = SavedPages.Page(name: "sample/1") { ByteSource(name: "sample/1", bytes: bytes) }
        let sample = SavedPages(name: SampleNames.source, pages: [only])
        #expect(try bench.ingest(sample, of: .sample).refusal == nil)
        #expect(try bench.ingest(sample, of: .sample, day: 1).run.outcome == .unchanged)
        // The guards refuse the first real run without comparing it with the sample's runs, and the sample stays.
        let refused = try bench.ingest([page(99, bad: 20)], day: 2)
        #expect(refused.run.leavesSample && refused.run.removedSample == nil && refused.run.runID == 3)
        #expect(refused.refusal?.en.hasSuffix("'geocli runs 3'") == true)
        #expect(try held().count == 10)
        // None of the ten made-up bookstores remains, and this does not count as a loss.
        let real = try bench.ingest([good(100...111)], day: 3)
        #expect(real.refusal == nil && real.run.counts.added == 12 && real.run.counts.removed == 0)
        #expect(real.run.removedSample?.places == 10 && real.run.removedSample?.goodRuns.map(\.id) == [1, 2])
        #expect(try held().count == 12 && bench.entries().count == 12)
        let error = #expect(throws: CatalogError.self) {
            try bench.ingest(sample, of: .sample, day: 4, IngestBench.accepting())
        }
        #expect(
            error?.words.en
                == "the catalog holds real places of seoul-bookstores; put the made-up sample into a separate catalog: geocli ingest --sample --db sample.sqlite"
        )
        #expect(try bench.runs().map(\.id) == [3, 4])
    }

    @Test func warningsAreSaidLiterally() throws {
        let rows = ["9", "\\u001b8", "7", "6", ""].enumerated().map {
            RowText(String($0 + 1)).with("STORE_TYPE", "\"\($1)\"")
        }
        let warnings = try bench.ingest([PageText.json(rows + [rows[0]])]).warnings
        #expect(
            warnings.map(\.words.en) == [
                #"6 of 6 rows have an unknown kind ("", "8", "6", …); they are listed as other"#,
                "duplicate rows: 1 of 6; each bookstore is listed once",
                "all 5 bookstores have the same point; check the feed's coordinates",
            ])
        #expect(warnings.map(\.count) == [6, 1, 5])
        #expect(warnings[1].words.ko == "6행 가운데 1행이 중복입니다. 책방마다 한 번만 등록했습니다")
    }

    @Test func progressCountsEveryRow() throws {
        var seen: [Int] = []
        let start = SeoulTime(unixSeconds: 0)
        let ingester = Ingester(
            feed: .seoulBookstores, options: IngestOptions(), startedAt: start, toolVersion: "1",
            log: .init(label: "t"))
        let pages = [PageText.json(rows(1...3), total: 5), PageText.json(["5", "null"], total: 5)]
        _ = try ingester.run(
            SavedPages(name: "t", pages: pages.map { page in .init(name: "p") { ByteSource(name: "p", bytes: page) } }),
            into: try CatalogWriter(temporary: ())
        ) { count, _ in seen.append(count) }
        #expect(seen == [1, 2, 3, 4, 5])
    }
}
