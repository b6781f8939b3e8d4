/// Several threads that do numbered tasks together: each takes the next task until none is left.
///
/// It is a class because the threads share it. The lock protects all state that changes.
package final class Crew<Result>: @unchecked Sendable {
    private let monitor = Monitor()
    private let count: Int
    private let task: (_ number: Int, _ thread: Int) throws -> Result
    private let isEnough: (Result) -> Bool
    private var taken = 0
    private var results: [Result?]
    private var isEnded = false
    private var failure: (any Error)?

    private init(
        _ count: Int, isEnough: @escaping (Result) -> Bool,
        _ task: @escaping (_ number: Int, _ thread: Int) throws -> Result
    ) {
        (self.count, self.isEnough, self.task) = (count, isEnough, task)
        results = Array(repeating: nil, count: count)
    }

    /// Does the tasks 0, 1 and so on up to `count`, and returns their results in this order.
    ///
    /// - Parameters:
    ///   - threads: the maximum number of threads, 1 or more; the caller's is one of them.
    ///   - isEnough: a closure that is called with each result as soon as there is one, by one thread at a time. If it
    ///     returns true, no further task is begun, and the result of `results` is shorter.
    ///   - task: does a task. `thread` is less than `threads` and not the same in two threads at the same time.
    /// - Throws: the first error of a task. The tasks that were begun before it are done.
    package static func results(
        of count: Int, threads: Int, isEnough: @escaping (Result) -> Bool = { _ in false },
        _ task: @escaping (_ number: Int, _ thread: Int) throws -> Result
    ) throws -> [Result] {
        let crew = Crew(count, isEnough: isEnough, task)
        let helpers = (1..<max(1, min(threads, count))).map { thread in
            WorkerThread { crew.work(thread) }
        }
        crew.work(0)
        for helper in helpers { helper.join() }
        if let failure = crew.failure { throw failure }
        return crew.results.prefix(while: { $0 != nil }).compactMap { $0 }
    }

    private func work(_ thread: Int) {
        while let number = monitor.locked({ takeTask() }) {
            do {
                let result = try task(number, thread)
                monitor.locked {
                    results[number] = result
                    if isEnough(result) { isEnded = true }
                }
            } catch {
                monitor.locked {
                    if failure == nil { failure = error }
                    isEnded = true
                }
            }
        }
    }

    /// Returns the number of the next task; nil if there is none.
    private func takeTask() -> Int? {
        guard !isEnded, taken < count else { return nil }
        defer { taken += 1 }
        return taken
    }
}
