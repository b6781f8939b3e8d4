internal import GeocliDatabase
internal import GeocliSearch
internal import GeocliThreads

/// Builds the lists of pieces on another thread, while this thread writes finished lists.
///
/// This is no `Handover`, whose giver does not wait until a value is taken: three builders would be in memory.
///
/// The conformance is unchecked: `monitor` protects `finished` and `isOver`. Only the other thread uses `order`,
/// `failure` and `readError` until this thread has joined it. If no thread starts, this thread does all the work.
final class PostingWorker: @unchecked Sendable {
    private let order: DocumentOrder
    private let monitor = Monitor()
    /// A builder that has not been taken yet.
    private var finished: PostingBuilder?
    private var isOver = false
    private var failure: (any Error)?
    /// The errno of the read that caused `failure` (`DiskFaults`).
    private var readError: Int32?

    private init(_ order: DocumentOrder) { self.order = order }

    /// Builds the lists of the places in `order`, and calls `body` with full builders, then with the last one, on
    /// this thread. Two builders are in memory at a time: the one that `body` has, and the next.
    static func run(_ order: DocumentOrder, _ body: (inout PostingBuilder) throws -> Void) throws {
        let worker = PostingWorker(order)
        let thread = WorkerThread { worker.run() }
        guard thread.isBeside else { return try worker.build(body) }
        do {
            while var builder = worker.take() { try body(&builder) }
        } catch {
            worker.end()
            thread.join()
            throw error
        }
        thread.join()
        guard let failure = worker.failure else { return }
        if let number = worker.readError { DiskFaults.note(number) }
        throw failure
    }

    private func build(_ hand: (inout PostingBuilder) throws -> Void) throws {
        var builder = PostingBuilder()
        try order.forEach { batch in
            guard !monitor.locked({ isOver }) else { throw CancellationError() }
            batch.forEach { builder.add($0, kind: $1, id: $2) }
            if builder.isFull { try hand(&builder) }
        }
        try hand(&builder)
    }

    // MARK: The other thread

    private func run() {
        do { try build(give) } catch {
            failure = error
            readError = DiskFaults.takeReadError()
        }
        end()
    }

    /// Hands over a builder, and waits until it is taken. Replaces it with an empty one.
    private func give(_ builder: inout PostingBuilder) throws {
        try monitor.locked {
            finished = builder
            builder = PostingBuilder()
            monitor.tell()
            monitor.wait { finished != nil && !isOver }
            guard !isOver else { throw CancellationError() }
        }
    }

    // MARK: This thread

    /// Waits for a builder, and takes it; returns nil after the last one.
    private func take() -> PostingBuilder? {
        monitor.locked {
            monitor.wait { finished == nil && !isOver }
            defer {
                finished = nil
                monitor.tell()
            }
            return finished
        }
    }

    private func end() {
        monitor.locked {
            isOver = true
            monitor.tell()
        }
    }
}
