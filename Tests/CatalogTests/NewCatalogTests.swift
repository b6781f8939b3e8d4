import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// A first catalog, whose rows are written to their final place. It equals one made by staging, and other processes do
/// not see it before it is complete.
@Suite struct NewCatalogTests {
    private let run = RunDescription(
        feed: "places", source: "test", sha256: CatalogBench.hash("x"), startedAt: SeoulTime(unixSeconds: 0),
        toolVersion: "1")

    private func content(_ bench: CatalogBench) throws -> [String] {
        try [
            "feed", "run", "change", "reported_point", "reject", "place", "posting", "district_code",
            "district_outline", "issue",
            "issue_place", "issue_event", "issue_rule", "issue_crowd",
        ].flatMap { table in
            try bench.rows("SELECT * FROM \(table)")
        } + bench.indexedPoints().map { "\($0)" }
            + bench.rows("SELECT sql FROM sqlite_schema ORDER BY name")
    }

    /// Numbers and words as ids, in and out of order, with repeats and contradictions.
    private func shops(_ random: inout SplitMix) -> [Shop] {
        let hasWords = random.below(3) == 0
        var shops = (0..<random.below(60)).map { place in
            var shop = Shop(
                hasWords && random.below(9) == 0 ? "w\(place)" : String(place), name: "책방 \(random.below(5))")
            shop.coordinate = try? Coordinate(longitude: Double(random.below(9)), latitude: 1)
            shop.page = 1 + place / 10
            // Each of these gives issues.
            if random.below(8) == 0 { shop.name = "테스트" }
            if random.below(8) == 0 { (shop.coordinate, shop.district) = (at(126.95, 37.55), "종로구") }
            if random.below(4) == 0 { shop.contact.phone = "+8223251984" }
            if random.below(4) == 0 { shop.contact.phoneRaw = "없음" }
            if random.below(4) == 0 { shop.contact.address = "서울 종로구 종로 \(random.below(2))" }
            return shop
        }
        if random.below(2) == 0 { shops.shuffle(using: &random) }
        for index in shops.indices where random.below(20) == 0 {
            var again = shops[index]
            if random.below(2) == 0 { again.name += "!" }
            shops.append(again)
        }
        return shops
    }

    @Test(arguments: 1...30) func rowsWrittenInPlaceMakeTheSameCatalog(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let (new, staged) = (try CatalogBench(), try CatalogBench())
        // Other processes may already see an empty file as the catalog.
        try Data().write(to: URL(fileURLWithPath: staged.path))
        let shops = shops(&random)
        var plan = Night(bytes: "1")
        plan.refusal = random.below(5) == 0 ? "too few" : nil
        #expect(try new.publish(shops, plan) == staged.publish(shops, plan), "seed \(seed)")
        #expect(try content(new) == content(staged), "seed \(seed)")
        #expect(try new.faults() == [])
        // The next night also works on the new catalog.
        plan = Night(day: 1, bytes: "2")
        #expect(try new.publish(shops, plan) == staged.publish(shops, plan), "seed \(seed)")
        #expect(try content(new) == content(staged), "seed \(seed)")
    }

    @Test func nobodySeesACatalogBeforeItsFirstRunIsWhole() throws {
        let bench = try CatalogBench()
        try CatalogWriter(path: bench.path).ingest(canRepeat: true) { session in
            try session.stage(
                Shop("1").place, from: RowOrigin(pageNumber: 1, page: "p", row: 1), problem: nil, value: nil,
                raw: "{}")
            _ = try session.settleDuplicates()
            #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) == [])
            _ = try session.publish(run) { _, _ in RunJudgement(refusal: nil, acceptedBecause: nil) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) == [])
        }
        #expect(try bench.entries().count == 1)
        #expect(try bench.faults() == [])
    }

    @Test func anIngestThatEndsBeforeARunIsWrittenDownLeavesNothing() throws {
        struct Stop: Error {}
        let bench = try CatalogBench()
        #expect(throws: Stop.self) { try CatalogWriter(path: bench.path).ingest(canRepeat: true) { _ in throw Stop() } }
        #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.path) == [])
    }

    @Test func aFailedFirstRunIsWrittenDownWithoutPlaces() throws {
        let bench = try CatalogBench()
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try CatalogWriter(path: bench.path).ingest(canRepeat: true) { session in
                for number in 1...2000 {
                    try session.stage(
                        Shop(String(number)).place, from: RowOrigin(pageNumber: 1, page: "p", row: number),
                        problem: nil, value: nil, raw: "{}")
                }
                try session.recordFailure(run, .network, sentence: "the line broke", reason: nil)
                throw Stop()
            }
        }
        #expect(try bench.rows("SELECT outcome, received, reason FROM run").count == 1)
        #expect(try bench.entries().isEmpty)
        #expect(try bench.faults() == [])
        // Staged rows leave no free space in the file.
        #expect(try bench.rows("PRAGMA freelist_count") == ["freelist_count:0"])
    }

    @Test func ofTwoFirstIngestsTheSlowerIsMadeOnceMore() throws {
        let bench = try CatalogBench()
        var runs = 0
        let report = try CatalogWriter(path: bench.path).ingest(canRepeat: true) { session in
            runs += 1
            try session.stage(
                Shop("1").place, from: RowOrigin(pageNumber: 1, page: "p", row: 1), problem: nil, value: nil,
                raw: "{}")
            _ = try session.settleDuplicates()
            if runs == 1 { try bench.publish([Shop("1"), Shop("2")]) }
            return try session.publish(run) { _, _ in RunJudgement(refusal: nil, acceptedBecause: nil) }
        }
        #expect(runs == 2 && report.runID == 2)
        #expect(try bench.rows("SELECT count(*) AS n FROM place") == ["n:3"])
        #expect(try bench.faults() == [])
    }

    @Test func whatCannotBeReadTwiceIsStagedInACatalogThatIsThere() throws {
        let bench = try CatalogBench()
        try CatalogWriter(path: bench.path).ingest { session in
            #expect(CatalogWriter.exists(bench.path))
            _ = try session.settleDuplicates()
            _ = try session.publish(run) { _, _ in RunJudgement(refusal: nil, acceptedBecause: nil) }
        }
        #expect(try bench.rows("SELECT outcome FROM run") == ["outcome:published"])
    }

    @Test func aWriterGoesOnWithTheCatalogThatItMade() throws {
        let bench = try CatalogBench()
        let writer = try CatalogWriter(path: bench.path)
        for night in 1...2 {
            var run = run
            run.sha256 = CatalogBench.hash("\(night)")
            try writer.ingest(canRepeat: true) { session in
                for number in 1...night {
                    try session.stage(
                        Shop(String(number)).place, from: RowOrigin(pageNumber: 1, page: "p", row: number),
                        problem: nil, value: nil, raw: "{}")
                }
                _ = try session.settleDuplicates()
                _ = try session.publish(run) { _, _ in RunJudgement(refusal: nil, acceptedBecause: nil) }
            }
        }
        try writer.rebuildSearchIndex()
        #expect(try bench.entries().count == 2)
        #expect(try bench.faults() == [])
    }
}
