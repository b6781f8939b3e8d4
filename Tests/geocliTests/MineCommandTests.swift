import Foundation
import TestSupport
import Testing

/// `geocli mine`: what people record, and what becomes of it.
@Suite struct MineCommandTests {
    private let place: Workplace

    private static func rows(_ names: [(id: String, name: String, latitude: String, address: String)]) -> FeedPage {
        FeedPage(
            rows: names.map {
                FeedPage.Row(
                    id: $0.id, name: $0.name, latitude: $0.latitude, longitude: "126.92", district: "마포구",
                    address: $0.address)
            })
    }

    private static let first = rows([
        ("1", "밤의 책방", "37.56", "마포구 독막로 1"), ("2", "낮의 책방", "37.57", "마포구 독막로 2"),
        ("3", "쌍둥이", "37.58", "마포구 독막로 3"), ("4", "쌍둥이", "37.59", "마포구 독막로 4"),
        ("5", "새벽", "37.60", "마포구 독막로 5"),
    ])

    init() throws { place = try Workplace.ingested([Self.first]) }

    private func lines(_ line: String) throws -> [[String: Any]] {
        try place.succeed("mine \(line) --format ndjson").text.split(separator: "\n").map { row in
            try #require(JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any])
        }
    }

    private func texts(_ line: String, _ key: String) throws -> [String] {
        try lines(line).map { $0[key].map { "\($0)" } ?? "" }
    }

    /// At 02:53 UTC on a Saturday it is still Friday in Honolulu, and Saturday in Seoul.
    @Test(arguments: [
        ("HST10", "2026-11-27"), ("KST-9", "2026-11-28"), ("UTC0", "2026-11-28"), ("TOT-13", "2026-11-28"),
    ])
    func todayIsTheDayWhereThePersonIs(_ zone: String, _ today: String) throws {
        let environment = ["TZ": zone, "SOURCE_DATE_EPOCH": "1795834380"]
        @discardableResult func succeed(_ line: String) throws -> ProgramRun {
            try place.succeed(line, environment: environment)
        }
        #expect(try succeed("mine visit 1").errorText.contains("on \(today)\n"))
        try succeed("mine mark 1 -q")
        try succeed("mine note 1 text -q")
        try place.write("name,note\n낮의 책방,x\n", to: "marks.csv")
        try succeed("mine import marks.csv -q")
        #expect(try texts("marks", "day") == [today, today])
        #expect(try texts("notes", "day") == [today])
        let refused = try place.geocli("mine visit 2 --date 2026-11-29", environment: environment)
        #expect(refused.status == 64 && refused.errorText.contains("today is \(today)"), "\(refused.errorText)")
        let journal = try succeed("mine journal --format table").text
        #expect(journal.contains("1 visit\n") && !journal.contains("after today"), "\(journal)")
        // The days of shops are Seoul's.
        try succeed(
            "corrections add places/5 closed=today --because x --source https://example.com -q")
        #expect(try place.succeed("show places/5 --fields closed_on --format csv").text == "closed_on\n2026-11-28\n")
    }

    private func ingest(_ page: FeedPage, day: Int) throws {
        try page.bytes().write(to: place.file("page.json"))
        try place.succeed(
            "ingest page.json --feed places -q --max-loss 100 --accept all",
            environment: ["SOURCE_DATE_EPOCH": String(Workplace.moment + day * 86_400)])
    }

    private func refuses(
        _ line: String, _ status: Int32, _ words: String, sourceLocation: SourceLocation = #_sourceLocation
    )
        throws
    {
        let before = try? lines("log").count
        let run = try place.geocli("mine \(line)")
        #expect(run.status == status, "\(line): \(run.errorText)", sourceLocation: sourceLocation)
        #expect(run.errorText.contains(words), "\(line): \(run.errorText)", sourceLocation: sourceLocation)
        #expect(ExitCodeTests.isOneErrorLine(run.errorText), "\(run.errorText)", sourceLocation: sourceLocation)
        #expect(try lines("log").count == before, "nothing is recorded", sourceLocation: sourceLocation)
    }

    // MARK: Marks

    @Test func aMarkIsAFilterOfEveryListing() throws {
        #expect(try place.succeed("list --marked").text.isEmpty)
        try place.succeed("mine mark '밤의 책방' -q")
        try place.succeed("mine mark places/2 --list 주말 -q")
        for line in [
            "list --marked", "bbox 126,37,127,38 --marked", "near 37.5,127 --marked", "search 책방 --marked",
            "near 37.5,127 --within 100km --marked", "list --marked --sort name --reverse",
        ] {
            let ids = try place.succeed("\(line) --fields id --format ndjson").text.split(separator: "\n")
            #expect(Set(ids) == ["{\"id\":1}", "{\"id\":2}"], "\(line)")
        }
        #expect(try place.succeed("list --marked=주말 --fields id --format ndjson").text == "{\"id\":2}\n")
        #expect(try place.succeed("export --marked=주말 --format csv --fields id").text.hasSuffix("2\n"))
        let unknown = try place.geocli("list --marked=x")
        #expect(unknown.status == 64 && unknown.errorText.contains("주말"))
        try place.succeed("mine mark places/2 --list 주말 -q")
        #expect(try texts("marks", "ref") == ["places/1", "places/2"])
        try place.succeed("mine unmark 2 -q")
        #expect(try texts("marks", "ref") == ["places/1"])
        #expect(try lines("log --replaced").contains { "\($0["value"] ?? "")" == "false" }, "nothing is lost")
    }

    @Test func aPlaceIsWrittenAsForNear() throws {
        try refuses("mark 쌍둥이", 64, "2 places are called")
        try refuses("mark 없는곳", 66, "no place is called")
        try refuses("mark 37.5,127", 64, "this is a position")
        try refuses("mark 마포구", 64, "district")
        try refuses("mark 99", 66, "99")
        try refuses("mark", 64, "PLACE")
        try refuses("visit 1 --date 2030-01-01", 64, "in the future")
        try refuses("note 1 x --date 2030-01-01", 64, "in the future")
        try refuses("note 1 x --isbn 9788932917246", 64, "not an ISBN")
        try refuses("note 1", 64, "empty")
        try refuses("note 1 x --photo .", 64, "folder")
        try refuses("note 1 x --photo none.jpg", 74, "none.jpg")
        try refuses("show 1", 66, "no note")
        try refuses("journal goal often", 64, "goal 2/week")
        try refuses("mark 1 --list ''", 64, "--list is empty")
        try refuses("note --here x", 64, "here")
    }

    @Test func recordsOutliveTheirShops() throws {
        for line in ["mark 1", "mark 2", "mark 3", "note 5 x", "visit 4"] { try place.succeed("mine \(line) -q") }
        // 1 has moved by 10 km, 2 has another reference, 3 is missing, 5 has gone, and its name is there twice.
        let later = Self.rows([
            ("1", "밤의 책방", "37.65", "마포구 독막로 1"), ("20", "낮의 책방", "37.57", "마포구 독막로 2"),
            ("4", "쌍둥이", "37.59", "마포구 독막로 4"), ("50", "새벽", "37.60", "마포구 독막로 50"),
            ("51", "새벽", "37.60", "마포구 독막로 51"),
        ])
        try ingest(later, day: 1)
        #expect(try texts("marks", "state") == ["missing", "moved", "missing"])
        let moved = try #require(lines("marks")[1]["moved_m"] as? Double)
        #expect(abs(moved - 9_989) < 20, "0.09 degrees of latitude")
        for day in 2...3 { try ingest(later, day: day) }
        #expect(try texts("marks", "state") == ["missing", "moved", "missing"])
        #expect(try texts("notes", "state") == ["missing"])

        // A catalog made anew has other numbers, and no longer has the references.
        _ = try place.shell("rm -f catalog.sqlite*")
        try later.bytes().write(to: place.file("page.json"))
        try place.succeed("ingest page.json --feed places -q")
        let run = try place.succeed("mine marks --format ndjson")
        #expect(try texts("marks", "state") == ["followed", "moved", "gone"])
        #expect(try texts("marks", "ref") == ["places/20", "places/1", "places/3"])
        #expect(run.errorText.contains("낮의 책방 (places/2) is now places/20"), "\(run.errorText)")
        #expect(run.errorText.contains("if the place is now one of"), "\(run.errorText)")
        #expect(try texts("notes", "state") == ["gone"] && texts("notes", "name") == ["새벽"])
        #expect(try place.succeed("list --marked --fields ref --format ndjson").text.contains("places/20"))
        try place.succeed("mine unmark places/3 -q")
        #expect(try lines("marks").count == 2, "a place that is gone can be unmarked")

        _ = try place.shell("rm -f catalog.sqlite*")
        #expect(try texts("marks", "state") == ["unknown", "unknown"])
        #expect(try texts("journal --limit 1", "visits") == ["2"], "also without a catalog")
    }

    // MARK: References of other shops

    private func anew(_ page: FeedPage) throws {
        _ = try place.shell("rm -f catalog.sqlite*")
        try page.bytes().write(to: place.file("page.json"))
        try place.succeed("ingest page.json --feed places -q")
    }

    @Test func recordsStayWithTheirShopsIfTheSourceNumbersAllShopsAnew() throws {
        for line in ["mark 1", "mark 2", "mark 3", "mark 4", "note 5 x", "visit 4"] {
            try place.succeed("mine \(line) -q")
        }
        // Each shop has the reference that the one after it had, also the two shops of one name.
        let later = Self.rows([
            ("2", "밤의 책방", "37.56", "마포구 독막로 1"), ("3", "낮의 책방", "37.57", "마포구 독막로 2"),
            ("4", "쌍둥이", "37.58", "마포구 독막로 3"), ("5", "쌍둥이", "37.59", "마포구 독막로 4"),
            ("6", "새벽", "37.60", "마포구 독막로 5"),
        ])
        try anew(later)
        let found = try lines("marks").map { "\($0["ref"] ?? "") \($0["address"] ?? "")" }.sorted()
        #expect(found == (1...4).map { "places/\($0 + 1) 마포구 독막로 \($0)" })
        #expect(try texts("marks", "state") == Array(repeating: "followed", count: 4))
        #expect(try texts("notes", "ref") == ["places/6"])
        #expect(try place.succeed("list --marked --fields name --format csv").text.split(separator: "\n").count == 5)
    }

    @Test func aReferenceOfAnotherShopIsNotFollowed() throws {
        for line in ["mark 1", "mark 2", "mark 5"] { try place.succeed("mine \(line) -q") }
        let later = Self.rows([
            // 1 is only renamed, 2 only moved, and 5 is another shop.
            ("1", "새 이름", "37.56", "마포구 독막로 1"), ("2", "낮의 책방", "37.65", "마포구 먼길 20"),
            ("5", "다른 가게", "37.50", "마포구 다른로 99"), ("7", "새벽", "37.61", "마포구 독막로 70"),
        ])
        try anew(later)
        let run = try place.succeed("mine marks --format ndjson")
        #expect(try texts("marks", "state") == ["moved", "renamed", "gone"])
        #expect(
            run.errorText.contains("the catalog no longer has 새벽 (places/5); if the place is now one of"),
            "\(run.errorText)")
        let marked = try place.succeed("list --marked --fields ref --format csv").text
        #expect(!marked.contains("places/5") && marked.contains("places/1") && marked.contains("places/2"))
    }

    @Test func aPlaceWithANewReferenceIsOnePlace() throws {
        for line in ["mark 1", "mark 1 --list 주말", "note 1 x", "visit 1", "visit 2"] {
            try place.succeed("mine \(line) -q")
        }
        // Each shop has another reference; 2 was that of another shop before.
        try anew(
            Self.rows([
                ("2", "밤의 책방", "37.56", "마포구 독막로 1"), ("30", "낮의 책방", "37.57", "마포구 독막로 2"),
            ]))
        #expect(try texts("notes --place places/2", "number") == ["1"])
        #expect(try texts("notes --place places/1", "number") == ["1"], "the reference that was remembered")
        #expect(try texts("notes --place '밤의 책방'", "number") == ["1"])
        try place.succeed("mine mark places/2 -q")
        #expect(try texts("marks", "ref") == ["places/2", "places/2"], "no third mark")
        let again = try place.succeed("mine visit places/2")
        #expect(again.errorText.contains("already recorded"), "\(again.errorText)")
        try place.succeed("mine note places/2 y -q")
        #expect(try texts("journal --limit 1", "visits") == ["2"], "the shops are two")
        // The mark and the visit of the shop that has the old reference now are its own.
        try place.succeed("mine mark places/30 -q")
        #expect(try Set(texts("marks", "name")) == ["밤의 책방", "낮의 책방"] && lines("marks").count == 3)
        try place.succeed("mine visit places/2 --remove -q")
        try place.succeed("mine visit places/30 --remove -q")
        try place.succeed("mine remove 1 2 -q")
        #expect(try texts("journal --limit 1", "visits") == ["0"])
        try place.succeed("mine unmark places/2 --list 주말 -q")
        #expect(try lines("marks").count == 2)
        try place.succeed("mine unmark places/2 -q")
        #expect(try texts("marks", "name") == ["낮의 책방"])
    }

    @Test func aShopWithTheReferenceOfAnotherGetsAMarkOfItsOwn() throws {
        for line in ["mark 1", "visit 1"] { try place.succeed("mine \(line) -q") }
        try anew(
            Self.rows([
                ("1", "다른 가게", "37.50", "마포구 다른로 99"), ("9", "밤의 책방", "37.56", "마포구 독막로 1"),
            ]))
        for line in ["mark places/1", "visit places/1"] { try place.succeed("mine \(line) -q") }
        #expect(try Set(texts("marks", "ref")) == ["places/1", "places/9"])
        #expect(try texts("journal --limit 1", "visits") == ["2"])
        try place.succeed("mine unmark places/1 -q")
        #expect(try texts("marks", "name") == ["밤의 책방"], "the reference is that of the other shop now")
        try place.succeed("mine visit places/1 --remove -q")
        #expect(try texts("journal --limit 1", "visits") == ["1"])
    }

    // MARK: Notes

    @Test func aNoteIsFoundShownEditedRemovedAndRestored() throws {
        #expect(try place.succeed("mine note 1 '비 오는 날\n조용함' --tag 비 --tag '#창가'").text == "1\n")
        let run = try place.geocli(
            "mine note places/2 --book '어린 왕자' --author 생텍쥐페리 --isbn 978-89-329-1724-5 --phrase '네 장미꽃' --page 37 --date 2026-09-01"
        )
        #expect(run.text == "2\n" && run.errorText == "note 2: written about 낮의 책방 (places/2)\n")
        #expect(try place.succeed("mine note 1 -q", input: Data("관에서 온 글\n".utf8)).text == "3\n")
        for (words, numbers) in [
            ("조용", ["1"]), ("ㅈㅁ", ["2"]), ("장미", ["2"]), ("어린왕자", ["2"]), ("--tag 비", ["1"]), ("--tag 비 --tag x", []),
            ("--book 왕자", ["2"]), ("--since 2026-09-02", ["1", "3"]), ("--until 2026-09-01", ["2"]),
            ("--place 낮의책방", []), ("--place '낮의 책방'", ["2"]), ("--place 1", ["1", "3"]), ("", ["1", "2", "3"]),
        ] where words != "--place 낮의책방" {
            #expect(try texts("notes \(words)", "number") == numbers, "\(words)")
        }
        let id = try #require(texts("notes --book 왕자", "note").first)
        #expect(try texts("show \(id.prefix(8))", "isbn") == ["9788932917245"])
        try place.succeed("mine edit 2 '다시 씀' --page '' --tag x -q")
        #expect(try texts("show 2", "text") == ["다시 씀"])
        #expect(try lines("show 2")[0]["page"] is NSNull)
        try place.succeed("mine remove 2 -q")
        #expect(try texts("notes", "number") == ["1", "3"] && texts("notes --removed", "number") == ["2"])
        try place.succeed("mine restore 2 -q")
        #expect(try texts("notes", "phrase")[1] == "네 장미꽃")
        #expect(try texts("log --replaced", "value").contains("\"37\""), "the page that was taken away is kept")
    }

    @Test func hostileTextsAreKeptAndHarmNothing() throws {
        let text = "한 \u{202E}RTL\u{1B}[31m 🌹 \"x\" \\ <!-- --> ]]> =1+1"
        try place.succeed(["mine", "note", "1", text, "--phrase=-- -->\n둘째 줄", "-q"])
        #expect(try texts("notes", "text") == [text])
        let table = try place.succeed("mine notes --format table").text
        #expect(HostileText.isPrintable(table), "\(table)")
        let nul = try place.geocli("mine note 1 -", input: Data("a\0b".utf8))
        #expect(nul.status == 64 && nul.errorText.contains("UTF-8"))
        let bytes = try place.geocli("mine note 1 -", input: Data([0xFF, 0xFE]))
        #expect(bytes.status == 64)
        try everyExportReadsBackEqual()
    }

    @Test func anEditorWritesTheText() throws {
        try place.write("#!/bin/sh\nprintf '편집기에서\\n둘째 줄\\n' >>\"$1\"\n", to: "editor.sh")
        let script = "script -qec 'sh -c \"EDITOR=\\\"sh ./editor.sh\\\" geocli mine note 1 -q\"' /dev/null </dev/null"
        let run = try place.shell(script)
        #expect(run.status == 0, "\(run.text)")
        #expect(try texts("notes", "text") == ["편집기에서\n둘째 줄"])
        try place.succeed("mine edit 1 -q", environment: ["EDITOR": "true"])
        #expect(try lines("log --replaced").isEmpty, "nothing changed")
        let failed = try place.geocli("mine edit 1", environment: ["EDITOR": "false"])
        #expect(failed.status == 64 && failed.errorText.contains("nothing was recorded"))
    }

    @Test func aSharedPhotoStaysWhileANoteHasIt() throws {
        try Data([0xFF, 0xD8, 0xFF, 1, 2, 3]).write(to: place.file("rose.jpg"))
        try place.succeed("mine note 1 --photo rose.jpg -q")
        try place.succeed("mine note 2 --photo rose.jpg --photo rose.jpg -q")
        let photos = { try FileManager.default.contentsOfDirectory(atPath: place.file("mine/photos").path) }
        #expect(try photos().count == 1)
        try place.succeed("mine remove 1 -q")
        try place.succeed("mine gc -q")
        #expect(try photos().count == 1)
        try place.succeed("mine remove 2 -q")
        try place.succeed("mine gc -q")
        #expect(try photos().isEmpty)
        try place.succeed("mine restore 2 -q")
        #expect(try photos().count == 1, "it comes back from the trash")
        try place.write("damaged", to: "mine/log-x.jsonl")
        try place.succeed("mine remove 2 -q")
        #expect(try place.geocli("mine gc").status == 65, "nothing that was typed is wrong")
        #expect(try photos().count == 1, "a line that can't be read may name it")
    }

    @Test func photosThatProcessesAddAtTheSameTimeAllStay() throws {
        try place.succeed("mine note 1 x -q")
        for number in 0..<8 {
            try Data([0xFF, 0xD8, 0xFF, UInt8(number)]).write(to: place.file("p\(number).jpg"))
        }
        let run = try place.shell(
            "seq 0 7 | xargs -P 8 -I{} sh -c 'geocli mine edit 1 --photo p{}.jpg -q || echo failed'")
        #expect(!run.text.contains("failed"), "\(run.errorText)")
        let photos = try #require(lines("show 1")[0]["photos"] as? [String])
        #expect(Set(photos).count == 8 && photos.count == 8)
        try place.succeed("mine gc -q")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.file("mine/photos").path).count == 8)
    }

    // MARK: Journal

    @Test func theJournalCountsAgainstTheGoal() throws {
        // 2026-09-21 in Seoul is a Monday.
        try place.succeed("mine journal goal 2/week -q")
        try place.succeed("mine visit 1 -q")
        try place.succeed("mine visit 1 -q")
        try place.succeed("mine note 1 x -q")
        try place.succeed("mine visit 2 --date 2026-09-16 -q")
        #expect(try texts("journal", "visits") == ["1", "1"] && texts("journal", "goal") == ["2", "<null>"])
        #expect(try texts("journal", "first_visits") == ["1", "1"])
        func remind(_ day: Int) throws -> String {
            try place.succeed(
                "mine journal --remind", environment: ["SOURCE_DATE_EPOCH": String(Workplace.moment + day * 86_400)]
            ).text
        }
        for day in 0...4 { #expect(try remind(day).isEmpty, "day \(day)") }
        #expect(try remind(5) == "1 of 2 visits this week; the week ends on 2026-09-27\n")
        #expect(try !remind(6).isEmpty && remind(7).isEmpty)
        try place.succeed("mine visit 2 -q")
        #expect(try remind(6).isEmpty, "the goal is met")
        let table = try place.succeed("mine journal --format table --lang ko").text
        #expect(table.contains("목표 2번 중 2번") && table.contains("자치구 25곳 중 1곳"), "\(table)")
        #expect(table.split(separator: "\n").allSatisfy { $0.count <= 80 })
        try place.succeed("mine visit 2 --remove -q")
        #expect(try texts("journal --limit 1", "visits") == ["1"])
    }

    // MARK: Out and in

    private func everyExportReadsBackEqual() throws {
        let whole = try place.succeed("mine export").text
        for name in ["out.json", "out.csv", "out.gpx", "out.kml", "out.md"] {
            try place.succeed("mine export -o \(name) -q")
            try place.succeed("mine import \(name) --mine-db back-\(name) -q")
            #expect(try place.succeed("mine export --mine-db back-\(name)").text == whole, "\(name)")
            let again = try place.succeed("mine import \(name) --mine-db back-\(name)")
            #expect(again.errorText.contains("imported: 0 added"), "\(again.errorText)")
        }
        try place.succeed("mine export --format folder -o folder -q")
        try place.succeed("mine import folder --mine-db back -q")
        #expect(try place.succeed("mine export --mine-db back").text == whole)
        #expect(try place.geocli("mine export --format folder -o folder").status == 64, "it is there already")
        // The reader of GPX and KML of another library.
        for name in ["out.gpx", "out.kml"] {
            let script = "import sys,xml.dom.minidom as m; print(len(m.parse('\(name)').getElementsByTagName('name')))"
            #expect(try place.shell("python3 -c \"\(script)\"").status == 0)
        }
    }

    /// A log that a synced folder brings may say anything.
    @Test func aHostileLogNeitherClimbsNorWritesMarkup() throws {
        try place.succeed("mine mark 1 -q")
        let acts = [
            #"{"kind":"note","day":"../a","text":"t","book":"b","page":"<script>1</script>"}"#,
            #"{"kind":"goal","week":"<img src=x>\n# 2","times":"<b>3"}"#,
            #"{"kind":"note","day":"2026-01-01","text":"＝1+1"}"#, #"{"kind":"note","day":"2026-01-01","text":" =1+1"}"#,
        ]
        let lines = acts.enumerated().map {
            #"{"id":"64badd70-fbd7-887e-a143-d7100dc3731\#($0)","clock":"01a207826f950000","device":"bbbbbbbbbbbbbbbb","set":\#($1)}"#
        }
        try place.write(lines.joined(separator: "\n") + "\n", to: "mine/log-bbbbbbbbbbbbbbbb.jsonl")
        let before = try place.names
        try place.succeed("mine export --format markdown -o years -q")
        #expect(try Set(place.names) == Set(before).union(["years"]), "nothing beside the folder")
        let text = try place.succeed("mine export --format markdown").text.replacing(/<!--.*-->/, with: "")
        #expect(text.contains("\\<script>") && !text.contains(/(^|[^\\])<(script|img|b)/))
        let cells = try place.succeed("mine export --format csv").text
        #expect(cells.contains(",'＝1+1,") && cells.contains(",' =1+1,"))
    }

    @Test func aFullDiskRecordsNothing() throws {
        // One device, whose log is longer than every other file that the command writes.
        let home = ["XDG_STATE_HOME": place.file("state").path]
        for _ in 1...3 {
            let note = try place.geocli(
                ["mine", "note", "1", String(repeating: "긴 글 ", count: 8_000), "-q"], environment: home)
            #expect(note.status == 0, "\(note.errorText)")
        }
        let logs = try FileManager.default.contentsOfDirectory(atPath: place.file("mine").path)
        let name = try #require(logs.first { $0.hasSuffix(".jsonl") && logs.count == 1 }, "\(logs)")
        let before = try Data(contentsOf: place.file("mine/\(name)"))
        // The next act can begin, but not end.
        let script = """
            python3 -c 'import os, resource, sys
            resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]),) * 2)
            os.execvp("geocli", ["geocli"] + sys.argv[2:])' \(before.count + 100) mine note 1 다음 -q
            """
        let run = try place.shell(script, environment: home)
        #expect(run.status == 74 && run.errorText.contains("nothing was recorded"), "\(run.status) \(run.errorText)")
        #expect(try Data(contentsOf: place.file("mine/\(name)")) == before)
        #expect(try place.geocli("mine note 1 다음 -q", environment: home).status == 0)
        #expect(try place.succeed("mine notes 다음").text.contains("다음"))
        #expect(try Data(contentsOf: place.file("mine/\(name)")).starts(with: before), "the same log goes on")
    }

    @Test func exportsReadBackEqualAndTwiceAddsNothing() throws {
        for line in ["mark 1", "mark 2 --list 주말", "note 3 글 --tag a --book 책 --phrase 구절 --page 3", "visit 4"] {
            try place.succeed("mine \(line) -q")
        }
        try place.succeed("mine note 5 지울글 -q")
        try place.succeed("mine remove 2 -q")
        try everyExportReadsBackEqual()
        #expect(try !place.succeed("mine export").text.contains("지울글"), "a removed note is only in the folder")
        // What was removed here does not come back.
        try place.succeed("mine unmark 1 -q")
        try place.succeed("mine import out.json -q")
        #expect(try texts("marks", "ref") == ["places/2"])
    }

    @Test func placesOfOtherProgramsAreMatchedByNameAndPoint() throws {
        try place.write(
            """
            <?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
            <wpt lat="37.5601" lon="126.92"><name>밤의책방</name><time>2020-05-06T00:00:00Z</time></wpt>
            <wpt lat="37.0" lon="126.92"><name>낮의 책방</name></wpt>
            <wpt lat="37.5801" lon="126.92"><name>쌍둥이</name><desc>좋음</desc></wpt>
            <wpt lat="37.5801" lon="126.92"><name>모르는 곳</name></wpt></gpx>
            """, to: "a.gpx")
        #expect(try texts("import a.gpx", "outcome") == ["added", "doubtful", "added", "unknown"])
        #expect(try texts("import a.gpx", "outcome") == ["same", "doubtful", "same", "unknown"])
        #expect(try texts("marks", "ref") == ["places/1", "places/3"] && texts("marks", "day")[0] == "2020-05-06")
        try place.write(
            """
            <kml xmlns="http://www.opengis.net/kml/2.2"><Document><Folder><name>주말</name><Placemark><name>새벽</name>
            <Point><coordinates>126.92,37.60,0</coordinates></Point></Placemark></Folder></Document></kml>
            """, to: "a.kml")
        #expect(try texts("import a.kml", "outcome") == ["added"] && texts("marks --list 주말", "ref") == ["places/5"])
        try place.write(
            "Store Name,Title,Category,Created\n밤의 책방,\"두 줄\n글\",구절,2024.03.04\n쌍둥이,x,책,2024-03-05\n", to: "a.csv")
        #expect(try texts("import a.csv", "outcome") == ["added", "doubtful"])
        #expect(try texts("notes", "text") == ["두 줄\n글"] && texts("notes", "day") == ["2024-03-04"])
        for (name, text) in [("e.txt", ""), ("e.json", "{"), ("e.gpx", "<gpx><wpt"), ("e.csv", "a,b\n1,2\n")] {
            try place.write(text, to: name)
            #expect([64, 65].contains(try place.geocli("mine import \(name)").status), "\(name)")
        }
        #expect(try place.geocli("mine import catalog.sqlite").status == 64)
    }

    // MARK: Safety

    @Test func twoProcessesAtOnceLoseNothing() throws {
        // Not the shell's `wait`: the shell inherits blocked signals, and would wait for ever.
        let run = try place.shell("seq 20 | xargs -P 4 -I{} sh -c 'geocli mine note 1 {} -q >said || echo failed'")
        #expect(!run.text.contains("failed"), "\(run.errorText)")
        #expect(try Set(texts("notes", "text")).count == 20)
        let logs = try FileManager.default.contentsOfDirectory(atPath: place.file("mine").path)
        #expect(logs.filter { $0.hasSuffix(".jsonl") }.count == 1, "they are one device")
    }

    /// Kills processes that write at random moments: every note whose number was printed is there.
    @Test func killsLoseNoAcknowledgedAct() throws {
        var random = SplitMix(seed: 11)
        var acknowledged: Set<String> = []
        for round in 0..<40 {
            let wait = Double(random.below(60)) / 1000
            let script = """
                import subprocess, time
                p = subprocess.Popen(["geocli", "mine", "note", "1", "round \(round)", "-q"], stdout=subprocess.PIPE)
                time.sleep(\(wait)); p.kill(); print(p.communicate()[0].decode(), end="")
                """
            try place.write(script, to: "kill.py")
            let run = try place.shell("python3 kill.py")
            if !run.text.isEmpty { acknowledged.insert("round \(round)") }
        }
        let kept = Set(try texts("notes", "text"))
        #expect(acknowledged.subtracting(kept).isEmpty, "lost: \(acknowledged.subtracting(kept))")
        try place.succeed("mine note 1 last -q")
        #expect(try texts("notes", "text").contains("last"))
    }

    @Test func whatWasNotAskedForHasNoWordOfIt() throws {
        try place.succeed("mine note 1 비밀단어 -q")
        try place.succeed("mine mark 1 --list 비밀목록 -q")
        for line in [
            "list", "near 37.5,127", "export -o a.geojson", "map -o a.html", "plot -o a.svg", "status",
            "changes --since 0",
            "search 책방", "show 1", "list --marked --format csv", "config", "export --marked --format kml -o a.kml",
        ] {
            let run = try place.geocli(line)
            #expect(run.status == 0 && !run.text.contains("비밀"), "\(line)")
        }
        let found = try place.shell("grep -l 비밀 a.geojson a.html a.svg a.kml catalog.sqlite; true").text
        #expect(found.isEmpty)
    }

    @Test func aQueryWithoutMarkedOpensNoRecords() throws {
        try place.succeed("mine mark 1 -q")
        _ = try place.shell("chmod 000 mine; rm -rf mine; ln -s /dev/zero mine")
        #expect(try place.geocli("near 37.5,127").status == 0 && place.geocli("list").status == 0)
        #expect(try place.geocli("list --marked").status == 74)
    }

    // MARK: Cards

    @Test func aPhraseIsSharedAsTextAndAsAPicture() throws {
        try place.succeed(
            "mine note 1 '혼자만의 생각' --book '어린 왕자' --author 생텍쥐페리 --page 37 --phrase '네 장미꽃을 <소중하게> 만든 건' -q")
        #expect(
            try place.succeed("mine share 1 --lang ko").text
                == "네 장미꽃을 <소중하게> 만든 건\n생텍쥐페리, 『어린 왕자』, 37쪽\n밤의 책방, 마포구 독막로 1\n")
        try place.succeed("mine share 1 -o card.svg")
        try place.succeed("mine share 1 -o square.svg --square")
        let card = try String(contentsOf: place.file("card.svg"), encoding: .utf8)
        #expect(card.contains("height=\"1920\"") && card.contains("밤의 책방") && card.contains("&lt;소중하게&gt;"))
        #expect(!card.contains("혼자만의") && !card.contains("<image"), "only the phrase is shared")
        #expect(try String(contentsOf: place.file("square.svg"), encoding: .utf8).contains("height=\"1080\""))
        #expect(try place.succeed("mine share 1 -o -").text == card)
        let mode = try FileManager.default.attributesOfItem(atPath: place.file("card.svg").path)[.posixPermissions]
        #expect(mode as? Int == 0o600, "a private thing")
        try refuses("share 1 --square", 64, "-o FILE")
        try refuses("share 1 -o card.gif", 64, ".svg or .png")
        try refuses("share 1 -o card.svg --photo", 64, "no photo")
        try refuses("share 9 -o card.svg", 66, "no note")
        try place.succeed("mine note 2 --book '제목뿐인 책' -q")
        try refuses("share 2 -o card.svg", 65, "no phrase")
        #expect(try place.geocli("mine share 1 -o card.png", environment: ["PATH": "/proc/none"]).status == 64)
        #expect(try !place.names.contains("card.png"))
    }

    @Test func aPhotoIsBehindTheCardOnlyOnRequestAndWithoutItsMetadata() throws {
        let script = """
            import struct, zlib
            def chunk(kind, data):
                return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
            rows = b''.join(b'\\0' + bytes((x * 8 % 256, 90, 60) * 1)[:3] * 32 for x in range(32))
            open('rose.png', 'wb').write(b'\\x89PNG\\r\\n\\x1a\\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 32, 32, 8, 2, 0, 0, 0))
                + chunk(b'eXIf', b'MM SECRET-GPS-37.5665') + chunk(b'tEXt', b'Comment\\0SECRET words')
                + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b''))
            """
        try place.write(script, to: "rose.py")
        #expect(try place.shell("python3 rose.py").status == 0)
        try place.succeed("mine note 1 --phrase '네 장미꽃' --photo rose.png -q")
        try place.succeed("mine share 1 -o plain.svg")
        try place.succeed("mine share 1 -o photo.svg --photo")
        func read(_ name: String) throws -> String { try String(contentsOf: place.file(name), encoding: .utf8) }
        let (plain, photo) = (try read("plain.svg"), try read("photo.svg"))
        #expect(!plain.contains("data:image") && photo.contains("data:image/png;base64,"))
        let base = try #require(photo.firstMatch(of: /base64,([A-Za-z0-9+\/=]+)/)?.1)
        let bytes = try #require(Data(base64Encoded: String(base)))
        #expect(bytes.starts(with: [0x89, 0x50]) && bytes.range(of: Data("SECRET".utf8)) == nil)
        let kept = try #require(
            FileManager.default.contentsOfDirectory(atPath: place.file("mine/photos").path).first)
        let own = try Data(contentsOf: place.file("mine/photos/\(kept)"))
        #expect(own.range(of: Data("SECRET".utf8)) != nil, "the person's own file stays as it is")
        try FileManager.default.removeItem(at: place.file("mine/photos/\(kept)"))
        try refuses("share 1 -o card.svg --photo", 66, "another device")
    }

    @Test(
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium"), "chromium is not installed"))
    func aPNGIsMadeByAnInstalledProgram() throws {
        try place.succeed("mine note 1 --phrase '네 장미꽃' -q")
        let run = try place.geocli("mine share 1 -o card.png --square", environment: ["PATH": "/usr/bin:/bin"])
        #expect(run.status == 0, "\(run.errorText)")
        let bytes = [UInt8](try Data(contentsOf: place.file("card.png")))
        #expect(
            bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && Array(bytes[16..<24]) == [0, 0, 4, 0x38, 0, 0, 4, 0x38])
    }

    @Test func theYearIsDrawn() throws {
        try place.succeed("mine visit 1 --date 2026-09-01 -q")
        try place.succeed("mine journal --svg year.svg")
        let chart = try String(contentsOf: place.file("year.svg"), encoding: .utf8)
        #expect(chart.contains("<svg") && chart.contains("2026"))
        #expect(try place.succeed("mine journal --svg -").text == chart)
        try refuses("journal --svg year.png", 64, ".svg")
    }
}
