internal import GeocliFetching
internal import GeocliPlaces
internal import GeocliText

/// The changes of a service, as a stream of events that outlives its connections: a new connection sends the id of the
/// last event that was handled (`Last-Event-ID`), and the service goes on after it. If the service's catalog no longer
/// has that run, it sends `resync` with its present end.
///
/// The mark of `--reader` is kept for each address, and moves after a change was handled, so none is lost. `FileChanges`
/// does the same for a file; there, a reader whose run is gone at the start gets all changes again (`ReadingPosition`).
struct ServerChanges: ChangeSource {
    let client: StreamClient
    let query: [(name: String, value: String)]
    /// The value of the parameter `since` if no event was read yet; nil to start with changes that happen from now on.
    let since: String?
    /// The last event that was read; nil if none was.
    let last: ChangeMark?

    /// The maximum time without a byte, in seconds. The service sends a comment every 15 seconds.
    private static let idleSeconds = 45.0
    private static let longestWaitSeconds = 30.0

    func follow(_ body: (FollowedStep) throws -> Void) throws {
        try withoutActuallyEscaping(body) { body in
            var state = Connection(last: last)
            var waitSeconds = 0.5
            var hasTold = false
            while true {
                let end = read(&state, body)
                if let error = state.failure { throw error }
                if EndingSignals.isEnding { return }
                let trouble = try Self.trouble(end, state)
                // A connection that worked is opened again soon, and without a message.
                if trouble == nil { (waitSeconds, hasTold) = (0.5, false) }
                if let trouble, !hasTold {
                    Console.complain(trouble)
                    hasTold = true
                }
                if EndingSignals.wait(seconds: waitSeconds * Double.random(in: 0.5...1)) { return }
                waitSeconds = min(waitSeconds * 2, Self.longestWaitSeconds)
            }
        }
    }

    /// The state that one connection passes on to the next.
    private struct Connection {
        var last: ChangeMark?
        var failure: (any Error)?
        var hasEvents = false
        /// A body that is not a stream of events, for an error message.
        var text: [UInt8] = []
    }

    private func read(_ state: inout Connection, _ body: @escaping (FollowedStep) throws -> Void) -> StreamClient.End {
        let connection = Box(state)
        defer { state = connection.state }
        (connection.state.text, connection.state.hasEvents) = ([], false)
        var events = EventLines()
        var query = query
        if connection.state.last == nil, let since { query.append(("since", since)) }
        let header = connection.state.last.map { "Last-Event-ID: \($0.text)" }
        return client.get(
            "/events", query, header: header, idleSeconds: Self.idleSeconds, isOver: { EndingSignals.isEnding }
        ) { piece, isEvents in
            guard isEvents else {
                // An error of the service, or a page that is not ours.
                connection.state.text += piece
                return connection.state.text.count < EventLines.maximumBytes
            }
            connection.state.hasEvents = true
            do {
                for event in try events.take(piece) {
                    try Self.carryOut(event, &connection.state, body)
                    if EndingSignals.isEnding { return false }
                }
                try body(.idle)
            } catch {
                connection.state.failure = error
                return false
            }
            return true
        }
    }

    /// It is a class because an escaping closure changes it.
    private final class Box {
        var state: Connection

        init(_ state: Connection) { self.state = state }
    }

    private static func carryOut(
        _ event: EventLines.Event, _ state: inout Connection, _ body: (FollowedStep) throws -> Void
    ) throws {
        guard let mark = event.id.flatMap({ ChangeMark($0) }) else { return }
        // The service sends an event again if the connection ended after the event but before its id was kept.
        switch event.name {
        case "change":
            guard let change = CatalogChange(row: event.data) else { throw PlainError.notAChange }
            try body(.change(change, at: mark))
        case "resync": try body(.recreated)
        default: break
        }
        state.last = mark
        try body(.position(mark, nil, isRunEnd: false))
    }

    /// Returns what to tell the user about a connection on which no data came; nil for a connection that worked.
    ///
    /// - Throws: an error that waiting can't fix.
    private static func trouble(_ end: StreamClient.End, _ state: Connection) throws -> Words? {
        if state.hasEvents { return nil }
        switch end {
        case .stopped, .answer(status: 200):
            guard state.text.isEmpty else { throw PlainError.notAChange }
            return nil
        case .failure(let error):
            if case .libraryMissing = error.code { throw error }
            return Words(
                en: "warning: no connection to \(error.page); trying until it answers",
                ko: "주의: \(error.page)에 연결되지 않습니다. 응답할 때까지 다시 시도합니다")
        case .answer(let status):
            let error = refusal(status, problem: state.text)
            guard status >= 500 || status == 429 || status == 408 else { throw error }
            return Words(en: "warning: \(error.words.en); trying again", ko: "주의: \(error.words.ko). 다시 시도합니다")
        }
    }

    /// Returns the error for an answer with this status.
    ///
    /// - Parameter problem: the body of the answer: problem details in JSON (RFC 9457), or anything else.
    private static func refusal(_ status: Int, problem: [UInt8]) -> PlainError {
        let json = try? JSONValue(parsing: problem, name: "problem")
        let detail = json?["detail"]?.stringValue.map {
            DisplayText.truncated(DisplayText.singleLine($0), columns: 300)
        }
        return PlainError(
            .unavailable,
            en: "the service refused the request (\(status)): \(detail ?? "it gave no reason; check the address")",
            ko: "서비스가 요청을 거부했습니다(\(status)): \(detail ?? "이유를 알리지 않았습니다. 주소를 확인하세요")")
    }
}

/// A parser that joins the lines of an event stream into events.
///
/// - Source: HTML Standard, 9.2.6 Interpreting an event stream. Of the line ends that it allows, only LF and CR LF are
///   read.
struct EventLines {
    /// An event, or a block that has only an id.
    struct Event {
        var name = ""
        var id: String?
        var data = ""
    }

    /// The maximum size of an event in bytes. A change has about a kilobyte.
    static let maximumBytes = 1 << 20

    private var rest: [UInt8] = []
    private var searchedCount = 0
    private var event = Event()

    /// Takes bytes; returns the events that are now complete.
    ///
    /// - Throws: `PlainError` for an event that no geocli service sends, because it is too long.
    mutating func take(_ piece: [UInt8]) throws(PlainError) -> [Event] {
        var complete: [Event] = []
        rest += piece
        var start = 0
        while let end = rest[max(start, searchedCount)...].firstIndex(of: 0x0A) {
            let line = rest[start..<end].last == 0x0D ? rest[start..<end - 1] : rest[start..<end]
            start = end + 1
            if line.isEmpty {
                if event.id != nil { complete.append(event) }
                event = Event()
            } else {
                add(String(decoding: line, as: UTF8.self))
            }
        }
        rest.removeFirst(start)
        searchedCount = rest.count
        guard rest.count + event.data.utf8.count <= Self.maximumBytes else { throw .notAChange }
        return complete
    }

    private mutating func add(_ line: String) {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : ""
        if value.first == " " { value = value.dropFirst() }
        switch parts[0] {
        case "event": event.name = String(value)
        case "id": event.id = String(value)
        case "data": event.data += (event.data.isEmpty ? "" : "\n") + value
        default: break
        }
    }
}

extension PlainError {
    /// The error for a service that doesn't answer as geoserve does.
    static let notAChange = PlainError(
        .unavailable, en: "the service did not send changes; check the address",
        ko: "서비스가 변경 내역이 아닌 응답을 보냈습니다. 주소를 확인하세요")
}
