internal import Glibc

/// A lock with a condition: who holds it may wait until another thread has changed something.
///
/// A class because threads share one lock; what it guards belongs to the owner.
package final class Monitor: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(change, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        pthread_cond_destroy(change)
        lock.deallocate()
        change.deallocate()
    }

    /// Runs `body` while no other thread holds the lock.
    package func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body()
    }

    /// Runs `body`, within `locked`, while other threads may take the lock.
    package func unlocked<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_unlock(lock)
        defer { pthread_mutex_lock(lock) }
        return try body()
    }

    /// Waits, within `locked`, as long as `condition` holds; other threads may take the lock meanwhile.
    package func wait(while condition: () -> Bool) { while condition() { pthread_cond_wait(change, lock) } }

    /// Tells all threads that wait that something has changed.
    package func tell() { pthread_cond_broadcast(change) }
}
