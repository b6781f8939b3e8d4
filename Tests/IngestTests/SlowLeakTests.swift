internal import GeocliPlaces
import GeocliText
import TestSupport
import Testing

@testable import GeocliIngest

/// Feeds that lose a few places in each run: no run loses enough to be refused, but together they lose the feed.
@Suite struct SlowLeakTests {
    /// A feed without a database: its good runs, and what the guard and the warning say about the next total.
    private struct ModelFeed {
        let daysBetweenRuns: Int
        var runs: [RunHistory.Entry] = []

        /// Publishes a run of `total` places. Returns whether it warns; nil if the guard refuses it.
        mutating func next(_ total: Int, isAccepted: Bool = false) -> Bool? {
            let former = runs.last?.total ?? 0
            let removed = max(0, former - total)
            let history = RunHistory(runs)
            let leak = history.leak(to: total, moreThan: SnapshotGuards.usualLossPercent)
            guard leak == nil || isAccepted else { return nil }
            let day = SeoulTime(unixSeconds: 1_788_285_600 + Int64(runs.count * daysBetweenRuns) * 86400).date
            runs.append(
                RunHistory.Entry(
                    run: Int64(runs.count + 1), date: day, total: total, formerTotal: former, removed: removed,
                    isAccepted: isAccepted))
            return history.isUnusual(removed, of: former)
        }
    }

    private static let cadences = [1, 7, 30]

    @Test(arguments: [1, 3, 5, 10, 17])
    func aLeakIsRefusedAtTheFirstRunThatIsAFifthBelowTheBest(percent: Int) {
        // In the ten runs to which a rare feed is compared, a loss of 1 % does not add up to a fifth.
        for cadence in Self.cadences where percent > 1 || cadence == 1 {
            var feed = ModelFeed(daysBetweenRuns: cadence)
            for _ in 0..<40 { #expect(feed.next(1000) == false) }
            var total = 1000
            while true {
                total -= total * percent / 100
                let told = feed.next(total)
                #expect((told == nil) == (total < 800), "\(percent) %, \(cadence) days, total \(total)")
                guard let told else { break }
                // The feed never varied, so every loss of more than 5 % is unusual.
                #expect(told == (percent > 5))
            }
            // A person accepts it, and then it is the measure.
            #expect(feed.next(total, isAccepted: true) != nil)
            #expect(RunHistory(feed.runs).best?.total == total)
            #expect(feed.next(total - total / 20) == false)
        }
    }

    @Test(arguments: cadences)
    func aFeedThatVariesByNinePercentIsLeftInPeace(daysBetweenRuns: Int) {
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            for level in [606, 12_000] {
                var feed = ModelFeed(daysBetweenRuns: daysBetweenRuns)
                for night in 0..<300 {
                    let total = level - Int.random(in: 0...level * 9 / 100, using: &random)
                    #expect(feed.next(total) == false, "seed \(seed), level \(level), night \(night)")
                }
            }
        }
    }

    @Test func aHandfulOfPlacesIsNoLeak() {
        var feed = ModelFeed(daysBetweenRuns: 1)
        for _ in 0..<20 { #expect(feed.next(8) == false) }
        for total in [7, 6, 5, 4] { #expect(feed.next(total) == false) }
        #expect(feed.next(3) == nil)
    }

    @Test func theUsualSwingIsThatOfTheFeed() {
        var feed = ModelFeed(daysBetweenRuns: 1)
        for night in 0..<9 { #expect(feed.next(1000 - night % 2 * 40) == false) }
        #expect(RunHistory(feed.runs).usualSwingPercent == 9)
        #expect(feed.next(1000) == false)
        #expect(RunHistory(feed.runs).usualSwingPercent == 4)
        // More than 5 %, but not more than twice the usual swing; then more than both, which widens it no further.
        #expect(feed.next(925) == false)
        #expect(RunHistory(feed.runs).usualSwingPercent == 7.5)
        #expect(feed.next(1000) == false)
        #expect(feed.next(849) == true)
        #expect(RunHistory(feed.runs).usualSwingPercent == 7.5)
        // A jump to another level is not a swing, either.
        #expect(feed.next(2000) == false)
        #expect(RunHistory(feed.runs).usualSwingPercent == 7.5)
    }

    @Test func theBestIsThatOfThirtyDaysOrOfTenRuns() {
        var daily = ModelFeed(daysBetweenRuns: 1)
        for total in [1000] + Array(repeating: 900, count: 30) { #expect(daily.next(total) == false) }
        #expect(RunHistory(daily.runs).best?.total == 1000)
        #expect(daily.next(900) == false)
        #expect(RunHistory(daily.runs).best?.total == 900)
        var monthly = ModelFeed(daysBetweenRuns: 30)
        for total in [1000] + Array(repeating: 900, count: 9) { #expect(monthly.next(total) == false) }
        #expect(RunHistory(monthly.runs).best?.total == 1000)
        #expect(monthly.next(900) == false)
        #expect(RunHistory(monthly.runs).best?.total == 900)
        // The catalog reads no more runs than these questions need.
        #expect(!RunHistory.isLongEnough(daily.runs.suffix(31).reversed()))
        #expect(RunHistory.isLongEnough(daily.runs.suffix(32).reversed()))
        #expect(!RunHistory.isLongEnough(monthly.runs.reversed()))
    }

    private func page(_ count: Int) -> [UInt8] { PageText.json((1...count).map { RowText(String($0)) }) }

    @Test func theCatalogRefusesALeakAndSaysSinceWhen() throws {
        let bench = try IngestBench()
        for (day, count) in [100, 90, 81].enumerated() {
            #expect(try bench.ingest([page(count)], day: day).refusal == nil)
        }
        let refused = try bench.ingest([page(73)], day: 3)
        #expect(
            refused.refusal?.en
                == "the feed has lost bookstores over several runs: 100 in run 1 (2026-09-02), but only 73 in this run (maximum loss: 20 %); check the feed"
        )
        #expect(
            refused.refusal?.ko
                == "책방이 여러 실행에 걸쳐 줄었습니다. 실행 #1(2026-09-02)에는 100곳이었는데 이번에는 73곳입니다(한도 20%). 피드를 확인하세요")
        #expect(refused.run.reasonData?.code == "leaked")
        // `--max-loss` raises this limit, too, and what it permits is the new best.
        var options = IngestOptions()
        options.maximumLossPercent = 30
        #expect(try bench.ingest([page(73)], day: 4, options).refusal == nil)
        #expect(try bench.runs().last?.description.acceptedBecause == "--max-loss 30")
        #expect(try bench.ingest([page(66)], day: 5).refusal == nil)
        #expect(try bench.ingest([page(58)], day: 6).refusal?.en.contains("73 in run 5") == true)
        #expect(try bench.ingest([page(58)], day: 7, IngestBench.accepting()).refusal == nil)
        #expect(try bench.ingest([page(57)], day: 8).refusal == nil)
    }

    @Test func anUnusualLossWarns() throws {
        let bench = try IngestBench()
        for day in 0..<10 { try bench.ingest([page(100 - day % 2)], day: day) }
        #expect(try bench.ingest([page(95)], day: 10).warnings.map(\.code) == ["one-point"])
        let warned = try bench.ingest([page(80)], day: 11)
        #expect(warned.refusal == nil && warned.warnings.map(\.code) == ["one-point", "unusual-loss"])
        #expect(
            warned.warnings.last?.words.en
                == "15 of 95 bookstores are missing since the last good run, which is unusual for this feed (it usually varies by 5 %); check the feed"
        )
        // Who accepts a loss or repeats a run is not warned.
        #expect(try bench.ingest([page(80)], day: 12).warnings == [])
        let accepted = try bench.ingest([page(60)], day: 13, IngestBench.accepting())
        #expect(accepted.warnings.map(\.code) == ["one-point"])
    }

    @Test func anEmptySnapshotNeedsAWordOfItsOwn() throws {
        let bench = try IngestBench()
        try bench.ingest([page(3)])
        let nothing = PageText.json([RowText]())
        for reason in ["the city closed the list", "it is empty: really"] {
            let refused = try bench.ingest([nothing], day: 1, IngestBench.accepting(reason))
            #expect(refused.refusal?.en.hasPrefix("the source has no rows") == true)
            #expect(refused.run.description.acceptedBecause == nil)
        }
        let report = try bench.ingest([nothing], day: 2, IngestBench.accepting("Empty: the city closed the list"))
        #expect(report.refusal == nil && report.run.counts.removed == 3)
        #expect(try bench.runs().last?.description.acceptedBecause == "Empty: the city closed the list")
        // Where nothing is known, nothing can be lost.
        #expect(try IngestBench().ingest([nothing], IngestBench.accepting("a new feed")).refusal == nil)
    }

    @Test(arguments: [
        ("no-rows", #"{}"#, 0, 0, true), ("missing-field", #"{"field":"NAME"}"#, 0, 9, true),
        ("field-emptied", #"{"field":"point"}"#, 0, 9, true), ("field-emptied", #"{"field":"phone"}"#, 0, 9, false),
        ("known-lost", #"{"removed":5,"known":9}"#, 5, 9, true),
        ("known-lost", #"{"removed":4,"known":9}"#, 4, 9, false),
        ("leaked", #"{"best":9,"total":4}"#, 1, 5, true), ("leaked", #"{"best":9,"total":5}"#, 1, 6, false),
        ("unusable-rows", #"{}"#, 0, 0, false), ("fewer-rows-than-stated", #"{}"#, 8, 9, true),
    ])
    func aRefusalIsGraveIfMuchWouldGo(code: String, values: String, removed: Int, known: Int, isGrave: Bool) {
        #expect(Reason(code: code, json: values)?.isGrave(removed: removed, of: known) == isGrave)
    }
}
