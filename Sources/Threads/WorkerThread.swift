internal import Glibc

/// A thread that runs until its work is done. It is a class because a thread has an identity.
///
/// The conformance to `Sendable` is unchecked because of the handle, which is written before any other code can reach
/// this object.
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

    /// Waits until the work is done.
    package func join() {
        if isRunning { pthread_join(handle, nil) } else { work() }
    }

    private final class Work {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
