import Foundation
import TestSupport
import Testing

/// A terminal in which a test types and whose screen it reads: tmux, through a socket of its own; `close` ends it.
///
/// A test polls for the state that it expects, so a busy machine only takes longer.
struct TmuxTerminal {
    static let isInstalled: Bool = {
        let run = try? TestSupport.run(URL(fileURLWithPath: "/usr/bin/env"), ["tmux", "-V"])
        return run?.status == 0
    }()

    /// On CI the tests must run.
    static let canRun = isInstalled || ProcessInfo.processInfo.environment["CI"] == "true"

    private let place: Workplace

    /// Runs `script` with sh for at most some minutes, in the folder of `place`, with geocli on its PATH, in a terminal
    /// of this size.
    init(_ script: String, columns: Int = 80, rows: Int = 24, beside place: Workplace) throws {
        self.place = place
        try place.write(script, to: "script.sh")
        let size = ["-x", "\(columns)", "-y", "\(rows)"]
        try tmux(
            ["new-session", "-d", "-s", "t"] + size + ["timeout --foreground 600 sh script.sh; sleep 600"],
            before: Self.launcher)
    }

    /// Runs a command that inherits only the standard streams. Foundation treats a process as running while any process
    /// holds a descriptor that Foundation made, and tmux's server would hold one. The threads of a test block all
    /// signals, so no signal would end the server.
    private static let launcher = [
        "python3", "-c",
        """
        import signal, subprocess, sys
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        sys.exit(subprocess.call(sys.argv[1:], close_fds=True))
        """,
    ]

    /// Ends all that runs in it.
    func close() {
        // If the server has already ended, the error does not matter.
        _ = try? tmux(["kill-server"])
    }

    /// Types text literally.
    func type(_ text: String) throws { try tmux(["send-keys", "-t", "t", "-l", text]) }

    /// Presses keys by tmux's names, such as Enter, Escape, Down, C-c.
    func press(_ keys: String...) throws { try tmux(["send-keys", "-t", "t"] + keys) }

    /// Pastes a file of the folder with bracketed paste, which tells the program that the text is pasted.
    func paste(_ name: String) throws {
        try tmux(["load-buffer", name])
        try tmux(["paste-buffer", "-p", "-t", "t"])
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-t", "t", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The lines on the screen, without the empty ones at its end.
    func lines() throws -> [String] {
        let text = try tmux(["capture-pane", "-p", "-t", "t"]).text
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        return lines
    }

    /// The cursor's column and row, from 0.
    func cursor() throws -> String {
        let text = try tmux(["display-message", "-p", "-t", "t", "#{cursor_x},#{cursor_y}"]).text
        return text.trimmingCharacters(in: .newlines)
    }

    /// Waits until the screen meets `condition`; returns its lines.
    @discardableResult
    func wait(
        for what: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: ([String]) throws -> Bool
    ) throws -> [String] {
        var seen: [String] = []
        try poll(sourceLocation, { "\(what) never came; the screen:\n\(seen.joined(separator: "\n"))" }) {
            seen = try lines()
            return try condition(seen)
        }
        return seen
    }

    /// Waits until a file of the folder ends in a line end; returns its text.
    func file(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
        var text = ""
        try poll(sourceLocation, { "\(name) never came" }) {
            text =
                FileManager.default.contents(atPath: place.file(name).path).map { String(decoding: $0, as: UTF8.self) }
                ?? ""
            return text.hasSuffix("\n")
        }
        return text
    }

    private func poll(
        _ sourceLocation: SourceLocation, _ complaint: () -> String, _ isDone: () throws -> Bool
    ) throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while try !isDone() {
            try #require(ContinuousClock.now < deadline, "\(complaint())", sourceLocation: sourceLocation)
            Thread.sleep(forTimeInterval: 0.02)
        }
    }

    @discardableResult
    private func tmux(_ words: [String], before: [String] = []) throws -> ProgramRun {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let environment = Workplace.environment.merging([
            "PATH": TestSupport.geocli.deletingLastPathComponent().path + ":" + path, "TERM": "xterm",
            // The path of its socket, which tmux does not remove.
            "TMUX_TMPDIR": place.folder.path,
        ]) { $1 }
        let run = try TestSupport.run(
            URL(fileURLWithPath: "/usr/bin/env"),
            before + ["timeout", "60", "tmux", "-u", "-L", "t", "-f", "/dev/null"] + words,
            environment: environment, folder: place.folder)
        try #require(run.status == 0, "tmux \(words): \(run.errorText)")
        return run
    }
}
