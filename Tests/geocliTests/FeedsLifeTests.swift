import Foundation
import TestSupport
import Testing

/// Several feeds over months: which is late, which is paused, and how one leaves the catalog.
@Suite struct FeedsLifeTests {
    private static let head = "no,name,lat,lon,phone\n"
    private static let columns = "--id no --name name --lat lat --lon lon --phone phone --kind other -q"

    private static func again(_ feed: String) -> String {
        "geocli ingest \(feed).csv \(columns.dropLast(3)) --feed \(feed)"
    }

    private static func day(_ number: Int) -> [String: String] {
        ["SOURCE_DATE_EPOCH": String(Workplace.moment + number * 86_400), "GEOCLI_AUTHOR": "편집자"]
    }

    private static func ingest(_ feed: String, _ names: [String], day: Int, in place: Workplace) throws {
        let rows = names.enumerated().map {
            "\($0.offset + 1),\($0.element),37.\(50 + $0.offset),127,02-120-000\($0.offset)\n"
        }
        try place.write(head + rows.joined(), to: "\(feed).csv")
        try place.succeed("ingest \(feed).csv --feed \(feed) \(columns)", environment: Self.day(day))
    }

    private static func status(_ place: Workplace, day: Int, _ more: String = "") throws -> ProgramRun {
        try place.geocli("status -q --max-age 36h \(more)", environment: Self.day(day))
    }

    @Test func aFileThatCameOnceIsNeverLate() throws {
        let place = try Workplace()
        try Self.ingest("libs", ["가", "나"], day: 0, in: place)
        #expect(try Self.status(place, day: 400).status == 0)
        try place.succeed("feeds cadence libs daily -q")
        let late = try Self.status(place, day: 2)
        #expect(late.status == 65)
        #expect(
            late.errorText
                == "geocli: the last good run is 2 days old, more than 36h; run '\(Self.again("libs"))'\n")
        try place.succeed("feeds cadence libs weekly -q")
        #expect(try Self.status(place, day: 7).status == 0)
        #expect(
            try Self.status(place, day: 8).errorText
                == "geocli: the last good run is 8 days old, more than 6 days and 36h; run '\(Self.again("libs"))'\n"
        )
        try place.succeed("feeds cadence libs auto -q")
        #expect(try Self.status(place, day: 400).status == 0)
    }

    @Test func eachLateFeedHasItsOwnCommand() throws {
        let place = try Workplace()
        for day in 0..<4 { try Self.ingest("shops", ["가", "나"], day: day, in: place) }
        try Self.ingest("libs", ["다"], day: 0, in: place)
        // The shops came each day; the libraries came once.
        #expect(try Self.status(place, day: 4).status == 0)
        let late = try Self.status(place, day: 6)
        #expect(
            late.errorText
                == "geocli: the last good run of shops is 3 days old, more than 36h; run '\(Self.again("shops"))'\n"
        )
        try place.succeed("feeds cadence libs monthly")
        let both = try Self.status(place, day: 40).errorText.split(separator: "\n")
        #expect(both.count == 2 && both[0].contains("of libs is 40 days old, more than 30 days and 36h; run"))
        #expect(both[1].hasSuffix("run '\(Self.again("shops"))'"))
        try place.succeed("feeds pause shops -q")
        #expect(try Self.status(place, day: 10).status == 0)
        #expect(try Self.status(place, day: 10, "--feed shops").status == 0)
        try place.succeed("feeds resume shops -q")
        #expect(try Self.status(place, day: 10).status == 65)
    }

    @Test func theListSaysHowTheLastRunsWent() throws {
        let place = try Workplace()
        try Self.ingest("libs", ["가", "나", "다"], day: 0, in: place)
        try place.write(Self.head, to: "libs.csv")
        for day in [1, 1, 2] {
            let run = try place.geocli(
                "ingest libs.csv --feed libs \(Self.columns)", environment: Self.day(day))
            #expect(run.status == 65)
        }
        let list = "feeds list --format csv --fields id,total,cadence,paused_on,failed_days,failure,key,path"
        let row = try place.succeed(list, environment: Self.day(2)).text.split(separator: "\n").last
        #expect(row?.hasPrefix("libs,3,once,,2,") == true && row?.hasSuffix(",,") == true, "\(row ?? "")")
        try place.succeed("feeds pause libs", environment: Self.day(3))
        #expect(try place.succeed(list).text.contains("\nlibs,3,once,2026-09-24,2,"))
        // A key that is set is said, and never shown.
        let keyed = try place.succeed(
            "feeds list --format csv --fields id,key", environment: ["SEOUL_OPENAPI_KEY": "abc123secret"])
        #expect(keyed.text.contains("seoul-bookstores,set\n") && !keyed.text.contains("abc123secret"))
        #expect(
            try place.succeed("feeds list --format csv --fields id,key").text.contains("seoul-bookstores,missing\n"))
    }

    @Test func removeTakesAFeedWithAllThatHangsOnIt() throws {
        let place = try Workplace()
        try Self.ingest("one", ["책방 온", "서점"], day: 0, in: place)
        let alone = try place.succeed("list --format csv").text
        try Self.ingest("two", ["책방온", "글방"], day: 1, in: place)
        try place.succeed(
            "corrections add two/2 phone=02-555-1234 --because 'a person looked' --source https://example.com/a -q",
            environment: Self.day(1))
        let home = Self.day(2).merging(["HOME": place.folder.path]) { $1 }
        try place.succeed("changes --reader mail --mark-read -q", environment: home)
        let dry = try place.succeed("feeds remove two --dry-run", environment: home)
        #expect(dry.errorText.hasPrefix("would go with two: places 2, runs 1,"), "\(dry.errorText)")
        #expect(try place.succeed("list --format csv --fields ref").text.contains("two/2"))
        let run = try place.succeed("feeds remove two", environment: home)
        #expect(run.errorText == dry.errorText.replacing("would go", with: "removed"))
        #expect(run.errorText.contains("corrections 1, links 1"), "\(run.errorText)")
        #expect(try place.succeed("list --format csv").text == alone)
        #expect(try place.succeed("list --format csv --as-of 2026-09-22").text == alone)
        #expect(try place.succeed("links list --format csv").text.split(separator: "\n").count == 1)
        #expect(try place.succeed("corrections list --format csv").text.split(separator: "\n").count == 1)
        #expect(!(try place.succeed("feeds list --fields id").text.contains("\"two\"")))
        try place.succeed("verify -q")
        // The reader is told nothing that is gone, and not that the catalog was created again.
        let news = try place.succeed("changes --reader mail --format csv", environment: home)
        #expect(news.errorText == "reader mail: 0 unread changes from 0 runs\n")
        #expect(try place.geocli("feeds remove two").errorText.contains("two"))
        // The last feed leaves no run, and no sentence says that none ever succeeded.
        let empty = try place.copy()
        try empty.succeed("feeds remove one -q", environment: home)
        #expect(
            try empty.succeed("near 37.5,127").errorText == "the catalog has no good run; see 'geocli status'\n")
        #expect(try place.geocli("feeds remove two").status == 64)
        #expect(try place.geocli("feeds remove one --db none.sqlite").status == 66)
    }

    @Test func removeIsWholeOrNotAtAll() throws {
        let place = try Workplace()
        try Self.ingest("one", (1...9).map { "책방 \($0)" }, day: 0, in: place)
        try Self.ingest("two", (1...9).map { "책방 \($0)" }, day: 1, in: place)
        let whole = try place.succeed("list --format csv").text
        for delay in stride(from: 1, to: 61, by: 4) {
            let run = try place.shell("timeout -s KILL \(Double(delay) / 1000) geocli feeds remove two -q; true")
            #expect(run.errorText.isEmpty || run.errorText == "Killed\n", "\(run.errorText)")
            let text = try place.succeed("list --format csv").text
            try place.succeed("verify -q")
            guard text == whole else {
                #expect(!text.contains("two/") && text.contains("one/9"))
                return
            }
        }
    }
}
