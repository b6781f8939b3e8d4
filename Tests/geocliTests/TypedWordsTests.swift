import Foundation
import GeocliAsking
import TestSupport
import Testing

@testable import geocli

/// Words as people type them: names of places, words for days and kinds, options before the command.
@Suite struct TypedWordsTests {
    private typealias Row = FeedPage.Row

    private static let place = Result {
        try Workplace.ingested([
            FeedPage(rows: [
                Row(id: "1", name: "첫눈책방 홍대점"), Row(id: "2", name: "첫눈책방"), Row(id: "3", name: "쌍둥이 서점"),
                Row(id: "4", name: "쌍둥이 서점", district: "마포구"), Row(id: "5", name: "1984"),
                Row(id: "6", name: "좌표 없는 집", latitude: "", longitude: ""), Row(id: "7", name: "A/S 책방"),
                Row(id: "8", name: "24.5"), Row(id: "9", name: "헌책 모임", kind: "0001"),
            ])
        ])
    }

    private func run(_ words: [String], _ environment: [String: String] = [:]) throws -> ProgramRun {
        try Self.place.get().geocli(words, environment: environment)
    }

    // MARK: Names

    @Test(arguments: [
        (["첫눈책방 홍대점"], "1"), (["첫눈책방", "홍대점"], "1"), ([" 첫눈책방  홍대점 "], "1"), (["첫눈책방"], "2"),
        (["첫눈책방 홍대점".decomposedStringWithCanonicalMapping], "1"), (["name:1984"], "5"), (["5"], "5"),
        (["places/4"], "4"), (["#5"], "5"), (["＃5"], "5"), (["좌표 없는 집"], "6"), (["A/S 책방"], "7"), (["ａ/ｓ", "책방"], "7"),
        (["24.5"], "8"),
    ])
    func aPlaceIsShownByItsName(_ words: [String], _ row: String) throws {
        let place = try Self.place.get()
        let found = try place.succeed(["show"] + words + ["--format", "json"])
        #expect(try found.output == place.succeed("show places/\(row) --format json").output && found.errorText.isEmpty)
        guard row != "6" else { return }
        let opened = try place.succeed(["open"] + words + ["--print"])
        #expect(try opened.output == place.succeed("open places/\(row) --print").output)
    }

    @Test func aNameOfSeveralPlacesIsRefusedWithTheirIDs() throws {
        for command in ["show", "open"] {
            let run = try run([command, "쌍둥이 서점"])
            #expect(run.status == 64 && run.output.isEmpty)
            #expect(
                run.errorText == """
                    geocli: PLACE: 2 places are called "쌍둥이 서점": 3 (쌍둥이 서점, 종로구), 4 (쌍둥이 서점, 마포구); choose one of \
                    them, such as 3

                    """)
            let korean = try self.run([command, "쌍둥이 서점", "--lang", "ko"]).errorText
            #expect(korean.hasPrefix("geocli: PLACE: 이름이 \"쌍둥이 서점\"인 곳이 2곳입니다: 3 (쌍둥이 서점, 종로구)"), "\(korean)")
        }
    }

    @Test func aPartOfANameIsNotFoundAndNamesTheWhole() throws {
        let run = try run(["show", "홍대점"])
        #expect(run.status == 66)
        #expect(
            run.errorText == "geocli: PLACE: no place is called \"홍대점\"; did you mean 1 (첫눈책방 홍대점, 종로구)?\n")
        // A number is an id, also if it is the name of a place.
        #expect(try self.run(["show", "1984"]).errorText.contains("catalog.sqlite has no bookstore 1984;"))
        #expect(try self.run(["open", "좌표 없는 집"]).status == 66)
        #expect(try self.run(["show", "https://map.kakao.com/link/map/a,37.5,126.9"]).status == 64)
        #expect(try self.run(["show", "\u{FFFD}"]).status == 64)
    }

    @Test func theNamesOfAnotherDayAreNotFound() throws {
        let place = try ChangesTests.story.get()
        for option in ["--as-of 2026-09-21", "--uncorrected"] {
            let run = try place.geocli("show 가 \(option)")
            #expect(run.status == 64 && run.errorText.contains("write the id or the reference"), "\(run.errorText)")
        }
        #expect(try place.geocli("show 가").status == 66, "it has another name now")
    }

    @Test func theServiceTakesNamesToo() throws {
        let place = try Self.place.get()
        let service = try RunningService(place)
        for name in ["첫눈책방 홍대점", "A/S 책방", "name:1984"] {
            let own = try place.succeed(["show", name, "--format", "json"])
            let served = try place.geocli(["show", name, "--format", "json", "--server", service.address])
            #expect(served.output == own.output, "\(served.errorText)")
        }
        let several = try service.get("/show/%EC%8C%8D%EB%91%A5%EC%9D%B4%20%EC%84%9C%EC%A0%90")
        #expect(several.status == 400 && several.text.contains("2 places are called"), "\(several.text)")
    }

    // MARK: Days

    @Test(
        arguments: [
            ("today", "2026-03-01"), ("오늘", "2026-03-01"), ("yesterday", "2026-02-28"), ("어제", "2026-02-28"),
            ("어제".decomposedStringWithCanonicalMapping, "2026-02-28"), (" 어제 ", "2026-02-28"),
            ("YESTERDAY", "2026-02-28"),
            ("0d", "2026-03-01"), ("7d", "2026-02-22"), ("7D", "2026-02-22"), ("007d", "2026-02-22"),
            ("365d", "2025-03-01"), ("7일", "2026-02-22"), ("7일 전", "2026-02-22"),
            ("7일전".decomposedStringWithCanonicalMapping, "2026-02-22"), ("그제", "2026-02-27"), ("일", nil), ("월요일", nil),
            ("-1d", nil), ("+1d", nil), ("1.5d", nil), ("d", nil), ("7", nil), ("7 d", nil),
            ("9999999d", nil), ("99999999d", nil), ("99999999999999999999d", nil), ("٧d", nil), ("tomorrow", nil),
            ("", nil),
            ("2026-02-22", nil),
        ] as [(String, String?)])
    func aWordForADayCountsFromToday(_ word: String, _ day: String?) {
        #expect(DayWord.day(word, today: "2026-03-01") == day)
    }

    @Test func everyOptionWithADayTakesTheWords() throws {
        let place = try ChangesTests.story.get()
        // 2026-09-24 in Seoul.
        let now = ["SOURCE_DATE_EPOCH": String(Workplace.moment + 3 * 86400)]
        for (word, day) in [("today", "2026-09-24"), ("어제", "2026-09-23"), ("2d", "2026-09-22")] {
            for line in [
                "list --as-of", "show 1 --as-of", "changes --since", "export --format csv --as-of",
                "export --layer changes --format csv --since",
            ] {
                let run = try place.succeed("\(line) \(word)", environment: now)
                #expect(try run.output == place.succeed("\(line) \(day)", environment: now).output, "\(line) \(word)")
                #expect(!run.output.isEmpty)
            }
        }
        // A number alone is a run.
        #expect(try place.succeed("changes --since 2").output != place.succeed("changes --since 2d").output)
    }

    /// At 14:13 UTC it is already the next day 14 hours further east.
    @Test(arguments: [("HST10", "2026-08-22"), ("KST-9", "2026-08-22"), ("UTC-14", "2026-08-23")])
    func todayIsTheDayOfThePerson(_ zone: String, _ day: String) throws {
        let run = try ChangesTests.story.get().succeed("list --as-of 30d", environment: ["TZ": zone])
        #expect(run.errorText == "there is no data for \(day); the first day on record is 2026-09-21\n")
    }

    @Test func ownRecordsTakeTheWords() throws {
        let place = try Self.place.get().copy()
        #expect(try place.succeed("mine visit 1 --date 어제").errorText.contains("2026-09-20"))
        try place.succeed("mine note 1 text --date 7d -q")
        try place.succeed("mine note 1 later -q")
        for (filter, count) in [("--since 6d", 1), ("--since 7d", 2), ("--until yesterday", 1), ("--until today", 2)] {
            let notes = try place.succeed("mine notes \(filter) --format ndjson").text
            #expect(notes.split(separator: "\n").count == count, "\(filter)")
        }
        try place.succeed("corrections add 1 closed=yesterday --because x --source https://example.com -q")
        #expect(try place.succeed("show 1 --fields closed_on --format csv").text == "closed_on\n2026-09-20\n")
    }

    /// The service does not know where the person is, so the command sends the day.
    @Test func aServiceGetsTheDay() throws {
        let place = try ChangesTests.story.get()
        let service = try RunningService(place)
        let now = ["SOURCE_DATE_EPOCH": String(Workplace.moment + 3 * 86400)]
        let own = try place.succeed("changes --since yesterday --format csv", environment: now)
        let served = try place.geocli(
            "changes --since yesterday --format csv --server \(service.address)", environment: now)
        #expect(served.output == own.output && !own.output.isEmpty, "\(served.errorText)")
        let refused = try service.get("/changes?since=yesterday")
        #expect(refused.status == 400 && refused.text.contains("such as 2026-09-21, the id"), "\(refused.text)")
    }

    // MARK: Options before the command

    @Test func commonOptionsMayComeFirst() throws {
        let place = try Self.place.get()
        let wanted = try place.succeed("list --format table --lang ko --color always -q")
        for line in [
            "--lang ko --color always -q list --format table", "-q --lang=ko --color=always list --format table",
            "--no-pager -q --lang ko list --format table --color always",
        ] {
            let run = try place.succeed(line)
            #expect(run.output == wanted.output && run.errorText.isEmpty, "\(line)")
        }
        let bare = ["GEOCLI_DB": "none.sqlite"]
        for line in [
            "near 37.57,126.98 -k 1", "search 책방", "sql 'SELECT count(*) AS n FROM places'", "issues list",
            "mine notes",
            "mine notes show 1", "show 첫눈책방 홍대점", "runs",
        ] {
            let after = try place.geocli("\(line) --db \(Workplace.catalogName)", environment: bare)
            let before = try place.geocli("--db \(Workplace.catalogName) \(line)", environment: bare)
            #expect(before.output == after.output && before.status == after.status, "\(line): \(before.errorText)")
            #expect(before.errorText == after.errorText)
        }
        // The option that is closer to the command counts.
        #expect(try place.succeed("--db none.sqlite list --db \(Workplace.catalogName)").output.isEmpty == false)
    }

    @Test func helpAndMistakesStayAsTheyAre() throws {
        let place = try Self.place.get()
        for (line, same) in [
            ("--db x --help", "--help"), ("-q help near", "help near"), ("--db x near --help", "near --help"),
            ("--lang ko help all", "help all --lang ko"), ("--db x --version", "--version"),
            ("--lang ko batch", "batch --lang ko"), ("--db x batch", "batch"), ("--db x mine", "mine"),
            ("-q --lang ko --db=x batch", "batch --lang ko"), ("--db x completions fish", "completions fish"),
            ("-q --color never --lang ko completions bash", "completions bash --lang ko"), ("--db x man", "man"),
        ] {
            #expect(try place.succeed(line).output == place.succeed(same).output, "\(line)")
        }
        for (line, says) in [
            ("--db x nera", "unknown command \"nera\"; did you mean near?"),
            ("--limit 3 list", "--limit goes after the command: geocli COMMAND --limit"),
            ("--db x --limit 3 list", "--limit goes after the command: geocli COMMAND --limit"),
            ("--db", "a command is missing after --db; see 'geocli --help'"),
            ("-q", "a command is missing after -q; see 'geocli --help'"),
            ("--db --lang en list", "--db <path> needs a value; see 'geocli list --help'"),
            ("--lang fr list", "--lang \"fr\": choose ko or en; see 'geocli list --help'"),
        ] {
            let run = try place.geocli(line)
            #expect(run.status == 64 && run.errorText == "geocli: \(says)\n", "\(line)")
        }
    }

    @Test func theOptionsThatMayComeFirstAreTheCommonOnes() throws {
        let dump = try Self.place.get().succeed(["--experimental-dump-help"])
        let json = try #require(try JSONSerialization.jsonObject(with: dump.output) as? [String: Any])
        let commands = (json["command"] as? [String: Any])?["subcommands"] as? [[String: Any]]
        let list = commands?.first { $0["commandName"] as? String == "list" }
        let arguments = try #require(list?["arguments"] as? [[String: Any]])
        var common: [String: Bool] = [:]
        for argument in arguments where argument["sectionTitle"] as? String == "Common options" {
            for name in argument["names"] as? [[String: Any]] ?? [] {
                let dashes = name["kind"] as? String == "long" ? "--" : "-"
                common[dashes + (name["name"] as? String ?? "")] = argument["kind"] as? String == "option"
            }
        }
        #expect(ArgumentWords.common == common)
    }

    // MARK: Hints

    @Test(arguments: [
        ("list --output x.csv", "--output; did you mean -o?"), ("list -n 5", "-n; did you mean --limit?"),
        ("near 37.5,127 -n 5", "-n; did you mean --limit, -k?"),
        ("list -f csv", "-f; did you mean --format?"), ("list -V", "-V; did you mean --version?"),
        ("-V", "-V; did you mean --version?"), ("config --output=x", "--output; did you mean -o?"),
        ("list -nope", "-nope; see 'geocli list --help'"), ("open 1 -n 5", "-n; see 'geocli open --help'"),
    ])
    func aNameOfAnotherProgramLeadsToOurs(_ line: String, _ says: String) throws {
        let place = try Self.place.get()
        let run = try place.geocli(line)
        #expect(run.status == 64 && run.errorText == "geocli: unknown option \(says)\n", "\(run.errorText)")
        // A number may follow without a blank.
        #expect(try place.geocli("list -n5").errorText.hasSuffix("; did you mean --limit?\n"))
    }

    private static let filterHint =
        "is also a kind of place; to search only that kind, write --kind used instead of the word"

    @Test(arguments: [
        ("search used 종로", "\"used\" \(filterHint)"), ("search 종로 중고", "\"중고\" \(filterHint)"),
        ("search 헌책", "\"헌책\" is also a kind of place, which 'geocli list --kind used' lists"),
        ("search 헌책 --lang ko", "\"헌책\"은 장소의 종류이기도 합니다. 그 종류의 장소는 'geocli list --kind used'로 볼 수 있습니다"),
        (
            "search used 종로 --lang ko",
            "\"used\"는 장소의 종류이기도 합니다. 그 종류에서만 찾으려면 이 단어 대신 --kind used를 쓰세요"
        ),
    ])
    func aWordForAKindHintsAtTheFilter(_ line: String, _ note: String) throws {
        let place = try Self.place.get()
        let run = try place.succeed(line)
        #expect(run.errorText.split(separator: "\n").contains { $0 == note }, "\(run.errorText)")
        #expect(try place.geocli("\(line) --fail-empty").errorText.contains(note))
        let quiet = try place.succeed("\(line) -q")
        #expect(quiet.output == run.output && quiet.errorText.isEmpty)
        #expect(try !place.succeed("\(line) --kind used").errorText.contains("--kind used"))
    }

    @Test func noHintWithoutPlacesOfTheKind() throws {
        let place = try Self.place.get()
        for line in ["search other", "search usedd", "search used --district 마포구", "search 책방"] {
            #expect(try !place.succeed(line).errorText.contains("is also a kind"), "\(line)")
        }
        // From a service, the command gets the note in its own words.
        let service = try RunningService(place)
        let own = try place.succeed("search used 종로").errorText.split(separator: "\n")
        let served = try place.succeed("search used 종로 --server \(service.address)").errorText
        #expect(own.contains { $0.contains("--kind used") } && served.split(separator: "\n").sorted() == own.sorted())
    }
}
