internal import GeocliText
internal import GeocliThreads

/// The messages of the running service on standard error, which systemd keeps in the journal.
///
/// Requests can cause messages, for example as long as the catalog is missing. So that clients can't fill the journal,
/// a message that was written in the same minute is only counted, and so are further messages after the first ten.
///
/// It is a class because all threads share it. The lock protects all state that changes.
final class Messages: @unchecked Sendable {
    private static let period = Duration.seconds(60)
    private static let maximumInPeriod = 10
    /// The number of messages that may wait for a reader of standard error.
    private static let maximumWaiting = 256
    private static let maximumColumns = 1000

    private let monitor = Monitor()
    private let language: Language
    private let meters: Meters
    private let lines: LineWriter
    private var periodEnd = ContinuousClock.now
    private var written: Set<String> = []
    private var leftOutCount = 0

    init(_ language: Language, _ meters: Meters) {
        (self.language, self.meters) = (language, meters)
        lines = LineWriter(to: 2, capacity: Self.maximumWaiting) { meters.dropped("messages", "unread", $0) }
    }

    /// Writes a message about the service itself.
    func tell(_ words: Words) { put(words) }

    /// Writes a message that a request caused, or counts it.
    func tellOften(_ words: Words) {
        monitor.locked {
            if ContinuousClock.now >= periodEnd {
                tellLeftOut()
                (periodEnd, written) = (ContinuousClock.now + Self.period, [])
            }
            guard written.count < Self.maximumInPeriod, written.insert(words.en).inserted else {
                leftOutCount += 1
                return meters.dropped("messages", "limit", 1)
            }
            put(words)
        }
    }

    /// Writes the messages that wait, but gives up after some seconds.
    func close(within seconds: Double) {
        monitor.locked { tellLeftOut() }
        lines.close(within: seconds)
    }

    private func tellLeftOut() {
        guard leftOutCount > 0 else { return }
        put(
            Words(
                en: "\(EnglishNoun.counted(leftOutCount, "more message", "more messages")) of this kind left out",
                ko: "이와 같은 메시지 \(leftOutCount)건 생략"))
        leftOutCount = 0
    }

    private func put(_ words: Words) {
        lines.add { lostCount in
            let lost = Words(
                en:
                    "\(EnglishNoun.counted(lostCount, "message", "messages")) lost, because nothing read standard error",
                ko: "표준 오류를 읽는 프로그램이 없어 메시지 \(lostCount)건을 버렸습니다")
            return Array(((lostCount > 0 ? line(lost) : "") + line(words)).utf8)
        }
    }

    private func line(_ words: Words) -> String {
        "geoserve: \(DisplayText.truncated(words.text(language), columns: Self.maximumColumns))\n"
    }
}
