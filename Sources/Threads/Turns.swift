/// A group of consecutive items that one thread handles.
package struct Chunk<Item> {
    /// The number of this chunk among all chunks, counted from 0.
    package let number: Int
    /// The number of items in all chunks before this one.
    package let start: Int
    /// The items; at least one unless `failure` is set.
    package let items: [Item]
    /// The error that ended the reading after the last item; nil if there was none.
    package let failure: (any Error)?
}

/// Gives chunks of items to several threads, and runs the results of the threads in the order of the chunks. A result
/// is a closure.
///
/// The thread with the lowest chunk has the turn and waits for no other thread, so a deadlock is not possible. A thread
/// that finishes before its turn leaves its result here and continues with the next chunk. Before it leaves its result,
/// it waits until its turn comes or fewer than `maximumWaiting` results are waiting.
///
/// It is a class because threads share it. The lock protects all state that changes. Results run one at a time, in the
/// thread that has the turn.
package final class Turns<Item>: @unchecked Sendable {
    /// The error that ends a thread because another thread has failed.
    private struct Stopped: Error {}

    private let monitor = Monitor()
    private let next: () throws -> Item?
    private let chunkSize: Int
    private var chunkCount = 0
    private var itemCount = 0
    private var isAtEnd = false
    private var turn = 0
    private var failure: (any Error)?
    /// The results that wait for their turn, by chunk number; at most `maximumWaiting`.
    private var waiting: [Int: () throws -> Void] = [:]
    private let maximumWaiting: Int

    /// Creates an instance that gets its items from `next`, which returns nil after the last item. Only one thread at a
    /// time calls `next`.
    package init(chunkSize: Int, maximumWaiting: Int, next: @escaping () throws -> Item?) {
        self.chunkSize = chunkSize
        self.maximumWaiting = maximumWaiting
        self.next = next
    }

    /// Returns the next chunk; nil after the last item, or if a thread has failed.
    package func chunk() -> Chunk<Item>? {
        monitor.locked {
            guard failure == nil, !isAtEnd else { return nil }
            var items: [Item] = []
            items.reserveCapacity(chunkSize)
            var stopped: (any Error)?
            do {
                while items.count < chunkSize {
                    guard let item = try next() else {
                        isAtEnd = true
                        break
                    }
                    items.append(item)
                }
            } catch {
                isAtEnd = true
                stopped = error
            }
            guard !items.isEmpty || stopped != nil else { return nil }
            defer {
                chunkCount += 1
                itemCount += items.count
            }
            return Chunk(number: chunkCount, start: itemCount, items: items, failure: stopped)
        }
    }

    /// Ends a chunk: calls `put` at its turn, then gives the turn to the next chunk. Returns when `put` has run, or
    /// earlier if the thread that has the turn is going to run it.
    ///
    /// - Throws: a private error if another thread has failed; an error that `put` throws, or that the `put` of another
    ///   chunk throws if this thread runs it.
    package func finish(_ chunk: Chunk<Item>, _ put: @escaping () throws -> Void) throws {
        try monitor.locked {
            monitor.wait { turn != chunk.number && failure == nil && waiting.count >= maximumWaiting }
            if failure != nil { throw Stopped() }
            waiting[chunk.number] = put
            guard turn == chunk.number else { return }
            // Only the thread with the turn runs this loop. Either the next chunk's result is already waiting, or the
            // thread of that chunk gets the turn.
            while let put = waiting.removeValue(forKey: turn) {
                try monitor.unlocked(put)
                turn += 1
                monitor.tell()
            }
        }
    }

    /// Makes all threads end, and keeps the first failure.
    package func fail(_ error: any Error) {
        monitor.locked {
            if failure == nil, !(error is Stopped) { failure = error }
            monitor.tell()
        }
    }

    /// Throws the first failure, if there is one. Call this after the threads have ended.
    package func rethrow() throws {
        if let failure { throw failure }
    }
}
