internal import Glibc

/// A thread that runs until its work is done. A class because the thread needs one place to know its work by.
final class BatchThread: @unchecked Sendable {
    private let work: () -> Void
    private var handle = pthread_t()
    private let isRunning: Bool

    /// Starts `work`, which must not share with others what anybody changes without a lock. Where the system has no
    /// further thread to give, `join` does the work.
    init(_ work: @escaping () -> Void) {
        self.work = work
        var handle = pthread_t()
        let box = Unmanaged.passRetained(BatchWork(work))
        isRunning =
            pthread_create(
                &handle, nil,
                { context in
                    if let context { Unmanaged<BatchWork>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, box.toOpaque()) == 0
        if !isRunning { box.release() }
        self.handle = handle
    }

    /// Waits for the work's end.
    func join() {
        if isRunning { pthread_join(handle, nil) } else { work() }
    }
}

private final class BatchWork {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
}
