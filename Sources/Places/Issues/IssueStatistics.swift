/// The counts of issues by rule, severity, district and age.
public struct IssueStatistics: Sendable, Equatable {
    /// The properties by which issues are counted.
    public enum Group: String, CaseIterable, Sendable {
        case all, severity, rule, district, age
    }

    /// The days since an open issue was opened.
    public enum Age: String, CaseIterable, Sendable {
        case week = "0-6"
        case month = "7-29"
        case quarter = "30-89"
        case year = "90-364"
        case older = "365-"

        /// Finds the age group for a number of days.
        ///
        /// - Parameter days: 0 or more.
        init(days: Int) {
            switch days {
            case ..<7: self = .week
            case ..<30: self = .month
            case ..<90: self = .quarter
            case ..<365: self = .year
            default: self = .older
            }
        }
    }

    /// One row of the statistics: the counts of the issues that share a value.
    public struct Row: Sendable, Equatable {
        /// The property by which the issues are counted.
        public let group: Group
        /// The value that the issues share; nil for the row of the issues without the property, and for the row of all
        /// issues.
        public let value: String?
        /// The number of issues in each state.
        public internal(set) var counts: [IssueState: Int] = [:]

        /// The number of issues in a state.
        public func count(_ state: IssueState) -> Int { counts[state] ?? 0 }

        /// The number of issues that a person must still handle.
        public var waitingCount: Int { count(.open) + count(.reopened) }
    }

    private var rows: [Group: [String?: Row]] = [:]
    private let lastDay: String

    /// Creates empty statistics.
    ///
    /// - Parameter lastDay: the day of the last run, `YYYY-MM-DD`; ages are counted up to this day.
    public init(upTo lastDay: String) { self.lastDay = lastDay }

    /// Counts an issue.
    ///
    /// - Parameter openedOn: the day of the run that was the latest when the issue was opened, `YYYY-MM-DD`.
    public mutating func count(_ issue: StoredIssue, openedOn: String) {
        add(issue, .all, nil)
        add(issue, .severity, issue.severity?.rawValue)
        add(issue, .rule, issue.ruleID)
        add(issue, .district, issue.place?.place.district)
        if IssueFilter.waiting.contains(issue.state) {
            add(issue, .age, Age(days: Self.days(from: openedOn, to: lastDay)).rawValue)
        }
    }

    /// The rows, in the order of `Group`. Severities, rules and ages are in their own orders. Districts with the most
    /// waiting issues come first.
    public var all: [Row] {
        Group.allCases.flatMap { group -> [Row] in
            let found = Array((rows[group] ?? [:]).values)
            switch group {
            case .all: return found.isEmpty ? [Row(group: .all, value: nil)] : found
            case .severity: return Self.sorted(found, IssueRule.Severity.allCases.map(\.rawValue))
            case .rule: return Self.sorted(found, IssueRule.allCases.map(\.rawValue))
            case .age: return Self.sorted(found, Age.allCases.map(\.rawValue))
            case .district:
                return found.sorted {
                    ($1.waitingCount, $0.value == nil ? 1 : 0, $0.value ?? "")
                        < ($0.waitingCount, $1.value == nil ? 1 : 0, $1.value ?? "")
                }
            }
        }
    }

    private mutating func add(_ issue: StoredIssue, _ group: Group, _ value: String?) {
        rows[group, default: [:]][value, default: Row(group: group, value: value)].counts[issue.state, default: 0] += 1
    }

    private static func sorted(_ rows: [Row], _ order: [String]) -> [Row] {
        func place(_ row: Row) -> Int { row.value.flatMap(order.firstIndex) ?? order.count }
        return rows.sorted { (place($0), $0.value ?? "\u{10FFFF}") < (place($1), $1.value ?? "\u{10FFFF}") }
    }

    private static func days(from first: String, to last: String) -> Int {
        guard let first = SeoulTime(timestamp: first + "T00:00:00Z"),
            let last = SeoulTime(timestamp: last + "T00:00:00Z")
        else { return 0 }
        return max(0, Int(last.unixSeconds - first.unixSeconds) / 86400)
    }
}
