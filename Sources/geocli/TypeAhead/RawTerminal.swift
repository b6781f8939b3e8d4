internal import GeocliAsking
internal import Glibc

/// The terminal of standard input and standard error in raw mode: each key arrives when it is pressed, without echo.
///
/// Raw mode always ends: when `use` ends, and before a signal ends the process.
struct RawTerminal {
    enum Event: Equatable {
        case bytes([UInt8])
        case silence
        /// The size may have changed, or the process was stopped and continues.
        case changed
        case closed
    }

    /// Clears from the cursor's line to the end, ends bracketed paste and shows the cursor.
    ///
    /// - Source: xterm's ctlseqs, as for every sequence in this file.
    private static let farewell: StaticString = "\r\u{1B}[J\u{1B}[?2004l\u{1B}[?25h"
    private static let alternateOff: StaticString = "\u{1B}[?1049l"
    /// The original settings, and whether the alternate screen is shown, in memory that a signal handler may read.
    nonisolated(unsafe) private static let former = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    nonisolated(unsafe) private static let isAlternate = UnsafeMutablePointer<Bool>.allocate(capacity: 1)

    /// The signals that only end the wait: the terminal has a new size, or the process continues after a stop, during
    /// which another program had the terminal.
    private static let waking = [SIGWINCH, SIGCONT]
    private static let ending = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// The error if standard input or standard error is not a terminal.
    static let noTerminal = UsageError(
        en:
            "--interactive needs standard input and standard error to be a terminal; leave out --interactive and give TEXT",
        ko: "--interactive는 표준 입력과 표준 오류가 터미널일 때만 쓸 수 있습니다. --interactive를 빼고 검색어(TEXT)를 쓰세요")

    private let raw: termios
    /// The signal mask of the wait. The `waking` signals arrive only during the wait, so none is missed.
    private let waitingMask: sigset_t

    /// Runs `body` in raw mode, then restores the settings and clears the lines drawn below the cursor.
    ///
    /// - Throws: every error of `body`, after the terminal is restored.
    static func use<Result>(_ body: (RawTerminal) throws -> Result) throws -> Result {
        guard tcgetattr(0, former) == 0 else { throw noTerminal }
        isAlternate.initialize(to: false)
        var raw = former.pointee
        cfmakeraw(&raw)
        // A line end still returns to the first column, for output of other programs.
        raw.c_oflag = former.pointee.c_oflag
        let actions = catchSignals()
        var blocked = sigset_t()
        var mask = sigset_t()
        sigemptyset(&blocked)
        for number in waking { sigaddset(&blocked, number) }
        sigprocmask(SIG_BLOCK, &blocked, &mask)
        var waitingMask = mask
        for number in waking { sigdelset(&waitingMask, number) }
        let terminal = RawTerminal(raw: raw, waitingMask: waitingMask)
        terminal.begin()
        defer {
            restore()
            for (number, action) in actions {
                var action = action
                sigaction(number, &action, nil)
            }
            sigprocmask(SIG_SETMASK, &mask, nil)
        }
        return try body(terminal)
    }

    /// The size of standard error's terminal; 24 × 80 if the terminal doesn't report it.
    var size: TerminalSize {
        var size = winsize()
        guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
            return TerminalSize(rows: 24, columns: 80)
        }
        return TerminalSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// Sets raw mode again, after another program had the terminal.
    func begin() {
        var raw = raw
        tcsetattr(0, TCSANOW, &raw)
        write("\u{1B}[?2004h")
    }

    /// Moves to the upper left of the alternate screen, where no terminal rewraps lines when its size changes.
    func showAlternateScreen() {
        if !Self.isAlternate.pointee {
            Self.isAlternate.pointee = true
            write("\r\u{1B}[J\u{1B}[?1049h")
        }
        write("\u{1B}[H")
    }

    /// Writes to the terminal. A closed terminal is detected when keys are read.
    func write(_ text: String) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
            if written < 0, errno == EINTR { continue }
            if written < 0, errno == EAGAIN, Self.waitUntilWritable() { continue }
            guard written > 0 else { return }
            rest = rest.dropFirst(written)
        }
    }

    /// Waits for the next event. If `limit` is nil, the wait can take any length of time.
    func next(withinMilliseconds limit: Int?) -> Event {
        var mask = waitingMask
        var time = timespec(tv_sec: 0, tv_nsec: (limit ?? 0) * 1_000_000)
        var descriptors = fd_set()
        // The lowest bit stands for standard input, the only descriptor that is waited for.
        withUnsafeMutableBytes(of: &descriptors) { $0.storeBytes(of: 1, as: Int.self) }
        let count = withUnsafePointer(to: &time) {
            pselect(1, &descriptors, nil, nil, limit == nil ? nil : $0, &mask)
        }
        if count == 0 { return .silence }
        if count < 0 { return errno == EINTR ? .changed : .closed }
        return read()
    }

    /// Reads all waiting bytes, so that a paste or fast typing starts only one search.
    private func read() -> Event {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        repeat {
            let count = Glibc.read(0, &chunk, chunk.count)
            if count < 0, errno == EINTR || errno == EAGAIN { break }
            guard count > 0 else { return bytes.isEmpty ? .closed : .bytes(bytes) }
            bytes += chunk[..<count]
            // The limit lets the screen update even while the user types without a pause.
        } while bytes.count < 1 << 16 && Self.isReadable
        return .bytes(bytes)
    }

    private static var isReadable: Bool {
        var descriptor = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, 0) > 0
    }

    private static func waitUntilWritable() -> Bool {
        var descriptor = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
        return poll(&descriptor, 1, 1000) > 0
    }

    /// Restores the terminal. Calls only functions that are allowed in a signal handler.
    private static func restore() {
        if isAlternate.pointee { _ = Glibc.write(2, alternateOff.utf8Start, alternateOff.utf8CodeUnitCount) }
        // Leaving the alternate screen a second time would move the cursor.
        isAlternate.pointee = false
        _ = Glibc.write(2, farewell.utf8Start, farewell.utf8CodeUnitCount)
        tcsetattr(0, TCSANOW, former)
    }

    /// Makes the signals that end a process restore the terminal first, at any moment; returns the previous actions.
    private static func catchSignals() -> [(Int32, sigaction)] {
        // Under nohup, the end of a session must not end the process.
        let ends = ending.filter { !isIgnored($0) }.map { number in
            let former = setAction(number, flags: Int32(truncatingIfNeeded: SA_RESETHAND)) { number in
                RawTerminal.restore()
                // The default action is active again: the process ends when this handler returns.
                raise(number)
            }
            return (number, former)
        }
        return ends + waking.map { ($0, setAction($0, flags: 0) { _ in }) }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        // SIG_IGN, which Swift can't compare.
        return action.__sigaction_handler.sa_handler.map { unsafeBitCast($0, to: Int.self) == 1 } ?? false
    }

    private static func setAction(
        _ number: Int32, flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void
    ) -> sigaction {
        var action = sigaction()
        var former = sigaction()
        action.__sigaction_handler.sa_handler = handler
        action.sa_flags = flags
        // The mask includes SIGTTOU: in the background it would stop the process.
        sigfillset(&action.sa_mask)
        sigaction(number, &action, &former)
        return former
    }
}

struct TerminalSize: Equatable {
    let rows: Int
    let columns: Int
}
