import Glibc
import Synchronization
import Testing

@testable internal import GeocliThreads

/// Tasks that several threads do together.
@Suite struct ParallelTasksTests {
    private struct Broken: Error, Equatable { let task: Int }

    @Test(arguments: [1, 2, 5]) func resultsComeInTheOrderOfTheTasks(threads: Int) throws {
        for count in [0, 1, 2, 1000] {
            let monitor = Monitor()
            var running = Set<Int>()
            let results = try ParallelTasks.results(of: count, threads: threads) { task, thread in
                #expect(thread < threads)
                let isAlone = monitor.locked { running.insert(thread).inserted }
                #expect(isAlone, "thread \(thread) does two tasks at once")
                defer { _ = monitor.locked { running.remove(thread) } }
                return task * task
            }
            #expect(results == (0..<count).map { $0 * $0 })
        }
    }

    @Test(arguments: [1, 2, 5]) func enoughResultsEndIt(threads: Int) throws {
        let begun = Mutex(0)
        var sum = 0
        let results = try ParallelTasks.results(of: 100_000, threads: threads) {
            sum += $0
            return sum >= 1000
        } _: { _, _ in
            begun.withLock { $0 += 1 }
            return 10
        }
        #expect(100..<100 + threads ~= results.count)
        #expect(begun.withLock { $0 } == results.count)
        #expect(sum == 10 * results.count)
    }

    @Test(arguments: [1, 2, 5]) func aFailureEndsIt(threads: Int) throws {
        let begun = Mutex(0)
        #expect(throws: Broken(task: 20)) {
            try ParallelTasks.results(of: 100_000, threads: threads) { task, _ in
                begun.withLock { $0 += 1 }
                if task == 20 { throw Broken(task: task) }
                // The thread that fails needs time to say so. All tasks together would take more than a minute.
                if task > 20 { usleep(1000) }
            }
        }
        #expect(begun.withLock { $0 } < 100_000)
    }
}

/// Jobs beside the work of the caller.
@Suite struct SideJobTests {
    private struct Broken: Error {}

    @Test func oneJobAfterTheOtherIsDone() throws {
        let side = SideJob()
        let done = Mutex<[Int]>([])
        for number in 0..<100 {
            try side.begin {
                #expect(done.withLock { $0.count } == number)
                done.withLock { $0.append(number) }
            }
        }
        try side.finish()
        #expect(done.withLock { $0 } == Array(0..<100))
    }

    @Test func aJobRunsBesideItsCaller() throws {
        let side = SideJob()
        let handover = BoundedQueue<Int>(capacity: 1)
        try side.begin { #expect(handover.take() == [7]) }
        #expect(handover.give(7))
        try side.finish()
    }

    @Test func afterAFailureNoJobIsBegun() throws {
        let side = SideJob()
        try side.begin { throw Broken() }
        #expect(throws: Broken.self) { try side.begin { Issue.record("begun") } }
        #expect(throws: Broken.self) { try side.finish() }
    }
}
