import Foundation
import GeocliGeo
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct HistoryTests {
    private let bench: CatalogBench

    init() throws { bench = try CatalogBench() }

    private func entry(_ feedID: String) throws -> CatalogEntry {
        try #require(try bench.entries().first { $0.place.feedID == feedID })
    }

    @Test func missesAreCountedAndCloseNothing() throws {
        let both = [Shop("1"), Shop("2")]
        try bench.publish(both, Night(day: 0))
        for (misses, day) in [(1, 3), (2, 4), (3, 7), (4, 8)] {
            try bench.publish([Shop("1")], Night(day: day))
            let gone = try entry("2")
            #expect(gone.missingRuns == misses)
            #expect(gone.removedOn == "2026-09-05" && gone.closedOn == nil)
            #expect(gone.lastSeen == "2026-09-02")
            #expect(gone.firstSeen == "2026-09-02")
        }
        let here = try entry("1")
        #expect(here.missingRuns == 0 && here.removedOn == nil && here.lastSeen == "2026-09-10")
    }

    @Test func unchangedNightsCountAsMissesToo() throws {
        try bench.publish([Shop("1"), Shop("2")])
        try bench.publish([Shop("1")], Night(day: 1, bytes: "same"))
        for day in 2...3 {
            #expect(try bench.publish([Shop("1")], Night(day: day, bytes: "same")).outcome == .unchanged)
        }
        #expect(try entry("2").missingRuns == 3)
        #expect(try entry("2").removedOn == "2026-09-03")
        #expect(try entry("1").lastSeen == "2026-09-05")
    }

    @Test func aPlaceIsClosedFromTheRunInWhichTheSourceSaysSo() throws {
        let (both, one) = ([Shop("1"), Shop("2")], [Shop("1")])
        try bench.publish(both)
        try bench.publish(one, Night(day: 1))
        try bench.publish(one, Night(day: 2, closed: ["2"]))
        try bench.publish(one, Night(day: 3))
        let closed = try entry("2")
        #expect(closed.missingRuns == 3 && closed.removedOn == "2026-09-03" && closed.closedOn == "2026-09-04")
        try bench.publish(both, Night(day: 4))
        try bench.publish(one, Night(day: 5))
        let gone = try entry("2")
        #expect(gone.missingRuns == 1 && gone.removedOn == "2026-09-07" && gone.closedOn == nil)
    }

    @Test func refusedNightsAreNoMisses() throws {
        try bench.publish([Shop("1"), Shop("2")])
        for day in 1...4 { try bench.publish([Shop("1")], Night(day: day, refusal: "no")) }
        #expect(try entry("2").missingRuns == 0)
        #expect(try entry("2").lastSeen == "2026-09-02")
        try bench.publish([Shop("1")], Night(day: 5))
        #expect(try entry("2").missingRuns == 1)
    }

    @Test func aReturnedPlaceKeepsItsNumberAndFirstDay() throws {
        try bench.publish([Shop("1"), Shop("2")])
        let number = try entry("2").id
        for day in 1...3 { try bench.publish([Shop("1")], Night(day: day)) }
        let report = try bench.publish([Shop("1"), Shop("2", name: "다른 이름")], Night(day: 4))
        #expect(report.counts.returned == 1 && report.counts.added == 0 && report.counts.changed == 1)
        let back = try entry("2")
        #expect(back.id == number && back.firstSeen == "2026-09-02" && back.lastSeen == "2026-09-06")
        #expect(back.missingRuns == 0 && back.removedOn == nil && back.place.name == "다른 이름")
        #expect(
            try bench.rows(
                "SELECT run, what, field, old, new FROM change WHERE place = \(number) ORDER BY run, what")
                == [
                    #"run:2 what:missing field: old:NULL new:NULL"#,
                    #"run:5 what:changed field:name old:책방 new:다른 이름"#,
                    #"run:5 what:returned field: old:NULL new:NULL"#,
                ])
    }

    @Test func eachChangedFieldIsWrittenDownWithOldAndNew() throws {
        try bench.publish([Shop("1", at: at(126.9, 37.5))])
        var shop = Shop("1", name: "새 이름", at: at(127, 37.6))
        shop.kind = .used
        shop.district = nil
        shop.contact.address = "주소"
        shop.contact.phone = "+8223251984"
        shop.contact.phoneRaw = "02-325-1984"
        shop.contact.website = "http://example.com"
        shop.contact.websiteRaw = "example.com"
        shop.contact.sns = ["https://example.com/\"a\"", "@나"]
        #expect(try bench.publish([shop], Night(day: 1)).counts.changed == 1)
        #expect(
            try bench.rows("SELECT field, old, new FROM change WHERE field <> 'point' ORDER BY field") == [
                #"field:address old:NULL new:주소"#, #"field:district old:마포구 new:NULL"#,
                #"field:kind old:new new:used"#, #"field:name old:책방 new:새 이름"#,
                #"field:phone old:NULL new:+8223251984"#, #"field:phone_raw old:NULL new:02-325-1984"#,
                #"field:sns old:NULL new:["https://example.com/\"a\"","@나"]"#,
                #"field:website old:NULL new:http://example.com"#,
                #"field:website_raw old:NULL new:example.com"#,
            ])
        #expect(try entry("1").place == shop.place)
    }

    @Test func pointsInTheHistoryReadBackEqual() throws {
        let old = at(126.922886096614.nextUp, 37.5573847248586.nextDown)
        let new = at(1.0 / 3, -2.0 / 3)
        try bench.publish([Shop("1", at: old)])
        try bench.publish([Shop("1", at: new)])
        try bench.publish([Shop("1")])
        let texts = try bench.reader().rows("SELECT old, new FROM change ORDER BY run")
        func point(_ text: String?) -> Coordinate? {
            let numbers = (text ?? "").split(separator: ",").compactMap { Double($0) }
            return numbers.count == 2 ? at(numbers[1], numbers[0]) : nil
        }
        #expect(texts.map { point($0["old"].text) } == [old, new])
        #expect(texts.map { point($0["new"].text) } == [new, nil])
        #expect(texts[1]["new"] == .null)
    }

    @Test func anUnchangedNightWritesARunRowAndNothingElse() throws {
        let shops = [Shop("1", at: at(126.9, 37.5)), Shop("2")]
        try bench.publish(shops, Night(bytes: "same"))
        let content = try bench.content()
        let rejects = try bench.rows("SELECT * FROM reject")
        let report = try bench.publish(shops, Night(day: 1, bytes: "same"))
        #expect(report.outcome == .unchanged && report.runID == 2 && report.reason == nil)
        #expect(report.counts.received == 2 && report.counts.total == 2 && report.counts.formerTotal == 2)
        #expect(report.counts.added == 0 && report.counts.changed == 0 && report.counts.removed == 0)
        #expect(try bench.content() == content)
        #expect(try bench.rows("SELECT * FROM reject") == rejects)
        #expect(
            try bench.rows("SELECT id, good_run, date, outcome, total FROM run") == [
                #"id:1 good_run:1 date:2026-09-02 outcome:published total:2"#,
                #"id:2 good_run:2 date:2026-09-03 outcome:unchanged total:2"#,
            ])
    }

    @Test func theSameRowsInOtherBytesChangeNoPlace() throws {
        let shops = [Shop("1", at: at(126.9, 37.5)), Shop("2")]
        try bench.publish(shops)
        let content = try bench.content()
        let report = try bench.publish(shops.reversed())
        #expect(report.outcome == .published && report.counts.changed == 0)
        #expect(try bench.content() == content)
    }

    @Test func aRefusalLeavesAllPlacesAndRecordsTheRun() throws {
        try bench.publish([Shop("1", at: at(126.9, 37.5)), Shop("2")])
        let content = try bench.content()
        let night = Night(day: 1, acceptedBecause: nil, refusal: "too odd")
        let report = try bench.publish([Shop("1", name: "새 이름"), Shop("3")], night)
        #expect(report.outcome == .refused && report.reason == "too odd" && report.runID == 2)
        #expect(report.counts.added == 1 && report.counts.removed == 1 && report.counts.changed == 1)
        #expect(try bench.content() == content)
        #expect(
            try bench.rows("SELECT id, good_run, outcome, reason, added, removed FROM run WHERE id = 2")
                == [#"id:2 good_run:NULL outcome:refused reason:too odd added:1 removed:1"#])
        #expect(try bench.rows("SELECT good_runs, last_good_run FROM feed") == ["good_runs:1 last_good_run:1"])
    }

    @Test func theReasonToAcceptIsRecorded() throws {
        try bench.publish([Shop("1")], Night(acceptedBecause: "checked by hand"))
        #expect(
            try bench.rows("SELECT outcome, reason, accepted_because FROM run")
                == [#"outcome:published reason:NULL accepted_because:checked by hand"#])
    }

    @Test func aDryRunLeavesEveryByteAsItWas() throws {
        try bench.publish([Shop("1"), Shop("2")])
        let before = bytes(bench.path)
        let files = try names(bench.folder)
        for refusal in [nil, "no"] {
            let report = try bench.publish([Shop("1", name: "새"), Shop("3")], Night(isDryRun: true, refusal: refusal))
            #expect(report.runID == nil && report.outcome == (refusal == nil ? .published : .refused))
            #expect(report.counts.added == 1 && report.counts.removed == 1 && report.counts.changed == 1)
            #expect(bytes(bench.path) == before)
            #expect(try names(bench.folder) == files)
        }
    }

    @Test func feedsOfOneCatalogDoNotTouchEachOther() throws {
        try bench.publish([Shop("1"), Shop("2")])
        try bench.publish([Shop("2", name: "다른 피드")], Night(day: 1, feed: "places"))
        let report = try bench.publish([Shop("1")], Night(day: 2, feed: "places"))
        #expect(report.counts.removed == 1 && report.counts.added == 1 && report.counts.formerTotal == 1)
        let entries = try bench.entries()
        #expect(entries.map(\.ref) == ["seoul-bookstores/1", "seoul-bookstores/2", "places/2", "places/1"])
        #expect(entries.map(\.missingRuns) == [0, 0, 1, 0])
        #expect(entries.map(\.lastSeen) == ["2026-09-02", "2026-09-02", "2026-09-03", "2026-09-04"])
        #expect(try bench.faults() == [])
    }

    @Test func aBodyThatThrowsLeavesTheCatalogAsItWas() throws {
        struct Stop: Error {}
        try bench.publish([Shop("1")])
        let content = try bench.content() + bench.rows("SELECT * FROM run")
        let writer = try CatalogWriter(path: bench.path)
        #expect(throws: Stop.self) {
            try writer.ingest { session in
                let origin = RowOrigin(pageNumber: 1, page: "p", row: 1)
                try session.stage(Shop("9").place, from: origin, problem: nil, value: nil, raw: "{}")
                throw Stop()
            }
        }
        #expect(try bench.content() + bench.rows("SELECT * FROM run") == content)
        #expect(try bench.publish([Shop("1"), Shop("2")]).counts.added == 1)
    }
}
