internal import Glibc

/// The signals that stop a command that otherwise never ends. The command finishes its current work and ends with
/// success.
enum EndingSignals {
    /// A signal that the parent told us to ignore, as nohup does, stays ignored.
    private static let numbers = [SIGINT, SIGTERM, SIGHUP].filter { number in
        var former = sigaction()
        sigaction(number, nil, &former)
        return unsafeBitCast(former.__sigaction_handler.sa_handler, to: Int.self) != ignoring
    }
    /// SIG_IGN, which Swift can't compare.
    private static let ignoring = 1
    /// Only the main thread reads and sets this variable.
    nonisolated(unsafe) private static var hasCome = false

    /// Blocks these signals, so that they wait until the command asks for them.
    static func hold() {
        var set = all
        sigprocmask(SIG_BLOCK, &set, nil)
    }

    /// Whether one of the signals has come.
    static var isEnding: Bool { wait(seconds: 0) }

    /// Waits for `seconds`, or less if one of the signals comes. Returns whether one has come.
    static func wait(seconds: Double) -> Bool {
        guard !hasCome else { return true }
        var set = all
        var time = timespec(tv_sec: Int(seconds), tv_nsec: Int((seconds - seconds.rounded(.down)) * 1e9))
        hasCome = sigtimedwait(&set, nil, &time) > 0
        return hasCome
    }

    private static var all: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }
}
