import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliPlaces

/// Acts whose times say nothing about which run comes next: imported ones, and those of a clock that stepped back.
@Suite struct SteppedClockTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    private let shops = [Shop("1", name: "테스트", at: at(127, 37.5)), Shop("2", name: "서점", at: at(127.1, 37.6))]

    /// A note at 03:00 in Seoul of a day, counted as in `Night`.
    private func note(day: Int64, _ text: String? = "a person looked") -> EditNote {
        EditNote(author: "minji", time: SeoulTime(unixSeconds: 1_788_285_600 + day * 86_400), text: text)
    }

    private func publish(day: Int) throws { try bench.publish(shops, Night(day: day, bytes: "same")) }

    private func states() throws -> [String] { try bench.rows("SELECT state FROM issue ORDER BY number") }

    /// A name that a rule found is corrected on day 1, and its issue is fixed on day 5.
    private func correct() throws {
        try publish(day: 0)
        #expect(try states() == ["state:open"])
        _ = try CatalogWriter(path: bench.path).correct(
            1, [CorrectedValue(unchecked: .name, "바른 책방")], source: "https://example.com", by: note(day: 1))
        try publish(day: 5)
        #expect(try states() == ["state:fixed"])
    }

    /// The file of a copy in which correction 1 is withdrawn on day 3.
    private func withdrawnElsewhere() throws -> [ExchangeRecord] {
        let copy = try CatalogBench()
        try bench.execute("VACUUM INTO '\(copy.path)'")
        try CatalogWriter(path: copy.path).withdrawCorrections([1], by: note(day: 3, "다시 보니 맞음"))
        return try Catalog(path: copy.path).exchangeRecords()
    }

    private func names(on day: String) throws -> [String] {
        var names: [String] = []
        try Catalog(path: bench.path, asOf: day).forEachEntry(PlaceFilter()) { names.append($0.place.name) }
        return names.sorted()
    }

    @Test func anImportedWithdrawalIsJudgedByTheNextRun() throws {
        try correct()
        let file = try withdrawnElsewhere()
        try CatalogWriter(path: bench.path).importRecords(file, by: note(day: 6))
        try publish(day: 7)
        #expect(try states() == ["state:reopened"])
        #expect(try Catalog(path: bench.path).verify().allSatisfy(\.findings.isEmpty))
    }

    @Test func aWithdrawalByAClockThatSteppedBackIsJudgedByTheNextRun() throws {
        try correct()
        try CatalogWriter(path: bench.path).withdrawCorrections([1], by: note(day: 2))
        try publish(day: 7)
        #expect(try states() == ["state:reopened"])
    }

    @Test func aRejectionByAClockThatSteppedBackIsJudgedByTheNextRun() throws {
        func shop(_ id: String, _ latitude: Double) -> Shop {
            var shop = Shop(id, name: "책방 온", at: at(127, latitude))
            shop.contact.phone = "+8221200001"
            shop.contact.phoneRaw = "02-120-0001"
            return shop
        }
        try bench.publish([shop("1", 37.5)], Night(feed: "one", bytes: "one"))
        try bench.publish([shop("a", 37.5015)], Night(day: 5, feed: "two", bytes: "two"))
        #expect(try bench.rows("SELECT rule, state FROM issue") == ["rule:link-contradiction state:open"])
        try CatalogWriter(path: bench.path).decide(1, 2, .rejected, on: "2026-09-03")
        try bench.publish([shop("a", 37.5015)], Night(day: 6, feed: "two", bytes: "two"))
        #expect(try states() == ["state:fixed"])
    }

    /// The withdrawal of day 3 is imported on day 6: on day 4 this catalog had the corrected name, and still says so.
    @Test func anImportLeavesFormerDaysAsTheyWere() throws {
        try correct()
        let day = note(day: 4).time.date
        #expect(try names(on: day) == ["바른 책방", "서점"])
        let file = try withdrawnElsewhere()
        try CatalogWriter(path: bench.path).importRecords(file, by: note(day: 6))
        #expect(try names(on: day) == ["바른 책방", "서점"])
        #expect(try names(on: note(day: 6).time.date) == ["서점", "테스트"])
        #expect(
            try Catalog(path: bench.path).exchangeRecords() == file, "who withdrew it there, when and why is exported")
    }
}
