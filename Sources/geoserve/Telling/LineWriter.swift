internal import GeocliThreads
internal import Glibc

/// A thread that writes lines to a descriptor. If nothing reads them, lines are dropped and counted, and no caller
/// waits.
///
/// It is a class because the callers and the thread share it. The lock protects all state that changes.
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

    /// - Parameters:
    ///   - capacity: the number of lines that may wait.
    ///   - onDrop: called with a number of lines that are dropped.
    init(to descriptor: Int32, capacity: Int, onDrop: @escaping @Sendable (Int) -> Void) {
        (self.descriptor, self.capacity, self.onDrop) = (descriptor, capacity, onDrop)
        thread = WorkerThread { [self] in run() }
    }

    /// Adds a line, or drops it if too many wait.
    ///
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
