internal import Glibc

/// Blocks SIGINT, SIGTERM and SIGHUP while this value lives, so that the process can clean up before its end.
final class EndingSignals {
    private var signals = sigset_t()
    private var former = sigset_t()

    /// Blocks the signals.
    init() {
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, &former)
    }

    deinit { pthread_sigmask(SIG_SETMASK, &former, nil) }

    /// Waits for one of the signals for at most this number of milliseconds. Returns the signal; nil if no signal came.
    func wait(milliseconds: Int) -> Int32? {
        var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        let number = sigtimedwait(&signals, nil, &time)
        return number > 0 ? number : nil
    }
}
