internal import GeocliSearch
internal import GeocliThreads

/// Builds the lists of pieces on another thread, while this thread reads the bookstores and writes finished lists.
///
/// The conformance is unchecked: `monitor` protects `full`, and only the other thread uses `builder` until it is
/// joined.
final class PostingWorker: @unchecked Sendable {
    /// Bookstores, in the order of their document numbers.
    struct Batch {
        fileprivate struct Bookstore {
            let id: Int64
            let kind: String
            let bytes: Range<Int>
        }

        fileprivate var texts: [UInt8] = []
        fileprivate var bookstores: [Bookstore] = []

        /// Whether the batch should now be given to the worker.
        var isFull: Bool { texts.count >= 64 << 10 }

        /// Adds a bookstore.
        ///
        /// - Parameters:
        ///   - text: its `FoldedFields.text`.
        ///   - kind: the code of its kind.
        mutating func add(_ text: UnsafeBufferPointer<UInt8>, kind: String, id: Int64) {
            let start = texts.count
            texts.append(contentsOf: text)
            bookstores.append(Bookstore(id: id, kind: kind, bytes: start..<texts.count))
        }
    }

    private let batches = Handover<Batch>(capacity: 1 << 20)
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

    /// Gives a batch to the other thread. Returns the builders that have become full.
    func give(_ batch: Batch) -> [PostingBuilder] {
        _ = batches.give(batch, cost: batch.texts.count)
        return monitor.locked {
            defer { full = [] }
            return full
        }
    }

    private func build() {
        while case let waiting = batches.take(), !waiting.isEmpty {
            for batch in waiting {
                batch.texts.withUnsafeBufferPointer { texts in
                    for bookstore in batch.bookstores {
                        builder.add(
                            UnsafeBufferPointer(rebasing: texts[bookstore.bytes]), kind: bookstore.kind,
                            id: bookstore.id)
                    }
                }
                guard builder.isFull else { continue }
                monitor.locked { full.append(builder) }
                builder = PostingBuilder()
            }
        }
    }
}
