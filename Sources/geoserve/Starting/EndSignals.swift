internal import Glibc

/// The signals that end the service. They are blocked before any thread starts, so that only `wait` receives them.
struct EndSignals {
    private let signals: sigset_t

    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    /// Waits for a signal.
    func wait() {
        var (signals, number) = (signals, Int32(0))
        while sigwait(&signals, &number) != 0 {}
    }

    /// Lets the next signal end the process at once.
    func exitAtNext() {
        var signals = signals
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}
