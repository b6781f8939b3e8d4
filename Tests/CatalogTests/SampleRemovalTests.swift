import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The first real run deletes the sample, even if an earlier version published it under the real feed's id.
@Suite struct SampleRemovalTests {
    /// The content of a catalog that a reader can see, without the numbers of bookstores and of runs.
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
                let subject = change.bookstore
                changes.append(
                    "\(change.run.startedAt) \(change.what) \(subject.feedID) \(subject.name) \(change.field ?? "") \(change.old ?? "-") \(change.new ?? "-")"
                )
            }.bookstoreCounts
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
                    "\($0.feed) \($0.bookstore) \($0.firstSeen) \($0.lastSeen) \($0.missingRuns) \($0.closedOn ?? "")")
            }
            return found.sorted()
        }
    }

    private static func findings(_ bench: CatalogBench) throws -> [String] {
        try Catalog(path: bench.path).verify().flatMap(\.findings).map(\.en) + bench.faults() + bench.treeMismatches()
    }

    /// The same without what the seals find. A known fault: after made-up runs have left the history of a real feed, which
    /// only catalogs of before the first release have, the seals of some seeds do not fit.
    private static func findingsWithoutSeals(_ bench: CatalogBench) throws -> [String] {
        try findings(bench).filter { !$0.contains("geocli wrote") && !$0.contains("geocli did not write") }
    }

    private static func sampleNight(_ day: Int = 0) throws -> Night {
        var night = Night(day: day, feed: SampleNames.feed, source: SampleNames.source)
        night.outlines = try CatalogBench.square(SampleNames.outlines)
        return night
    }

    private static let point = at(126.95, 37.55)

    // MARK: The sample in a feed of its own

    @Test func afterTheFirstRealRunTheCatalogIsAsIfItHadNeverBeen() throws {
        let real = ["7", "1001", "1002"].map { Shop($0, name: "진짜 \($0)", at: Self.point) }
        let (taken, fresh) = (try CatalogBench(), try CatalogBench())
        let sample = (1001...1040).map { Shop(String($0), name: "샘플 \($0)", at: at(126.9, 37.5)) }
        try taken.publish(sample, try Self.sampleNight())
        try taken.publish(Array(sample.dropFirst()), try Self.sampleNight(1))
        _ = try taken.keepPage("a page", run: 2)
        #expect(try taken.rows("SELECT name FROM district_outline").count == 1)
        let report = try taken.publish(real, Night(day: 2, bytes: "real"))
        try fresh.publish(real, Night(day: 2, bytes: "real"))
        #expect(report.removedSample?.bookstoreCount == 40 && report.removedSample?.outlineCount == 1)
        #expect(report.removedSample?.runs.map(\.id) == [1, 2])
        #expect(report.counts.added == 3 && report.counts.formerTotal == 0 && report.counts.removed == 0)
        // Even the numbers are the same, so a real bookstore can't be confused with a made-up one.
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
        try bench.publish((1...30).map { Shop(String($0), at: Self.point) }, try Self.sampleNight())
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
        #expect(report.removedSample?.bookstoreCount == (isDryRun ? 30 : nil))
        #expect(try state() == before)
        #expect(try Self.findings(bench) == [])
        #expect(try Catalog(path: bench.path).status().lastGoodRuns.map(\.feed) == [SampleNames.feed])
        #expect(
            try bench.publish([Shop("1", name: "진짜", at: Self.point)], Night(day: 2)).removedSample?.bookstoreCount
                == 30)
        #expect(try bench.entries().map(\.bookstore.name) == ["진짜"])
        #expect(try Self.findings(bench) == [])
    }

    @Test func outlinesThatAPersonImportedStay() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1", at: Self.point)], try Self.sampleNight())
        try bench.importSquare()
        // The sample does not replace the imported outlines, either.
        try bench.publish([Shop("2", at: Self.point)], try Self.sampleNight(1))
        let report = try bench.publish([Shop("3", at: Self.point)], Night(day: 2))
        #expect(report.removedSample?.outlineCount == 0)
        #expect(try bench.rows("SELECT title FROM outline_source") == ["title:a sketch"])
        #expect(try bench.rows("SELECT name FROM district_outline").count == 1)
    }

    @Test func theSampleDoesNotComeToRealBookstores() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1", at: Self.point)], Night(feed: "places"))
        let before = try bench.content() + bench.rows("SELECT * FROM feed")
        let night = try Self.sampleNight(1)
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
        try bench.publish([Shop("2")], try Self.sampleNight(1))
        #expect(try bench.entries().map(\.feed) == [SampleNames.feed])
        // The refused run belongs to the history of the real feed, so it stays.
        try bench.publish([Shop("3")], Night(day: 2))
        #expect(try bench.rows("SELECT outcome FROM run ORDER BY id") == ["outcome:refused", "outcome:published"])
        #expect(try Self.findings(bench) == [])
    }

    // MARK: The sample under the real feed's id, as earlier versions published it

    /// Nights of one feed, real and made-up ones mixed; a second catalog has only the real ones.
    private struct Nights {
        let mixed: CatalogBench
        let real: CatalogBench
        private var random: SeededGenerator
        private var snapshots: [Bool: [String: Shop]] = [:]
        private var bytes: [Bool: String] = [:]
        private var madeUp: [Int64] = []
        private(set) var count = 0

        init(seed: UInt64, count: Int) throws {
            (mixed, real) = (try CatalogBench(), try CatalogBench())
            random = SeededGenerator(seed: seed)
            for number in 0..<count {
                try publish(
                    isMadeUp: number == 0 ? Bool.random(using: &random) : Int.random(in: 0..<3, using: &random) == 0)
            }
            // Runs as an earlier version stored them: only the source identifies the sample.
            let ids = madeUp.map(String.init).joined(separator: ", ")
            try mixed.write("UPDATE run SET source = '\(SampleNames.source)' WHERE id IN (\(ids))")
        }

        /// A night in both catalogs, or, if it is made up, only in the first.
        mutating func publish(isMadeUp: Bool, mayRefuse: Bool = true) throws {
            var night = Night(day: count)
            count += 1
            var snapshot = snapshots[isMadeUp] ?? [:]
            night.bytes = "night \(count)"
            switch Int.random(in: 0..<8, using: &random) {
            case 0 where bytes[isMadeUp] != nil: night.bytes = bytes[isMadeUp]
            // The same bytes as the last run of the other kind, real or made-up.
            case 1 where bytes[!isMadeUp] != nil:
                (snapshot, night.bytes) = (snapshots[!isMadeUp] ?? [:], bytes[!isMadeUp])
            case 2 where mayRefuse: night.refusal = "odd"
            default: change(&snapshot, isMadeUp)
            }
            let origin = RowOrigin(pageNumber: 1, page: "p", row: 500)
            night.rejects = [
                RejectedRecord(origin: origin, reason: .noName, feedID: nil, value: nil, raw: night.bytes ?? "")
            ]
            // The rows are sorted, because the same bytes must have the same rows in the same order.
            let rows = snapshot.sorted { $0.key < $1.key }.map(\.value)
            let report = try mixed.publish(rows, night)
            if isMadeUp { madeUp.append(report.runID ?? 0) } else { try real.publish(rows, night) }
            if night.refusal == nil { (snapshots[isMadeUp], bytes[isMadeUp]) = (snapshot, night.bytes) }
        }

        private mutating func change(_ snapshot: inout [String: Shop], _ isMadeUp: Bool) {
            // Made-up ids overlap the real ones in the middle.
            for number in isMadeUp ? 1...16 : 8...24 {
                let id = String(number)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: snapshot[id] = nil
                case 1, 2: snapshot[id] = shop(id)
                default: continue
                }
            }
        }

        private mutating func shop(_ id: String) -> Shop {
            var shop = Shop(id, name: ["가나", "\u{1100}\u{1161}나", "a\u{0}b"].randomElement(using: &random) ?? "")
            shop.kind = Kind.bookstoreKinds.randomElement(using: &random) ?? .new
            shop.district = [nil, "마포구", "종로구"].randomElement(using: &random) ?? nil
            shop.contact.sns = [nil, ["@a"]].randomElement(using: &random) ?? nil
            shop.coordinate =
                [nil, at(126.9, 37.5), at(126.95, 37.55), at(-0.0, 1e-9)].randomElement(using: &random) ?? nil
            return shop
        }
    }

    @Test(arguments: 1...24 as ClosedRange<UInt64>)
    func aHealedCatalogIsAsIfTheSampleHadNeverBeenThere(seed: UInt64) throws {
        var nights = try Nights(seed: seed, count: 9)
        let before = try nights.mixed.entries()
        try nights.publish(isMadeUp: false, mayRefuse: false)
        let days = nights.count + 3
        #expect(try View(nights.mixed, days: days) == View(nights.real, days: days), "seed \(seed)")
        #expect(try Self.findingsWithoutSeals(nights.mixed) == [], "seed \(seed)")
        // Bookstores that stay keep their numbers.
        let ids = Dictionary(before.map { ($0.bookstore.feedID, $0.id) }) { first, _ in first }
        for entry in try nights.mixed.entries() {
            if let id = ids[entry.bookstore.feedID], entry.firstSeen < Self.day(nights.count - 1) {
                #expect(entry.id == id, "seed \(seed)")
            }
        }
        // The following nights work as usual.
        for _ in 0..<4 { try nights.publish(isMadeUp: false) }
        #expect(try View(nights.mixed, days: days) == View(nights.real, days: days), "seed \(seed)")
        #expect(try Self.findingsWithoutSeals(nights.mixed) == [], "seed \(seed)")
    }

    private static func day(_ number: Int) -> String {
        SeoulTime(unixSeconds: 1_788_285_600 + Int64(number) * 86400).date
    }

    @Test(arguments: 3...6) func olderSchemasAreHealedToo(version: Int) throws {
        for seed in 40...43 as ClosedRange<UInt64> {
            var nights = try Nights(seed: seed, count: 7)
            try nights.mixed.downgrade(to: version)
            try nights.publish(isMadeUp: false, mayRefuse: false)
            #expect(try View(nights.mixed, days: 8) == View(nights.real, days: 8), "seed \(seed)")
            #expect(try Self.findings(nights.mixed) == [], "seed \(seed)")
        }
    }

    /// A made-up bookstore has the lower number; a real one with the same feed id comes in a later run.
    @Test func aLateBookstoreKeepsItsLowNumberAndIsFound() throws {
        let bench = try CatalogBench()
        let shops = (1...4).map { Shop(String($0), name: "책방 \($0)", at: Self.point) }
        try bench.publish([shops[0], shops[1]], Night())
        try bench.publish([shops[1], shops[2]], Night(day: 1))
        try bench.publish([shops[0], shops[1], shops[2]], Night(day: 2))
        try bench.write("UPDATE run SET source = '\(SampleNames.source)' WHERE id = 1")
        try bench.publish(shops, Night(day: 3))
        #expect(try bench.entries().map(\.firstSeen) == [Self.day(2), Self.day(1), Self.day(1), Self.day(3)])
        var filter = ChangeFilter()
        filter.span = .after(run: 0)
        var added: [String] = []
        _ = try Catalog(path: bench.path).forEachChange(filter) {
            added.append("\($0.run.id) \($0.what) \($0.bookstore.id)")
        }
        #expect(added == ["2 added 2", "2 added 3", "3 added 1", "4 added 4"])
        #expect(try Self.findings(bench) == [])
        // Without the index of first runs, the same catalog gives wrong answers.
        try bench.execute("DROP INDEX bookstore_first_run")
        #expect(
            try Self.findings(bench) == [
                "place 2 first appeared in run 2, but a lower id first appeared later, in run 3"
            ])
    }

    @Test func whatEarlierVersionsLeftIsReplacedByTheSampleItself() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1", name: "옛 샘플", at: Self.point)], Night(source: SampleNames.source))
        let report = try bench.publish([Shop("1", name: "새 샘플", at: Self.point)], try Self.sampleNight(1))
        #expect(report.removedSample == nil && report.outcome == .published)
        #expect(try bench.entries().map(\.bookstore.name) == ["새 샘플"])
        #expect(try bench.rows("SELECT id FROM feed") == ["id:\(SampleNames.feed)"])
        #expect(try Self.findings(bench) == [])
    }

    @Test func theSampleDoesNotReplaceWhatItWasMixedWith() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1")], Night(source: "old"))
        try bench.publish([Shop("1", name: "진짜")], Night(day: 1))
        try bench.write("UPDATE run SET source = '\(SampleNames.source)' WHERE id = 1")
        let before = try bench.content()
        let night = try Self.sampleNight(2)
        let error = #expect(throws: CatalogError.self) { try bench.publish([Shop("2")], night) }
        #expect(error?.code == .occupied)
        #expect(try bench.content() == before)
        #expect(try bench.rows("SELECT id FROM run ORDER BY id") == ["id:1", "id:2"])
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
                Shop("1", name: "진짜", at: Self.point).bookstore, from: origin, problem: nil, value: nil, raw: "{}")
            _ = try session.settleDuplicates()
            try bench.publish((1...9).map { Shop(String($0), at: Self.point) }, try Self.sampleNight())
            return try session.publish(run) { _, _ in RunJudgement(refusal: nil, acceptedBecause: nil) }
        }
        #expect(try bench.entries().map(\.bookstore.name) == ["진짜"])
        #expect(try Self.findings(bench) == [])
    }
}
