internal import Glibc

/// How long a reader waits for the writer of a pipe.
public struct WaitingLimits: Sendable, Equatable {
    /// Maximum seconds without a byte; nil for no limit other than `totalSeconds`.
    public var idleSeconds: Double?
    /// Maximum seconds of all waits until the last byte, not counting the time in which the reader uses the bytes.
    public var totalSeconds: Double

    /// Creates limits.
    public init(idleSeconds: Double? = nil, totalSeconds: Double) {
        self.idleSeconds = idleSeconds
        self.totalSeconds = totalSeconds
    }
}

/// The remaining time to wait.
struct Patience {
    private let limits: WaitingLimits
    private var waited = 0.0

    init(_ limits: WaitingLimits) { self.limits = limits }

    /// Waits until there is something to read, or the end.
    ///
    /// - Throws: `PlainError`.
    mutating func wait(for descriptor: Int32, called name: String) throws {
        let start = ContinuousClock.now
        let idle = limits.idleSeconds ?? .infinity
        let (limit, option) =
            idle < limits.totalSeconds - waited
            ? (idle, "--idle-timeout") : (limits.totalSeconds - waited, "--timeout")
        let deadline = start + .seconds(max(0, limit))
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let rest = deadline - ContinuousClock.now
            // One wait is at most a minute, because milliseconds are counted in 32 bits. It is rounded up, so that it
            // does not end early.
            let milliseconds = min(60_000, max(0, rest / .milliseconds(1)) + 1)
            let ready = poll(&entry, 1, Int32(milliseconds))
            if ready != 0, !(ready < 0 && errno == EINTR) { break }
            guard ContinuousClock.now < deadline else {
                let seconds = Int((option == "--timeout" ? limits.totalSeconds : idle).rounded(.up))
                throw PlainError(
                    .unavailable,
                    en:
                        "\(name) did not end: no data came for \(seconds) s; check the program that sends the data, or wait longer with \(option)",
                    ko: "\(name) 입력이 끝나지 않았습니다(\(seconds)초 동안 데이터가 오지 않음). 보내는 프로그램을 확인하거나 \(option)\(.by) 대기 시간을 늘리세요"
                )
            }
        }
        waited += (ContinuousClock.now - start) / .seconds(1)
    }
}
