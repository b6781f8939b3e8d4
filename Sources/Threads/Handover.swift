/// A queue that hands values from one thread to another, in order. Only a limited number of values wait at a time.
///
/// Each value has a cost, such as its size in bytes. The limit is on the total cost, so a few large values or many
/// small values can wait.
///
/// It is a class because both threads share it. The lock protects all state that changes.
package final class Handover<Value>: @unchecked Sendable {
    private let monitor = Monitor()
    private let capacity: Int
    private var waiting: [Value] = []
    /// The total cost of the waiting values.
    private var waitingCost = 0
    private var isClosed = false

    /// - Parameter capacity: 1 or more. `give` waits until the waiting values cost less than this.
    package init(capacity: Int) {
        precondition(capacity > 0)
        self.capacity = capacity
    }

    /// Waits until there is room for a value, and then gives it.
    ///
    /// - Returns: false if the handover is closed.
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

    /// Takes all waiting values. If there are none, waits until a value is given. Returns an empty array if the
    /// handover is closed and no value is left.
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

    /// Ends the handover; either thread may call it. After that, no more values can be given, but `take` still returns
    /// the values that wait.
    package func close() {
        monitor.locked {
            isClosed = true
            monitor.tell()
        }
    }
}
