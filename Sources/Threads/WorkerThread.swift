internal import Glibc

/// A thread that runs until its work is done. A class because the thread needs one place to know its work by.
///
/// Unchecked because of the handle, which is written before anybody else knows of this object.
package final class WorkerThread: @unchecked Sendable {
    private let work: @Sendable () -> Void
    private var handle = pthread_t()
    private let isRunning: Bool

    /// Starts `work`. Where the system has no further thread to give, `join` does the work.
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

    /// Whether there is a thread, so that its work goes on beside the caller's.
    package var isBeside: Bool { isRunning }

    /// Waits for the work's end.
    package func join() {
        if isRunning { pthread_join(handle, nil) } else { work() }
    }

    private final class Work {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
