import Foundation
import TestSupport
import Testing

/// What a person hears of an act of `geocli mine`, and what stays if it fails.
@Suite struct MineActTests {
    private let place: Workplace

    init() throws {
        place = try Workplace.ingested([FeedPage(rows: [FeedPage.Row(id: "1", name: "밤의 책방")])])
    }

    private func texts(_ line: String, _ key: String) throws -> [String] {
        try place.succeed("mine \(line) --format ndjson").text.split(separator: "\n").map { row in
            let json = try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any]
            return json?[key].map { "\($0)" } ?? ""
        }
    }

    private func photos(_ note: Int) throws -> [String] {
        let row = try place.succeed("mine show \(note) --format ndjson").text
        let json = try JSONSerialization.jsonObject(with: Data(row.utf8)) as? [String: Any]
        return try #require(json?["photos"] as? [String])
    }

    @Test func aRecordedNoteWhoseNumberCannotBePrintedIsNoError() throws {
        let full = try place.shell("geocli mine note 1 hello >/dev/full")
        #expect(full.status == 0 && full.errorText.contains("warning: note 1 is recorded, but its number"))
        let closed = try place.shell("geocli mine note 1 again --lang ko >&-")
        #expect(closed.status == 0 && closed.errorText.contains("주의: 기록 2는 저장했지만"), "\(closed.errorText)")
        #expect(try texts("notes", "text") == ["hello", "again"])
    }

    @Test func photosThatCannotComeBackAreNoErrorOfTheAct() throws {
        try Data([0xFF, 0xD8, 0xFF, 1, 2, 3]).write(to: place.file("rose.jpg"))
        try place.succeed("mine note 1 x --photo rose.jpg -q")
        try place.succeed("mine remove 1 -q")
        // A file in the place of the folder of photos.
        _ = try place.shell("rm -r mine/photos; touch mine/photos")
        let run = try place.geocli("mine restore 1")
        #expect(run.status == 0 && run.errorText.contains("note 1 is recorded, but its photos"), "\(run.errorText)")
        #expect(try texts("notes", "text") == ["x"])
    }

    @Test func aTextOfTheEditorIsKeptIfTheActFails() throws {
        try place.succeed("mine note 1 old -q")
        try place.write("#!/bin/sh\nprintf 'new text\\n' >\"$1\"\nmv mine away; touch mine\n", to: "breaks.sh")
        let environment = ["EDITOR": "sh ./breaks.sh", "TMPDIR": place.folder.path]
        let failed = try place.geocli("mine edit 1", environment: environment)
        #expect(failed.status == 74, "\(failed.errorText)")
        let kept = try #require(place.names.first { $0.hasPrefix("geocli-note-") })
        #expect(failed.errorText.contains("your text was kept in") && failed.errorText.contains(kept))
        #expect(try String(contentsOf: place.file(kept), encoding: .utf8) == "new text\n")
        _ = try place.shell("rm geocli-note-* mine; mv away mine")

        // An editor that ends with an error, after the person wrote something, and before.
        try place.write("#!/bin/sh\nprintf 'half' >\"$1\"\nexit 1\n", to: "fails.sh")
        let half = try place.geocli("mine edit 1", environment: environment.merging(["EDITOR": "sh ./fails.sh"]) { $1 })
        #expect(half.status == 64 && half.errorText.contains("kept in"), "\(half.errorText)")
        _ = try place.shell("rm geocli-note-*")
        let none = try place.geocli("mine edit 1", environment: environment.merging(["EDITOR": "false"]) { $1 })
        #expect(none.status == 64 && !none.errorText.contains("kept in"), "\(none.errorText)")
        try place.succeed("mine edit 1 -q", environment: environment.merging(["EDITOR": "true"]) { $1 })
        #expect(try !place.names.contains { $0.hasPrefix("geocli-note-") }, "no text stays without need")
        #expect(try texts("notes", "text") == ["old"])
    }

    @Test func anEmptyPhotoTakesAllPhotosAway() throws {
        try Data([0xFF, 0xD8, 0xFF, 1, 2, 3]).write(to: place.file("rose.jpg"))
        try place.succeed("mine note 1 x --photo rose.jpg -q")
        #expect(try photos(1).count == 1)
        let mixed = try place.geocli("mine edit 1 --photo '' --photo rose.jpg")
        #expect(mixed.status == 64 && mixed.errorText.contains("--photo is empty"), "\(mixed.errorText)")
        #expect(try place.geocli("mine edit 1 --photo ''").errorText == "note 1: changed\n")
        #expect(try photos(1).isEmpty)
        #expect(try place.geocli("mine edit 1 --photo ''").errorText == "note 1: nothing changed\n")
        for empty in ["--photo ''", "--book ''", "--phrase ''"] {
            let run = try place.geocli("mine note 1 \(empty)")
            #expect(run.status == 64 && run.errorText.contains("the text is empty"), "\(empty): \(run.errorText)")
        }
    }

    @Test func aRestoredNoteWhosePhotoIsGoneSaysSo() throws {
        try Data([0xFF, 0xD8, 0xFF, 1, 2, 3]).write(to: place.file("rose.jpg"))
        try Data([0xFF, 0xD8, 0xFF, 4, 5, 6]).write(to: place.file("lily.jpg"))
        try place.succeed("mine note 1 x --photo rose.jpg -q")
        try place.succeed("mine note 1 y --photo lily.jpg -q")
        try place.succeed("mine remove 1 2 -q")
        try place.succeed("mine gc -q")
        let trashed = try FileManager.default.contentsOfDirectory(atPath: place.file("mine/trash").path)
        #expect(trashed.count == 2)
        let gone = try #require(try photos(1).first)
        try FileManager.default.removeItem(at: place.file("mine/trash/\(gone)"))
        let run = try place.geocli("mine restore 1 2")
        #expect(run.status == 0 && run.errorText.contains("warning: note 1: its photo is not in"), "\(run.errorText)")
        #expect(!run.errorText.contains("note 2: its photo") && run.errorText.contains("notes 1, 2: restored"))
    }

    @Test func aPNGWithEmojiIsMadeByABrowserOrWithAWarning() throws {
        try place.succeed("mine note 1 --phrase '네 장미꽃 🌹' -q")
        try place.succeed("mine note 1 --phrase '네 장미꽃' -q")
        // Programs that only say their names.
        try FileManager.default.createDirectory(at: place.file("bin"), withIntermediateDirectories: false)
        try place.write(
            "#!/bin/sh\nfor w; do case $w in --output=*) printf rsvg >\"${w#--output=}\";; esac; done\n",
            to: "bin/rsvg-convert")
        let browser =
            "#!/bin/sh\nfor w; do case $w in --screenshot=*) printf browser >\"${w#--screenshot=}\";; esac; done\n"
        _ = try place.shell("chmod 700 bin/rsvg-convert")
        let path = ["PATH": place.file("bin").path]
        func drawn(_ note: Int) throws -> (by: String, said: String) {
            let run = try place.succeed("mine share \(note) -o card.png -q", environment: path)
            return (try String(contentsOf: place.file("card.png"), encoding: .utf8), run.errorText)
        }
        var (emoji, plain) = (try drawn(1), try drawn(2))
        #expect(emoji.by == "rsvg" && emoji.said.contains("some emoji may be missing"), "\(emoji)")
        #expect(plain.by == "rsvg" && plain.said.isEmpty, "\(plain)")
        try place.write(browser, to: "bin/chromium")
        _ = try place.shell("chmod 700 bin/chromium")
        (emoji, plain) = (try drawn(1), try drawn(2))
        #expect(emoji.by == "browser" && emoji.said.isEmpty, "\(emoji)")
        #expect(plain.by == "rsvg" && plain.said.isEmpty, "\(plain)")
    }

    /// Each command that can select marked places, or changes of a person's places, tells of records.
    @Test(arguments: [false, true])
    func filesThatTellOfRecordsArePrivate(exist: Bool) throws {
        let lines = [
            "list": "list", "near": "near 37.5,127", "bbox": "bbox 126,37,128,38", "inside": "inside area.geojson",
            "search": "search 책", "cluster": "cluster --zoom 9", "export": "export", "map": "map", "plot": "plot",
            "changes": "changes --since 0", "layers check": "layers check", "issues list": "issues list",
            "issues stats": "issues stats", "issues report": "issues report", "corrections list": "corrections list",
        ]
        try place.succeed("mine mark 1 -q")
        try place.write(
            #"{"type":"Polygon","coordinates":[[[126,37],[128,37],[128,38],[126,38],[126,37]]]}"#, to: "area.geojson")
        let endings = ["map": "html", "plot": "svg", "issues report": "csv"]
        let writing = try CommandTree.load().commands.filter {
            $0.options.contains("-o") && $0.options.contains { $0.hasPrefix("--marked") }
        }
        #expect(writing.count == lines.count)
        var all = try writing.map { command in
            let name = command.path.joined(separator: " ")
            return (try #require(lines[name], "\(name)") + " --marked", endings[name] ?? "csv")
        }
        all += [
            ("changes --since 0 --mine", "json"), ("map --mine", "html"), ("export --marked", "gpkg"),
            ("export --marked", "kml"), ("near 37.5,127 --marked", "geojson"),
        ]
        for (number, (line, ending)) in all.enumerated() {
            let file = "private-\(number).\(ending)"
            if exist { _ = try place.shell("umask 022; echo old >\(file); chmod 644 \(file)") }
            let run = try place.geocli("\(line) -o \(file) -q")
            #expect(run.status == 0, "\(line): \(run.errorText)")
            let mode = try FileManager.default.attributesOfItem(atPath: place.file(file).path)[.posixPermissions]
            #expect(mode as? Int == 0o600, "\(line)")
        }
    }

    @Test func newFilesOfRecordsArePrivate() throws {
        try place.succeed("mine note 1 x -q")
        try place.succeed("mine mark 1 -q")
        try place.succeed("mine export -o out.json -q")
        for (line, name) in [
            ("notes", "notes.csv"), ("log", "log.csv"), ("marks", "marks.geojson"), ("show 1", "show.json"),
            ("journal", "journal.csv"), ("journal --format table", "journal.txt"), ("import out.json", "rows.csv"),
        ] {
            try place.succeed("mine \(line) -o \(name) -q")
            let mode = try FileManager.default.attributesOfItem(atPath: place.file(name).path)[.posixPermissions]
            #expect(mode as? Int == 0o600, "\(line)")
        }
        try place.succeed("list -o list.csv -q")
        let mode = try FileManager.default.attributesOfItem(atPath: place.file("list.csv").path)[.posixPermissions]
        #expect(mode as? Int != 0o600, "the places of a catalog are not private")
    }

    @Test func incompleteCopiesGoAfterADay() throws {
        try Data([0xFF, 0xD8, 0xFF, 1, 2, 3]).write(to: place.file("rose.jpg"))
        try place.succeed("mine note 1 x --photo rose.jpg -q")
        // The clock of a run is 2026-09-21 in Seoul.
        let script = """
            cd mine && touch -d @\(Workplace.moment - 90_000) .part-a photos/.part-b photos/kept
            touch -d @\(Workplace.moment - 80_000) .part-c photos/.part-d; ln -s kept photos/.part-link
            """
        _ = try place.shell(script)
        let run = try place.succeed("mine gc")
        #expect(run.errorText.contains("2 incomplete copies"), "\(run.errorText)")
        let names = try place.shell("cd mine && ls -A . photos | sort").text
        #expect(!names.contains(".part-a") && !names.contains(".part-b"), "\(names)")
        for name in [".part-c", ".part-d", ".part-link", "kept", ".jpg"] { #expect(names.contains(name), "\(name)") }
        #expect(try !place.succeed("mine gc").errorText.contains("incomplete"))
    }

    @Test func oneIsSingular() throws {
        try place.succeed("mine visit 1 -q")
        let table = try place.succeed("mine journal --format table").text
        #expect(table.contains("1 visit\n") && table.contains("In all: 1 visit, 1 place, "), "\(table)")
        try place.succeed("mine journal goal 1/week -q")
        #expect(try place.succeed("mine journal --format table").text.contains("1 of 1 visit\n"))
    }

    @Test func aNoteCanBeNamedAfterNotes() throws {
        for text in ["show 1", "edit me"] { try place.succeed(["mine", "note", "1", text, "-q"]) }
        #expect(try texts("notes show 1", "number") == ["1"])
        #expect(try place.succeed("mine notes edit 2 new -q").errorText.isEmpty)
        #expect(try texts("notes", "text") == ["show 1", "new"])
        try place.succeed("mine notes remove '#1' -q")
        #expect(try texts("notes", "number") == ["2"])
        let id = try #require(texts("notes --removed", "note").first)
        try place.succeed("mine notes restore \(id.prefix(8)) -q")
        #expect(try texts("notes", "number") == ["1", "2"])
        #expect(try texts("notes show", "number") == ["1"], "a text to find")
        #expect(try texts("notes remove me", "number").isEmpty && texts("notes", "number").count == 2)
        #expect(try place.succeed("mine notes show --help").text == place.succeed("mine show --help").text)
    }
}
