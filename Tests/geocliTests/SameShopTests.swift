import Foundation
import TestSupport
import Testing

/// `geocli links` and `--unique`, as a person runs them. The rules have an oracle of their own, check_shops.py.
@Suite struct SameShopTests {
    private static let head = "no,name,lat,lon,district,phone\n"

    private func place() throws -> Workplace {
        let place = try Workplace()
        try ingest("one", "1,책방 온,37.5,127,서울특별시 마포구,02-120-0001\n2,서점,37.6,127,마포구,\n", in: place)
        try ingest("two", "a 1,책방온,37.5,127,마포구,02-120-0001\nb,다른 서점,37.7,127,마포구,\n", in: place)
        return place
    }

    private func ingest(_ feed: String, _ rows: String, in place: Workplace) throws {
        try place.write(Self.head + rows, to: "\(feed).csv")
        try place.succeed(
            "ingest \(feed).csv --feed \(feed) --id no --name name --lat lat --lon lon --district district --phone phone --kind other --accept test -q"
        )
    }

    @Test func aDistrictWithItsProvinceContradictsNothing() throws {
        let links = try place().succeed("links list --json").text
        #expect(links.contains(#""state":"found""#) && links.contains(#""contradicts":[]"#), "\(links)")
    }

    /// Such rows are all read, but only `--thorough` finds links and issues again that another program removed.
    @Test func aNightWithKindsOrOfStandardInputFindsAgainOnlyWhatChanged() throws {
        let place = try Workplace()
        let one = ["1,책방 온,37.5,127,마포구,02-120-0001\n", "2,테스트,37.6,127,마포구,\n"]
        let two = ["a,책방온,37.5,127,마포구,02-120-0001\n", "b,다른 서점,37.7,127,마포구,\n"]
        let options = "--id no --name name --lat lat --lon lon --district district --phone phone --accept test -q"
        func file(_ rows: [String], _ more: String = "") throws {
            try place.write(Self.head + rows.joined(), to: "one.csv")
            try place.succeed("ingest one.csv --feed one --kind other \(options) \(more)")
        }
        func standardInput(_ rows: [String]) throws {
            try place.succeed("ingest - --feed two \(options)", input: Data((Self.head + rows.joined()).utf8))
        }
        func found() throws -> String {
            try place.shell("sqlite3 catalog.sqlite 'SELECT (SELECT count(*) FROM link), (SELECT count(*) FROM issue)'")
                .text
        }
        try file(one)
        try standardInput(two)
        #expect(try found() == "1|1\n")
        let damage = "DELETE FROM link; DELETE FROM issue_event; DELETE FROM issue_place; DELETE FROM issue"
        #expect(try place.shell("sqlite3 catalog.sqlite '\(damage)'").status == 0)
        // The same bytes, and the same rows in another order.
        for rows in [one, one.reversed()] {
            try file(rows)
            #expect(try found() == "0|0\n", "\(rows)")
        }
        for rows in [two, two.reversed()] {
            try standardInput(rows)
            #expect(try found() == "0|0\n", "\(rows)")
        }
        try file(one, "--thorough")
        #expect(try found() == "1|1\n")
    }

    @Test func aRejectionThatNoLongerCountsIsSaidAndNotListed() throws {
        let place = try place()
        try place.succeed(["links", "reject", "one/1", "two/a 1", "-q"])
        #expect(try place.succeed("links list --format csv --fields state").text == "state\nrejected\n")
        try ingest("one", "1,책방 온,37.9,127,마포구,02-120-0009\n2,서점,37.6,127,마포구,\n", in: place)
        for line in ["links list --json", "links show 1 --json", "links list --json --state rejected"] {
            let run = try place.succeed(line)
            #expect(run.text == "[]\n", "\(line)")
            #expect(
                run.errorText.hasPrefix(
                    "1 decision no longer applies, because the evidence has changed: one/1 and two/a 1 (rejected on "),
                "\(run.errorText)")
        }
        #expect(try place.succeed("links show 2").errorText.isEmpty)
        #expect(try place.succeed("links list --state accepted").errorText.isEmpty)
        #expect(try place.succeed("links list -q").errorText.isEmpty)
        #expect(
            try place.succeed("links list --lang ko").errorText.contains("근거가 바뀌어 더는 적용되지 않는 결정 1건: one/1 · two/a 1("))
    }

    @Test func aRejectionThatNoLongerCountsCanBeMadeAgain() throws {
        let place = try place()
        let reject = ["links", "reject", "one/1", "two/a 1"]
        try place.succeed(reject + ["-q"])
        // Another point is other evidence, by which a rule still links the rows.
        try ingest("one", "1,책방 온,37.5003,127,마포구,02-120-0001\n2,서점,37.6,127,마포구,\n", in: place)
        #expect(try place.succeed("links list").errorText.contains("1 decision no longer applies"))
        #expect(try place.succeed(reject).errorText.contains("one/1 and two/a 1: different shops, as long as"))
        let renewed = try place.succeed("links list --fields state --format csv")
        #expect(renewed.text == "state\nrejected\n" && renewed.errorText.isEmpty)
        // With another name, no rule links them.
        try ingest("one", "1,다른 이름,37.5,127,마포구,02-120-0001\n2,서점,37.6,127,마포구,\n", in: place)
        #expect(try place.succeed("links list").errorText.contains("1 decision no longer applies"))
        #expect(
            try place.succeed(reject).errorText
                == "one/1 and two/a 1: no rule links these two rows any longer, so the earlier decision was removed\n"
        )
        let removed = try place.succeed("links list --json")
        #expect(removed.text == "[]\n" && removed.errorText.isEmpty)
        // Now there is nothing to reject.
        #expect(try place.geocli(reject).status == 64)
    }

    @Test func aRowIsNotLinkedToItself() throws {
        let run = try place().geocli("links accept 1 one/1")
        #expect(run.status == 64)
        #expect(run.errorText == "geocli: the same row was given twice; links join rows of different feeds\n")
    }

    /// A cell has blanks between references, and the feed's own id may hold one.
    @Test func referencesWithBlanksAreTold() throws {
        let place = try place()
        let unique = "list --unique --feed one --fields ref,also --match 책방"
        #expect(try place.succeed("\(unique) --format csv").text == "ref,also\none/1,\"[\"\"two/a 1\"\"]\"\n")
        #expect(try place.succeed("\(unique) --json").text.contains(#""also":["two/a 1"]"#))
        try ingest("two", "a1,책방온,37.5,127,마포구,02-120-0001\n", in: place)
        #expect(try place.succeed("\(unique) --format csv").text == "ref,also\none/1,two/a1\n")
    }

    @Test func aNameInTheSettingFeedsThatNoFeedHasIsSaidOnce() throws {
        let place = try place()
        func warnings(_ line: String, _ feeds: String) throws -> [Substring] {
            _ = try place.shell("mkdir -p config/geocli")
            try place.write("# mine\nfeeds = \(feeds)\n", to: "config/geocli/config")
            let run = try place.succeed(line, environment: ["XDG_CONFIG_HOME": place.file("config").path])
            #expect(!run.text.isEmpty)
            return run.errorText.split(separator: "\n").filter { $0.contains("feeds") }
        }
        for line in ["list --unique", "near 37.5,127 --unique -k 1", "config"] {
            #expect(try warnings(line, "two, seoul-culture, one") == [], "a declared feed is one, too")
            let found = try warnings(line, "two, seoul-cultur, onee")
            #expect(found.count == 1, "\(line): \(found)")
            #expect(
                found.first?.contains(
                    "line 2: feeds: no feed is called seoul-cultur, onee; did you mean one, seoul-culture?") == true,
                "\(found)")
        }
        #expect(try warnings("list", "nope") == [], "a command that does not use the setting")
    }
}
