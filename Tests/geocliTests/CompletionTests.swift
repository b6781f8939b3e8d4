import Foundation
import TestSupport
import Testing

/// The program's answers to a shell that asks for completions.
@Suite struct CompletionTests {
    @Test func namesAreFoundByTheirStart() throws {
        let place = try Workplace.sample.get()
        #expect(try Self.answer(place, ["geocli", "search", "책"]) == ["책갈피서재(Bookmark)", "책갈피서점 천호점"])
        #expect(try Self.answer(place, ["geocli", "search", "노래하는돋"]) == ["노래하는 돋보기고서점"])
        #expect(try Self.answer(place, ["geocli", "search", "LAZY SUN"]) == ["Lazy Sunflower Books"])
        #expect(try Self.answer(place, ["geocli", "search", "none-is-called-so"]) == [])
        #expect(try Self.answer(place, ["geocli", "search", ""]).count <= 50)
    }

    /// Stations complete with 역, and with the line where one name is several places.
    @Test func landmarksAreFoundByTheirStart() throws {
        let place = try Workplace.sample.get().copy()
        func row(_ id: String, _ name: String, _ line: String, _ longitude: String) -> String {
            #"{"BLDN_ID":"\#(id)","BLDN_NM":"\#(name)","ROUTE":"\#(line)","LAT":"37.5","LOT":"\#(longitude)"}"#
        }
        let rows = [
            row("1", "$(reboot)나루", "2호선", "127.0"), row("2", "글샘", "5호선", "127.1"), row("3", "글샘", "중앙선", "127.5"),
            row("4", "글마을(구청)", "2호선", "127.2"),
        ]
        try place.write(
            #"{"subwayStationMaster":{"list_total_count":4,"RESULT":{"CODE":"INFO-000"},"row":["#
                + rows.joined(separator: ",") + "]}}", to: "stations.json")
        try place.succeed("ingest --feed seoul-stations stations.json -q")
        #expect(
            try Self.answer(place, ["geocli", "near", "글"])
                == ["글마을(구청)\t2호선", "글샘역 5호선\t5호선", "글샘역 중앙선\t중앙선"])
        #expect(try Self.answer(place, ["geocli", "near", "station:글샘"]).first == "station:글샘역 5호선\t5호선")
        #expect(try Self.answer(place, ["geocli", "near", "구청"]) == [])
        #expect(
            try Self.answer(place, ["geocli", "search", "책", "--near", "글마"], argument: ["search", "--", "--near"])
                == ["글마을(구청)\t2호선"])
        #expect(try Self.answer(place, ["geocli", "near", "$(re"], shell: "bash").first == "\\$\\(reboot\\)나루역")
        #expect(try Self.answer(place, ["geocli", "near", ""]).allSatisfy { !$0.contains("글샘") })
    }

    /// A person's own records, from the folder that the line names.
    @Test func notesListsAndTagsAreFound() throws {
        let place = try Workplace.sample.get().copy()
        for line in [
            "mark 1 --list weekend", "mark 2 --list 가고싶은곳", "note 1 rain --tag wet",
            "note 2 --phrase 구절\tx --tag $(reboot)",
            "note 3 gone --tag old", "remove 3",
        ] {
            try place.succeed("mine \(line) -q")
        }
        func answer(_ words: [String], _ argument: [String], shell: String = "fish") throws -> [String] {
            try Self.answer(place, ["geocli", "mine"] + words, argument: ["mine"] + argument, shell: shell)
        }
        #expect(try answer(["show", ""], ["show", "--", "positional@0"]) == ["2\t구절 x", "1\train"])
        #expect(try answer(["show", "1"], ["show", "--", "positional@0"]) == ["1\train"])
        #expect(try answer(["show", "x"], ["show", "--", "positional@0"]) == [])
        #expect(try answer(["restore", ""], ["restore", "--", "positional@0"]) == ["3\tgone"])
        #expect(try answer(["marks", "--list", ""], ["marks", "--", "--list"]) == ["weekend", "가고싶은곳"])
        #expect(try answer(["notes", "--tag", "$"], ["notes", "--", "--tag"], shell: "bash") == ["\\$\\(reboot\\)"])
        #expect(try answer(["notes", "--tag", ""], ["notes", "--", "--tag"]).contains("old") == false)
        #expect(
            try Self.answer(place, ["geocli", "list", "--marked=w"], argument: ["list", "--", "--marked"])
                == ["weekend"])
        #expect(try answer(["show", "--mine-db", "none", ""], ["show", "--", "positional@0"]) == [])
    }

    @Test func idsAndReferencesAreFoundWithTheirNames() throws {
        let place = try Workplace.sample.get()
        #expect(try Self.answer(place, ["geocli", "show", "60"], shell: "bash").first == "60")
        let name = try #require(try Self.answer(place, ["geocli", "show", "601"]).first)
        #expect(name.hasPrefix("601\t"))
        let references = try Self.answer(place, ["geocli", "show", "seoul-bookstores/1001"])
        #expect(references.count == 1)
        #expect(references.first?.hasPrefix("seoul-bookstores/1001\t") ?? false)
        #expect(try Self.answer(place, ["geocli", "show", "seo"]).count == 50)
    }

    @Test func valuesWidenBehindACommaAndEquals() throws {
        let place = try Workplace.sample.get()
        func kinds(_ words: [String]) throws -> [String] {
            try Self.answer(place, words, argument: ["list", "--", "--kind"], shell: "bash")
        }
        #expect(try kinds(["geocli", "list", "--kind", ""]) == ["new", "used", "other"])
        #expect(try kinds(["geocli", "list", "--kind", "new,"]) == ["new,used", "new,other"])
        #expect(try kinds(["geocli", "list", "--kind=u"]) == ["used"])
        let districts = try Self.answer(
            place, ["geocli", "list", "--district", "Mapo"], argument: ["list", "--", "--district"])
        #expect(districts == ["mapo-gu\t마포구"])
    }

    @Test func theCatalogOfTheLineIsAsked() throws {
        let place = try Workplace.sample.get()
        let path = place.file(Workplace.catalogName).path
        for words in [["--db", path], ["--db=" + path], ["--db", "'\(path)'"]] {
            let found = try Self.answer(
                place, ["geocli", "search"] + words + ["책"], environment: ["GEOCLI_DB": "missing.sqlite"])
            #expect(found.count == 2, "\(words)")
        }
        let home = ["HOME": place.folder.path, "GEOCLI_DB": ""]
        let found = try Self.answer(
            place, ["geocli", "search", "--db", "~/\(Workplace.catalogName)", "책"], environment: home)
        #expect(found.count == 2)
        #expect(try Self.answer(place, ["geocli", "search", "--db", "missing.sqlite", "책"]) == [])
    }

    @Test(arguments: ["missing.sqlite", "no/such/folder.sqlite", "page.json", ".", "pipe", "empty"])
    func withoutACatalogThereIsSilence(_ path: String) throws {
        let place = try Workplace()
        try place.write("{}", to: "page.json")
        try place.write("", to: "empty")
        #expect(mkfifo(place.file("pipe").path, 0o600) == 0)
        let before = try place.names
        let start = ContinuousClock.now
        #expect(try Self.answer(place, ["geocli", "search", ""], environment: ["GEOCLI_DB": path]) == [])
        #expect(try Self.answer(place, ["geocli", "show", ""], environment: ["GEOCLI_DB": path]) == [])
        // A program that opens the pipe would wait for ever.
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(try place.names == before)
    }

    @Test func withoutAHomeThereIsSilence() throws {
        let surroundings = ["GEOCLI_DB": "", "HOME": "", "XDG_DATA_HOME": ""]
        #expect(try Self.answer(try Workplace(), ["geocli", "search", ""], environment: surroundings) == [])
    }

    @Test func aHostileNameIsOneHarmlessLine() throws {
        let place = try HostileText.place.get()
        for shell in ["bash", "zsh", "fish"] {
            for command in ["search", "show"] {
                let lines = try Self.answer(place, ["geocli", command, ""], shell: shell)
                #expect(lines.count >= 25 && lines.count <= 50)
                let allowed: Unicode.Scalar? = shell == "fish" ? "\t" : nil
                #expect(lines.allSatisfy { HostileText.isPrintable($0, allowing: allowed) }, "\(shell)")
                #expect(!lines.contains { $0.hasPrefix("-") }, "it would be taken for an option")
            }
        }
    }

    @Test func bashGetsWhatItNeedNotQuote() throws {
        let place = try HostileText.place.get()
        func names(_ start: String) throws -> [String] {
            try Self.answer(place, ["geocli", "search", start], shell: "bash")
        }
        #expect(try names("한글") == ["한글\\ 책방"])
        #expect(try names("'한글") == ["한글 책방"])
        #expect(try names("\"한글 책") == ["한글 책방"])
        #expect(try names("back\\\\") == ["back\\\\slash\\\\n"])
        #expect(try names("\\\"quoted") == ["\\\"quoted\\\",\\ \\'single\\'"])
        #expect(try names("\"\\\"quoted") == ["\\\"quoted\\\", 'single'"])
        #expect(try names("'\"quoted") == ["\"quoted\", '\\''single'\\''"])
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func theScriptIsThatOfTheShell(_ shell: String) throws {
        let place = try Workplace()
        let named = try place.succeed(["completions", shell])
        #expect(named.text.contains("__geocli_custom_comple") && named.text.contains("help-all"))
        #expect(try place.succeed(["completions"], environment: ["SHELL": "/usr/bin/\(shell)"]).output == named.output)
        let english = ["completions", shell, "--lang", "en"]
        #expect(try place.succeed(english, environment: ["LC_ALL": "ko_KR.UTF-8"]).output == named.output)
        // bash shows no descriptions.
        let korean = try place.succeed(["completions", shell, "--lang", "ko"]).text
        #expect(korean.contains("가까운 장소") == (shell != "bash"))
        #expect(!korean.contains("Show ") && !korean.contains("List the"))
    }

    @Test func zshListsEveryCommandOnceInItsGroup() throws {
        let place = try Workplace()
        let script = try place.succeed(["completions", "zsh", "--lang", "ko"]).text
        let root = try #require(script.firstRange(of: "\n    arg)")).lowerBound
        let names = script[..<root].matches(of: /(?m)^ {12}'([a-z]+):.*'$/).map { String($0.1) }
        let all = try CommandTree.load().commands.map(\.path).filter { $0.count == 1 }.map { $0[0] }
        #expect(names.sorted() == all.sorted() && names.last == "help")
        let groups = script.matches(of: /_describe -t group[0-9] -V '(.+)' group/).map { String($0.1) }
        #expect(groups == ["조회", "보기와 내보내기", "피드와 이력", "데이터 품질", "내 기록", "서버와 일괄 처리", "설정과 준비"])
    }

    @Test func anotherShellIsRefused() throws {
        let place = try Workplace()
        let choose = "completions exist only for bash, zsh and fish"
        for (words, shell, says) in [
            (["tcsh"], "/bin/bash", "SHELL \"tcsh\": \(choose)"), ([], "/bin/dash", "SHELL \"dash\": \(choose)"),
            ([], "", "SHELL: write bash, zsh or fish"),
        ] {
            let run = try place.geocli(["completions"] + words, environment: ["SHELL": shell])
            #expect(run.status == 64)
            #expect(run.errorText == "geocli: \(says)\n")
            #expect(run.output.isEmpty)
        }
    }

    /// The candidates for the last of `words`, as a script asks for them.
    private static func answer(
        _ place: Workplace, _ words: [String], argument: [String]? = nil, shell: String = "fish",
        environment: [String: String] = [:]
    ) throws -> [String] {
        let last = words.last ?? ""
        let asked = argument ?? [words[1], "--", "positional@0"]
        let run = try place.geocli(
            ["---completion"] + asked + ["\(words.count - 1)", "\(last.count)"] + words,
            environment: ["SAP_SHELL": shell, "SAP_SHELL_VERSION": "4.0"].merging(environment) { $1 })
        #expect(run.status == 0 && run.errorText.isEmpty, "\(words): \(run.errorText)")
        // For zsh, a line with a blank follows the last candidate; it is removed here.
        return run.text.split(separator: "\n").map(String.init).filter { $0 != " " }
    }
}
