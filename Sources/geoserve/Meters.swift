internal import GeocliExport
internal import GeocliThreads
internal import Glibc

/// What the service has done since its start, for `/metrics`. It is a class because the event loop counts and readers
/// ask. The lock protects all state that changes.
final class Meters: @unchecked Sendable {
    private struct Answered: Hashable { let pattern, status: String }

    private struct Dropped: Hashable { let log, reason: String }

    /// The upper bounds of the histogram's buckets, in seconds.
    private static let bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

    private let monitor = Monitor()
    private var answers: [Answered: Int] = [:]
    /// For each bound, the answers that took at most that long but longer than the bound before; last, all slower ones.
    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    private var seconds = 0.0
    private var refusals: [String: Int] = [:]
    private var drops: [Dropped: Int] = [:]
    private var connectionCount = 0
    private var streamCount = 0
    private let startedAt = Double(time(nil))

    func answered(_ pattern: String, status: Int, seconds: Double) {
        monitor.locked {
            answers[Answered(pattern: pattern, status: "\(status / 100)xx"), default: 0] += 1
            counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
            self.seconds += seconds
        }
    }

    func refused(_ reason: String) { monitor.locked { refusals[reason, default: 0] += 1 } }
    func dropped(_ log: String, _ reason: String, _ count: Int) {
        monitor.locked { drops[Dropped(log: log, reason: reason), default: 0] += count }
    }
    func connectionOpened() { monitor.locked { connectionCount += 1 } }
    func connectionClosed() { monitor.locked { connectionCount -= 1 } }
    func streamOpened() { monitor.locked { streamCount += 1 } }
    func streamClosed() { monitor.locked { streamCount -= 1 } }

    func text(waitingJobs: Int) -> String {
        monitor.locked {
            var text = MetricsText()
            text.counter(
                "geocli_http_requests_total", "Answers, by address and status class.",
                answers.sorted { ($0.key.pattern, $0.key.status) < ($1.key.pattern, $1.key.status) }.map {
                    MetricsText.Sample(
                        labels: [("address", $0.key.pattern), ("status", $0.key.status)], value: Double($0.value))
                })
            text.histogram(
                "geocli_http_request_seconds", "Time from the end of a request's head to the last byte of its answer.",
                bounds: Self.bounds, counts: counts, sum: seconds)
            text.counter(
                "geocli_http_refused_total", "Requests and connections that were refused or dropped, by reason.",
                refusals.sorted { $0.key < $1.key }.map {
                    MetricsText.Sample(labels: [("reason", $0.key)], value: Double($0.value))
                })
            text.counter(
                "geocli_log_dropped_total", "Lines that were left out of a log, by log and reason.",
                drops.sorted { ($0.key.log, $0.key.reason) < ($1.key.log, $1.key.reason) }.map {
                    MetricsText.Sample(
                        labels: [("log", $0.key.log), ("reason", $0.key.reason)], value: Double($0.value))
                })
            text.gauge("geocli_http_connections", "Open connections.", Double(connectionCount))
            text.gauge("geocli_event_readers", "Open event streams.", Double(streamCount))
            text.gauge("geocli_waiting_requests", "Requests that wait for a reader thread.", Double(waitingJobs))
            text.gauge("process_start_time_seconds", "Start of the service, in seconds since 1970.", startedAt)
            text.gauge("process_resident_memory_bytes", "Memory of the service.", Self.residentBytes)
            return text.text
        }
    }

    private static var residentBytes: Double {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
            separator: " ")
        return fields.count > 1 ? (Double(fields[1]) ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) : 0
    }
}
