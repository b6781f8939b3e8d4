import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// After an undo, the catalog is as if the run and all later runs of its feed had not been.
@Suite struct UndoTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    @discardableResult
    private func undo(
        _ run: Int64? = nil, feed: String? = nil, day: Int, in bench: CatalogBench? = nil, isDryRun: Bool = false
    ) throws -> RunReport {
        let start = SeoulTime(unixSeconds: 1_788_285_600 + Int64(day) * 86400)
        return try CatalogWriter(path: (bench ?? self.bench).path).undo(
            run: run, feed: feed, at: start, isDryRun: isDryRun)
    }

    private func requireSound(_ bench: CatalogBench, _ comment: Comment? = nil) throws {
        let found = try Catalog(path: bench.path).verify().filter { !$0.findings.isEmpty }
        #expect(found.isEmpty, comment)
        #expect(try bench.indexMismatches() == [], comment)
    }

    private func entries(_ day: String, in bench: CatalogBench) throws -> [CatalogEntry] {
        var filter = PlaceFilter()
        filter.includesClosed = true
        var found: [CatalogEntry] = []
        try Catalog(path: bench.path, asOf: day).forEachEntry(filter) { found.append($0) }
        return found
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func anyRunOfARandomHistoryCanBeTakenBack(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed, nights: 14)
        let bench = history.bench
        let feed = "seoul-bookstores"
        let runs = try bench.reader().rows(
            "SELECT r.id, r.outcome FROM run r JOIN feed f ON f.key = r.feed WHERE f.id = '\(feed)' AND good_run > 0")
        let published = runs.filter { $0[1].text == "published" }.compactMap(\.[0].integer)
        let taken = try #require(published.dropFirst().dropFirst(Int(seed) % (published.count - 1)).first)
        let former = try #require(runs.compactMap(\.[0].integer).last { $0 < taken })
        let before = try #require(history.stops.first { $0.run == former })

        let report = try undo(taken, day: 60, in: bench)
        let number = try #require(report.runID)
        #expect(report.outcome == .published && report.description.undoes == taken)
        try requireSound(bench, "seed \(seed)")

        let now = try bench.entries().filter { $0.feed == feed }
        let then = Dictionary(
            uniqueKeysWithValues: before.entries.filter { $0.feed == feed }.map { ($0.id, $0) })
        let listed = then.values.filter { $0.missingRuns == 0 }
        #expect(Set(now.filter { $0.missingRuns == 0 }.map(\.id)) == Set(listed.map(\.id)))
        let back = Set(
            try bench.reader().rows("SELECT place FROM change WHERE what = 'returned' AND run >= \(taken)")
                .compactMap(\.[0].integer))
        for entry in now {
            guard let old = then[entry.id] else {
                #expect(entry.missingRuns == 1, "seed \(seed): a place that came later is missing")
                continue
            }
            #expect(entry.place == old.place || old.missingRuns > 0, "seed \(seed)")
            #expect(entry.firstSeen == old.firstSeen)
            #expect(entry.pointSource == old.pointSource || old.missingRuns > 0, "seed \(seed)")
            // No run that was taken back counts as a miss.
            guard old.missingRuns > 0, !back.contains(entry.id) else { continue }
            #expect(entry == old, "seed \(seed): a place that was missing then stays so")
        }
        // The past is what it was, and the next days start from the undo.
        for stop in history.stops {
            let end = try #require(history.stops.last { $0.date == stop.date })
            #expect(try entries(stop.date, in: bench) == end.entries, "seed \(seed), \(stop.date)")
        }
        #expect(try entries("2026-12-31", in: bench) == bench.entries())

        // An undo can be taken back.
        let last = try #require(history.stops.last)
        try undo(number, day: 61, in: bench)
        try requireSound(bench, "seed \(seed), redone")
        let redone = try bench.entries().filter { $0.feed == feed }
        #expect(
            redone.filter { $0.missingRuns == 0 }.map(\.place)
                == last.entries.filter { $0.feed == feed && $0.missingRuns == 0 }.map(\.place), "seed \(seed)")
    }

    /// After each run, the model has the runs that are taken back: an undo takes back those from its run on, and what was
    /// taken back before that run is so again.
    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as [UInt64])
    func undosOfUndosGiveTheRunsOfAModel(seed: UInt64) throws {
        struct Stop {
            let day: Int
            let takenBack: Set<Int64>
            let entries: [CatalogEntry]
        }
        var random = SplitMix(seed: seed)
        var stops: [Int64: Stop] = [:]
        for day in 0..<16 {
            let comment: Comment = "seed \(seed), day \(day)"
            let last = stops.keys.max() ?? 0
            let open = stops.keys.filter { $0 > 1 && stops[last]?.takenBack.contains($0) == false }.sorted()
            guard let taken = open.suffix(4).randomElement(using: &random), random.below(3) > 0 else {
                let listed = (1...6).filter { $0 == 1 || random.below(3) > 0 }
                let shops = listed.map { Shop("\($0)", name: "\($0) \(random.below(3))", at: at(126.9, 37.5)) }
                var night = Night(day: day, bytes: "\(day)", acceptedBecause: "x")
                night.closed = (1...6).filter { !listed.contains($0) && random.below(2) == 0 }.map(String.init)
                let run = try #require(try bench.publish(shops, night).runID)
                stops[run] = Stop(day: day, takenBack: stops[last]?.takenBack ?? [], entries: try bench.entries())
                continue
            }
            let former = try #require(stops[taken - 1])
            let run = try #require(try undo(taken, day: day).runID)
            let now = try bench.entries()
            #expect(now.prefix(former.entries.count).map(Self.told) == former.entries.map(Self.told), comment)
            let later = now.dropFirst(former.entries.count)
            #expect(later.allSatisfy { $0.missingRuns == 1 && $0.closedOn == nil }, comment)
            stops[run] = Stop(day: day, takenBack: former.takenBack.union(taken..<run), entries: now)
        }
        let last = try #require(stops[stops.keys.max() ?? 0])
        let found = try bench.reader().rows("SELECT id FROM run WHERE taken_back IS NOT NULL").compactMap(\.[0].integer)
        #expect(Set(found) == last.takenBack, "seed \(seed)")
        try requireSound(bench, "seed \(seed)")
        for stop in stops.values {
            let day = SeoulTime(unixSeconds: 1_788_285_600 + Int64(stop.day) * 86400).date
            #expect(try entries(day, in: bench) == stop.entries, "seed \(seed), \(day)")
        }
    }

    /// What an undo gives back of a place. One that was missing keeps the values that it had last.
    private static func told(_ entry: CatalogEntry) -> String {
        let place = entry.missingRuns == 0 ? "\(entry.place)" : "missing"
        return
            "\(entry.id) \(entry.firstSeen) \(entry.lastSeen) \(entry.missingRuns) \(entry.removedOn ?? "-") \(entry.closedOn ?? "-") \(place)"
    }

    private static func shops(_ names: [String: String]) -> [Shop] {
        names.sorted { $0.key < $1.key }.map { Shop($0.key, name: $0.value, at: at(126.9, 37.5)) }
    }

    @Test func anAcceptedLossIsTakenBack() throws {
        let good = Self.shops(["1": "하나", "2": "둘", "3": "셋"])
        let bad = Self.shops(["1": "하나", "2": "다른 둘", "9": "새 가게"])
        try bench.publish(good, Night(day: 0, bytes: "good"))
        try bench.publish(bad, Night(day: 1, bytes: "bad", acceptedBecause: "why"))
        try bench.publish(bad, Night(day: 2, bytes: "bad"))
        let dry = try undo(day: 3, isDryRun: true)
        #expect(dry.runID == nil && (dry.counts.removed, dry.counts.returned, dry.counts.changed) == (1, 1, 1))
        #expect(try bench.rows("SELECT max(id) AS last FROM run") == ["last:3"])

        let report = try undo(day: 3)
        #expect(report.counts == dry.counts && report.counts.total == 3)
        #expect(
            report.reason
                == "takes back run 2 and all later runs of the feed, up to run 3: the places are again as after run 1"
                && report.reasonData.flatMap(RunReport.undo[1].words)?.ko
                    == "실행 #2부터 이 피드의 이후 실행(#3까지) 모두 되돌리기: 장소가 실행 #1 때와 같아집니다"
        )
        #expect(
            try bench.rows(
                "SELECT r.good_run, r.night, r.undoes, r.sha256 = g.sha256 AS same FROM run r, run g WHERE g.id = 1 AND r.id > 1"
            ) == [
                "good_run:2 night:2 undoes:NULL same:0", "good_run:3 night:3 undoes:NULL same:0",
                "good_run:4 night:1 undoes:2 same:1",
            ])
        #expect(
            try bench.rows("SELECT place, what, field, old, new FROM change WHERE run = 4 ORDER BY place") == [
                "place:2 what:changed field:name old:다른 둘 new:둘", "place:3 what:returned field: old:NULL new:NULL",
                "place:4 what:missing field: old:NULL new:NULL",
            ])
        try requireSound(bench)
        // The same bytes are unchanged; the bad rows are read again and change what they say.
        #expect(try bench.publish(good, Night(day: 4, bytes: "good")).outcome == .unchanged)
        let again = try bench.publish(bad, Night(day: 5, bytes: "bad"))
        #expect((again.counts.removed, again.counts.returned, again.counts.changed) == (1, 1, 1))
        try requireSound(bench)
    }

    @Test func aRunThatWasTakenBackIsNoMiss() throws {
        let all = Self.shops(["1": "하나", "2": "둘"])
        let one = Self.shops(["1": "하나"])
        try bench.publish(all, Night(day: 0))
        try bench.publish(one, Night(day: 1))
        try bench.publish(one, Night(day: 2))
        try bench.publish(Self.shops(["1": "이상한 이름"]), Night(day: 3))
        func misses() throws -> String {
            let gone = try #require(try bench.entries().last)
            return "\(gone.missingRuns) \(gone.removedOn ?? "-")"
        }
        #expect(try misses() == "3 2026-09-03")
        try undo(day: 4)
        #expect(try misses() == "2 2026-09-03")
        #expect(try Catalog(path: bench.path).entry(id: 2).missingRuns == 2)
        #expect(
            try bench.rows("SELECT missing_runs, removed_on FROM places_all WHERE id = 2") == [
                "missing_runs:2 removed_on:2026-09-03"
            ])
        try bench.publish(one, Night(day: 5))
        #expect(try misses() == "3 2026-09-03")
        try requireSound(bench)
    }

    @Test func rejectedRowsAndPagesAreThoseOfTheFormerRun() throws {
        let origin = RowOrigin(pageNumber: 1, page: "page 1", row: 9)
        var night = Night(day: 0, bytes: "good")
        night.rejects = [RejectedRecord(origin: origin, reason: .noName, feedID: "7", value: nil, raw: "{}")]
        let shops = Self.shops(["1": "하나"]) + [Shop("2", name: "둘")]
        try bench.publish(shops, night)
        let page = try bench.keepPage("page", run: 1)
        try bench.publish(Self.shops(["1": "하나"]), Night(day: 1))
        try undo(2, day: 2)
        let columns = "number, page, row, reason, kept, feed_id, value, raw"
        #expect(
            try bench.rows("SELECT \(columns) FROM reject WHERE run = 3")
                == bench.rows("SELECT \(columns) FROM reject WHERE run = 1"))
        #expect(try bench.rows("SELECT count(*) AS count FROM reject WHERE run = 3") == ["count:2"])
        #expect(try bench.rows("SELECT sha256 FROM page WHERE run = 3") == ["sha256:\(page)"])
        try requireSound(bench)
    }

    @Test func aValueThatComesBackDoesNotFlipAndItsMoveIsNoEvent() throws {
        func shop(_ name: String, _ longitude: Double) -> Shop {
            Shop("1", name: name, at: at(longitude, 37.5))
        }
        try bench.publish([shop("하나", 126.9)], Night(day: 0))
        try bench.publish([shop("다른 이름", 127)], Night(day: 1))
        let rules = "SELECT rule FROM issue WHERE rule IN ('moved', 'flipping', 'returned') AND state <> 'fixed'"
        #expect(try bench.rows(rules) == ["rule:moved"])
        try undo(day: 2)
        #expect(try bench.rows(rules) == [])
        try bench.publish([shop("하나", 126.9)], Night(day: 3, findsAllAgain: true))
        #expect(try bench.rows(rules) == [])
    }

    @Test func issuesHaveTheStateOfBeforeTheRunsThatWereTakenBack() throws {
        let one = Shop("1", name: "하나", at: at(127.1, 37.5))
        let all = [one, Shop("2", at: at(127, 37.5)), Shop("3", at: at(127, 37.5))]
        try bench.publish(all, Night(day: 0))
        let last = try #require(try bench.reader().rows("SELECT max(number) FROM issue").first?[0].integer)
        let states = "SELECT number, state FROM issue WHERE number <= \(last) ORDER BY number"
        #expect(try bench.rows(states).allSatisfy { $0.hasSuffix("state:open") })
        let author = IssueAuthor("editor", at: SeoulTime(unixSeconds: 1_788_300_000))
        try CatalogWriter(path: bench.path).perform(.accept(because: "so it is"), on: [1], by: author)
        let before = try bench.rows(states)
        // All are fixed, then found again.
        try bench.publish([one], Night(day: 1, acceptedBecause: "x"))
        #expect(try bench.rows(states).allSatisfy { $0.hasSuffix("state:fixed") })
        try undo(day: 2)
        #expect(try bench.rows(states) == before)
        #expect(
            try bench.rows("SELECT what, run, text FROM issue_event WHERE issue = 1 ORDER BY id DESC LIMIT 1")
                == ["what:accepted run:3 text:taken-back"])
        try requireSound(bench)
        // The undo is taken back: as after the run.
        try undo(day: 3)
        #expect(try bench.rows(states).allSatisfy { $0.hasSuffix("state:fixed") })
        try undo(day: 4)
        #expect(try bench.rows(states) == before)
        // The same values come back without an undo.
        try bench.publish([one], Night(day: 5, acceptedBecause: "x"))
        try bench.publish(all, Night(day: 6))
        #expect(try bench.rows(states).allSatisfy { $0.hasSuffix("state:reopened") })
    }

    @Test func whatCannotBeTakenBackIsNamed() throws {
        func refusal(_ run: Int64?, feed: String? = nil) -> CatalogError? {
            #expect(throws: CatalogError.self) { try undo(run, feed: feed, day: 9) }
        }
        try bench.publish([Shop("1")], Night(day: 0, bytes: "one"))
        #expect(refusal(nil)?.code == .notFound)
        #expect(
            refusal(1)?.words.en
                == "run 1 is the first run of seoul-bookstores, so there is nothing to go back to; ingest the right rows with --accept"
        )
        try bench.publish([Shop("1")], Night(day: 1, bytes: "one"))
        try bench.publish([Shop("2")], Night(day: 2, refusal: "no"))
        for run in [2, 3] as [Int64] {
            #expect(
                refusal(run)?.words.en
                    == "run \(run) changed no place, so there is nothing to take back; 'geocli runs' lists the published runs"
            )
        }
        #expect(refusal(4)?.words.en == "the catalog has no run 4; 'geocli runs' lists all runs")
        try bench.publish([Shop("1"), Shop("2")], Night(day: 3))
        try bench.publish([Shop("a")], Night(day: 4, feed: "places"))
        #expect(
            refusal(nil)?.words.en
                == "several feeds have published runs (places #5, seoul-bookstores #4); name the number of a run, or a feed with --feed"
        )
        #expect(refusal(4, feed: "places")?.words.ko == "places 피드에 실행 #4가 없습니다. 'geocli runs'로 확인하세요")
        try bench.publish([Shop("s", at: at(127, 37))], Night(day: 5, feed: "stations", role: .landmarks))
        #expect(refusal(6)?.code == .lasting)
        let before = try bench.content()
        #expect(try undo(feed: "seoul-bookstores", day: 6).counts.removed == 1)
        #expect(try bench.content() != before)
    }

    /// A history that does not give the former places is not published.
    @Test func aHistoryWithAMissingChangeStopsTheUndo() throws {
        try bench.publish([Shop("1"), Shop("2")], Night(day: 0))
        try bench.publish([Shop("1")], Night(day: 1))
        try bench.write("DELETE FROM change")
        let before = try bench.content()
        let error = #expect(throws: CatalogError.self) { try undo(day: 2) }
        #expect(error?.code == .corrupt)
        #expect(try bench.content() == before)
    }
}
