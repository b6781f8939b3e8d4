import Synchronization
import Testing

@testable internal import GeocliThreads

/// Values on their way from one thread to another.
@Suite struct BoundedQueueTests {
    @Test(arguments: [1, 2, 7]) func allValuesComeInTheirOrder(capacity: Int) {
        let handover = BoundedQueue<Int>(capacity: capacity)
        let giver = WorkerThread {
            for number in 0..<10_000 { #expect(handover.give(number)) }
            handover.close()
        }
        var taken: [Int] = []
        while case let some = handover.take(), !some.isEmpty {
            #expect(some.count <= capacity)
            taken += some
        }
        giver.join()
        #expect(taken == Array(0..<10_000))
    }

    /// A value that costs more than the whole capacity is given alone.
    @Test func fewLargeValuesWait() {
        let handover = BoundedQueue<Int>(capacity: 10)
        let giver = WorkerThread {
            for number in 0..<1000 { #expect(handover.give(number, cost: number % 7 * 5)) }
            handover.close()
        }
        var taken: [Int] = []
        while case let some = handover.take(), !some.isEmpty {
            #expect(some.dropLast().reduce(0) { $0 + max($1 % 7 * 5, 1) } < 10)
            taken += some
        }
        giver.join()
        #expect(taken == Array(0..<1000))
    }

    @Test func aGiverHearsThatNobodyTakes() {
        let handover = BoundedQueue<Int>(capacity: 1)
        let given = Atomic(0)
        let giver = WorkerThread { while handover.give(0) { given.add(1, ordering: .relaxed) } }
        #expect(handover.take().first == 0)
        handover.close()
        giver.join()
        #expect(given.load(ordering: .relaxed) >= 1 && !handover.give(0))
    }

    @Test func whatWaitsIsTakenBehindTheEnd() {
        let handover = BoundedQueue<String>(capacity: 3)
        #expect(handover.give("a") && handover.give("b"))
        handover.close()
        #expect(handover.take() == ["a", "b"])
        #expect(handover.take().isEmpty)
    }
}
