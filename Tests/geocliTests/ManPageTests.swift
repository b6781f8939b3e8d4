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

    @Test func thePageDependsOnNothingButTheVersion() throws {
        let place = try Workplace()
        let page = try place.succeed(["man"]).output
        let other = ["LC_ALL": "ko_KR.UTF-8", "COLUMNS": "40", "SOURCE_DATE_EPOCH": "0", "HOME": "/elsewhere"]
        #expect(try place.succeed(["man"], environment: other).output == page)
        #expect(String(decoding: page, as: UTF8.self).hasPrefix(".TH GEOCLI 1 \"\" \"geocli "))
    }

    @Test(.enabled(if: Self.hasMandoc, "mandoc is not installed")) func mandocFindsNothingWrong() throws {
        let place = try Workplace()
        let lint = try place.shell("geocli man >geocli.1; mandoc -T lint -W warning geocli.1")
        // With a date, each build would have a different page.
        #expect(lint.text.split(separator: "\n").allSatisfy { $0.contains("missing date") }, "\(lint.text)")
        let shown = try place.shell("mandoc -T utf8 geocli.1 | col -b", environment: ["LC_ALL": "C.UTF-8"])
        #expect(shown.text.contains("geocli - bookstores of Seoul"))
        #expect(shown.text.contains("geocli search 책방 --district 종로"))
        #expect(shown.text.contains("'seoul_openapi_key = KEY'"), "quotes of ASCII can be copied")
        #expect(!shown.text.contains("\\"), "an escape was not understood")
    }

    private static func page() throws -> String { try Workplace().succeed(["man"]).text }

    private static var hasMandoc: Bool {
        (try? TestSupport.run(URL(fileURLWithPath: "/bin/sh"), ["-c", "command -v mandoc"]).status) == 0
    }
}
