/// Some items that follow each other.
package struct Chunk<Item> {
    /// Its number among all chunks, from 0.
    package let number: Int
    /// How many items are in the chunks before it.
    package let start: Int
    /// The items, one at least where nothing has failed.
    package let items: [Item]
    /// What ended the reading after the last of them.
    package let failure: (any Error)?
}

/// Hands out chunks of items to threads, and lets them put their results in the same order.
///
/// The thread that has the lowest chunk has the turn and waits for no other, so none waits for ever. A thread that is early
/// leaves its result here and goes on, as long as not too many wait. A class because threads share it; all that changes is
/// touched under the lock, and what is put while having the turn.
package final class Turns<Item>: @unchecked Sendable {
    /// The threads end because one of them failed.
    private struct Stopped: Error {}

    private let monitor = Monitor()
    private let next: () throws -> Item?
    private let chunkSize: Int
    private var chunkCount = 0
    private var itemCount = 0
    private var isAtEnd = false
    private var turn = 0
    private var failure: (any Error)?
    /// What is to be put when the chunk's turn comes, by its number; at most `maximumWaiting`.
    private var waiting: [Int: () throws -> Void] = [:]
    private let maximumWaiting: Int

    /// Items from `next`, nil after the last; it is called by one thread at a time.
    package init(chunkSize: Int, maximumWaiting: Int, next: @escaping () throws -> Item?) {
        self.chunkSize = chunkSize
        self.maximumWaiting = maximumWaiting
        self.next = next
    }

    /// The next items; nil where there are no more, or a thread has failed.
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

    /// Returns when all chunks before this one have been put.
    ///
    /// - Throws: an error of its own where another thread has failed.
    package func wait(for chunk: Chunk<Item>) throws {
        try monitor.locked {
            monitor.wait { turn != chunk.number && failure == nil }
            if failure != nil { throw Stopped() }
        }
    }

    /// Ends a chunk: calls `put` at its turn, which gives the turn to the next one. Returns when that has been done, or
    /// will be by the thread that has the turn.
    ///
    /// - Throws: as `wait`, and what `put` throws, perhaps that of another chunk.
    package func finish(_ chunk: Chunk<Item>, _ put: @escaping () throws -> Void) throws {
        try monitor.locked {
            monitor.wait { turn != chunk.number && failure == nil && waiting.count >= maximumWaiting }
            if failure != nil { throw Stopped() }
            waiting[chunk.number] = put
            guard turn == chunk.number else { return }
            // The holder of the turn is alone in this loop: the next chunk's result waits here, or its thread finds the turn.
            while let put = waiting.removeValue(forKey: turn) {
                try monitor.unlocked(put)
                turn += 1
                monitor.tell()
            }
        }
    }

    /// Ends all threads; the first failure is the one that counts.
    package func fail(_ error: any Error) {
        monitor.locked {
            if failure == nil, !(error is Stopped) { failure = error }
            monitor.tell()
        }
    }

    /// Throws what ended the threads early, once they are done.
    package func rethrow() throws {
        if let failure { throw failure }
    }
}
