/// The state of an issue.
public enum IssueState: String, CaseIterable, Sendable {
    /// A run found the issue, or a person reported it.
    case open
    /// A person said that the data is right. This holds only while the judged values stay the same.
    case accepted
    /// A good run no longer found the issue.
    case fixed
    /// A run found the issue again after it was fixed, or the values of an accepted issue changed.
    case reopened
    /// A person closed the issue. This state is only for issues that a person reported.
    case closed
}
