import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The first real run deletes the sample.
@Suite struct SampleRemovalTests {
    /// The content of a catalog that a reader can see, without the numbers of places and of runs.
    private struct View: Equatable {
        var entries: [String] = []
        var past: [String] = []
        var changes: [String] = []
        var sums: [CatalogChange.What: Int] = [:]
        var runs: [String] = []
        var rejects: [String] = []

        init(_ bench: CatalogBench, days: Int) throws {
            let catalog = try Catalog(path: bench.path)
            entries = try Self.entries(catalog)
            for day in 0..<days {
                let date = SeoulTime(unixSeconds: 1_788_285_600 + Int64(day) * 86400).date
                past += try Self.entries(try Catalog(path: bench.path, asOf: date)).map { "\(date) \($0)" }
            }
            var filter = ChangeFilter()
            filter.span = .after(run: 0)
            sums = try catalog.forEachChange(filter) { change in
                let subject = change.place
                changes.append(
                    "\(change.run.startedAt) \(change.what) \(subject.feedID) \(subject.name) \(change.field ?? "") \(change.old ?? "-") \(change.new ?? "-")"
                )
            }.placeCounts
            changes.sort()
            try catalog.forEachRun { run in
                // The counts of a refused run come from its comparison on that night.
                let counts = run.goodRun == nil ? "" : "\(run.counts)"
                runs.append("\(run.goodRun ?? 0) \(run.outcome) \(run.description) \(counts)")
            }
            try catalog.forEachReject(run: nil) { rejects.append("\($0.record)") }
        }

        private static func entries(_ catalog: Catalog) throws -> [String] {
            var filter = PlaceFilter()
            filter.includesClosed = true
            var found: [String] = []
            try catalog.forEachEntry(filter) {
                found.append(
                    "\($0.feed) \($0.place) \($0.firstSeen) \($0.lastSeen) \($0.missingRuns) \($0.removedOn ?? "")")
            }
            return found.sorted()
        }
    }

    private static func findings(_ bench: CatalogBench) throws -> [String] {
        try Catalog(path: bench.path).verify().flatMap(\.findings).map(\.en) + bench.faults() + bench.indexMismatches()
    }

    private static func sampleNight(_ day: Int = 0) -> Night {
        Night(day: day, feed: SampleNames.feed, source: SampleNames.source)
    }

    private static let point = at(126.95, 37.55)

    @Test func afterTheFirstRealRunTheCatalogIsAsIfItHadNeverBeen() throws {
        let real = ["7", "1001", "1002"].map { Shop($0, name: "진짜 \($0)", at: Self.point) }
        let (taken, fresh) = (try CatalogBench(), try CatalogBench())
        let sample = (1001...1040).map { Shop(String($0), name: "샘플 \($0)", at: at(126.9, 37.5)) }
        try taken.publish(sample, Self.sampleNight())
        try taken.publish(Array(sample.dropFirst()), Self.sampleNight(1))
        _ = try taken.keepPage("a page", run: 2)
        let report = try taken.publish(real, Night(day: 2, bytes: "real"))
        try fresh.publish(real, Night(day: 2, bytes: "real"))
        #expect(report.removedSample?.places == 40)
        #expect(report.removedSample?.goodRuns.map(\.id) == [1, 2])
        #expect(report.counts.added == 3 && report.counts.formerTotal == 0 && report.counts.removed == 0)
        // Even the numbers are the same, so a real place can't be confused with a made-up one.
        #expect(try taken.entries() == fresh.entries())
        #expect(try View(taken, days: 4) == View(fresh, days: 4))
        for table in ["run", "posting", "change", "reject", "page", "raw_page", "district_outline", "district_code"] {
            #expect(
                try taken.rows("SELECT count(*) FROM \(table)") == fresh.rows("SELECT count(*) FROM \(table)"),
                "\(table)")
        }
        #expect(try taken.rows("SELECT id FROM feed") == ["id:seoul-bookstores"])
        #expect(try Self.findings(taken) == [])
    }

    @Test(arguments: [true, false]) func aRefusedOrDryRunLeavesTheSampleWhole(isDryRun: Bool) throws {
        let bench = try CatalogBench()
        try bench.publish((1...30).map { Shop(String($0), at: Self.point) }, Self.sampleNight())
        func state() throws -> [String] {
            try bench.content() + bench.rows("SELECT piece, first, hex(documents) FROM posting")
                + bench.rows("SELECT * FROM district_outline") + bench.rows("SELECT * FROM run WHERE id = 1")
        }
        let before = try state()
        var night = Night(day: 1)
        night.isDryRun = isDryRun
        if !isDryRun { night.refusal = "odd" }
        let report = try bench.publish([Shop("1", name: "진짜", at: Self.point)], night)
        #expect(report.leavesSample != isDryRun && report.counts.added == 1 && report.counts.removed == 0)
        #expect(report.removedSample?.places == (isDryRun ? 30 : nil))
        #expect(try state() == before)
        #expect(try Self.findings(bench) == [])
        #expect(try Catalog(path: bench.path).status().lastGoodRuns.map(\.feed) == [SampleNames.feed])
        #expect(
            try bench.publish([Shop("1", name: "진짜", at: Self.point)], Night(day: 2)).removedSample?.places
                == 30)
        #expect(try bench.entries().map(\.place.name) == ["진짜"])
        #expect(try Self.findings(bench) == [])
    }

    @Test func outlinesThatAPersonImportedStay() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1", at: Self.point)], Self.sampleNight())
        try bench.importSquare()
        try bench.publish([Shop("2", at: Self.point)], Self.sampleNight(1))
        try bench.publish([Shop("3", at: Self.point)], Night(day: 2))
        #expect(try bench.rows("SELECT title FROM outline_source") == ["title:a sketch"])
        #expect(try bench.rows("SELECT name FROM district_outline").count == 1)
    }

    @Test func theSampleDoesNotComeToRealBookstores() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1", at: Self.point)], Night(feed: "places"))
        let before = try bench.content() + bench.rows("SELECT * FROM feed")
        let night = Self.sampleNight(1)
        let error = #expect(throws: CatalogError.self) { try bench.publish([Shop("2")], night) }
        #expect(error?.code == .occupied)
        #expect(try bench.rows("SELECT id FROM run") == ["id:1"])
        #expect(try bench.content() + bench.rows("SELECT * FROM feed") == before)
    }

    @Test func aFeedThatHasOnlyFailedKeepsNothingOut() throws {
        let bench = try CatalogBench()
        var night = Night()
        night.refusal = "odd"
        try bench.publish([Shop("1")], night)
        try bench.publish([Shop("2")], Self.sampleNight(1))
        #expect(try bench.entries().map(\.feed) == [SampleNames.feed])
        // The refused run belongs to the history of the real feed, so it stays.
        try bench.publish([Shop("3")], Night(day: 2))
        #expect(try bench.rows("SELECT outcome FROM run ORDER BY id") == ["outcome:refused", "outcome:published"])
        #expect(try Self.findings(bench) == [])
    }

    /// Another process publishes the sample after this run has started to read.
    @Test func aSampleThatComesMeanwhileGoesWithTheRun() throws {
        let bench = try CatalogBench()
        let run = RunDescription(
            feed: "seoul-bookstores", source: "test", sha256: CatalogBench.hash("mine"),
            startedAt: SeoulTime(unixSeconds: 1_788_285_600), toolVersion: "1.0")
        _ = try CatalogWriter(path: bench.path).ingest { session in
            try session.begin(feed: run.feed)
            let origin = RowOrigin(pageNumber: 1, page: "p", row: 1)
            try session.stage(
                Shop("1", name: "진짜", at: Self.point).place, from: origin, problem: nil, value: nil, raw: "{}")
            _ = try session.settleDuplicates()
            try bench.publish((1...9).map { Shop(String($0), at: Self.point) }, Self.sampleNight())
            return try session.publish(run) { _, _ in RunJudgement(refusal: nil, acceptedBecause: nil) }
        }
        #expect(try bench.entries().map(\.place.name) == ["진짜"])
        #expect(try Self.findings(bench) == [])
    }
}
