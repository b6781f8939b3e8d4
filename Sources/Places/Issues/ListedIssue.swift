/// An issue in a listing.
public struct ListedIssue: Sendable, Equatable {
    /// The issue.
    public let issue: StoredIssue
    /// The distance from the requested position to the nearest of the issue's points, in meters; nil without a
    /// position.
    public let distanceMeters: Double?

    /// Creates a row.
    public init(_ issue: StoredIssue, distanceMeters: Double? = nil) {
        self.issue = issue
        self.distanceMeters = distanceMeters
    }
}
