internal import GeocliExport
internal import GeocliText
internal import Glibc
internal import Scale

/// The output of a listing: through a pager if it is longer than the screen, otherwise directly to its file.
///
/// A pager starts only where standard output and standard error are both terminals and the listing goes to standard
/// output.
final class PagedOutput {
    private let file: OutputFile
    private let command: String?
    private let rows: Int
    private let columns: Int
    /// The output so far. It is kept as long as it may fit on the screen, and until it is certain that the pager is
    /// installed.
    private var held: [UInt8] = []
    private var lineCount = 0
    private var pager: Pager?
    private var isDone = false

    /// A missing pager is noticed before its pipe has taken this number of bytes. Until then the bytes are kept, so
    /// that they can be written without a pager.
    private static let heldBytes = 1 << 20

    init(_ file: OutputFile, isAllowed: Bool) {
        self.file = file
        let size = isAllowed && file.isTerminal && Console.errorIsTerminal ? Console.outputRows : nil
        command = size == nil ? nil : Pager.command
        rows = size ?? 0
        columns = Console.outputColumns ?? 80
    }

    /// Writes all of `bytes`, which are whole lines.
    ///
    /// - Throws: `OutputError`; a broken pipe if the user has left the pager.
    func write(_ bytes: [UInt8]) throws {
        guard let command, !isDone else { return try file.write(bytes) }
        if let pager { return try page(bytes, pager) }
        held += bytes
        lineCount += lines(bytes)
        // The shell's prompt also takes a line, so the output must have fewer lines than the screen.
        guard lineCount >= rows else { return }
        let bytes = held
        held = []
        guard let pager = Pager(command) else {
            isDone = true
            return try file.write(bytes)
        }
        self.pager = pager
        try page(bytes, pager)
    }

    /// Waits until the user leaves the pager. Without a pager, writes the bytes that were kept.
    func finish() throws {
        guard !isDone else { return }
        isDone = true
        guard let pager else {
            if !held.isEmpty { try file.write(held) }
            return
        }
        if !pager.finish() { try file.write(held) }
    }

    /// Closes the pager after an error, so that the error is readable.
    func abandon() {
        guard !isDone else { return }
        isDone = true
        // The first error is reported; a second failure to write would only hide it.
        if let pager { _ = pager.finish() } else { try? file.write(held) }
    }

    private func page(_ bytes: [UInt8], _ pager: Pager) throws {
        // The pager writes to a terminal, so the bytes must be harmless to it.
        let safe = DisplayText.harmless(bytes, keepsStyles: file.keepsStyles)
        if held.count < Self.heldBytes { held += bytes }
        if pager.write(safe) { return }
        isDone = true
        guard pager.finish() else { return try file.write(held) }
        throw OutputError(path: "standard output", step: .write, number: EPIPE)
    }

    /// Returns the minimum number of the terminal's lines that the bytes take.
    private func lines(_ bytes: [UInt8]) -> Int {
        bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast().reduce(0) { count, line in
            count
                + max(
                    1, (DisplayText.widthWithoutStyles(String(decoding: line, as: UTF8.self)) + columns - 1) / columns)
        }
    }
}

/// A program that shows text page by page, such as less. It reads from a pipe and writes to our terminal.
struct Pager {
    let descriptor: Int32
    private let process: pid_t

    /// The command of `$GEOCLI_PAGER`; if that is not set, of `$PAGER`; otherwise `less -FRX` if less is installed. Nil
    /// without a command, if the command is empty or `cat`, or if the terminal can't move the cursor.
    static var command: String? {
        guard Environment.variable("TERM").map({ $0 != "dumb" && !$0.isEmpty }) ?? false else { return nil }
        if let command = Environment.variable("GEOCLI_PAGER") ?? Environment.variable("PAGER") {
            return ["", "cat"].contains(command) ? nil : command
        }
        let folders = (Environment.variable("PATH") ?? "").split(separator: ":")
        return folders.contains { access("\($0)/less", X_OK) == 0 } ? "less -FRX" : nil
    }

    /// Starts `command` with sh, as git does. After that, Ctrl-C belongs to the pager.
    ///
    /// - Returns: nil if the system can't start it.
    init?(_ command: String) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // These options apply only if the user has set none. With them, less and lv show colors, and less exits when
        // the text fits the screen.
        setenv("LESS", "FRX", 0)
        setenv("LV", "-c", 0)
        // Under LC_ALL=C less would show Korean as bytes.
        setenv("LESSCHARSET", "utf-8", 0)
        let started = try? Spawn.start(["/bin/sh", "-c", command, "sh"], ignored: [SIGPIPE, SIGXFSZ, SIGINT]) {
            actions in
            posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        }
        close(ends[0])
        guard let started else {
            close(ends[1])
            return nil
        }
        signal(SIGINT, SIG_IGN)
        (descriptor, process) = (ends[1], started)
    }

    /// Writes all bytes; returns false if the pager has stopped reading.
    func write(_ bytes: [UInt8]) -> Bool { FileSystem.write(bytes, to: descriptor) == nil }

    /// Ends the text and waits until the user leaves; returns whether the shell found the program.
    func finish() -> Bool {
        close(descriptor)
        let status = (try? Spawn.end(of: process)) ?? 0
        let isExit = status & 0x7F == 0
        return !(isExit && [126, 127].contains(status >> 8 & 0xFF))
    }
}
