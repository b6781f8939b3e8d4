internal import Glibc

/// Hands values from one thread to another in their order, a few of them waiting at most.
///
/// A class because both threads share it; all that changes is touched under the lock.
package final class Handover<Value>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let capacity: Int
    private var waiting: [Value] = []
    private var isClosed = false

    /// - Parameter capacity: how many values wait at most, one or more.
    package init(capacity: Int) {
        precondition(capacity > 0)
        self.capacity = capacity
        pthread_mutex_init(lock, nil)
        pthread_cond_init(change, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        pthread_cond_destroy(change)
        lock.deallocate()
        change.deallocate()
    }

    /// Gives a value, when there is room for it.
    ///
    /// - Returns: false when nobody takes any more.
    package func give(_ value: Value) -> Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while waiting.count >= capacity, !isClosed { pthread_cond_wait(change, lock) }
        guard !isClosed else { return false }
        waiting.append(value)
        pthread_cond_signal(change)
        return true
    }

    /// Takes the values that wait, once there are some; none when no more come.
    package func take() -> [Value] {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while waiting.isEmpty, !isClosed { pthread_cond_wait(change, lock) }
        let taken = waiting
        waiting.removeAll(keepingCapacity: true)
        pthread_cond_signal(change)
        return taken
    }

    /// Ends it, from either side: no more are given, and those that wait are still taken.
    package func close() {
        pthread_mutex_lock(lock)
        isClosed = true
        pthread_cond_broadcast(change)
        pthread_mutex_unlock(lock)
    }
}
