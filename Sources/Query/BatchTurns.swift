internal import Geo
internal import Glibc

/// Some questions that follow each other.
struct BatchChunk {
    /// Its place among all chunks, from 0.
    let number: Int
    /// How many questions are in the chunks before it.
    let start: Int
    let origins: [Coordinate]
    /// The numbers of the questions.
    let numbers: [Int]
    /// What ended the reading behind the last of them.
    let failure: (any Error)?
}

/// Hands out chunks of questions to threads, and lets them put their answers in the same order.
///
/// The thread that has the lowest chunk has the turn and waits for nobody, so none waits for ever. A thread that is early
/// leaves its answers here and goes on, as long as not too many wait. A class because threads share it; all that changes
/// is touched under the lock, and what is put while having the turn.
final class BatchTurns: @unchecked Sendable {
    /// The threads end because one of them failed.
    struct Stopped: Error {}

    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let next: () throws -> BatchQuestion?
    private let chunkSize: Int
    private var chunkCount = 0
    private var questionCount = 0
    private var isAtEnd = false
    private var turn = 0
    private var failure: (any Error)?
    /// What is to be put when the chunk's turn comes, by its number; at most `mostWaiting`.
    private var waiting: [Int: () throws -> Void] = [:]
    private let mostWaiting: Int

    /// Questions from `next`, nil behind the last; it is called by one thread at a time.
    init(chunkSize: Int, mostWaiting: Int, next: @escaping () throws -> BatchQuestion?) {
        self.chunkSize = chunkSize
        self.mostWaiting = mostWaiting
        self.next = next
        pthread_mutex_init(lock, nil)
        pthread_cond_init(change, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        pthread_cond_destroy(change)
        lock.deallocate()
        change.deallocate()
    }

    /// The next questions; nil where there are no more, or a thread has failed.
    func chunk() -> BatchChunk? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        guard failure == nil, !isAtEnd else { return nil }
        var origins: [Coordinate] = []
        var numbers: [Int] = []
        origins.reserveCapacity(chunkSize)
        numbers.reserveCapacity(chunkSize)
        var stopped: (any Error)?
        do {
            while origins.count < chunkSize {
                guard let question = try next() else {
                    isAtEnd = true
                    break
                }
                origins.append(question.origin)
                numbers.append(question.number)
            }
        } catch {
            isAtEnd = true
            stopped = error
        }
        guard !origins.isEmpty || stopped != nil else { return nil }
        defer {
            chunkCount += 1
            questionCount += origins.count
        }
        return BatchChunk(
            number: chunkCount, start: questionCount, origins: origins, numbers: numbers, failure: stopped)
    }

    /// Returns when all chunks before this one have been put.
    ///
    /// - Throws: `Stopped`.
    func wait(for chunk: BatchChunk) throws {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while turn != chunk.number, failure == nil { pthread_cond_wait(change, lock) }
        if failure != nil { throw Stopped() }
    }

    /// Ends a chunk: calls `put` at its turn, which gives the turn to the next one. Returns when that has been done, or
    /// will be by the thread that has the turn.
    ///
    /// - Throws: `Stopped`, and what `put` throws, perhaps that of another chunk.
    func finish(_ chunk: BatchChunk, _ put: @escaping () throws -> Void) throws {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while turn != chunk.number, failure == nil, waiting.count >= mostWaiting { pthread_cond_wait(change, lock) }
        if failure != nil { throw Stopped() }
        waiting[chunk.number] = put
        guard turn == chunk.number else { return }
        // Who holds the turn is alone in this loop: the next chunk's answers are here already, or its thread finds the turn.
        while let put = waiting.removeValue(forKey: turn) {
            try unlocked(put)
            turn += 1
            pthread_cond_broadcast(change)
        }
    }

    /// Calls `body` while others may take the lock.
    private func unlocked(_ body: () throws -> Void) rethrows {
        pthread_mutex_unlock(lock)
        defer { pthread_mutex_lock(lock) }
        try body()
    }

    /// Ends all threads; the first failure is the one that counts.
    func fail(_ error: any Error) {
        pthread_mutex_lock(lock)
        if failure == nil, !(error is Stopped) { failure = error }
        pthread_cond_broadcast(change)
        pthread_mutex_unlock(lock)
    }

    /// Throws what ended the threads early, once they are done.
    func rethrow() throws {
        if let failure { throw failure }
    }
}
