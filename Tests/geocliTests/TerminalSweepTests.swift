import Foundation
import TestSupport
import Testing

/// Hostile text through every column of every command in every format, to a terminal: Tests/Oracles/sweep_terminal.py
/// checks each byte that arrives.
@Suite struct TerminalSweepTests {
    @Test(arguments: ["feed", "columns", "words", "pages"])
    func noTextControlsATerminal(_ sweep: String) throws {
        let place = try Workplace()
        let run = try place.oracle("sweep_terminal.py", [TestSupport.geocli.path, place.folder.path, sweep])
        // A sweep without commands proves nothing.
        let count = run.text.split(separator: "\n").last?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        #expect((count ?? 0) >= 50, "\(run.text)")
    }
}
