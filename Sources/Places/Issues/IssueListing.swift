package import GeocliGeo

/// A filter for issues. An issue must meet all conditions. Nil or an empty set admits everything, also the
/// issues that people reported.
package struct IssueFilter: Sendable, Equatable {
    /// The states of issues that a person must still handle.
    package static let waiting: Set<IssueState> = [.open, .reopened]

    package var states: Set<IssueState> = []
    package var rules: Set<IssueRule> = []
    package var severities: Set<IssueRule.Severity> = []
    /// An issue must have all of these labels.
    package var labels: Set<String> = []
    package var places: PlaceFilter?
    /// An issue must have a point in this circle; nil for all issues.
    package var near: Circle?

    package struct Circle: Sendable, Equatable {
        package let center: Coordinate
        /// The distance in meters, edge included; nil for any distance.
        package let withinMeters: Double?

        package init(center: Coordinate, withinMeters: Double?) {
            self.center = center
            self.withinMeters = withinMeters
        }
    }

    /// Issues with this number or a lower one are left out, for a list that is read in pages. Nil leaves out none.
    package var after: Int64?

    package init() {}

    /// The rules that both `rules` and `severities` admit; nil if both admit all issues.
    package var wantedRules: Set<IssueRule>? {
        guard !rules.isEmpty || !severities.isEmpty else { return nil }
        return Set(IssueRule.allCases).filter {
            (rules.isEmpty || rules.contains($0)) && (severities.isEmpty || severities.contains($0.severity))
        }
    }

    /// The distance in meters from `near`, which must not be nil, to the nearest of the issue's points. Nil if the
    /// issue has no point, or no point within the circle's distance.
    package func meters(to issue: StoredIssue) -> Double? {
        guard let near else { return nil }
        let distances = issue.places.compactMap(\.coordinate).map {
            Geodesic.distanceMeters(from: near.center, to: $0)
        }
        guard let least = distances.min(), least <= near.withinMeters ?? .infinity else { return nil }
        return least
    }
}

package struct ListedIssue: Sendable, Equatable {
    package let issue: StoredIssue
    /// The distance from the requested position to the nearest of the issue's points, in meters; nil without a
    /// position.
    package let distanceMeters: Double?

    package init(_ issue: StoredIssue, distanceMeters: Double? = nil) {
        self.issue = issue
        self.distanceMeters = distanceMeters
    }
}

/// The order of a listing of issues. Equal issues are ordered by number. Issues without a value come last, even in a
/// reversed order.
package struct IssueOrder: Sendable, Equatable {
    /// The value by which issues are ordered. The raw values are the words of `--sort`.
    package enum Key: String, Sendable, CaseIterable {
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

    package let key: Key
    package let isReversed: Bool

    package init(by key: Key, isReversed: Bool = false) {
        self.key = key
        self.isReversed = isReversed
    }

    /// - Complexity: O(n log n), n issues.
    package func sorted(_ issues: [ListedIssue]) -> [ListedIssue] {
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
        func rank<Case: CaseIterable & Equatable>(_ value: Case?) -> Value? {
            guard let value else { return nil }
            return Array(Case.allCases).firstIndex(of: value).map { Value(number: Double($0)) }
        }
        switch key {
        case .number: return Value(number: Double(issue.number))
        case .severity: return rank(issue.severity)
        case .rule:
            return rank(issue.rule).map { Value(number: $0.number, text: issue.shared ?? "") }
        case .state: return rank(issue.state)
        case .district: return issue.place?.place.district.map { Value(number: 0, text: $0) }
        case .opened: return Value(number: -Double(issue.openedRun))
        case .changed: return Value(number: -Double(issue.changedRun))
        case .distance: return row.distanceMeters.map { Value(number: $0) }
        }
    }
}

package struct IssueStatistics: Sendable, Equatable {
    package enum Group: String, CaseIterable, Sendable {
        case all, severity, rule, district, age
    }

    /// The days since an open issue was opened.
    package enum Age: String, CaseIterable, Sendable {
        case week = "0-6"
        case month = "7-29"
        case quarter = "30-89"
        case year = "90-364"
        case older = "365-"

        /// `days` is 0 or more.
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
    package struct Row: Sendable, Equatable {
        package let group: Group
        /// The value that the issues share; nil for the row of the issues without the property, and for the row of all
        /// issues.
        package let value: String?
        package internal(set) var counts: [IssueState: Int] = [:]

        package func count(_ state: IssueState) -> Int { counts[state] ?? 0 }

        package var waitingCount: Int { count(.open) + count(.reopened) }
    }

    private var rows: [Group: [String?: Row]] = [:]
    private let lastDay: String

    /// `lastDay` is the day of the last run, `YYYY-MM-DD`; ages are counted up to it.
    package init(upTo lastDay: String) { self.lastDay = lastDay }

    /// `openedOn` is the day, `YYYY-MM-DD`, of the run that was the latest when the issue was opened.
    package mutating func count(_ issue: StoredIssue, openedOn: String) {
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
    package var all: [Row] {
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
        func rank(_ row: Row) -> Int { row.value.flatMap(order.firstIndex) ?? order.count }
        return rows.sorted { (rank($0), $0.value ?? "\u{10FFFF}") < (rank($1), $1.value ?? "\u{10FFFF}") }
    }

    private static func days(from first: String, to last: String) -> Int {
        guard let first = SeoulTime(timestamp: first + "T00:00:00Z"),
            let last = SeoulTime(timestamp: last + "T00:00:00Z")
        else { return 0 }
        return max(0, Int(last.unixSeconds - first.unixSeconds) / 86400)
    }
}
