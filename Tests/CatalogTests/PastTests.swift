import GeocliGeo
import GeocliSearch
import GeocliText
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// A catalog as of a day gives the answers that the catalog gave on that day.
@Suite struct PastTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    private func entries(
        _ day: String, _ bench: CatalogBench? = nil,
        _ change: (inout PlaceFilter) -> Void = { $0.includesClosed = true }
    ) throws -> [CatalogEntry] {
        var filter = PlaceFilter()
        change(&filter)
        var found: [CatalogEntry] = []
        try Catalog(path: (bench ?? self.bench).path, asOf: day).forEachEntry(filter) { found.append($0) }
        return found
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func everyDayComesBackAsItWasListed(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed)
        for stop in history.stops {
            // The state at the end of a day is that of its last run.
            let end = try #require(history.stops.last { $0.date == stop.date })
            #expect(try entries(stop.date, history.bench) == end.entries, "seed \(seed), \(stop.date)")
            let catalog = try Catalog(path: history.bench.path, asOf: stop.date)
            #expect(try catalog.status().lastGoodRuns == end.runs, "seed \(seed), \(stop.date)")
        }
        let last = try #require(history.stops.last)
        #expect(try entries("9999-12-31", history.bench) == last.entries)
        #expect(try entries("2026-09-01", history.bench).isEmpty)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func filtersJudgeWhatWasThen(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed)
        let text = SearchReading(try #require(SearchText("서점")))
        let phone = SearchReading(try #require(SearchText("3251984")))
        let filters: [(inout PlaceFilter) -> Void] = [
            { _ in }, { $0.kinds = [.used, .other] }, { $0.districts = ["종로구"] }, { $0.contacts = [.phone] },
            { $0.contacts = [.website, .sns] }, { $0.text = text }, { $0.text = phone },
        ]
        for stop in history.stops where stop.isGood {
            let end = try #require(history.stops.last { $0.date == stop.date })
            for (position, change) in filters.enumerated() {
                var filter = PlaceFilter()
                change(&filter)
                let expected = end.entries.filter { Self.admits(filter, $0) }
                #expect(try entries(stop.date, history.bench, change) == expected, "\(stop.date), filter \(position)")
            }
        }
    }

    /// The filter as a plain comparison of values.
    private static func admits(_ filter: PlaceFilter, _ entry: CatalogEntry) -> Bool {
        let shop = entry.place
        let folded = FoldedFields.text(
            name: shop.name, address: shop.address, district: shop.district, phone: shop.phoneRaw)
        return entry.missingRuns == 0 && (filter.kinds.isEmpty || filter.kinds.contains(shop.kind))
            && (filter.districts.isEmpty || filter.districts.contains(shop.district ?? ""))
            && (!filter.contacts.contains(.phone) || shop.phone != nil)
            && (!filter.contacts.contains(.website) || shop.website != nil)
            && (!filter.contacts.contains(.sns) || shop.sns != nil)
            && (filter.text.map { $0.texts[0].kind(folded) != nil } ?? true)
    }

    @Test func oneIsFoundByIDAndReferenceAsItWas() throws {
        try bench.publish([Shop("1", name: "옛 이름")])
        try bench.publish([Shop("1", name: "새 이름"), Shop("2")], Night(day: 1))
        let past = try Catalog(path: bench.path, asOf: "2026-09-02")
        #expect(try past.entry(id: 1).place.name == "옛 이름")
        #expect(try past.entry(ref: "seoul-bookstores/1").place.name == "옛 이름")
        #expect(try past.districts() == ["마포구"])
        let path = bench.path
        let error = #expect(throws: CatalogError.self) { try past.entry(id: 2) }
        #expect(error?.code == .notFound)
        let list = "'geocli list --as-of 2026-09-02 --include-closed --fields id,ref,name'"
        #expect(error?.words.en == "\(path) had no place 2 on 2026-09-02; list all with \(list)")
        #expect(error?.words.ko == "2026-09-02 기준으로 \(path)에는 장소 2가 없습니다. \(list)으로 확인하세요")
    }

    @Test func beforeTheFirstGoodRunThereIsNothing() throws {
        try bench.publish([Shop("1")], Night(refusal: "no"))
        #expect(try Catalog(path: bench.path, asOf: "2026-09-30").firstDay() == nil)
        try bench.publish([Shop("1")], Night(day: 2))
        #expect(try entries("2026-09-02").isEmpty && entries("2026-09-03").isEmpty)
        let past = try Catalog(path: bench.path, asOf: "2026-09-02")
        #expect(try past.firstDay() == "2026-09-04")
        let status = try past.status()
        #expect(status.lastGoodRuns.isEmpty && status.lastRefusals.map(\.id) == [1] && status.total == 0)
        let path = bench.path
        let error = #expect(throws: CatalogError.self) { try past.entry(ref: "seoul-bookstores/1") }
        #expect(
            error?.words.en
                == "\(path) had no place seoul-bookstores/1 on 2026-09-02; the first good run was on 2026-09-04"
        )
    }

    @Test func aValueThatChangedTwiceHasTheOneOfThen() throws {
        for (day, name) in ["가", "나", "다", "나"].enumerated() {
            try bench.publish([Shop("1", name: name)], Night(day: day))
        }
        let names = try (2...5).map { try entries("2026-09-0\($0)").map(\.place.name) }
        #expect(names == [["가"], ["나"], ["다"], ["나"]])
    }

    @Test func ofTwoRunsOnADayTheLastCounts() throws {
        for name in ["가", "나", "다"] { try bench.publish([Shop("1", name: name)], Night(day: 0)) }
        try bench.publish([Shop("1", name: "라")], Night(day: 1))
        #expect(try entries("2026-09-02").map(\.place.name) == ["다"])
    }

    @Test func missingClosedAndReturnedComeBack() throws {
        let both = [Shop("1"), Shop("2")]
        try bench.publish(both)
        for day in 1...4 { try bench.publish([Shop("1")], Night(day: day, closed: day == 3 ? ["2"] : [])) }
        try bench.publish(both, Night(day: 5))
        try bench.publish([Shop("1")], Night(day: 6))
        let seen = try (2...8).map { day -> String in
            let entry = try #require(try entries("2026-09-0\(day)").last)
            return ([String(entry.missingRuns)] + [entry.lastSeen, entry.removedOn, entry.closedOn].map { $0 ?? "--" })
                .map { String($0.suffix(2)) }.joined(separator: " ")
        }
        #expect(
            seen == [
                "0 02 -- --", "1 02 03 --", "2 02 03 --", "3 02 03 05", "4 02 03 05", "0 07 -- --", "1 07 08 --",
            ])
        let listed = try entries("2026-09-05") { _ in }
        #expect(listed.map(\.place.feedID) == ["1"])
    }

    @Test func pointsComeBackBitForBit() throws {
        var random = SeededGenerator(seed: 3)
        let count = 3000
        func shops() -> [Shop] {
            (1...count).map { id in
                let longitude = Double.random(in: id % 3 == 0 ? -180...180 : 126.7...127.3, using: &random)
                let latitude = Double.random(in: id % 3 == 0 ? -90...90 : 37.4...37.7, using: &random)
                return Shop(String(id), at: id % 50 == 0 ? nil : at(longitude, latitude))
            }
        }
        let nights = [shops(), shops(), shops()]
        for (day, night) in nights.enumerated() { try bench.publish(night, Night(day: day)) }
        for (day, night) in nights.enumerated() {
            let found = try entries("2026-09-0\(day + 2)").map(\.coordinate)
            #expect(found == night.map(\.coordinate), "day \(day)")
        }
    }

    @Test func anIngestInBetweenDoesNotLeakIntoThePast() throws {
        try bench.publish([Shop("1", name: "가")])
        try bench.publish([Shop("1", name: "나")], Night(day: 1))
        let past = try Catalog(path: bench.path, asOf: "2026-09-02")
        #expect(try past.entry(id: 1).place.name == "가")
        try bench.publish([Shop("1", name: "나", at: at(127, 37)), Shop("2")], Night(day: 2))
        #expect(try past.entry(id: 1).place == Shop("1", name: "가").place)
        try bench.publish([Shop("2")], Night(day: 0))
        #expect(try past.entry(id: 1).missingRuns == 1, "a run of that day has come")
        #expect(try past.entry(id: 1).place == Shop("1", name: "나", at: at(127, 37)).place)
    }

    @Test func anErrorOfTheCallerDoesNotLetThePresentIn() throws {
        struct Stop: Error {}
        try bench.publish([Shop("1", name: "가")])
        try bench.publish([Shop("1", name: "나")], Night(day: 1))
        let past = try Catalog(path: bench.path, asOf: "2026-09-02")
        for _ in 0..<2 {
            #expect(throws: Stop.self) { try past.forEachEntry(PlaceFilter()) { _ in throw Stop() } }
            #expect(try past.entry(id: 1).place.name == "가")
        }
    }

    @Test func aDamagedPointOfTheHistoryIsAnErrorAndNoOtherPoint() throws {
        try bench.publish([Shop("1", at: at(127, 37))])
        try bench.publish([Shop("1", at: at(127, 38))], Night(day: 1))
        try bench.execute("UPDATE change SET old = '37;127'")
        let error = #expect(throws: CatalogError.self) { try entries("2026-09-02") }
        #expect(error?.code == .corrupt)
    }

    @Test func theFileIsLeftAsItIs() throws {
        try bench.publish([Shop("1", name: "가")])
        try bench.publish([Shop("1", name: "나")], Night(day: 1))
        let before = bytes(bench.path)
        _ = try entries("2026-09-02")
        #expect(bytes(bench.path) == before)
    }
}
