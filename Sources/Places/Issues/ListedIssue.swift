/// An issue of a listing.
public struct ListedIssue: Sendable, Equatable {
    /// The issue.
    public let issue: StoredIssue
    /// How far the nearest of its points is from the position that was asked for, in meters; nil if none was.
    public let distanceMeters: Double?

    /// Creates a row.
    public init(_ issue: StoredIssue, distanceMeters: Double? = nil) {
        self.issue = issue
        self.distanceMeters = distanceMeters
    }
}
