import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// A person removes a feed. What stays is as if the feed had never been there, but for the numbers.
@Suite struct FeedRemovalTests {
    private static let now = SeoulTime(unixSeconds: 1_788_285_600 + 20 * 86400)

    private static func findings(_ bench: CatalogBench) throws -> [String] {
        try Catalog(path: bench.path).verify().flatMap(\.findings).map(\.en) + bench.faults() + bench.indexMismatches()
    }

    private static func shops(_ ids: ClosedRange<Int>, _ longitude: Double) -> [Shop] {
        ids.map { Shop(String($0), name: "책방 \($0)", at: at(longitude + Double($0) / 10_000, 37.55)) }
    }

    /// The listed places by reference, without ids.
    private static func places(_ bench: CatalogBench) throws -> [String] {
        var filter = PlaceFilter()
        filter.includesClosed = true
        var found: [String] = []
        try Catalog(path: bench.path).forEachEntry(filter) {
            found.append("\($0.feed)/\($0.place.feedID) \($0.place.name) \($0.firstSeen) \($0.removedOn ?? "")")
        }
        return found.sorted()
    }

    /// Nights of three feeds in turn, of which two have the same shops; without the feed `left`.
    private static func catalog(without left: String? = nil) throws -> CatalogBench {
        let bench = try CatalogBench()
        for day in 0..<4 {
            for (feed, first) in [("a", 1), ("b", 1), ("c", 500)] where feed != left {
                try bench.publish(Self.shops(first + day...first + 30, 126.9), Night(day: day, feed: feed))
            }
        }
        return bench
    }

    @Test(arguments: ["a", "b", "c"]) func theOtherFeedsStayAsTheyWouldBeWithoutIt(feed: String) throws {
        let (bench, other) = (try Self.catalog(), try Self.catalog(without: feed))
        let counted = try CatalogWriter(path: bench.path).remove(feed: feed, at: Self.now, isDryRun: true)
        #expect(try bench.rows("SELECT id FROM feed").count == 3)
        let removed = try CatalogWriter(path: bench.path).remove(feed: feed, at: Self.now)
        #expect(removed == counted && removed.places == 31 && removed.runs == 4 && removed.goodRuns.count == 4)
        #expect((removed.links > 0) == (feed != "c"))
        #expect(try Self.places(bench) == Self.places(other))
        #expect(try Self.findings(bench) == [])
        for table in ["place", "run", "change", "feed", "link", "reject", "issue", "page", "link_key"] {
            let count = "SELECT count(*) FROM \(table)"
            #expect(try bench.rows(count) == other.rows(count), "\(table)")
        }
        // Each day is as it would have been.
        for day in 0..<4 {
            let date = SeoulTime(unixSeconds: 1_788_285_600 + Int64(day) * 86400).date
            func names(_ bench: CatalogBench) throws -> [String] {
                var found: [String] = []
                try Catalog(path: bench.path, asOf: date).forEachEntry(PlaceFilter()) { found.append($0.ref) }
                return found.sorted()
            }
            #expect(try names(bench) == names(other), "\(date)")
        }
    }

    @Test func numbersOfRunsAndPlacesAreNotGivenAgain() throws {
        let bench = try Self.catalog()
        let last = try bench.rows("SELECT max(id) FROM place") + bench.rows("SELECT max(id) FROM run")
        #expect(last == ["max(id):93", "max(id):12"])
        _ = try CatalogWriter(path: bench.path).remove(feed: "c", at: Self.now)
        #expect(try bench.rows("SELECT max(id) FROM place") == ["max(id):62"])
        try bench.publish(Self.shops(500...502, 126.9), Night(day: 5, feed: "c"))
        #expect(try bench.rows("SELECT id FROM place WHERE id > 62") == ["id:94", "id:95", "id:96"])
        #expect(try bench.rows("SELECT max(id) FROM run") == ["max(id):13"])
        #expect(try Self.findings(bench) == [])
        // The next night counts on from there.
        try bench.publish(Self.shops(1...40, 126.9), Night(day: 6, feed: "a"))
        #expect(try bench.rows("SELECT min(id) FROM place WHERE id > 96") == ["min(id):97"])
        #expect(try Self.findings(bench) == [])
    }

    /// A follower that stands in a run of the removed feed goes on with the next run of the others.
    @Test func aPositionInARemovedRunGoesOn() throws {
        let bench = try Self.catalog()
        let catalog = try Catalog(path: bench.path)
        let page = try #require(try catalog.changePage(after: ChangeCursor(after: 2), count: 5))
        #expect(page.run.feed == "c" && !page.end.isRunEnd)
        let last = try catalog.lastCursor()
        _ = try CatalogWriter(path: bench.path).remove(feed: "c", at: Self.now)
        #expect(try catalog.holds(page.end.mark) && catalog.holds(last.mark))
        let next = try #require(try catalog.changePage(after: page.end, count: 5))
        #expect(next.run.id == 4 && next.start == 0)
        #expect(try catalog.cursor(at: page.end.mark)?.mark.run == 2)
        // The last run is gone; what comes next is not skipped.
        #expect(try catalog.changePage(after: last, count: 5) == nil)
        try bench.publish(Self.shops(900...901, 126.9), Night(day: 7, feed: "a"))
        #expect(try catalog.changePage(after: last, count: 5)?.run.id == 13)
        // A mark with another check is of another catalog.
        let other = ChangeMark(run: 1, sequence: 1, check: (page.end.mark.check ?? 0) &+ 1)
        #expect(try !catalog.holds(other))
    }

    @Test func theOnlyFeedLeavesAnEmptyCatalogThatGoesOn() throws {
        let bench = try CatalogBench()
        try bench.publish(Self.shops(1...9, 126.9), Night(feed: "a"))
        _ = try CatalogWriter(path: bench.path).remove(feed: "a", at: Self.now)
        #expect(try Self.places(bench) == [] && Self.findings(bench) == [])
        #expect(try !Catalog(path: bench.path).hasGoodRun())
        try bench.publish(Self.shops(1...9, 126.9), Night(day: 1, feed: "a"))
        #expect(try bench.rows("SELECT min(id), max(id) FROM place") == ["min(id):10 max(id):18"])
        #expect(try Self.findings(bench) == [])
    }

    @Test func anUnknownFeedIsNamedAndNothingChanges() throws {
        let bench = try Self.catalog()
        let before = try bench.content()
        let error = #expect(throws: CatalogError.self) {
            try CatalogWriter(path: bench.path).remove(feed: "d", at: Self.now)
        }
        #expect(
            error?.code == .notFound && error?.words.en == "the catalog has no feed d; 'geocli feeds' lists all feeds")
        #expect(try bench.content() == before)
    }

    /// A run that read while a person removed its feed must not treat the removed places as known.
    @Test func aRunThatReadMeanwhileReadsAgain() throws {
        let bench = try CatalogBench()
        let shops = Self.shops(1...9, 126.9)
        try bench.publish(shops, Night(feed: "a"))
        let writer = try CatalogWriter(path: bench.path)
        try writer.ingest { session in
            try session.begin(feed: "a")
            #expect(session.knowsRows)
            _ = try CatalogWriter(path: bench.path).remove(feed: "a", at: Self.now)
            _ = try session.settleDuplicates()
            let run = RunDescription(
                feed: "a", source: "pages", sha256: String(repeating: "0", count: 64), startedAt: Self.now,
                toolVersion: "1")
            #expect(throws: RereadError.self) {
                try session.publish(run) { _, _ in RunJudgement(refusal: nil, reason: nil, acceptedBecause: nil) }
            }
        }
        #expect(try Self.findings(bench) == [])
    }

    @Test(arguments: [
        (["2026-09-04", "2026-09-03", "2026-09-02", "2026-09-01"], Cadence.daily),
        (["2026-09-08", "2026-09-03", "2026-09-02", "2026-09-01"], .daily),
        (["2026-09-22", "2026-09-15", "2026-09-08", "2026-09-01"], .weekly),
        (["2026-12-01", "2026-11-01", "2026-10-01", "2026-09-01"], .monthly),
        (["2027-06-01", "2027-03-01", "2026-12-01", "2026-09-01"], .once),
        (["2026-09-03", "2026-09-02", "2026-09-01"], .once),
        (["2026-09-01", "2026-09-01", "2026-09-01", "2026-09-01"], .once),
    ]) func aFileIsExpectedAsOftenAsItCame(days: [String], cadence: Cadence) {
        #expect(Cadence(source: "pages/", days: days) == cadence)
        #expect(Cadence(source: "http://openapi.seoul.go.kr:8088/{KEY}/json", days: days) == .daily)
    }
}
