/// An act of a person on an issue.
public enum IssueAct: Sendable, Equatable {
    /// It is right as it is, for this reason, as long as the judged values stay the same.
    case accept(because: String)
    /// It is not right after all.
    case reopen(because: String?)
    /// It is done; only for issues that people reported.
    case close(because: String?)
    /// A word about it.
    case comment(String)
    /// These labels belong to it.
    case label([String])
    /// These labels don't belong to it.
    case unlabel([String])
}
