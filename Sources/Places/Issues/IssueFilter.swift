public import GeocliGeo

/// A filter for issues. An issue must meet all conditions.
public struct IssueFilter: Sendable, Equatable {
    /// The states of issues that a person must still handle.
    public static let waiting: Set<IssueState> = [.open, .reopened]

    /// The states of the issues that are admitted; empty for all states.
    public var states: Set<IssueState> = []
    /// The rules whose findings are admitted. If empty, all issues are admitted, including those that people reported.
    public var rules: Set<IssueRule> = []
    /// The severities of the findings that are admitted. If empty, all issues are admitted, including those that people
    /// reported.
    public var severities: Set<IssueRule.Severity> = []
    /// An issue must have all of these labels.
    public var labels: Set<String> = []
    /// An issue must have a place that this filter admits; nil for all issues.
    public var places: PlaceFilter?
    /// An issue must have a point in this circle; nil for all issues.
    public var near: Circle?

    /// A position and a distance around it.
    public struct Circle: Sendable, Equatable {
        /// The position.
        public let center: Coordinate
        /// The distance in meters, edge included; nil for any distance.
        public let withinMeters: Double?

        /// Creates a circle.
        public init(center: Coordinate, withinMeters: Double?) {
            self.center = center
            self.withinMeters = withinMeters
        }
    }

    /// Issues with this number or a lower one are left out, for a list that is read in pages. Nil leaves out none.
    public var after: Int64?

    /// Creates a filter that admits every issue.
    public init() {}

    /// The rules that both `rules` and `severities` admit; nil if both admit all issues.
    package var wantedRules: Set<IssueRule>? {
        guard !rules.isEmpty || !severities.isEmpty else { return nil }
        return Set(IssueRule.allCases).filter {
            (rules.isEmpty || rules.contains($0)) && (severities.isEmpty || severities.contains($0.severity))
        }
    }

    /// Returns the distance in meters from `near` to the nearest of the issue's points. Returns nil if the issue has no
    /// point, or no point within the circle's distance.
    ///
    /// - Precondition: `near` is not nil.
    package func meters(to issue: StoredIssue) -> Double? {
        guard let near else { return nil }
        let distances = issue.places.compactMap(\.coordinate).map {
            Geodesic.distanceMeters(from: near.center, to: $0)
        }
        guard let least = distances.min(), least <= near.withinMeters ?? .infinity else { return nil }
        return least
    }
}
