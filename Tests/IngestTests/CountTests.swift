import Foundation
import GeocliCatalog
import GeocliGeo
internal import GeocliPlaces
import SampleFeed
import TestSupport
import Testing

@testable import GeocliIngest

/// Counts that must add up for any input.
@Suite struct CountTests {
    private func check(_ bench: IngestBench, _ report: Ingester.Report, former: Int, _ comment: Comment) throws {
        let counts = report.run.counts
        #expect(counts.received == counts.accepted + counts.rejected + counts.duplicates, comment)
        #expect(counts.reasons.values.reduce(0, +) == counts.rejected + counts.withoutPoint, comment)
        guard report.run.outcome == .published else { return }
        let listed = try bench.entries().filter { $0.missingRuns == 0 }
        let rejects = try bench.rejects()
        #expect(counts.total == listed.count && counts.total == counts.accepted, comment)
        #expect(counts.formerTotal == former, comment)
        #expect(counts.total == former + counts.added + counts.returned - counts.removed, comment)
        #expect(rejects.filter { !$0.isKept }.count == counts.rejected, comment)
        #expect(listed.filter { $0.coordinate == nil }.count == counts.withoutPoint, comment)
        #expect(Dictionary(grouping: rejects, by: \.reason).mapValues(\.count) == counts.reasons, comment)
        #expect(rejects.allSatisfy { !$0.raw.isEmpty && $0.origin.row > 0 }, comment)
    }

    @Test func theBundledSampleGivesTheCountsOfTheIndependentScript() throws {
        let bench = try IngestBench()
        let report = try bench.ingest([SampleFeed.bundled.page(0)])
        try check(bench, report, former: 0, "bundled")
        let counts = report.run.counts
        #expect(report.refusal == nil)
        #expect(counts.received == 606 && counts.accepted == 601 && counts.rejected == 4 && counts.duplicates == 1)
        #expect(counts.withoutPoint == 5 && counts.added == 601 && counts.total == 601 && counts.changed == 0)
        #expect(
            counts.reasons == [
                .idClash: 2, .noID: 1, .noName: 1, .coordinateUnreadable: 1, .coordinateMissing: 2,
                .coordinateSwapped: 1,
                .coordinateOutsideArea: 1,
            ])
        let status = try Catalog(path: bench.path).status()
        #expect(status.kinds == [.new: 503, .used: 97, .other: 1])
        #expect(status.districts.count == 25)
        let some = ["강남구": 36, "마포구": 71, "종로구": 44, "중구": 28, "중랑구": 9, "용산구": 36]
        for (name, count) in some { #expect(status.districts.first { $0.name == name }?.count == count, "\(name)") }
        #expect(report.warnings.map(\.code) == ["unknown-kind", "duplicate-rows", "html"])
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func dirtyFeedsAddUpAndStandWhereTheySay(seed: UInt64) throws {
        for extent in SampleExtent.allCases {
            let sample = SampleFeed(seed: seed, count: 700, extent: extent)
            let bench = try IngestBench()
            let report = try bench.ingest(
                [sample.answer(rows: 0..<700)], of: extent == .seoul ? .seoulBookstores : .places)
            try check(bench, report, former: 0, "seed \(seed), \(extent)")
            #expect(report.refusal == nil && report.run.counts.received == 700)
            let held = try bench.entries().compactMap(\.coordinate).map { "\($0.latitude) \($0.longitude)" }
            let made = Set(
                (0..<700).compactMap { sample.coordinate(ofRow: $0) }.map { "\($0.latitude) \($0.longitude)" })
            // In a feed of the whole world, points in Tokyo and at 0, 0 are valid.
            #expect(extent == .world || held.allSatisfy(made.contains), "seed \(seed), \(extent)")
            #expect(held.filter(made.contains).count > 600)
        }
    }

    @Test func aCleanFeedIsTakenWhole() throws {
        for extent in SampleExtent.allCases {
            let bench = try IngestBench()
            let sample = SampleFeed(seed: 9, count: 2500, extent: extent, dirt: .none)
            let pages = (0..<sample.pageCount()).map { sample.page($0) }
            let report = try bench.ingest(pages, of: extent == .seoul ? .seoulBookstores : .places)
            #expect(report.run.counts.accepted == 2500 && report.run.counts.withoutPoint == 0 && report.warnings == [])
        }
    }

    /// Rows with random damage: no row is lost, and none stops the run.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func randomDamageOfSingleRowsNeverStopsTheRun(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bench = try IngestBench()
        var former = 0
        for night in 0..<6 {
            let rows = (0..<60).map { damaged(RowText(String(1 + $0 % 57)), &random) }
            let report = try bench.ingest([PageText.json(rows)], day: night, IngestBench.accepting())
            #expect(report.run.counts.received == 60)
            try check(bench, report, former: former, "seed \(seed), night \(night)")
            former = report.run.counts.total
            let ids = Set(try bench.entries().filter { $0.missingRuns == 0 }.map(\.place.feedID))
            let raw = Set(try bench.rejects().map(\.raw))
            for row in rows where !raw.contains(row) {
                #expect(
                    ids.contains {
                        row.contains("\"STORE_SEQ_NO\":\($0)") || row.contains("\"STORE_SEQ_NO\":\"\($0)\"")
                    }, "seed \(seed): \(row)")
            }
        }
    }

    private func damaged(_ row: RowText, _ random: inout SeededGenerator) -> String {
        let values = [
            "null", "\"\"", "\"  \"", "0", "-1", "1e999", "[]", "{}", "[{\"a\":[1]}]", "true", "\"NaN\"", "\"없음\"",
            "\"\\u0000\"",
            "\"\\ud800\"", "\"37.5~2\"", "\"126.9\"", "37.5", "9999999999999999999999",
            "\"\(String(repeating: "가", count: 500))\"",
        ]
        var row = row
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: return row.json
        case 3: return values.filter { !$0.hasPrefix("{") }.randomElement(using: &random) ?? "null"
        case 4:
            row.fields.removeAll { $0.name != "STORE_SEQ_NO" && Int.random(in: 0..<4, using: &random) == 0 }
            return row.json
        default:
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 1..<row.fields.count, using: &random)
                row.fields[index].json = values.randomElement(using: &random) ?? "null"
            }
            return row.json
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func randomBytesNeverReplaceAGoodCatalogInSilence(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let page = PageText.json((1...20).map { RowText(String($0)) })
        let bench = try IngestBench()
        try bench.ingest([page])
        for _ in 0..<300 {
            var bytes = page
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
                }
            }
            let former = try bench.entries().filter { $0.missingRuns == 0 }.count
            guard let report = try? bench.ingest([bytes]) else { continue }
            try check(bench, report, former: former, "seed \(seed)")
            #expect(report.run.counts.received <= 20 || report.refusal != nil)
            #expect(try bench.entries().filter { $0.missingRuns == 0 }.count >= former * 4 / 5)
            try bench.ingest([page], IngestBench.accepting())
        }
    }
}
