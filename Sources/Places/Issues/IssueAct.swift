/// What a person does to an issue.
public enum IssueAct: Sendable, Equatable {
    /// The data is right, for this reason. This holds as long as the judged values stay the same.
    case accept(because: String)
    /// The data is not right after all.
    case reopen(because: String?)
    /// The issue is done. This is possible only for issues that people reported.
    case close(because: String?)
    /// A comment about the issue.
    case comment(String)
    /// Adds these labels to the issue.
    case label([String])
    /// Removes these labels from the issue.
    case unlabel([String])
}
