internal import Glibc

/// Hands values from one thread to another in their order, a few of them waiting at most.
///
/// Each value has a cost, such as its bytes, so that few large ones wait and many small ones.
///
/// A class because both threads share it; all that changes is touched under the lock.
package final class Handover<Value>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let capacity: Int
    private var waiting: [Value] = []
    /// What the values that wait cost together.
    private var waitingCost = 0
    private var isClosed = false

    /// - Parameter capacity: a value is given only while those that wait cost less than this; one or more.
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
    package func give(_ value: Value, cost: Int = 1) -> Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        while waitingCost >= capacity, !isClosed { pthread_cond_wait(change, lock) }
        guard !isClosed else { return false }
        waiting.append(value)
        waitingCost += max(cost, 1)
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
        waitingCost = 0
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
