import GeocliGeo
import GeocliSearch
import GeocliText
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

/// The changes of `forEachChange`, compared with the difference of two listings.
@Suite struct ChangeTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    /// The changes in one line each: `run what ref field old new`.
    private func lines(
        _ span: ChangeSpan = .after(run: 0), _ bench: CatalogBench? = nil,
        _ adjust: (inout ChangeFilter) -> Void = { _ in }
    ) throws -> [String] {
        var filter = ChangeFilter()
        filter.span = span
        adjust(&filter)
        var lines: [String] = []
        _ = try Catalog(path: (bench ?? self.bench).path).forEachChange(filter) { lines.append(Self.line($0)) }
        return lines
    }

    private static func line(_ change: CatalogChange) -> String {
        let values = change.field.map { " \($0): \(change.old ?? "-") > \(change.new ?? "-")" } ?? ""
        return "\(change.run.id) \(change.what) \(change.ref)\(values)"
    }

    // MARK: The difference of two listings, by a plain loop.

    private static func difference(_ before: [CatalogEntry], _ after: [CatalogEntry], run: Int64) -> [String] {
        let former = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        return after.flatMap { entry -> [String] in
            guard let old = former[entry.id] else { return ["\(run) added \(entry.ref)"] }
            var events = values(old.place, entry.place).map { key, old, new in
                let isMove = key == "point" && old != nil && new != nil
                return "\(run) \(isMove ? "moved" : "changed") \(entry.ref) \(key): \(old ?? "-") > \(new ?? "-")"
            }
            // A move comes after the other changes.
            events = events.filter { $0.contains(" changed ") } + events.filter { $0.contains(" moved ") }
            if old.missingRuns == 0, entry.missingRuns == 1 { events.append("\(run) removed \(entry.ref)") }
            if old.closedOn == nil, entry.closedOn != nil { events.append("\(run) closed \(entry.ref)") }
            if old.missingRuns > 0, entry.missingRuns == 0 { events.append("\(run) returned \(entry.ref)") }
            return events
        }
    }

    /// The values that differ, by key.
    private static func values(_ old: Place, _ new: Place) -> [(String, String?, String?)] {
        func all(_ place: Place) -> [(String, String?)] {
            let point = place.coordinate.map { "\($0.latitude),\($0.longitude)" }
            let sns = place.sns.map { list in "[" + list.map(quoted).joined(separator: ",") + "]" }
            return [
                ("address", place.address), ("district", place.district), ("kind", place.kind.rawValue),
                ("name", place.name), ("phone", place.phone), ("phone_raw", place.phoneRaw),
                ("point", point), ("sns", sns), ("website", place.website), ("website_raw", place.websiteRaw),
            ]
        }
        return zip(all(old), all(new)).filter { $0.1 != $1.1 }.map { ($0.0, $0.1, $1.1) }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\"", with: "\\\"").replacing("\u{0}", with: "\\u0000") + "\""
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
    func changesSinceAnyRunAreTheDifferencesOfTheListings(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed)
        let before = [[]] + history.stops.map(\.entries)
        let perRun = zip(before, history.stops).map { Self.difference($0, $1.entries, run: $1.run) }
        let all = try lines(.after(run: 0), history.bench)
        #expect(all == perRun.flatMap { $0 }, "seed \(seed)")
        for word in CatalogChange.What.allCases {
            #expect(all.contains { $0.contains(" \(word) ") }, "seed \(seed) does not test \(word)")
        }
        for (position, stop) in history.stops.enumerated() {
            let expected = perRun[(position + 1)...].flatMap { $0 }
            #expect(try lines(.after(run: stop.run), history.bench) == expected, "seed \(seed), since \(stop.run)")
            let first = history.stops.firstIndex { $0.date >= stop.date && $0.isGood } ?? history.stops.count
            #expect(
                try lines(.since(date: stop.date), history.bench) == perRun[first...].flatMap { $0 },
                "seed \(seed), since \(stop.date)")
        }
        let last = Set(history.stops.last?.runs.map(\.id) ?? [])
        let expected = zip(history.stops, perRun).filter { last.contains($0.0.run) }.flatMap { $0.1 }
        #expect(try lines(.last, history.bench) == expected, "seed \(seed)")
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func changesAddUpToTheRunsCounts(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed)
        let catalog = try Catalog(path: history.bench.path)
        var seen: [Int64: [CatalogChange]] = [:]
        var filter = ChangeFilter()
        filter.span = .after(run: 0)
        let summary = try catalog.forEachChange(filter) { seen[$0.run.id, default: []].append($0) }
        // The text as given and the value derived from it count as one edit.
        let joined = seen.values.map { changes in
            let edits = Set(changes.map { "\($0.place.id) \($0.what) \($0.field ?? "")" })
            return edits.filter { !$0.hasSuffix("_raw") || !edits.contains(String($0.dropLast(4))) }.count
        }
        #expect(summary.changeCount == joined.reduce(0, +))
        #expect(summary.changeCount < seen.values.map(\.count).reduce(0, +), "seed \(seed) joins nothing")
        filter.joinsRawText = true
        var rows = 0
        #expect(try catalog.forEachChange(filter) { _ in rows += 1 } == summary)
        #expect(rows == summary.changeCount)
        filter.joinsRawText = false
        var edited = 0
        try catalog.forEachRun { if $0.outcome != .refused { edited += $0.counts.changed } }
        #expect(summary.editedCount == edited, "what the runs' reports call changed")
        var told = 0
        let limited = try catalog.forEachChange(filter, limit: 7) { _ in told += 1 }
        #expect(told == 7 && limited == summary)
        #expect(summary.runs.map(\.id) == history.stops.filter(\.isGood).map(\.run))
        try catalog.forEachRun { run in
            func count(_ kinds: CatalogChange.What...) -> Int {
                Set((seen[run.id] ?? []).filter { kinds.contains($0.what) }.map(\.place.id)).count
            }
            guard run.goodRun != nil else { return #expect(seen[run.id] == nil) }
            #expect(count(.added) == run.counts.added && count(.changed, .moved) == run.counts.changed)
            #expect(count(.removed) == run.counts.removed && count(.returned) == run.counts.returned)
        }
        for what in CatalogChange.What.allCases {
            let places = seen.values.map { Set($0.filter { $0.what == what }.map(\.place.id)).count }
            #expect(summary.placeCounts[what, default: 0] == places.reduce(0, +), "\(what)")
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func aChangeTellsOfThePlaceAsItIsNow(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed)
        let now = Dictionary(uniqueKeysWithValues: try history.bench.entries().map { ($0.id, $0) })
        var filter = ChangeFilter()
        filter.span = .after(run: 0)
        _ = try Catalog(path: history.bench.path).forEachChange(filter) { change in
            let entry = try #require(now[change.place.id])
            #expect(change.ref == entry.ref && change.place.name == entry.place.name)
            #expect(change.place.kind == entry.place.kind && change.place.coordinate == entry.coordinate)
            #expect(change.place.district == entry.place.district)
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func filtersNarrowByTheValuesOfNow(seed: UInt64) throws {
        let history = try RandomHistory(seed: seed)
        let text = SearchReading(try #require(SearchText("서점")))
        let filters: [(inout PlaceFilter) -> Void] = [
            { $0.kinds = [.used, .other] }, { $0.districts = ["종로구"] }, { $0.contacts = [.phone, .sns] },
            { $0.text = text },
            {
                $0.kinds = [.new]; $0.districts = ["마포구"]; $0.text = text
            },
        ]
        for change in filters {
            let refs = Set(
                try history.bench.entries {
                    $0.includesClosed = true; change(&$0)
                }.map(\.ref))
            let expected = try lines(.after(run: 0), history.bench)
                .filter { refs.contains(String($0.split(separator: " ")[2])) }
            #expect(try lines(.after(run: 0), history.bench) { change(&$0.places) } == expected)
        }
        let moved = try lines(.after(run: 0), history.bench).filter {
            $0.contains(" moved ") || $0.contains(" closed ")
        }
        #expect(try lines(.after(run: 0), history.bench) { $0.what = [.moved, .closed] } == moved && !moved.isEmpty)
    }

    // MARK: One thing at a time

    @Test func missesCloseNothing() throws {
        try bench.publish([Shop("1"), Shop("2")])
        for day in 1...5 { try bench.publish([Shop("1")], Night(day: day)) }
        for day in 6...7 { try bench.publish([Shop("1")], Night(day: day, bytes: "same")) }
        #expect(try lines(.after(run: 1)) == ["2 removed seoul-bookstores/2"])
        #expect(try lines(.last) == [])
    }

    @Test func theSourceClosesAMissingPlaceOnceUntilItReturns() throws {
        let (both, one) = ([Shop("1"), Shop("2")], [Shop("1")])
        try bench.publish(both, Night(closed: ["2"]))
        // A row of each state: the place is still there.
        try bench.publish(both, Night(day: 1, closed: ["1", "2"]))
        try bench.publish(one, Night(day: 2, closed: ["2", "2", "9"]))
        try bench.publish(one, Night(day: 3, closed: ["2"]))
        try bench.publish(both, Night(day: 4))
        try bench.publish(one, Night(day: 5))
        try bench.publish(one, Night(day: 6, refusal: "no", closed: ["2"]))
        try bench.publish(one, Night(day: 7, feed: "places", closed: ["2"]))
        try bench.publish(one, Night(day: 8, closed: ["2"]))
        #expect(
            try lines(.after(run: 1)).filter { !$0.contains("places") }.map { String($0.prefix { $0 != "/" }) } == [
                "3 removed seoul-bookstores", "3 closed seoul-bookstores", "5 returned seoul-bookstores",
                "6 removed seoul-bookstores", "9 closed seoul-bookstores",
            ])
        #expect(try lines(.last) { $0.places.feeds = ["seoul-bookstores"] } == ["9 closed seoul-bookstores/2"])
        #expect(try bench.faults() == [])
    }

    @Test func aMoveIsMeasuredOnTheEllipsoid() throws {
        let (old, new) = (at(126.9779, 37.5663), at(126.9236, 37.5563))
        try bench.publish([Shop("1", at: old)])
        try bench.publish([Shop("1", name: "새 이름", at: new)])
        var found: [CatalogChange] = []
        let summary = try Catalog(path: bench.path).forEachChange(ChangeFilter()) { found.append($0) }
        #expect(found.map(\.what) == [.changed, .moved])
        #expect(found[1].field == "point" && found[1].old == "37.5663,126.9779" && found[1].new == "37.5563,126.9236")
        // Computed independently by the inverse formula of Vincenty (1975): 4924.28173 m.
        #expect(found[0].distanceMeters == nil && abs((found[1].distanceMeters ?? 0) - 4924.28173) < 0.00001)
        #expect(summary.placeCounts == [.changed: 1, .moved: 1] && summary.changeCount == 2)
        #expect(summary.editedCount == 1)
    }

    @Test func anEditOfAPhoneNumberIsOneChange() throws {
        func shop(_ phone: String?, _ raw: String) -> Shop {
            var shop = Shop("1")
            (shop.contact.phone, shop.contact.phoneRaw) = (phone, raw)
            return shop
        }
        func fields(_ joins: Bool) throws -> [String] {
            var filter = ChangeFilter()
            filter.joinsRawText = joins
            var found: [String] = []
            let summary = try Catalog(path: bench.path).forEachChange(filter) { found.append($0.field ?? "") }
            #expect(summary.changeCount == 1 && summary.editedCount == 1)
            return found
        }
        try bench.publish([shop("+8223251984", "02-325-1984")])
        try bench.publish([shop("+8223251985", "02-325-1985")])
        #expect(try fields(false) == ["phone", "phone_raw"])
        #expect(try fields(true) == ["phone"])
        // Only the spelling changed.
        try bench.publish([shop("+8223251985", "(02) 325 1985")])
        #expect(try fields(true) == ["phone_raw"])
        // The number became unreadable.
        try bench.publish([shop(nil, "없음")])
        #expect(try fields(true) == ["phone"])
    }

    @Test func aPointGainedOrLostIsAChange() throws {
        let point = at(126.922886096614.nextUp, 37.5573847248586.nextDown)
        try bench.publish([Shop("1")])
        try bench.publish([Shop("1", at: point)])
        try bench.publish([Shop("1")])
        let text = "\(point.latitude),\(point.longitude)"
        #expect(
            try lines(.after(run: 1)) == [
                "2 changed seoul-bookstores/1 point: - > \(text)", "3 changed seoul-bookstores/1 point: \(text) > -",
            ])
    }

    @Test func theLastRunMayBeAskedAndNoneBeyond() throws {
        try bench.publish([Shop("1")])
        try bench.publish([Shop("1")], Night(day: 1, refusal: "no"))
        #expect(try lines(.after(run: 2)) == [])
        let path = bench.path
        let error = #expect(throws: CatalogError.self) { try lines(.after(run: 3)) }
        #expect(error?.code == .notFound)
        #expect(error?.words.en == "\(path) has no run 3; the last run is 2, and 'geocli runs' lists all runs")
        #expect(error?.words.ko == "\(path)에 실행 #3이 없습니다(마지막은 #2). 'geocli runs'로 확인하세요")
    }

    @Test func aDayOutsideTheHistoryGivesAllOrNothing() throws {
        try bench.publish([Shop("1")])
        #expect(try lines(.since(date: "1999-12-31")) == ["1 added seoul-bookstores/1"])
        #expect(try lines(.since(date: "2026-09-02")) == ["1 added seoul-bookstores/1"])
        #expect(try lines(.since(date: "2026-09-03")) == [])
    }

    @Test func aClockThatWasSetBackHidesNothing() throws {
        try bench.publish([Shop("1")], Night(day: 5))
        try bench.publish([Shop("1"), Shop("2")], Night(day: 1))
        try bench.publish([Shop("1"), Shop("2"), Shop("3")], Night(day: 6))
        #expect(
            try lines(.since(date: "2026-09-07")) == [
                "1 added seoul-bookstores/1", "2 added seoul-bookstores/2", "3 added seoul-bookstores/3",
            ])
    }

    @Test func aRunIsKnownByItsStartAndItsBytes() throws {
        try bench.publish([Shop("1")], Night(bytes: "a"))
        let catalog = try Catalog(path: bench.path)
        let start = "2026-09-01T18:00:00Z"
        #expect(try catalog.holds(run: 1, startedAt: start, sha256: CatalogBench.hash("a")))
        #expect(try !catalog.holds(run: 2, startedAt: start, sha256: CatalogBench.hash("a")))
        #expect(try !catalog.holds(run: 1, startedAt: start, sha256: CatalogBench.hash("b")))
        #expect(try !catalog.holds(run: 1, startedAt: "2026-09-01T18:00:01Z", sha256: CatalogBench.hash("a")))
    }
}
