internal import GeocliServing
internal import GeocliThreads

/// The thread that reads events for all connections. Only this thread checks whether the catalog has changed, so a
/// thousand silent clients cost no more than one client. The threads that answer requests never wait for a stream.
///
/// It is a class because event loops and the thread share it. The lock protects all state that changes.
final class EventThread: @unchecked Sendable {
    /// Receives the next events; `batch` is nil when the stream must end.
    typealias Reply = @Sendable (_ next: EventStream, _ batch: EventBatch?) -> Void

    /// A client that waits for events.
    private struct Wait {
        let client: Int
        var stream: EventStream
        let reply: Reply
    }

    /// The time between two checks of the catalog, short enough that a client gets an event within a second of the
    /// commit.
    private static let lookSeconds = 0.25

    private let monitor = Monitor()
    /// The clients that want events, in the order in which they asked.
    private var asking: [Wait] = []
    /// The clients that have all events.
    private var resting: [Int: Wait] = [:]
    /// The clients whose connection is open.
    private var present: Set<Int> = []
    private var clientCount = 0
    private var isClosed = false
    private var thread: WorkerThread?

    init(_ settings: ServiceSettings) {
        thread = WorkerThread { [self] in run(EventReader(settings)) }
    }

    /// Adds a client and returns its number.
    func enter() -> Int {
        monitor.locked {
            clientCount += 1
            present.insert(clientCount)
            return clientCount
        }
    }

    /// Asks for the next events of a client. The reply comes on this object's thread when there are events.
    func ask(_ client: Int, _ stream: EventStream, _ reply: @escaping Reply) {
        let isTaken = monitor.locked {
            guard !isClosed else { return false }
            asking.append(Wait(client: client, stream: stream, reply: reply))
            monitor.tell()
            return true
        }
        if !isTaken { reply(stream, nil) }
    }

    /// Removes a client.
    func leave(_ client: Int) {
        monitor.locked {
            present.remove(client)
            resting[client] = nil
            asking.removeAll { $0.client == client }
        }
    }

    /// Ends all streams and the thread.
    func close() {
        monitor.locked {
            isClosed = true
            monitor.tell()
        }
        thread?.join()
    }

    private func run(_ reader: EventReader) {
        var nextLook = ContinuousClock.now
        func lookIfDue() {
            guard ContinuousClock.now >= nextLook else { return }
            nextLook = ContinuousClock.now + .seconds(Self.lookSeconds)
            look(reader)
        }
        while let waiting = next() {
            for wait in waiting {
                serve(wait, reader)
                lookIfDue()
            }
            lookIfDue()
        }
        let rest = monitor.locked {
            let rest = asking + resting.values
            (asking, resting) = ([], [:])
            return rest
        }
        for wait in rest { wait.reply(wait.stream, nil) }
    }

    /// Returns the clients to serve: all that are live, or, if none is, the next one that is still catching up. Returns
    /// an empty array when it is time to check the catalog, and nil after `close`.
    private func next() -> [Wait]? {
        monitor.locked {
            if resting.isEmpty {
                monitor.wait { asking.isEmpty && !isClosed }
            } else {
                monitor.wait(atMostSeconds: Self.lookSeconds) { asking.isEmpty && !isClosed }
            }
            guard !isClosed else { return nil }
            let live = asking.filter(\.stream.isLive)
            guard live.isEmpty else {
                asking.removeAll(where: \.stream.isLive)
                return live
            }
            return asking.isEmpty ? [] : [asking.removeFirst()]
        }
    }

    private func serve(_ wait: Wait, _ reader: EventReader) {
        var wait = wait
        do {
            let batch = try reader.next(&wait.stream)
            guard batch.bytes.isEmpty else { return wait.reply(wait.stream, batch) }
            guard batch.isAtEnd else {
                return monitor.locked { if present.contains(wait.client) { asking.append(wait) } }
            }
        } catch {
            // Perhaps the file is being replaced at this moment; the next check tries again.
            if !hasFailed { reader.tell(error) }
            hasFailed = true
        }
        monitor.locked { if present.contains(wait.client) { resting[wait.client] = wait } }
    }

    /// Wakes all resting clients if the catalog has changed.
    private func look(_ reader: EventReader) {
        guard let hasChanged = try? reader.hasChanged(), hasChanged || hasFailed else { return }
        hasFailed = false
        monitor.locked {
            asking += resting.values.sorted { $0.client < $1.client }
            resting = [:]
        }
    }

    /// Whether a client rests only because the catalog could not be read. Only the thread uses it.
    private var hasFailed = false
}
