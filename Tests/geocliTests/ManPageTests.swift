import Foundation
import TestSupport
import Testing

/// The manual pages have the content of the help, and programs that show manual pages understand them.
@Suite struct ManPageTests {
    /// All pages of a language, in the folder `pages`.
    private static func place(_ language: String) throws -> Workplace {
        let place = try Workplace()
        try FileManager.default.createDirectory(at: place.file("pages"), withIntermediateDirectories: true)
        try place.succeed(["man", "--all", "pages", "--lang", language])
        return place
    }

    /// The text of a page without the markup of fonts and dashes.
    private static func plain(_ page: String) -> String {
        page.replacing("\\-", with: "-").replacing(/\\f./, with: "")
    }

    private static func pages(_ place: Workplace) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: place.file("pages").path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { ($0, try String(contentsOf: place.file("pages/\($0)"), encoding: .utf8)) }
        )
    }

    @Test func everyCommandHasAPageWithAllItsOptions() throws {
        let pages = try Self.pages(Self.place("en")).mapValues(Self.plain)
        let tree = try CommandTree.load().commands.filter { $0.path != ["help"] }
        let names = Set(tree.map(\.path).filter { $0.count == 1 }.map { "geocli-\($0[0]).1" })
        #expect(Set(pages.keys) == names.union(["geocli.1"]) && names.count > 25)
        let overview = try #require(pages["geocli.1"])
        for command in tree where !command.path.isEmpty {
            let words = command.path.joined(separator: " ")
            let page = try #require(pages["geocli-\(command.path[0]).1"])
            let heading = command.path.count == 1 ? ".SH SYNOPSIS\n" : ".SS "
            #expect(page.contains("\n\(heading)geocli \(words)"), "no command \(words)")
            for option in command.options {
                #expect(page.contains(try Regex("(?m)^(-., )?\(option)( |,|$)")), "\(words): no option \(option)")
            }
            #expect(overview.contains("\ngeocli-\(command.path[0])(1)\n"), "not in the overview: \(words)")
            #expect(overview.contains("\ngeocli-\(command.path[0])(1),\n"), "not in SEE ALSO: \(words)")
        }
        for option in [
            "--db", "--lang", "--color", "--no-ground", "--no-pager", "-q", "--version", "-h, --help", "--help-all",
        ] {
            #expect(overview.contains(try Regex("(?m)^\(option)( |$)")), "no \(option)")
        }
        #expect(!overview.contains("\n--kind "), "a filter is on the pages of commands")
    }

    @Test func onePageIsPrinted() throws {
        let place = try Self.place("en")
        let pages = try Self.pages(place)
        #expect(try place.succeed("man").text == pages["geocli.1"])
        #expect(try place.succeed("man issues").text == pages["geocli-issues.1"])
        let wrong = try place.geocli("man neer")
        #expect(wrong.status == 64 && wrong.errorText.hasPrefix("geocli: COMMAND \"neer\": choose one of near, "))
        #expect(wrong.errorText.hasSuffix("did you mean near?\n"))
        let both = try place.geocli("man near --all pages")
        #expect(both.status == 64 && both.errorText == "geocli: --all writes every page; leave out COMMAND\n")
        // An empty name once meant the root folder.
        for folder in ["missing", "''"] {
            let run = try place.geocli("man --all \(folder)")
            #expect(run.status == 64 && run.errorText.contains("there is no such folder"), "\(run.errorText)")
        }
    }

    @Test func theOverviewKnowsTheManualsExitCodesAndVariables() throws {
        let manual = try String(
            contentsOf: TestSupport.packageRoot.appendingPathComponent("docs/manual.md"), encoding: .utf8)
        let page = try Workplace().succeed("man").text
        let codes = try #require(manual.firstMatch(of: /## Exit codes\n(.*)/)).1
        for code in codes.split(separator: "·").compactMap({ $0.firstMatch(of: /[0-9]+/)?.0 }) {
            #expect(page.contains(try Regex(#"(?m)^\\fB(\d+, )*\#(code)\b"#)), "no exit code \(code)")
        }
        let surroundings = try #require(manual.firstMatch(of: /## Environment variables\n(.*)/)).1
        for variable in surroundings.matches(of: /[A-Z_]{4,}/).map(\.0) where variable != "HOME" {
            #expect(page.contains(variable), "no \(variable)")
        }
    }

    @Test(arguments: ["en", "ko"]) func aPageDependsOnNothingButTheVersionAndTheLanguage(_ language: String) throws {
        let place = try Workplace()
        let other = [
            "LC_ALL": language == "en" ? "ko_KR.UTF-8" : "C", "COLUMNS": "40", "SOURCE_DATE_EPOCH": "0",
            "HOME": "/elsewhere",
        ]
        for (line, title) in [("man", "GEOCLI"), ("man near", "GEOCLI-NEAR")] {
            let page = try place.succeed("\(line) --lang \(language)")
            #expect(try place.succeed("\(line) --lang \(language)", environment: other).output == page.output)
            #expect(page.text.hasPrefix(".TH \(title) 1 \"\" \"geocli "))
        }
    }

    @Test(.enabled(if: Self.has("mandoc"), "mandoc is not installed"), arguments: ["en", "ko"])
    func mandocFindsNothingWrong(_ language: String) throws {
        let place = try Self.place(language)
        let lint = try place.shell("mandoc -T lint -W warning pages/*.1")
        // With a date, each build would have a different page.
        #expect(lint.text.split(separator: "\n").allSatisfy { $0.contains("missing date") }, "\(lint.text)")
        let shown = try place.shell("mandoc -T utf8 pages/*.1 | col -b", environment: ["LC_ALL": "C.UTF-8"]).text
        #expect(!shown.contains("\\"), "an escape was not understood")
        guard language == "en" else { return }
        #expect(shown.contains("geocli - places from Korea's open data"))
        #expect(shown.contains("geocli-near - list the places nearest to a position, nearest first\n"))
        #expect(shown.contains("geocli search 책방 --district 종로"))
        #expect(shown.contains("'seoul_openapi_key = KEY'"), "quotes of ASCII can be copied")
    }

    /// One blank follows a sentence, in both languages and in both programs that show manual pages.
    @Test(
        .enabled(if: Self.has("mandoc") && Self.has("groff"), "mandoc or groff is not installed"),
        arguments: ["mandoc -T utf8", "groff -K utf8 -T utf8 -man"])
    func oneBlankFollowsASentence(_ program: String) throws {
        let wide = /[a-z다요]\.\s{2,}[A-Z가-힣']/
        for language in ["ko", "en"] {
            let shown = try Self.place(language).shell(
                "for page in pages/*.1; do \(program) $page; done | col -bx", environment: ["LC_ALL": "C.UTF-8"])
            let lines = shown.text.split(separator: "\n")
            #expect(lines.count > 900, "\(language)")
            for line in lines { #expect(line.firstMatch(of: wide) == nil, "\(line)") }
        }
    }

    @Test func theKoreanPagesHaveTheSameCommandsAndOptions() throws {
        let (english, korean) = (try Self.pages(Self.place("en")), try Self.pages(Self.place("ko")))
        #expect(english.keys.sorted() == korean.keys.sorted())
        for (name, page) in english {
            let other = try #require(korean[name])
            func tags(_ page: String, _ pattern: Regex<Substring>) -> [String] {
                page.matches(of: pattern).map { String($0.0) }
            }
            let commands = /(?m)^\.SS \\fBgeocli [a-z ]+/
            #expect(tags(other, commands) == tags(page, commands), "\(name)")
            let options = /\\fB(?:\\-)+[a-z\\-]+\\fR/
            #expect(tags(other, options).sorted() == tags(page, options).sorted(), "\(name)")
            let titles = tags(other, /(?m)^\.SH .*$/)
            #expect(
                titles.allSatisfy { $0.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value } }, "\(name): \(titles)")
        }
    }

    @Test(.enabled(if: Self.has("groff"), "groff is not installed"), arguments: ["en", "ko"])
    func groffWarnsOfNothing(_ language: String) throws {
        let run = try Self.place(language).shell(
            "for page in pages/*.1; do groff -K utf8 -man -T utf8 -ww -rLL=60n $page >shown || exit; done")
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText.prefix(1000))")
    }

    private static func has(_ program: String) -> Bool {
        (try? TestSupport.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "command -v \(program)"]).status) == 0
    }
}
