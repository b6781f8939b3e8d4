/// The state of an issue.
public enum IssueState: String, CaseIterable, Sendable {
    /// Found or reported.
    case open
    /// Right as it is, as a person said; it holds only while the judged values stay the same.
    case accepted
    /// Absent in a good run.
    case fixed
    /// Found again after it was fixed, or after the values of an accepted one changed.
    case reopened
    /// Closed by a person; only for issues that a person reported.
    case closed
}
