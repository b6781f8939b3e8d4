/// The order of a listing of issues. Equal issues are ordered by number. Issues without a value come last, even in a
/// reversed order.
public struct IssueOrder: Sendable, Equatable {
    /// The value by which issues are ordered. The raw values are the words of `--sort`.
    public enum Key: String, Sendable, CaseIterable {
        /// The number, which is also the order of discovery.
        case number
        /// Errors, then warnings, then hints.
        case severity
        /// The rule, in the order of `IssueRule`; issues of one group are adjacent.
        case rule
        /// The state, in the order of `IssueState`.
        case state
        /// The district of the first place, by its characters.
        case district
        /// The run that opened the issue, latest first.
        case opened
        /// The run that last changed the issue's state, latest first.
        case changed
        /// The distance from the requested position, nearest first.
        case distance
    }

    /// The value by which issues are ordered.
    public let key: Key
    /// Whether the order is reversed.
    public let isReversed: Bool

    /// Creates an order.
    public init(by key: Key, isReversed: Bool = false) {
        self.key = key
        self.isReversed = isReversed
    }

    /// Returns the issues in this order.
    ///
    /// - Complexity: O(n log n), n issues.
    public func sorted(_ issues: [ListedIssue]) -> [ListedIssue] {
        let keyed = issues.map { (issue: $0, value: value(of: $0)) }
        return keyed.sorted { left, right in
            guard let first = left.value, let second = right.value else {
                if (left.value == nil) != (right.value == nil) { return left.value != nil }
                return left.issue.issue.number < right.issue.issue.number
            }
            if first.precedes(second) { return !isReversed }
            if second.precedes(first) { return isReversed }
            return left.issue.issue.number < right.issue.issue.number
        }.map(\.issue)
    }

    /// A value to compare: a number, then a text.
    private struct Value {
        let number: Double
        var text = ""

        func precedes(_ other: Value) -> Bool {
            if number != other.number { return number < other.number }
            return text.unicodeScalars.lexicographicallyPrecedes(other.text.unicodeScalars)
        }
    }

    private func value(of row: ListedIssue) -> Value? {
        let issue = row.issue
        func place<Case: CaseIterable & Equatable>(_ value: Case?) -> Value? {
            guard let value else { return nil }
            return Array(Case.allCases).firstIndex(of: value).map { Value(number: Double($0)) }
        }
        switch key {
        case .number: return Value(number: Double(issue.number))
        case .severity: return place(issue.severity)
        case .rule:
            return place(issue.rule).map { Value(number: $0.number, text: issue.shared ?? "") }
        case .state: return place(issue.state)
        case .district: return issue.place?.place.district.map { Value(number: 0, text: $0) }
        case .opened: return Value(number: -Double(issue.openedRun))
        case .changed: return Value(number: -Double(issue.changedRun))
        case .distance: return row.distanceMeters.map { Value(number: $0) }
        }
    }
}
