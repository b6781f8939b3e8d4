import Foundation
import GeocliText
import TestSupport
import Testing

@testable import geocli

/// Colours and the pager, through a pseudo-terminal of 40 rows.
@Suite struct ColourAndPagerTests {
    private func terminal(_ line: String, _ environment: [String: String] = [:], place: Workplace? = nil) throws
        -> ProgramRun
    {
        let place = try place ?? Workplace.sample.get()
        let script = TestSupport.packageRoot.appendingPathComponent("Tests/Oracles/run_in_terminal.py").path
        return try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["python3", "-B", script, "80", TestSupport.geocli.path] + CommandWords.split(line),
            environment: Workplace.environment.merging(["TERM": "xterm", "PAGER": "cat"]) { $1 }
                .merging(environment) { $1 }, folder: place.folder)
    }

    private static func plain(_ text: String) -> String { text.replacing(/\u{1B}\[[0-9]+m/, with: "") }

    private static func withoutLinks(_ text: String) -> String {
        text.replacing(/\u{1B}\]8;;[!-~]*?\u{1B}\\/, with: "")
    }

    @Test func aTerminalGetsColoursAndTheSameText() throws {
        let coloured = try terminal("list --limit 5").text
        let plain = try terminal("list --limit 5", ["NO_COLOR": "1"]).text
        #expect(coloured.contains("\u{1B}[1mname\u{1B}[0m") && !plain.contains("\u{1B}"))
        #expect(Self.plain(coloured) == plain, "widths do not know of colours")
        let used = try terminal("near 37.5663,126.9779 -k 20").text
        #expect(used.contains("\u{1B}[35mused\u{1B}[0m"))
        #expect(try terminal("show 99999").text.hasPrefix("\u{1B}[31mgeocli: \u{1B}[0m"))
    }

    @Test(arguments: [
        ("list --limit 2", ["NO_COLOR": "1"]), ("list --limit 2", ["TERM": "dumb"]), ("list --limit 2", ["TERM": ""]),
        ("list --limit 2 --color never", [:]), ("list --limit 2 --color=never", [:]),
        ("list --limit 2 --format json", [:]),
        ("list --limit 2 --format csv", [:]), ("show 99999 --color never", [:]),
    ])
    func elsewhereThereAreNone(_ line: String, _ environment: [String: String]) throws {
        #expect(try !terminal(line, environment).text.contains("\u{1B}"))
    }

    @Test func namesAreHyperlinksWhereTheTerminalShowsThem() throws {
        let linked = try terminal("near 37.5663,126.9779 -k 3", ["VTE_VERSION": "7203"]).text
        let plain = try terminal("near 37.5663,126.9779 -k 3").text
        #expect(linked.matches(of: /\u{1B}\]8;;https:\/\/www\.openstreetmap\.org\/[!-~]+\u{1B}\\/).count == 3)
        #expect(Self.withoutLinks(linked) == plain, "columns line up")
        let korean = try terminal("near 37.5663,126.9779 -k 3 --lang ko", ["TERM": "xterm-kitty"]).text
        #expect(korean.contains("\u{1B}]8;;https://map.naver.com/"))
        // The link on the terminal is the same as the one in the column link_osm.
        let row = try Workplace.sample.get().succeed("near 37.5663,126.9779 -k 1 --fields link_osm --format csv").text
        let address = try #require(row.split(separator: "\n").last)
        #expect(linked.contains("\u{1B}]8;;\(address)\u{1B}\\"))
    }

    @Test(arguments: [
        ["TERM": "xterm"], ["VTE_VERSION": "7203", "NO_COLOR": "1"], ["VTE_VERSION": "5000"], ["VTE_VERSION": "x"],
        ["KITTY_WINDOW_ID": "1", "FORCE_HYPERLINK": "0"], ["TERM_PROGRAM": "Apple_Terminal"],
        ["WT_SESSION": "1", "TMUX": "/tmp/tmux-0/default,1,0"], ["TERM": "dumb", "FORCE_HYPERLINK": "1"],
    ])
    func otherTerminalsGetNoHyperlinks(_ environment: [String: String]) throws {
        #expect(try !terminal("list --limit 3", environment).text.contains("\u{1B}]8"))
    }

    @Test func aPipeGetsNoHyperlinks() throws {
        let run = try Workplace.sample.get().succeed(
            "list --limit 3 --format table --color always", environment: ["FORCE_HYPERLINK": "1"])
        #expect(!run.text.contains("\u{1B}]8"))
    }

    @Test func hostileNamesMakeNoLinkOfTheirOwn() throws {
        let seen = try terminal("list", ["FORCE_HYPERLINK": "1"], place: HostileText.place.get()).text
        #expect(seen.contains("\u{1B}]8;;https://www.openstreetmap.org/"))
        #expect(HostileText.isPrintable(Self.plain(Self.withoutLinks(seen))))
    }

    @Test func aPipeHasColoursOnlyIfAsked() throws {
        let place = try Workplace.sample.get()
        let plain = try place.succeed("list --limit 3 --format table").text
        #expect(!plain.contains("\u{1B}"))
        let always = try place.succeed("list --limit 3 --format table --color always", environment: ["NO_COLOR": "1"])
            .text
        #expect(always.contains("\u{1B}[1m") && Self.plain(always) == plain)
        #expect(try !place.succeed("list --limit 3 --color always").text.contains("\u{1B}"), "ndjson has none")
        let run = try place.geocli("list --limit 3 --color sometimes")
        #expect(run.status == 64 && run.errorText.contains("choose auto, always or never"))
    }

    @Test func hostileTextHasNoColoursOfItsOwn() throws {
        let seen = try terminal("list", place: HostileText.place.get()).text
        #expect(HostileText.isPrintable(Self.plain(seen)))
        #expect(!seen.contains("\u{1B}[5m"))
    }

    @Test func aLongListingGoesThroughThePagerAndAShortOneDoesNot() throws {
        let pager = ["GEOCLI_PAGER": "sed 's/^/@@ /'", "NO_COLOR": "1"]
        let long = try terminal("list", pager)
        #expect(long.status == 0)
        #expect(long.text.split(separator: "\n").allSatisfy { $0.hasPrefix("@@ ") })
        let direct = try terminal("list --no-pager", pager).text
        #expect(long.text.replacing(/(?m)^@@ ?/, with: "") == direct.replacing(/(?m)^@@ ?/, with: ""))
        #expect(try !terminal("list --limit 12", pager).text.contains("@@ "))
        #expect(try terminal("list --limit 60", pager).text.hasPrefix("@@ "))
        #expect(try terminal("list", ["PAGER": "sed 's/^/@@ /'"]).text.hasPrefix("@@ "), "PAGER, too")
        #expect(try !terminal("list", ["GEOCLI_PAGER": "", "PAGER": "sed 's/^/@@ /'"]).text.hasPrefix("@@ "))
        #expect(try !terminal("list", ["PAGER": "sed 's/^/@@ /'", "TERM": "dumb"]).text.hasPrefix("@@ "))
    }

    @Test func leavingThePagerIsNoFailure() throws {
        let run = try terminal("list", ["GEOCLI_PAGER": "head -n 2", "NO_COLOR": "1"])
        #expect(run.status == 0)
        #expect(run.text.split(separator: "\n").count == 2)
        let failed = try terminal("list", ["GEOCLI_PAGER": "exit 3"])
        #expect(failed.status == 0)
    }

    @Test func aPagerThatIsNotThereLosesNothing() throws {
        let run = try terminal("list", ["GEOCLI_PAGER": "no-such-pager-here", "NO_COLOR": "1"])
        let direct = try terminal("list --no-pager", ["NO_COLOR": "1"])
        #expect(run.status == 0 && run.text.hasSuffix(direct.text))
    }

    @Test func aPipeHasNoPager() throws {
        let place = try Workplace.sample.get()
        let run = try place.succeed(
            "list --format table", environment: ["GEOCLI_PAGER": "sed 's/^/@@ /'", "TERM": "xterm"])
        #expect(!run.text.contains("@@ "))
    }

    @Test func marksAreWhatAPersonSeesMatch() {
        func marked(_ text: String, _ line: String) -> String {
            let characters = Array(line)
            return MatchMarks.ranges(of: text, in: line).map { String(characters[$0]) }.joined(separator: "|")
        }
        #expect(marked("책방", "돌담책방 종로 책방") == "책방|책방")
        #expect(marked("ㅊㅂ", "돌담책방") == "책방")
        #expect(marked("채", "돌담책방") == "책")
        #expect(marked("돌담책", "돌담 책방") == "돌담 책")
        #expect(marked("moon", "Little Moonlight") == "Moon")
        #expect(marked("마포 책", "책방 new 마포구") == "책|마포")
        #expect(marked("", "책방") == "" && marked("없다", "책방") == "" && marked("x", "") == "")
        #expect(marked("📚", "a📚b") == "📚")
    }

    @Test func progressSaysTheShareAndTheTimeLeft() {
        let rows = Words(en: "rows read", ko: "읽은 행")
        let words = ProgressLine.words(40_000, of: 120_000, elapsedSeconds: 6, rows)
        #expect(words.en == "40000 of 120000 rows read (33 %), about 12 s left")
        #expect(words.ko == "읽은 행 40000/120000(33%), 약 12초 남음")
        #expect(ProgressLine.words(1024, of: nil, elapsedSeconds: 6, rows).en == "1024 rows read")
        #expect(ProgressLine.words(2048, of: 1024, elapsedSeconds: 6, rows).en == "2048 rows read", "a wrong total")
        #expect(ProgressLine.words(1024, of: 1_024_000, elapsedSeconds: 1, rows).en.hasSuffix("about 17 min left"))
    }
}
