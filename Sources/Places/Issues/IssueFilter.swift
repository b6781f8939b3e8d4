public import GeocliGeo

/// A filter of issues. All conditions must hold together.
public struct IssueFilter: Sendable, Equatable {
    /// The states of issues that a person must still handle.
    public static let waiting: Set<IssueState> = [.open, .reopened]

    /// Only issues in any of these states; empty for all.
    public var states: Set<IssueState> = []
    /// Only findings of any of these rules; empty for all issues, including those that people reported.
    public var rules: Set<IssueRule> = []
    /// Only findings of any of these severities; empty for all issues, including those that people reported.
    public var severities: Set<IssueRule.Severity> = []
    /// Only issues that have all of these labels.
    public var labels: Set<String> = []
    /// Only issues with a place that this filter admits; nil for all.
    public var places: PlaceFilter?
    /// Only issues with a point near this one; nil for all.
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

    /// Only issues with a number greater than this one, for a list that is read in pages; nil for all.
    public var after: Int64?

    /// Creates a filter that admits every issue.
    public init() {}

    /// The rules that both `rules` and `severities` admit; nil if all issues are admitted.
    package var wantedRules: Set<IssueRule>? {
        guard !rules.isEmpty || !severities.isEmpty else { return nil }
        return Set(IssueRule.allCases).filter {
            (rules.isEmpty || rules.contains($0)) && (severities.isEmpty || severities.contains($0.severity))
        }
    }

    /// Returns the distance in meters from `near` to the nearest of the issue's points. Returns nil if the issue has no
    /// point, or none within the distance.
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
