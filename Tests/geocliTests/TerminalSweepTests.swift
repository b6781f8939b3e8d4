import Foundation
import TestSupport
import Testing

/// Hostile text through every column of every command in every format, to a terminal: Tests/Oracles/sweep_terminal.py
/// checks each byte that arrives. Of the pairs of a column and a command, one in four is tried here; `make torture` tries
/// all.
@Suite struct TerminalSweepTests {
    @Test(arguments: [["feed"], ["columns", "4"], ["words"], ["pages"]])
    func noTextControlsATerminal(_ sweep: [String]) throws {
        let place = try Workplace()
        let run = try place.oracle("sweep_terminal.py", [TestSupport.geocli.path, place.folder.path] + sweep)
        // A sweep without commands proves nothing.
        let count = run.text.split(separator: "\n").last?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        #expect((count ?? 0) >= 50, "\(run.text)")
    }
}
