internal import GeocliServing
internal import GeocliText
internal import GeocliThreads
internal import Glibc
internal import NIOCore
internal import NIOHTTP1

/// The log of requests on standard output: a line with a JSON object for each answer. systemd, a container and a shell
/// can all process standard output. The query is left out because it says where a person is. The address of the client
/// is left out unless the user asks for it.
struct RequestLog: Sendable {
    private static let pathColumns = 200

    let hasAddresses: Bool
    let lines: LineWriter

    func add(_ exchange: Exchange, milliseconds: Double, address: String?, isWhole: Bool) {
        lines.add { droppedCount in line(exchange, milliseconds, address, isWhole, droppedCount) }
    }

    private func line(
        _ exchange: Exchange, _ milliseconds: Double, _ address: String?, _ isWhole: Bool, _ droppedCount: Int
    ) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.name("time")
        json.string(Self.now())
        json.name("method")
        json.string(exchange.head?.method.rawValue)
        json.name("path")
        json.string(
            exchange.head.map { head in
                let path = head.uri.prefix { $0 != "?" && $0 != "#" }
                return DisplayText.truncated(DisplayText.singleLine(String(path)), columns: Self.pathColumns)
            })
        json.name("status")
        if exchange.status > 0 { json.integer(Int64(exchange.status)) } else { json.null() }
        json.name("bytes")
        json.integer(Int64(exchange.byteCount))
        json.name("ms")
        json.number(milliseconds, maximumDecimals: 3)
        if !isWhole {
            json.name("aborted")
            json.bool(true)
        }
        if hasAddresses, let address {
            json.name("address")
            json.string(address)
        }
        if droppedCount > 0 {
            json.name("dropped")
            json.integer(Int64(droppedCount))
        }
        json.endObject()
        json.newline()
        return json.bytes
    }

    /// Returns the present time in UTC: `2026-07-01T08:12:31.052Z`.
    private static func now() -> String {
        var (moment, parts) = (timespec(), tm())
        clock_gettime(CLOCK_REALTIME, &moment)
        gmtime_r(&moment.tv_sec, &parts)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map { digits($0, 2) }
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits(Int($0), 2) }
        return
            "\(day.joined(separator: "-"))T\(clock.joined(separator: ":")).\(digits(moment.tv_nsec / 1_000_000, 3))Z"
    }
}

/// A request and its outcome, for the headers of the answer, the log and the counts.
struct Exchange {
    let head: HTTPRequestHead?
    let startedAt = NIODeadline.now()
    /// The address without its values, such as `/show/{id}`, so that `/metrics` has only a few different addresses.
    var pattern = "other"
    var language: Language?
    var status = 0
    var byteCount = 0
    var closes = false
    /// Whether the answer goes on until the client leaves.
    var isStream = false

    init(_ head: HTTPRequestHead?) { self.head = head }

    /// Whether the connection stays open after the answer. It closes if the client asked for an upgrade, because the
    /// service makes no upgrade but the decoder reads nothing after such a request.
    var isKeepAlive: Bool {
        guard let head else { return false }
        return head.isKeepAlive && !head.headers.contains(name: "upgrade")
    }
}

/// The messages of the running service on standard error, which systemd keeps in the journal. Requests can cause
/// messages, for example as long as the catalog is missing. So that clients can't fill the journal, a message that was
/// written in the same minute is only counted, and so are further messages after the first ten. It is a class because
/// all threads share it. The lock protects all state that changes.
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
    private var omittedCount = 0

    init(_ language: Language, _ meters: Meters) {
        (self.language, self.meters) = (language, meters)
        lines = LineWriter(to: 2, capacity: Self.maximumWaiting) { meters.dropped("messages", "unread", $0) }
    }

    func tell(_ words: Words) { put(words) }

    /// Writes a message that a request caused, or counts it.
    func tellLimited(_ words: Words) {
        monitor.locked {
            if ContinuousClock.now >= periodEnd {
                tellOmitted()
                (periodEnd, written) = (ContinuousClock.now + Self.period, [])
            }
            guard written.count < Self.maximumInPeriod, written.insert(words.en).inserted else {
                omittedCount += 1
                return meters.dropped("messages", "limit", 1)
            }
            put(words)
        }
    }

    /// Writes the messages that wait, but gives up after some seconds.
    func close(within seconds: Double) {
        monitor.locked { tellOmitted() }
        lines.close(within: seconds)
    }

    private func tellOmitted() {
        guard omittedCount > 0 else { return }
        put(
            Words(
                en: "\(EnglishNoun.counted(omittedCount, "more message", "more messages")) of this kind left out",
                ko: "이와 같은 메시지 \(omittedCount)건 생략"))
        omittedCount = 0
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

/// A thread that writes lines to a descriptor. If nothing reads them, lines are dropped and counted, and no caller
/// waits. It is a class because the callers and the thread share it. The lock protects all state that changes.
final class LineWriter: @unchecked Sendable {
    private let monitor = Monitor()
    private let descriptor: Int32
    private let capacity: Int
    private let onDrop: @Sendable (Int) -> Void
    private var lines: [UInt8] = []
    private var lineCount = 0
    /// The number of lines that were dropped after the last line that is written.
    private var droppedCount = 0
    private var isClosed = false
    private var isDone = false
    private var thread: WorkerThread?

    init(to descriptor: Int32, capacity: Int, onDrop: @escaping @Sendable (Int) -> Void) {
        (self.descriptor, self.capacity, self.onDrop) = (descriptor, capacity, onDrop)
        thread = WorkerThread { [self] in run() }
    }

    /// Adds a line, or drops it if too many wait.
    /// - Parameter line: returns the line with its end, and gets the number of lines that were dropped just before it.
    func add(_ line: (_ droppedCount: Int) -> [UInt8]) {
        monitor.locked {
            guard !isClosed, lineCount < capacity else { return drop(1) }
            lines += line(droppedCount)
            lineCount += 1
            droppedCount = 0
            monitor.tell()
        }
    }

    /// Writes the lines that wait, but gives up after some seconds. Later lines are dropped.
    func close(within seconds: Double) {
        monitor.locked {
            isClosed = true
            monitor.tell()
            monitor.wait(atMostSeconds: seconds) { !isDone }
        }
    }

    private func drop(_ count: Int) {
        droppedCount += count
        onDrop(count)
    }

    // MARK: The thread

    private func run() {
        while let batch = take() {
            if !write(batch.bytes) { monitor.locked { drop(batch.count) } }
        }
        monitor.locked {
            isDone = true
            monitor.tell()
        }
    }

    private func take() -> (bytes: [UInt8], count: Int)? {
        monitor.locked {
            monitor.wait { lines.isEmpty && !isClosed }
            guard !lines.isEmpty else { return nil }
            defer { (lines, lineCount) = ([], 0) }
            return (lines, lineCount)
        }
    }

    /// Writes bytes, and returns whether all of them were written.
    private func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                switch errno {
                case EINTR: continue
                case EAGAIN:
                    // Another program may have made the descriptor non-blocking.
                    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&state, 1, -1)
                    continue
                default: return false
                }
            }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
