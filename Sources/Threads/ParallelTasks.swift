/// Several threads that do numbered tasks together: each takes the next task until none is left. A class, because they
/// share it. The lock protects all state that changes.
package final class ParallelTasks<Result>: @unchecked Sendable {
    private let monitor = Monitor()
    private let count: Int
    private let task: (_ number: Int, _ thread: Int) throws -> Result
    private let isEnough: (Result) -> Bool
    private var taken = 0
    private var results: [Result?]
    private var isEnded = false
    private var failure: (any Error)?

    private init(
        _ count: Int, isEnough: @escaping (Result) -> Bool,
        _ task: @escaping (_ number: Int, _ thread: Int) throws -> Result
    ) {
        (self.count, self.isEnough, self.task) = (count, isEnough, task)
        results = Array(repeating: nil, count: count)
    }

    /// Does the tasks 0, 1 and so on up to `count`, and returns their results in this order.
    /// `threads` is the maximum number of threads, 1 or more, with the caller's. `isEnough` is called with each result
    /// as soon as there is one, by one thread at a time; once it returns true, no further task is begun, and fewer
    /// results are returned. `thread` is less than `threads` and not the same in two threads at the same time.
    /// - Throws: the first error of a task. The tasks that were begun before it are done.
    package static func results(
        of count: Int, threads: Int, isEnough: @escaping (Result) -> Bool = { _ in false },
        _ task: @escaping (_ number: Int, _ thread: Int) throws -> Result
    ) throws -> [Result] {
        let crew = ParallelTasks(count, isEnough: isEnough, task)
        let helpers = (1..<max(1, min(threads, count))).map { thread in
            WorkerThread { crew.work(thread) }
        }
        crew.work(0)
        for helper in helpers { helper.join() }
        if let failure = crew.failure { throw failure }
        return crew.results.prefix(while: { $0 != nil }).compactMap { $0 }
    }

    private func work(_ thread: Int) {
        while let number = monitor.locked({ takeTask() }) {
            do {
                let result = try task(number, thread)
                monitor.locked {
                    results[number] = result
                    if isEnough(result) { isEnded = true }
                }
            } catch {
                monitor.locked {
                    if failure == nil { failure = error }
                    isEnded = true
                }
            }
        }
    }

    private func takeTask() -> Int? {
        guard !isEnded, taken < count else { return nil }
        defer { taken += 1 }
        return taken
    }
}

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

/// Gives chunks of items to several threads, and runs the closures that they return in the order of the chunks, one at
/// a time, in the thread that has the turn.
/// The thread with the lowest chunk has the turn and waits for no other thread, so a deadlock is not possible. A thread
/// that finishes before its turn leaves its result here and continues with the next chunk, after it has waited until
/// its turn comes or fewer than `maximumWaiting` results are waiting.
/// A class, because threads share it. The lock protects all state that changes.
package final class Turns<Item>: @unchecked Sendable {
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

    /// Gets its items from `next`, which returns nil after the last one and is called by one thread at a time.
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
    /// - Throws: a private error if another thread has failed; the error of any `put` that this thread runs.
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
