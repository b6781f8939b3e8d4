/// Hands values from one thread to another in their order, a few of them waiting at most.
///
/// Each value has a cost, such as its bytes, so that few large ones wait and many small ones.
///
/// A class because both threads share it; all that changes is touched under the lock.
package final class Handover<Value>: @unchecked Sendable {
    private let monitor = Monitor()
    private let capacity: Int
    private var waiting: [Value] = []
    /// What the values that wait cost together.
    private var waitingCost = 0
    private var isClosed = false

    /// - Parameter capacity: a value is given only while those that wait cost less than this; one or more.
    package init(capacity: Int) {
        precondition(capacity > 0)
        self.capacity = capacity
    }

    /// Gives a value, when there is room for it.
    ///
    /// - Returns: false when no thread takes any more.
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

    /// Takes the values that wait, once there are some; none when no more come.
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

    /// Ends it, from either side: no more are given, and those that wait are still taken.
    package func close() {
        monitor.locked {
            isClosed = true
            monitor.tell()
        }
    }
}
