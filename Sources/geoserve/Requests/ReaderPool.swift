internal import GeocliServing
internal import GeocliThreads
internal import NIOCore

/// Threads that read the catalog, each with a connection of its own. Event loops give them work and never read a file.
///
/// It is a class because event loops and threads share it. The lock protects all state that changes.
final class ReaderPool: @unchecked Sendable {
    /// Work for a reader.
    typealias Job = @Sendable (Answers) -> Void

    private let monitor = Monitor()
    private let capacity: Int
    private var waiting: [(expires: NIODeadline, job: Job)] = []
    private var isClosed = false
    private var threads: [WorkerThread] = []

    /// - Parameters:
    ///   - count: the number of threads.
    ///   - capacity: the number of jobs that may wait.
    init(_ settings: ServiceSettings, count: Int, capacity: Int) {
        self.capacity = capacity
        threads = (0..<count).map { _ in WorkerThread { [self] in run(Answers(settings)) } }
    }

    /// The number of jobs that wait.
    var waitingCount: Int { monitor.locked { waiting.count } }

    /// Takes a job; returns false if too many wait, or after `close`.
    ///
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
