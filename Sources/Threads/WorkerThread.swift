internal import Glibc

/// A thread that runs until its work is done. A class, because a thread has an identity. `Sendable` is unchecked
/// because of the handle, which is written before any other code can reach this object.
package final class WorkerThread: @unchecked Sendable {
    private let work: @Sendable () -> Void
    private var handle = pthread_t()
    private let isRunning: Bool

    /// The number of threads that can run at the same time: the number of processors.
    package static var usefulCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Starts `work`. If the system can't create a thread, `join` does the work.
    package init(_ work: @escaping @Sendable () -> Void) {
        self.work = work
        var handle = pthread_t()
        let box = Unmanaged.passRetained(Work(work))
        isRunning =
            pthread_create(
                &handle, nil,
                { context in
                    if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, box.toOpaque()) == 0
        if !isRunning { box.release() }
        self.handle = handle
    }

    /// Whether the work runs in a thread of its own and not in the caller's thread.
    package var isBeside: Bool { isRunning }

    /// Runs two pieces of work, one of them in another thread, and returns when both are done.
    package static func both(_ first: @escaping @Sendable () -> Void, _ second: () -> Void) {
        let other = WorkerThread(first)
        second()
        other.join()
    }

    package func join() {
        if isRunning { pthread_join(handle, nil) } else { work() }
    }

    private final class Work {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

/// A thread that does one job at a time beside the caller's work, and a class that both share. It is `@unchecked
/// Sendable` because the caller reads the failure only after the thread has ended.
package final class SideJob: @unchecked Sendable {
    private var thread: WorkerThread?
    private var failure: (any Error)?

    package init() {}

    /// Begins a job, after the one before is done.
    /// - Throws: the error of the job before; then the new one is not begun.
    package func begin(_ job: @escaping () throws -> Void) throws {
        try finish()
        let work = Work(job: job)
        thread = WorkerThread { [self] in
            do { try work.job() } catch { failure = error }
        }
    }

    /// Waits until the job is done, and throws its error.
    package func finish() throws {
        thread?.join()
        thread = nil
        if let failure { throw failure }
    }

    private struct Work: @unchecked Sendable {
        let job: () throws -> Void
    }
}

/// A lock with a condition: the thread that holds the lock may wait until another thread has changed something. A
/// class, because threads share it. The owner keeps the data that the lock protects.
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

    /// Wakes one of the waiting threads, if all wait for the same kind of event, and one such event has happened.
    package func tellOne() { pthread_cond_signal(change) }

    /// Wakes all waiting threads, so that they check their conditions.
    package func tell() { pthread_cond_broadcast(change) }
}

/// A queue that hands values from one thread to another, in order. Only a limited number of values wait at a time, by
/// cost, such as their size in bytes, so that few large values or many small ones can wait. A class, because both
/// threads share it. The lock protects all state that changes.
package final class BoundedQueue<Value>: @unchecked Sendable {
    private let monitor = Monitor()
    private let capacity: Int
    private var waiting: [Value] = []
    private var waitingCost = 0
    private var isClosed = false

    /// - Parameter capacity: 1 or more. `give` waits until the waiting values cost less than this.
    package init(capacity: Int) {
        precondition(capacity > 0)
        self.capacity = capacity
    }

    /// Waits until there is room for a value, and then gives it. Returns false if the handover is closed.
    package func give(_ value: Value, cost: Int = 1) -> Bool {
        monitor.locked {
            monitor.wait { waitingCost >= capacity && !isClosed }
            guard !isClosed else { return false }
            waiting.append(value)
            waitingCost += max(cost, 1)
            monitor.tell()
            return true
        }
    }

    /// Takes all waiting values, at least one. Returns an empty array if the handover is closed and none is left.
    package func take() -> [Value] {
        monitor.locked {
            monitor.wait { waiting.isEmpty && !isClosed }
            let taken = waiting
            waiting.removeAll(keepingCapacity: true)
            waitingCost = 0
            monitor.tell()
            return taken
        }
    }

    /// Either thread may call this. After it, no more values can be given, but `take` still returns the waiting values.
    package func close() {
        monitor.locked {
            isClosed = true
            monitor.tell()
        }
    }
}
