/// An issue with everything that is known about it.
public struct IssueSheet: Sendable, Equatable {
    /// The issue.
    public let issue: StoredIssue
    /// What happened to it, earliest first.
    public let events: [IssueEvent]
    /// The other issues of its group, ordered by number.
    public let group: [StoredIssue]
    /// The rows of its places as the feed last sent them; empty if the catalog no longer has the pages with these rows.
    public let rawRows: [String]

    /// Creates a sheet.
    public init(_ issue: StoredIssue, events: [IssueEvent], group: [StoredIssue], rawRows: [String]) {
        self.issue = issue
        self.events = events
        self.group = group
        self.rawRows = rawRows
    }
}
