public import GeocliGeo

/// A filter of issues. All conditions must hold together.
public struct IssueFilter: Sendable, Equatable {
    /// The states of issues that wait for somebody.
    public static let waiting: Set<IssueState> = [.open, .reopened]

    /// Any of these states; empty for all.
    public var states: Set<IssueState> = []
    /// Any of these rules; empty for all, and for those that people reported.
    public var rules: Set<IssueRule> = []
    /// Any of these severities; empty for all, and for those that people reported.
    public var severities: Set<IssueRule.Severity> = []
    /// All of these labels.
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

    /// Only issues with a greater number than this; nil for all. For a list that is read in pages.
    public var after: Int64?

    /// Creates a filter that admits every issue.
    public init() {}

    /// The rules that both `rules` and `severities` admit; nil for all.
    package var wantedRules: Set<IssueRule>? {
        guard !rules.isEmpty || !severities.isEmpty else { return nil }
        return Set(IssueRule.allCases).filter {
            (rules.isEmpty || rules.contains($0)) && (severities.isEmpty || severities.contains($0.severity))
        }
    }

    /// Returns the distance in meters from `near` to the nearest of the issue's points; nil if it has no point, or none
    /// within the distance.
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
