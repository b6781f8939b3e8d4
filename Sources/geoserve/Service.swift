internal import GeocliServing
internal import GeocliText
internal import GeocliThreads
internal import Glibc
internal import NIOCore
internal import NIOHTTP1

/// What all connections share: the readers, the settings, and the rules for the head of a request.
struct Service: Sendable {
    let settings: ServiceSettings
    let readers: ReaderPool
    /// A reader for monitors alone, so that they get an answer even if all other readers are busy.
    let monitors: ReaderPool
    let events: EventThread
    let hosts: HostCheck
    let crossOrigin: CrossOrigin
    let meters: Meters
    let log: RequestLog?
    /// The public address of the service, for links; nil for the address that each client uses.
    let publicURL: String?
    let connections: NIOLoopBound<Connections>
    let date: NIOLoopBound<HTTPDate>

    func request(_ head: HTTPRequestHead) throws(Refusal) -> Request {
        let host = try host(head)
        guard let method = Request.Method(rawValue: head.method.rawValue) else { throw HTTPProblem.method }
        guard !head.headers.contains(name: "transfer-encoding"),
            head.headers["content-length"].allSatisfy({ $0 == "0" })
        else { throw HTTPProblem.body }
        guard !head.headers.contains(name: "expect") else { throw HTTPProblem.expectation }
        let target = try target(head, method)
        do {
            return try Request(
                method, target: target, base: publicURL ?? "http://\(host)", language: settings.language,
                header: { Self.value($0, head) })
        } catch {
            throw Refusal("target", error)
        }
    }

    static func isForMonitors(_ request: Request) -> Bool {
        request.path.count == 1 && ["healthz", "readyz", "metrics"].contains(request.path[0])
    }

    private func host(_ head: HTTPRequestHead) throws(Refusal) -> String {
        let values = head.headers["host"]
        guard values.count == 1, let host = values.first, !host.isEmpty else { throw HTTPProblem.hostCount }
        guard hosts.admits(host) else { throw HTTPProblem.host }
        return host
    }

    /// Returns the path and the query of the request line. A client that uses the service as a proxy writes the whole
    /// address; the host in it must then be the same as in the Host header.
    private func target(_ head: HTTPRequestHead, _ method: Request.Method) throws(Refusal) -> String {
        let uri = head.uri
        if uri == "*", method == .options { return "/" }
        let scheme = "http://"
        guard uri.lowercased().hasPrefix(scheme) else { return uri }
        let rest = uri.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        guard rest[..<end].lowercased() == head.headers.first(name: "host")?.lowercased() else {
            throw HTTPProblem.host
        }
        return rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    }

    /// Returns the value of a header; several headers with the same name are joined into one list.
    private static func value(_ name: String, _ head: HTTPRequestHead) -> String? {
        let values = head.headers[name]
        return values.isEmpty ? nil : values.count == 1 ? values[0] : values.joined(separator: ", ")
    }

    /// The head of a response, with the headers that every response has; `byteCount` is nil for a status without a body.
    func head(for response: Response, _ exchange: Exchange, byteCount: Int?) -> HTTPResponseHead {
        var headers = HTTPHeaders(response.headers.map { ($0.name, $0.value) })
        headers.add(name: "Date", value: date.value.text)
        headers.add(name: "X-Content-Type-Options", value: "nosniff")
        crossOrigin.addFrameRule(to: &headers)
        crossOrigin.add(to: &headers, for: exchange.head)
        if let byteCount { headers.add(name: "Content-Length", value: String(byteCount)) }
        if exchange.closes {
            headers.add(name: "Connection", value: "close")
        } else if exchange.head?.version == .http1_0 {
            headers.add(name: "Connection", value: "keep-alive")
        }
        return HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
    }

    /// Counts an answer and writes its line into the log. `isWhole`: whether the client took the whole answer.
    func record(_ exchange: Exchange, _ connection: Connection, isWhole: Bool) {
        let nanoseconds = (NIODeadline.now() - exchange.startedAt).nanoseconds
        if exchange.status > 0, !exchange.isStream {
            meters.answered(exchange.pattern, status: exchange.status, seconds: Double(nanoseconds) / 1e9)
        }
        log?.add(
            exchange, milliseconds: Double(nanoseconds) / 1e6, address: connection.address,
            isWhole: isWhole || exchange.isStream)
    }

    /// Counts a stream, whose answer has no normal end, when it begins.
    func streamBegan(_ exchange: Exchange) {
        let nanoseconds = (NIODeadline.now() - exchange.startedAt).nanoseconds
        meters.answered(exchange.pattern, status: exchange.status, seconds: Double(nanoseconds) / 1e9)
        meters.streamOpened()
    }
}

/// Threads that read the catalog, each with a connection of its own. Event loops give them work and never read a file.
/// It is a class because event loops and threads share it. The lock protects all state that changes.
final class ReaderPool: @unchecked Sendable {
    typealias Job = @Sendable (Answers) -> Void

    private let monitor = Monitor()
    private let capacity: Int
    private var waiting: [(expires: NIODeadline, job: Job)] = []
    private var isClosed = false
    private var threads: [WorkerThread] = []

    init(_ settings: ServiceSettings, count: Int, capacity: Int) {
        self.capacity = capacity
        threads = (0..<count).map { _ in WorkerThread { [self] in run(Answers(settings)) } }
    }

    var waitingCount: Int { monitor.locked { waiting.count } }

    /// Takes a job; returns false if too many wait, or after `close`.
    /// - Parameter expires: the job does not start after this moment, because by then its client has received
    ///   another answer.
    func submit(expires: NIODeadline = .distantFuture, _ job: @escaping Job) -> Bool {
        monitor.locked {
            guard !isClosed, waiting.count < capacity else { return false }
            waiting.append((expires, job))
            monitor.tellOne()
            return true
        }
    }

    /// Ends the threads when the waiting jobs are done.
    func close() {
        monitor.locked {
            isClosed = true
            monitor.tell()
        }
        for thread in threads { thread.join() }
    }

    private func run(_ answers: Answers) {
        while let next = next() { if next.expires > .now() { next.job(answers) } }
    }

    private func next() -> (expires: NIODeadline, job: Job)? {
        monitor.locked {
            monitor.wait { waiting.isEmpty && !isClosed }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }
}

/// The text of the Date header, made at most once a second. All connections share it on the event loop.
final class HTTPDate {
    private var second: time_t = -1
    private var known = ""

    /// Returns the present time as text: `Tue, 15 Nov 1994 08:12:31 GMT`.
    var text: String {
        let now = time(nil)
        if now == second { return known }
        var (moment, parts) = (now, tm())
        gmtime_r(&moment, &parts)
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
        let month = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ][Int(parts.tm_mon)]
        let clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.twoDigits).joined(separator: ":")
        known = "\(day), \(Self.twoDigits(parts.tm_mday)) \(month) \(parts.tm_year + 1900) \(clock) GMT"
        second = now
        return known
    }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
