import Foundation
import TestSupport
import Testing

/// `search --interactive` on a terminal, as a person sees it.
@Suite(.enabled(if: TmuxTerminal.canRun, "tmux is not installed"), .timeLimit(.minutes(10)))
struct TypeAheadTerminalTests {
    private let place: Workplace

    init() throws { place = try Workplace.sample.get().copy() }

    /// Runs `line` below another line, and records its output, its exit code, and the terminal's settings before and
    /// after it.
    private func terminal(_ line: String, columns: Int = 80, rows: Int = 24) throws -> TmuxTerminal {
        let script = """
            echo before
            tty > tty
            stty -a > stty.before
            sh -c 'echo $$ > process; exec \(line)' > output
            echo $? > status
            stty -a > stty.after
            echo after
            echo > done
            """
        return try TmuxTerminal(script, columns: columns, rows: rows, beside: place)
    }

    /// Checks the end of the program: its exit code, its output, unchanged terminal settings, and a cleared screen.
    private func checkEnd(_ terminal: TmuxTerminal, status: Int, prints output: String) throws {
        _ = try terminal.file("done")
        #expect(try terminal.file("status") == "\(status)\n")
        #expect(try String(contentsOf: place.file("output"), encoding: .utf8) == output)
        #expect(try terminal.file("stty.after") == terminal.file("stty.before"))
        // A list that fills the screen moves the first line off it.
        try terminal.wait(for: "a cleared screen") { $0.last == "after" && $0.count <= 3 }
    }

    /// The values of a field in the answer of `search`, more than one.
    private func values(_ field: String = "name", of words: String) throws -> [String] {
        let lines = try place.succeed("search \(words) --format tsv --fields \(field)").text.split(separator: "\n")
        try #require(lines.count > 2, "\(words) finds too little for this test")
        return lines.dropFirst().map(String.init)
    }

    private func isPrompt(_ text: String) -> ([String]) -> Bool {
        { $0.contains("search>" + (text.isEmpty ? "" : " " + text)) }
    }

    @Test func theListNarrowsAndEnterPrintsTheChoice() throws {
        let terminal = try terminal("geocli search --interactive --kind used --fields id,name")
        defer { terminal.close() }
        try terminal.wait(for: "the hint") { $0.last?.hasPrefix("type part of a name") ?? false }
        #expect(try terminal.cursor() == "8,1")
        try terminal.type("책")
        let wide = try values(of: "책 --kind used")
        try terminal.wait(for: "the list") { $0.contains { $0.hasPrefix("1/\(min(wide.count, 100))") } }
        try terminal.type("방")
        let narrow = try values(of: "책방 --kind used")
        let lines = try terminal.wait(for: "the shorter list") { $0.contains { $0.hasPrefix("1/\(narrow.count) ") } }
        #expect(narrow.count < wide.count && narrow.count > 10)
        #expect(lines.count == min(24, narrow.count + 2) && lines[0] == "search> 책방")
        #expect(lines[2].hasPrefix("> \(narrow[0]) ") && lines[3].hasPrefix("  \(narrow[1]) "))
        #expect(try terminal.cursor() == "12,0", "a syllable is two columns wide")
        try terminal.press("Down", "Down", "Up", "Down")
        try terminal.wait(for: "the third row") { $0[4].hasPrefix("> \(narrow[2]) ") }
        try terminal.press("Enter")
        let row = try place.succeed("search 책방 --kind used --limit 3 --fields id,name").text.split(separator: "\n").last
        try checkEnd(terminal, status: 0, prints: "\(try #require(row))\n")
    }

    @Test(arguments: ["Escape", "C-c"]) func leavingPrintsNothing(_ key: String) throws {
        let terminal = try terminal("geocli search -i 책방 --format json")
        defer { terminal.close() }
        try terminal.wait(for: "the list") { isPrompt("책방")($0) && $0.count == 24 }
        try terminal.press(key)
        try checkEnd(terminal, status: 130, prints: "")
    }

    @Test(arguments: [("TERM", 143), ("HUP", 129), ("INT", 130)])
    func aSignalEndsItAndRestoresTheTerminal(_ signal: String, _ status: Int) throws {
        let terminal = try terminal("geocli search -i 책방")
        defer { terminal.close() }
        try terminal.wait(for: "the list") { isPrompt("책방")($0) && $0.count == 24 }
        let number = try terminal.file("process").trimmingCharacters(in: .newlines)
        #expect(try place.shell("kill -\(signal) \(number)").status == 0)
        try checkEnd(terminal, status: status, prints: "")
    }

    @Test func afterAStopItHasTheTerminalAgain() throws {
        let terminal = try terminal("geocli search -i 책방 --limit 2")
        defer { terminal.close() }
        try terminal.wait(for: "the list", isPrompt("책방"))
        let number = try terminal.file("process").trimmingCharacters(in: .newlines)
        // A shell also changes the terminal's settings when a job stops.
        let stop = "kill -STOP \(number) && stty -F $(cat tty) sane && kill -CONT \(number)"
        #expect(try place.shell(stop).status == 0)
        try terminal.press("Down")
        try terminal.wait(for: "the second row") { $0.contains { $0.hasPrefix("2/2+") } }
        try terminal.press("Escape")
        try checkEnd(terminal, status: 130, prints: "")
    }

    @Test func keysThatComeTogetherAreTakenTogether() throws {
        let terminal = try terminal("geocli search -i --lang ko --format tsv --fields id")
        defer { terminal.close() }
        try terminal.wait(for: "the prompt") { $0.contains("검색>") }
        try terminal.press(
            "고래 책", "C-w", "\u{110E}\u{1162}\u{11A8}방", "BSpace", "BSpace", "책다락", "Left", "Left", "Down", "Enter")
        try checkEnd(terminal, status: 0, prints: "id\n\(try values("id", of: "'고래 책다락'")[1])\n")
    }

    @Test func aPastedLineEndChoosesNothing() throws {
        let terminal = try terminal("geocli search -i --format tsv --fields name")
        defer { terminal.close() }
        try terminal.wait(for: "the prompt", isPrompt(""))
        try place.write("고래\n책다락\n", to: "paste")
        try terminal.paste("paste")
        try terminal.wait(for: "the pasted text") { isPrompt("고래 책다락")($0) && $0.count > 4 }
        try terminal.press("Enter")
        try checkEnd(terminal, status: 0, prints: "name\n\(try values(of: "'고래 책다락'")[0])\n")
    }

    @Test func anotherSizeIsDrawnAnew() throws {
        let terminal = try terminal("geocli search -i 책방 --format tsv --fields name", columns: 100, rows: 8)
        defer { terminal.close() }
        let rows = try values(of: "책방")
        try terminal.wait(for: "the list") { $0.count == 8 }
        try terminal.press("Down", "Down", "Down")
        for size in [(20, 5), (20, 3), (40, 30), (100, 6)] {
            try terminal.resize(columns: size.0, rows: size.1)
            let shown = size.1
            let lines = try terminal.wait(for: "\(size)") { lines in
                lines.count == shown && lines[0].hasPrefix("search> 책방") && lines.contains { $0.hasPrefix("> ") }
            }
            #expect(lines.contains { $0.hasPrefix("> \(rows[3])") })
        }
        for size in [(1, 1), (2, 2), (100, 1)] { try terminal.resize(columns: size.0, rows: size.1) }
        try terminal.wait(for: "one row") { $0 == ["search> 책방"] }
        try terminal.resize(columns: 80, rows: 24)
        try terminal.wait(for: "the list") { lines in
            lines.count == 24 && lines.contains { $0.hasPrefix("> \(rows[3])") }
        }
        try terminal.press("Enter")
        _ = try terminal.file("done")
        #expect(try terminal.file("output") == "name\n\(rows[3])\n")
        // The first line is the size.
        func settings(_ name: String) throws -> [Substring] {
            try terminal.file(name).split(separator: "\n").dropFirst() + []
        }
        #expect(try settings("stty.after") == settings("stty.before"))
    }

    @Test(arguments: [
        (
            "geocli search -i < /dev/null",
            "--interactive needs standard input and standard error to be a terminal; leave out --interactive and give TEXT"
        ),
        ("env TERM=dumb geocli search -i", dumb), ("env -u TERM geocli search -i", dumb),
        ("geocli search -i --fields nix", "--fields: unknown field \"nix\""),
    ])
    func whatCannotWorkIsRefusedBeforeAnythingIsDrawn(_ line: String, _ says: String) throws {
        let terminal = try terminal(line, columns: 200)
        defer { terminal.close() }
        _ = try terminal.file("done")
        #expect(try terminal.file("status") == "64\n")
        let lines = try terminal.wait(for: "the refusal") { $0.last == "after" }
        #expect(lines.dropFirst().dropLast().joined().hasPrefix("geocli: \(says)"), "\(lines)")
        #expect(try String(contentsOf: place.file("output"), encoding: .utf8).isEmpty)
    }

    private static let dumb =
        "--interactive needs a terminal with a movable cursor, but TERM does not name one; set TERM, or leave out --interactive and give TEXT"
}
