import Foundation
import TestSupport
import Testing

/// The manual page has the content of the help, and programs that show manual pages understand it.
@Suite struct ManPageTests {
    @Test func thePageHasEveryCommandAndOptionOfTheHelp() throws {
        // The text without the markup of fonts and dashes.
        let page = try Self.page().replacing("\\-", with: "-").replacing(/\\f./, with: "")
        for command in try CommandTree.load().commands {
            let name = command.path.joined(separator: " ")
            #expect(name.isEmpty || page.contains("\n.SS geocli \(name)"), "no command \(name)")
            for option in command.options where option != "-help" {
                #expect(
                    page.contains(try Regex("(?m)^(-., )?\(option)( |,|$)")), "\(command.path): no option \(option)")
            }
        }
    }

    @Test func thePageKnowsTheManualsExitCodesAndVariables() throws {
        let manual = try String(
            contentsOf: TestSupport.packageRoot.appendingPathComponent("docs/manual.md"), encoding: .utf8)
        let page = try Self.page()
        let codes = try #require(manual.firstMatch(of: /## Exit codes\n(.*)/)).1
        for code in codes.split(separator: "·").compactMap({ $0.firstMatch(of: /[0-9]+/)?.0 }) {
            #expect(page.contains(try Regex(#"(?m)^\\fB(\d+, )*\#(code)\b"#)), "no exit code \(code)")
        }
        let surroundings = try #require(manual.firstMatch(of: /## Environment variables\n(.*)/)).1
        for variable in surroundings.matches(of: /[A-Z_]{4,}/).map(\.0) where variable != "HOME" {
            #expect(page.contains(variable), "no \(variable)")
        }
    }

    @Test(arguments: ["en", "ko"]) func thePageDependsOnNothingButTheVersionAndTheLanguage(_ language: String) throws {
        let place = try Workplace()
        let page = try place.succeed(["man", "--lang", language]).output
        let other = [
            "LC_ALL": language == "en" ? "ko_KR.UTF-8" : "C", "COLUMNS": "40", "SOURCE_DATE_EPOCH": "0",
            "HOME": "/elsewhere",
        ]
        #expect(try place.succeed(["man", "--lang", language], environment: other).output == page)
        #expect(String(decoding: page, as: UTF8.self).hasPrefix(".TH GEOCLI 1 \"\" \"geocli "))
    }

    @Test(.enabled(if: Self.has("mandoc"), "mandoc is not installed")) func mandocFindsNothingWrong() throws {
        let place = try Workplace()
        let lint = try place.shell(
            "for lang in ko en; do geocli man --lang $lang >geocli.1; mandoc -T lint -W warning geocli.1; done")
        // With a date, each build would have a different page.
        #expect(lint.text.split(separator: "\n").allSatisfy { $0.contains("missing date") }, "\(lint.text)")
        let shown = try place.shell("mandoc -T utf8 geocli.1 | col -b", environment: ["LC_ALL": "C.UTF-8"])
        #expect(shown.text.contains("geocli - places from Korea's open data"))
        #expect(shown.text.contains("geocli search 책방 --district 종로"))
        #expect(shown.text.contains("'seoul_openapi_key = KEY'"), "quotes of ASCII can be copied")
        #expect(!shown.text.contains("\\"), "an escape was not understood")
    }

    /// One blank follows a sentence, in both languages and in both programs that show manual pages.
    @Test(
        .enabled(if: Self.has("mandoc") && Self.has("groff"), "mandoc or groff is not installed"),
        arguments: ["mandoc -T utf8", "groff -K utf8 -T utf8 -man"])
    func oneBlankFollowsASentence(_ program: String) throws {
        let place = try Workplace()
        let wide = /[a-z다요]\.\s{2,}[A-Z가-힣']/
        for language in ["ko", "en"] {
            let shown = try place.shell(
                "geocli man --lang \(language) | \(program) | col -bx", environment: ["LC_ALL": "C.UTF-8"])
            let lines = shown.text.split(separator: "\n")
            #expect(lines.count > 900, "\(language)")
            for line in lines { #expect(line.firstMatch(of: wide) == nil, "\(line)") }
        }
    }

    @Test func theKoreanPageHasTheSameCommandsAndOptions() throws {
        let place = try Workplace()
        func tags(_ language: String, _ pattern: Regex<Substring>) throws -> [String] {
            try place.succeed(["man", "--lang", language]).text.matches(of: pattern).map { String($0.0) }
        }
        let commands = try tags("en", /(?m)^\.SS .*$/)
        #expect(commands.count >= 40)
        #expect(try tags("ko", /(?m)^\.SS .*$/) == commands)
        let options = try tags("en", /\\fB(?:\\-)+[a-z\\-]+\\fR/).sorted()
        #expect(try tags("ko", /\\fB(?:\\-)+[a-z\\-]+\\fR/).sorted() == options)
        let titles = try tags("ko", /(?m)^\.SH .*$/)
        #expect(titles.allSatisfy { $0.unicodeScalars.contains { 0xAC00...0xD7A3 ~= $0.value } }, "\(titles)")
    }

    @Test(.enabled(if: Self.has("groff"), "groff is not installed"), arguments: ["en", "ko"])
    func groffWarnsOfNothing(_ language: String) throws {
        let place = try Workplace()
        let run = try place.shell("geocli man --lang \(language) | groff -K utf8 -man -T utf8 -ww -rLL=60n >page")
        #expect(run.status == 0 && run.errorText.isEmpty, "\(run.errorText.prefix(1000))")
    }

    private static func page() throws -> String { try Workplace().succeed(["man"]).text }

    private static func has(_ program: String) -> Bool {
        (try? TestSupport.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "command -v \(program)"]).status) == 0
    }
}
