/// The history of one bookstore as if the sample had never been in the catalog.
///
/// The changes of a run of the sample take effect at the next real run, because that run was compared with the sample.
/// So the state after each real run is the one in the stored history. Only the differences between these states are
/// computed again.
struct RealHistory {
    /// A row of the table `change`.
    struct Event: Equatable {
        let run: Int64
        let what: String
        /// The position of the changed value in `values`; nil for missing and returned bookstores.
        let field: Int?
        var old: String?
        var new: String?
    }

    /// The good runs of a feed, without the runs of the sample, in order.
    struct Runs {
        let real: [Int64]

        /// Returns the first real run that is not before `run`.
        func first(from run: Int64) -> Int64? {
            var (low, high) = (0, real.count)
            while low < high {
                let middle = (low + high) / 2
                if real[middle] < run { low = middle + 1 } else { high = middle }
            }
            return low < real.count ? real[low] : nil
        }

        /// Returns the real run before `run`; nil for the first one.
        func last(before run: Int64) -> Int64? { real.last { $0 < run } }
    }

    private let runs: Runs
    /// The first real run that had the bookstore; nil if none did.
    private(set) var firstRun: Int64?
    /// The real run in which the bookstore was found missing. `lastRun` is the real run before it. Both are nil if the
    /// last real run had the bookstore.
    private(set) var missingRun: Int64?
    private(set) var lastRun: Int64?
    /// The bookstore's values after the last real run that had it.
    private(set) var values: [String?]
    /// The bookstore's changes in real runs.
    private(set) var events: [Event] = []

    /// Computes the history without the sample from the stored history.
    ///
    /// - Parameters:
    ///   - firstRun: the first run that had the bookstore, which may be a run of the sample.
    ///   - values: the bookstore's present values.
    ///   - stored: the bookstore's stored changes, ordered by run.
    init(_ runs: Runs, firstRun: Int64, values: [String?], stored: [Event]) {
        self.runs = runs
        self.values = values
        var state = values
        for event in stored.reversed() { if let field = event.field { state[field] = event.old } }
        var isHeld = true
        var step = runs.first(from: firstRun)
        for event in stored {
            let next = runs.first(from: event.run)
            if next != step, let run = step { settle(run, isHeld: isHeld, state) }
            step = next
            // No real run came after these changes of the sample, so no real run was compared with them. Ignore them.
            guard step != nil else { return }
            switch event.what {
            case "missing": isHeld = false
            case "returned": isHeld = true
            default: if let field = event.field { state[field] = event.new }
            }
        }
        if let run = step { settle(run, isHeld: isHeld, state) }
    }

    /// Records the bookstore's state after a real run.
    private mutating func settle(_ run: Int64, isHeld: Bool, _ state: [String?]) {
        guard firstRun != nil else {
            if isHeld { (firstRun, values) = (run, state) }
            return
        }
        guard isHeld else {
            guard missingRun == nil else { return }
            (missingRun, lastRun) = (run, runs.last(before: run))
            return events.append(Event(run: run, what: "missing", field: nil))
        }
        if missingRun != nil {
            (missingRun, lastRun) = (nil, nil)
            events.append(Event(run: run, what: "returned", field: nil))
        }
        for field in state.indices where !Self.isSame(state[field], values[field]) {
            events.append(Event(run: run, what: "changed", field: field, old: values[field], new: state[field]))
        }
        values = state
    }
    /// Whether two values have the same bytes. SQLite compares values in the same way, but Swift's `==` treats texts in
    /// different normal forms as equal.
    static func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return left.utf8.elementsEqual(right.utf8)
    }
}
