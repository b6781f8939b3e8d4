public import GeocliText

/// Something that a run or a person did to an issue.
public struct IssueEvent: Sendable, Equatable {
    /// What happened, as the catalog stores it.
    public enum What: String, CaseIterable, Sendable {
        /// A run found the issue, or a person reported it.
        case opened
        /// A person said that the data is right as it is.
        case accepted
        /// A good run no longer found the issue.
        case fixed
        /// A run found the issue again, or a person opened it again.
        case reopened
        /// A person closed the issue.
        case closed
        /// A person wrote a comment about the issue.
        case comment
        /// A person added a label to the issue.
        case labeled
        /// A person removed a label from the issue.
        case unlabeled
    }

    /// What happened, as a word of `What`. A newer geocli may have written another word.
    public let what: String
    /// The run that did it; nil for an act of a person.
    public let run: Int64?
    /// The person; nil for a run.
    public let author: String?
    /// When it happened.
    public let moment: SeoulTime
    /// What the person wrote, or what changed; nil for nothing.
    public let text: String?
    /// The values that were judged at that time; nil if they did not matter.
    public let evidence: [JSONValue.Member]?

    package init(
        what: String, run: Int64?, author: String?, moment: SeoulTime, text: String?,
        evidence: [JSONValue.Member]?
    ) {
        self.what = what
        self.run = run
        self.author = author
        self.moment = moment
        self.text = text
        self.evidence = evidence
    }
}
