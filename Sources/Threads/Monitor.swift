internal import Glibc

/// A lock with a condition: the thread that holds the lock may wait until another thread has changed something.
///
/// It is a class because threads share one lock. The owner keeps the data that the lock protects.
package final class Monitor: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        pthread_mutex_init(lock, nil)
        // The monotonic clock: a change of the system's time must not lengthen a wait.
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(change, &attributes)
        pthread_condattr_destroy(&attributes)
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

    /// Releases the lock while `body` runs. Call this within `locked`.
    package func unlocked<Result>(_ body: () throws -> Result) rethrows -> Result {
        pthread_mutex_unlock(lock)
        defer { pthread_mutex_lock(lock) }
        return try body()
    }

    /// Waits while `condition` is true. Call this within `locked`. Other threads may take the lock during the wait.
    package func wait(while condition: () -> Bool) { while condition() { pthread_cond_wait(change, lock) } }

    /// Waits while `condition` holds, but for at most `seconds`. Call this within `locked`.
    package func wait(atMostSeconds seconds: Double, while condition: () -> Bool) {
        var end = timespec()
        clock_gettime(CLOCK_MONOTONIC, &end)
        let nanoseconds = end.tv_nsec + Int(seconds * 1e9)
        end.tv_sec += nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        while condition() {
            if pthread_cond_timedwait(change, lock, &end) == ETIMEDOUT { return }
        }
    }

    /// Wakes one of the waiting threads. Use this if all threads wait for the same kind of event, and one such event
    /// has happened.
    package func tellOne() { pthread_cond_signal(change) }

    /// Wakes all waiting threads, so that they check their conditions.
    package func tell() { pthread_cond_broadcast(change) }
}
