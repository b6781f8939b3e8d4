/// A thread that does one job at a time beside the caller's work.
///
/// It is a class because the thread and the caller share it. It is `@unchecked Sendable` because the caller reads the
/// failure only after the thread has ended.
package final class SideJob: @unchecked Sendable {
    private var thread: WorkerThread?
    private var failure: (any Error)?

    package init() {}

    /// Begins a job, after the one before is done.
    ///
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
