internal import GeocliSearch
internal import GeocliThreads

/// Builds the lists of pieces on another thread, while this thread reads the bookstores and writes finished lists.
///
/// The conformance is unchecked: `monitor` protects `full`, and only the other thread uses `builder` until it is
/// joined.
final class PostingWorker: @unchecked Sendable {
    private let batches = Handover<PostingBatch>(capacity: 1 << 20)
    private let monitor = Monitor()
    /// The builders that are full and have not been taken yet.
    private var full: [PostingBuilder] = []
    private var builder = PostingBuilder()

    /// Runs `body`, which gives batches and takes full builders. Afterwards calls `finish` with the builders that are
    /// left, in order.
    static func run(_ body: (PostingWorker) throws -> Void, finish: (inout PostingBuilder) throws -> Void) throws {
        let worker = PostingWorker()
        let thread = WorkerThread { worker.build() }
        do { try body(worker) } catch {
            worker.batches.close()
            thread.join()
            throw error
        }
        worker.batches.close()
        thread.join()
        for var builder in worker.full + [worker.builder] { try finish(&builder) }
    }

    /// Gives bookstores to the other thread, in the order of their document numbers. Returns the builders that have
    /// become full.
    func give(_ batch: PostingBatch) -> [PostingBuilder] {
        _ = batches.give(batch, cost: batch.bytes.count)
        return monitor.locked {
            defer { full = [] }
            return full
        }
    }

    private func build() {
        while case let waiting = batches.take(), !waiting.isEmpty {
            for batch in waiting {
                batch.forEach { builder.add($0, kind: $1, id: $2) }
                guard builder.isFull else { continue }
                monitor.locked { full.append(builder) }
                builder = PostingBuilder()
            }
        }
    }
}
