import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Nights in which most rows are unchanged: they are recognized by their fingerprints, and this does not change the
/// result.
@Suite struct KnownRowsTests {
    private func at(_ longitude: Double, _ latitude: Double) -> Coordinate? {
        try? Coordinate(longitude: longitude, latitude: latitude)
    }

    /// All content of a catalog except the column of fingerprints.
    private func content(_ bench: CatalogBench) throws -> [String] {
        let tables = [
            "feed", "run", "change", "reported_point", "reject", "place", "posting", "issue", "issue_place",
            "issue_event",
            "issue_crowd",
        ]
        return try tables.flatMap { try bench.rows("SELECT * FROM \($0)") }
            + bench.indexedPoints().map { "\($0.id) \($0.longitude) \($0.latitude)" }
    }

    /// Seeded nights of additions, changes, removals, returns, repeats, contradictions and rows out of order. A catalog
    /// that recognizes its rows and one that compares all of them have the same content.
    @Test(arguments: 1...12) func knowingRowsChangesNothing(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed))
        let quick = try CatalogBench()
        let thorough = try CatalogBench()
        var shops: [Shop] = []
        for night in 0..<8 {
            // With more places, some rows are too far out of order to be found without their ids.
            change(&shops, &random, ids: seed.isMultiple(of: 2) ? 60 : 1000)
            var plan = Night(day: night, bytes: "\(seed) \(night)")
            let first = try quick.publish(shops, plan)
            plan.comparesAll = true
            let second = try thorough.publish(shops, plan)
            #expect(first == second, "seed \(seed), night \(night)")
            #expect(try content(quick) == content(thorough), "seed \(seed), night \(night)")
        }
        #expect(try quick.faults() == [])
    }

    private func change(_ shops: inout [Shop], _ random: inout SplitMix, ids: Int) {
        for _ in 0..<random.below(ids / 10 + 24) {
            var shop = Shop(String(random.below(ids)), name: "책방 \(random.below(5))")
            shop.coordinate = random.below(6) == 0 ? nil : at(Double(random.below(9)), 1)
            shops.append(shop)
        }
        if random.below(3) > 0 { shops.removeAll { _ in random.below(8) == 0 } }
        for index in shops.indices where random.below(10) == 0 { shops[index].district = "구 \(random.below(3))" }
        if random.below(2) == 0 { shops.sort { Int($0.id) ?? 0 < Int($1.id) ?? 0 } }
        // Repeated rows, some with different content, on this page or the next.
        for index in shops.indices where random.below(25) == 0 {
            var again = shops[index]
            if random.below(2) == 0 { again.name += "!" }
            shops.append(again)
        }
        for index in shops.indices { shops[index].page = 1 + index / 10 }
    }

    /// The reading looks for a row only near the rows that came before, also after one that is far ahead of its place.
    @Test func theReadingLooksOnlyNearby() throws {
        let bench = try CatalogBench()
        let shops = (1...9000).map { Shop(String($0), at: at(1, 1)) }
        try bench.publish(shops)
        let known = try #require(try KnownRows(CatalogConnection.forReading(bench.path), feed: "seoul-bookstores"))
        func take(_ shop: Shop) throws -> KnownRows.Answer {
            try known.take(shop.id, shop.fingerprint, pageNumber: 1)
        }
        guard case .known = try take(shops[0]), case .known = try take(shops[8999]) else {
            Issue.record("an unchanged row is not known")
            return
        }
        // The second row was looked for among the 64 places after the first, and then found by its id.
        #expect(known.listedCount == 65)
        guard case .unknown = try take(Shop("new")) else {
            Issue.record("a new row is known")
            return
        }
        #expect(known.listedCount == 65)
        guard case .known = try take(shops[64]), case .known = try take(shops[1]) else {
            Issue.record("an unchanged row is not known")
            return
        }
        #expect(known.listedCount == 65)
    }

    @Test func anUnchangedRowIsNotStaged() throws {
        let bench = try CatalogBench()
        let shops = (1...5).map { Shop(String($0), at: at(Double($0), 1)) }
        try bench.publish(shops)
        let staged = try CatalogWriter(path: bench.path).ingest { session in
            try session.begin(feed: "seoul-bookstores")
            let known = try shops.map { try session.isKnown($0.id, $0.fingerprint, pageNumber: 1) }
            let other = Shop("1", name: "다른").fingerprint
            #expect(throws: RereadError.contradiction) { try session.isKnown("1", other, pageNumber: 1) }
            return known
        }
        #expect(staged == [true, true, true, true, true])
    }

    @Test func aRowWithAProblemIsReadEachNight() throws {
        let bench = try CatalogBench()
        try bench.publish([Shop("1"), Shop("2", at: at(1, 1))])
        #expect(
            try bench.rows("SELECT feed_id FROM place WHERE fingerprint IS NULL ORDER BY 1") == ["feed_id:1"])
        try bench.publish([Shop("1"), Shop("2", at: at(1, 1)), Shop("3", at: at(2, 2))])
        #expect(try bench.rows("SELECT count(*) AS n FROM reject WHERE run = 2") == ["n:1"])
    }

    @Test func anotherFeedKnowsNothing() throws {
        let bench = try CatalogBench()
        let shop = Shop("1", at: at(1, 1))
        try bench.publish([shop])
        let isKnown = try CatalogWriter(path: bench.path).ingest { session in
            try session.begin(feed: "other")
            return try session.isKnown(shop.id, shop.fingerprint, pageNumber: 1)
        }
        #expect(!isKnown)
    }

    /// Two runs read at the same time. The one that publishes second would mistake an old row for the current one.
    @Test func aRunThatChangesWhatAnotherKnowsMakesItReadAllOnceMore() throws {
        let bench = try CatalogBench()
        let shops = (1...3).map { Shop(String($0), at: at(Double($0), 1)) }
        try bench.publish(shops)
        let report = try CatalogWriter(path: bench.path).ingest { session in
            try session.begin(feed: "seoul-bookstores")
            for shop in shops { #expect(try session.isKnown(shop.id, shop.fingerprint, pageNumber: 1)) }
            try bench.publish([Shop("1", name: "새 이름", at: at(1, 1)), shops[1], shops[2]], Night(day: 1))
            _ = try session.settleDuplicates()
            let run = RunDescription(
                feed: "seoul-bookstores", source: "test", sha256: CatalogBench.hash("slow"),
                startedAt: SeoulTime(unixSeconds: 1_788_285_600), toolVersion: "1.0")
            let judge: (RunCounts, Int64?) -> RunJudgement = { _, _ in
                RunJudgement(refusal: nil, acceptedBecause: nil)
            }
            #expect(throws: RereadError.changedMeanwhile) { try session.publish(run, judge: judge) }
            try session.startOver(comparesAll: true)
            for (index, shop) in shops.enumerated() {
                #expect(try !session.isKnown(shop.id, shop.fingerprint, pageNumber: 1))
                let origin = RowOrigin(pageNumber: 1, page: "p", row: index + 1)
                try session.stage(
                    shop.place, from: origin, problem: nil, value: nil, raw: "{}", fingerprint: shop.fingerprint)
            }
            _ = try session.settleDuplicates()
            return try session.publish(run, judge: judge)
        }
        // The slow run reads before the other one publishes, and publishes last.
        #expect(report.counts.changed == 1 && report.counts.received == 3)
        #expect(try bench.entries().map(\.place.name) == ["책방", "책방", "책방"])
        #expect(try bench.rows("SELECT count(*) AS n FROM run") == ["n:3"])
        #expect(try bench.faults() == [])
    }

    /// A restore may bring back a catalog that does not have the run with which the reading began.
    @Test(arguments: [0, 1, 2]) func aRestoreMeanwhileMakesARunReadAllOnceMore(runsAfterIt: Int) throws {
        let (bench, other) = (try CatalogBench(), try CatalogBench())
        let shops = (1...3).map { Shop(String($0), at: at(Double($0), 1)) }
        try other.publish([Shop("9", at: at(9, 1))])
        for day in 0..<2 { try bench.publish(shops, Night(day: day)) }
        let run = RunDescription(
            feed: "seoul-bookstores", source: "test", sha256: CatalogBench.hash("slow"),
            startedAt: SeoulTime(unixSeconds: 1_788_285_600), toolVersion: "1.0")
        try CatalogWriter(path: bench.path).ingest { session in
            try session.begin(feed: "seoul-bookstores")
            for shop in shops { #expect(try session.isKnown(shop.id, shop.fingerprint, pageNumber: 1)) }
            try CatalogRestore(path: bench.path, makesFolder: false, isPrivate: false).run(
                try Catalog(path: other.path)
            ) { _ in }
            for day in 0..<runsAfterIt { try bench.publish([Shop("8", at: at(8, 1))], Night(day: 5 + day)) }
            _ = try session.settleDuplicates()
            #expect(throws: RereadError.changedMeanwhile) {
                try session.publish(run) { _, _ in RunJudgement(refusal: nil, acceptedBecause: nil) }
            }
        }
        #expect(try bench.faults() == [])
    }

    /// The same, but the rows published meanwhile are not among those that the slow run treats as known.
    @Test func aRunMeanwhileThatChangesOtherRowsDoesNoHarm() throws {
        let bench = try CatalogBench()
        let shops = (1...3).map { Shop(String($0), at: at(Double($0), 1)) }
        try bench.publish(shops)
        let changed = Shop("1", name: "새 이름", at: at(1, 1))
        let report = try CatalogWriter(path: bench.path).ingest { session in
            try session.begin(feed: "seoul-bookstores")
            #expect(try !session.isKnown("1", changed.fingerprint, pageNumber: 1))
            let origin = RowOrigin(pageNumber: 1, page: "p", row: 1)
            try session.stage(
                changed.place, from: origin, problem: nil, value: nil, raw: "{}", fingerprint: changed.fingerprint)
            for shop in shops[1...] { #expect(try session.isKnown(shop.id, shop.fingerprint, pageNumber: 1)) }
            try bench.publish([changed, shops[1], shops[2]], Night(day: 1))
            _ = try session.settleDuplicates()
            let run = RunDescription(
                feed: "seoul-bookstores", source: "test", sha256: CatalogBench.hash("slow"),
                startedAt: SeoulTime(unixSeconds: 1_788_285_600), toolVersion: "1.0")
            return try session.publish(run) { _, _ in RunJudgement(refusal: nil, acceptedBecause: nil) }
        }
        #expect(report.counts.changed == 0 && report.counts.total == 3)
        #expect(try bench.faults() == [])
    }

    /// A first snapshot in the order of its ids is copied; one out of order is sorted. Both get the same numbers.
    @Test func theOrderOfTheFeedChangesNoNumber() throws {
        let ids = ["-12345678901234567890123", "-5", "0", "7", "10", "12345678901234567890123", "012", "a", "b"]
        let shops = ids.map { Shop($0, at: at(1, 1)) }
        let inOrder = try CatalogBench()
        let shuffled = try CatalogBench()
        try inOrder.publish(shops)
        try shuffled.publish(shops.reversed())
        let numbers = try inOrder.rows("SELECT id, feed_id FROM place ORDER BY id")
        #expect(numbers == ids.enumerated().map { "id:\($0.offset + 1) feed_id:\($0.element)" })
        #expect(try shuffled.rows("SELECT id, feed_id FROM place ORDER BY id") == numbers)
        #expect(try content(inOrder).count == content(shuffled).count)
    }

    @Test func theKeysOfIDsAreInTheirOrder() {
        let ids = [
            "-100000000000000000000", "-99999999999999999999", "-9223372036854775808", "-2", "0", "1", "2", "10",
            "9223372036854775807", "9223372036854775808", "10000000000000000000", "", "-", "-0", "00", "01", "1a", "가",
        ]
        let keys = ids.map(FeedIDOrder.key)
        for (left, right) in zip(keys, keys.dropFirst()) { #expect(left.lexicographicallyPrecedes(right)) }
    }

    @Test func aSetOfNumbersHoldsWhatItWasGiven() {
        var set = IDSet(upTo: 130)
        #expect(set.insert(1) && set.insert(64) && set.insert(130) && !set.insert(64) && set.count == 3)
        #expect((0...130).filter { set.contains(Int64($0)) } == [1, 64, 130])
        #expect(!set.contains(131) && !set.contains(100_000))
        set.removeAll()
        #expect(set.count == 0 && !(0...130).contains { set.contains(Int64($0)) })
    }
}
