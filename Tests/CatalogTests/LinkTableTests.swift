import Foundation
import GeocliGeo
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// Links in a catalog. Random nights are in `Tests/Oracles/shop_nights.py`.
@Suite struct LinkTableTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    private func shop(_ id: String, _ name: String, _ latitude: Double) -> Shop {
        var shop = Shop(id, name: name, at: at(127, latitude))
        shop.contact.phone = "+8221200001"
        shop.contact.phoneRaw = "02-120-0001"
        return shop
    }

    private func publishBoth() throws {
        try bench.publish([shop("1", "책방 온", 37.5), shop("2", "다른 책방", 37.6)], Night(feed: "one"))
        try bench.publish([shop("a", "책방온", 37.5001), shop("b", "서점", 37.7)], Night(day: 1, feed: "two"))
    }

    private func links() throws -> [String] { try bench.rows("SELECT low, high, rule, run FROM link ORDER BY 1, 2") }

    @Test func aSecondFeedBringsLinksAndAVanishedShopTakesThemAway() throws {
        try publishBoth()
        #expect(try links() == ["low:1 high:3 rule:name-phone run:2"])
        try bench.publish([shop("1", "책방 온", 37.5), shop("2", "다른 책방", 37.6)], Night(day: 2, feed: "one"))
        #expect(try links() == ["low:1 high:3 rule:name-phone run:2"], "an unchanged night keeps the link's run")
        try bench.publish([shop("b", "서점", 37.7)], Night(day: 3, feed: "two"))
        #expect(try links() == [])
        try bench.publish([shop("a", "책방온", 37.5001), shop("b", "서점", 37.7)], Night(day: 4, feed: "two"))
        #expect(try links() == ["low:1 high:3 rule:name-phone run:5"])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    /// Two core names are compared together as long as a phone number joins them.
    @Test func aPhoneNumberJoinsSimilarNames() throws {
        let others = (10..<210).map { Shop("x\($0)", name: "서점 \($0)", at: at(127, 37.3)) }
        func two(_ change: (inout [Shop]) -> Void) throws {
            var rows = [shop("a", "조원작은도서관", 37.5001), shop("b", "밤의 책방", 37.7)]
            change(&rows)
            let days = try bench.rows("SELECT id FROM run").count
            try bench.publish(rows + others, Night(day: days, feed: "two", bytes: "\(days)"))
            #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty), "run \(days + 1)")
        }
        try bench.publish([shop("1", "조원도서관", 37.5), shop("2", "다른 책방", 37.6)], Night(feed: "one"))
        try two { _ in }
        #expect(try links() == ["low:1 high:3 rule:part-phone run:2"])
        try two { $0[0].contact = Place.Contact() }
        #expect(try links() == [])
        try two { _ in }
        #expect(try links() == ["low:1 high:3 rule:part-phone run:4"])
        try two { $0[0].name = "조원의 작은 서점" }
        #expect(try links() == [])
        let toilet = try #require(Kind(rawValue: "toilet"))
        try two { $0[0].kind = toilet }
        #expect(try links() == [], "a toilet is not the library")
        try two { _ in }
        #expect(try links() == ["low:1 high:3 rule:part-phone run:7"])
        // So many rows share the number that it is a switchboard's.
        try two { rows in rows += (100..<140).map { shop("y\($0)", "가게 \($0)호", 37.4) } }
        #expect(try links() == [])
    }

    /// A block with rows of only one feed is not compared. Links of rows that are now in such a block, or in none, end
    /// all the same.
    @Test func aShopThatIsAloneWithItsFeedHasNoLinks() throws {
        let others = (10..<60).map { Shop("x\($0)", name: "서점 \($0)", at: at(127, 37.3)) }
        func two(_ change: (inout [Shop]) -> Void) throws {
            var rows = [shop("a", "책방온", 37.5001), shop("b", "밤의 책방", 37.7), shop("c", "밤의책방", 37.8)]
            change(&rows)
            let days = try bench.rows("SELECT id FROM run").count
            try bench.publish(rows + others, Night(day: days, feed: "two", bytes: "\(days)"))
            #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty), "run \(days + 1)")
        }
        try bench.publish([shop("1", "책방 온", 37.5), shop("2", "다른 책방", 37.6)], Night(feed: "one"))
        try two { _ in }
        let linked = ["low:1 high:3 rule:name-phone run:2"]
        #expect(try links() == linked)
        // Into a block of its own feed, and back.
        try two { $0[0].name = "밤의 책방" }
        #expect(try links() == [])
        try two { _ in }
        #expect(try links() == ["low:1 high:3 rule:name-phone run:4"])
        // Another shop of the block changes; then the linked one leaves the feed.
        try two { $0[1].name = "책방 온" }
        #expect(try links().first == "low:1 high:3 rule:name-phone run:4")
        try two { $0[1].name = "책방 온" }
        try two { $0.removeFirst(2) }
        #expect(try links() == [])
    }

    /// Both shops of a link are closed by one import, while others of their feeds keep the name.
    @Test func twoShopsThatCloseAtOnceAreNoLongerLinked() throws {
        let others = (10..<60).map { Shop("x\($0)", name: "서점 \($0)", at: at(127, 37.3)) }
        try bench.publish([shop("1", "책방 온", 37.5), Shop("2", name: "책방 온", at: at(127, 37.6))], Night(feed: "one"))
        let two = [shop("a", "책방온", 37.5001), Shop("b", name: "책방온", at: at(127, 37.8))]
        try bench.publish(two + others, Night(day: 1, feed: "two"))
        #expect(try links() == ["low:1 high:3 rule:name-phone run:2"])
        let records = ["one/1", "two/a"].enumerated().map { number, ref in
            CorrectionRecord(
                number: Int64(number + 1), ref: ref, value: CorrectedValue(unchecked: .closed, "2026-09-01"), seen: nil,
                state: .applied, because: "x", source: "https://example.com", author: "x", day: "2026-09-02")
        }
        let note = EditNote(author: "x", time: SeoulTime(unixSeconds: 1_788_300_000), text: nil)
        let results = try CatalogWriter(path: bench.path).importRecords(
            records.map(ExchangeRecord.correction), by: note)
        #expect(results.map(\.outcome) == [.added, .added])
        #expect(try links() == [])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    /// A feed of landmarks has no places that could be linked.
    @Test func landmarksMakeNoKeys() throws {
        let shops = [shop("1", "책방 온", 37.5)]
        try bench.publish(shops, Night(feed: "one"))
        try bench.publish([shop("a", "책방온", 37.5)], Night(day: 1, feed: "stations", role: .landmarks))
        try bench.publish(shops, Night(day: 2, feed: "one", bytes: "other"))
        #expect(try bench.rows("SELECT * FROM link_key") == [] && bench.rows("SELECT * FROM link_state") == [])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    @Test func aRefusedNightAndADryRunChangeNoLink() throws {
        try publishBoth()
        let before = try links()
        try bench.publish([shop("b", "서점", 37.7)], Night(day: 3, feed: "two", refusal: "a test"))
        try bench.publish([shop("b", "서점", 37.7)], Night(day: 3, feed: "two", isDryRun: true))
        #expect(try links() == before)
    }

    @Test func theSampleHasNoLinks() throws {
        try bench.publish([shop("1", "책방 온", 37.5)], Night(feed: SampleNames.feed, source: SampleNames.source))
        try bench.publish([shop("a", "책방온", 37.5)], Night(day: 1, feed: "two"))
        #expect(try links() == [] && bench.rows("SELECT * FROM link_key") == [])
    }

    @Test func aDecisionOutlivesNightsForExactlyItsEvidence() throws {
        try publishBoth()
        try CatalogWriter(path: bench.path).decide(3, 1, .rejected, on: "2026-09-09")
        #expect(try links() == [])
        var states: [StoredLink.State] = []
        try Catalog(path: bench.path).forEachLink(LinkFilter()) { states.append($0.state) }
        #expect(states == [.rejected])
        try bench.publish([shop("2", "다른 책방", 37.6), shop("1", "책방 온", 37.5)], Night(day: 3, feed: "one"))
        #expect(try links() == [])
        try bench.publish(
            [shop("1", "책방 온", 37.5), shop("2", "다른 책방", 37.6)].map { shop in
                var shop = shop
                if shop.id == "1" { shop.coordinate = at(127, 37.5005) }
                return shop
            }, Night(day: 4, feed: "one"))
        #expect(try links() == ["low:1 high:3 rule:name-phone run:4"], "another point is other evidence")
        states = []
        try Catalog(path: bench.path).forEachLink(LinkFilter()) { states.append($0.state) }
        #expect(states == [.found])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    /// A rejection of rows that no rule links any more is neither a link nor a rejection of one.
    @Test func aRejectionWithOtherEvidenceIsNoStateOfALink() throws {
        try publishBoth()
        try CatalogWriter(path: bench.path).decide(1, 3, .rejected, on: "2026-09-09")
        func states(_ change: (inout LinkFilter) -> Void = { _ in }) throws -> [StoredLink.State] {
            var (filter, states) = (LinkFilter(), [StoredLink.State]())
            change(&filter)
            try Catalog(path: bench.path).forEachLink(filter) { states.append($0.state) }
            return states
        }
        func lapsed(_ change: (inout LinkFilter) -> Void = { _ in }) throws -> [LapsedDecision] {
            var filter = LinkFilter()
            change(&filter)
            return try Catalog(path: bench.path).lapsedDecisions(filter)
        }
        #expect(try states() == [.rejected] && lapsed() == [])
        var moved = shop("1", "책방 온", 37.9)
        moved.contact = Place.Contact()
        try bench.publish([moved, shop("2", "다른 책방", 37.6)], Night(day: 2, feed: "one"))
        #expect(try links() == [] && states() == [])
        #expect(try lapsed() == [LapsedDecision(one: "one/1", other: "two/a", .rejected, decidedOn: "2026-09-09")])
        #expect(try lapsed { $0.place = 3 }.count == 1 && lapsed { $0.place = 2 } == [])
        #expect(try lapsed { $0.states = [.rejected] }.count == 1 && lapsed { $0.states = [.accepted] } == [])
        #expect(try lapsed { $0.feeds = ["one", "two"] }.count == 1 && lapsed { $0.feeds = ["three"] } == [])
        // A row that is gone has no evidence to compare: what the person said waits for it.
        try bench.publish([shop("2", "다른 책방", 37.6)], Night(day: 3, feed: "one"))
        #expect(try states() == [.rejected] && lapsed() == [])
        try bench.publish([shop("1", "책방 온", 37.5), shop("2", "다른 책방", 37.6)], Night(day: 4, feed: "one"))
        #expect(try links() == [] && states { $0.states = [.rejected] } == [.rejected] && lapsed() == [])
        // Linked again by other evidence.
        try bench.publish([shop("1", "책방 온", 37.5005), shop("2", "다른 책방", 37.6)], Night(day: 5, feed: "one"))
        #expect(try states() == [.found] && lapsed().map(\.verdict) == [.rejected])
    }

    /// A catalog of earlier rules finds its links again at its next run, also if nothing has changed.
    @Test func otherRulesFindAllLinksAgain() throws {
        var one = shop("1", "책방", 37.5)
        (one.contact, one.coordinate, one.district) = (Place.Contact(), nil, "서울특별시 마포구")
        one.contact.address = "독막로 165"
        var other = one
        (other.id, other.district) = ("a", "마포구")
        try bench.publish([one], Night(feed: "one"))
        try bench.publish([other], Night(day: 1, feed: "two", bytes: "same"))
        #expect(try links() == ["low:1 high:2 rule:name-road run:2"])
        try bench.execute("DELETE FROM link; UPDATE link_state SET rules = 1")
        try bench.publish([other], Night(day: 2, feed: "two", bytes: "same"))
        #expect(try links() == ["low:1 high:2 rule:name-road run:3"])
        #expect(try bench.rows("SELECT rules FROM link_state") == ["rules:3"])
    }

    @Test func whatCanNotBeLinkedIsRefusedAndChangesNothing() throws {
        try publishBoth()
        let writer = try CatalogWriter(path: bench.path)
        let before = try Data(contentsOf: URL(fileURLWithPath: bench.path))
        for (one, other, verdict) in [
            (1, 2, LinkDecision.Verdict.accepted), (1, 1, .accepted), (2, 4, .rejected), (1, 99, .accepted),
        ] as [(Int64, Int64, LinkDecision.Verdict)] {
            let error = #expect(throws: CatalogError.self) { try writer.decide(one, other, verdict, on: "2026-09-09") }
            #expect(error?.code == .unlinkable, "\(one) \(other)")
        }
        #expect(try bench.rows("SELECT * FROM link_decision") == [])
        #expect(try Data(contentsOf: URL(fileURLWithPath: bench.path)) == before)
        try writer.decide(2, 4, .accepted, on: "2026-09-09")
        #expect(try links() == ["low:1 high:3 rule:name-phone run:2", "low:2 high:4 rule:NULL run:2"])
        // Row 4 is another shop now, as a person said.
        #expect(throws: CatalogError.self) { try writer.decide(1, 4, .accepted, on: "2026-09-09") }
        #expect(try links().count == 2 && bench.rows("SELECT * FROM link_decision").count == 1)
    }

    @Test func aRejectionNeverUndoesWhatAPersonAccepted() throws {
        try publishBoth()
        try bench.publish([shop("x", "책방 온", 37.5002)], Night(day: 2, feed: "three"))
        let writer = try CatalogWriter(path: bench.path)
        try writer.decide(1, 5, .accepted, on: "2026-09-09")
        try writer.decide(3, 5, .accepted, on: "2026-09-09")
        let before = try links()
        #expect(before.count == 3)
        let error = #expect(throws: CatalogError.self) { try writer.decide(1, 3, .rejected, on: "2026-09-10") }
        #expect(error?.code == .unlinkable && error?.words.en.contains("reject one of those links first") == true)
        #expect(try links() == before && bench.rows("SELECT * FROM link_decision").count == 2)
        // With one of the two gone, it can be rejected; then the other can't be accepted again.
        try writer.decide(3, 5, .rejected, on: "2026-09-10")
        try writer.decide(1, 3, .rejected, on: "2026-09-10")
        #expect(try links() == before.filter { $0.hasPrefix("low:1 high:5") })
    }

    /// Each damage that `verify` claims to find.
    @Test(arguments: [
        "DELETE FROM link", "UPDATE link SET evidence = '{}'", "INSERT INTO link VALUES (2, 4, NULL, '{}', 1)",
        "DELETE FROM link_key WHERE place = 1", "UPDATE link_key SET block = block + 1 WHERE place = 2",
        "INSERT INTO link_key VALUES (1, 1, 77)", "DELETE FROM link_state",
        "UPDATE place SET name = 'x' WHERE id = 3",
    ])
    func damagedLinksAreFound(_ sql: String) throws {
        try publishBoth()
        try bench.execute(sql)
        let checks = try Catalog(path: bench.path).verify()
        #expect(checks.first { $0.name == "links" }?.findings.isEmpty == false, "\(sql)")
        guard !sql.contains("place SET") else { return }
        // A thorough run finds them again.
        var night = Night(day: 2, feed: "one")
        (night.comparesAll, night.findsAllAgain) = (true, true)
        try bench.publish([shop("1", "책방 온", 37.5), shop("2", "다른 책방", 37.6)], night)
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty), "\(sql)")
    }

    @Test func eachShopIsAnsweredByThePreferredRowThatPasses() throws {
        try publishBoth()
        let catalog = try Catalog(path: bench.path)
        let shops = try #require(try catalog.sameShops())
        #expect(shops.all.map { $0.map(\.ref) } == [["one/1", "two/a"]])
        #expect(shops.others(of: 1) == ["two/a"] && shops.others(of: 2) == nil)
        func left(_ feeds: [String], _ change: (inout PlaceFilter) -> Void = { _ in }) throws -> Set<Int64> {
            var filter = PlaceFilter()
            change(&filter)
            return try catalog.leftOut(of: shops, filter, preferring: feeds, standing: .withPoint, without: nil).ids
        }
        #expect(try left([]) == [3] && left(["two"]) == [1] && left(["none", "one"]) == [3])
        #expect(try left(["two"]) { $0.feeds = ["one"] } == [], "the only row that passes stands for the shop")
        #expect(
            try catalog.leftOut(of: shops, PlaceFilter(), preferring: [], standing: .withPoint, without: 3).ids == [
                1, 3,
            ])
    }

    @Test func repeatedRowsAreCounted() throws {
        try publishBoth()
        let catalog = try Catalog(path: bench.path)
        let rows = try #require(try AnsweredRows(catalog))
        rows.insert(1)
        #expect(try rows.repeatCount() == 0)
        for id in [3, 3, 2, 4] as [Int64] { rows.insert(id) }
        #expect(try rows.repeatCount() == 1)
    }
}
