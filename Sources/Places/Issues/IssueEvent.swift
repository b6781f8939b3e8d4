public import GeocliText

/// Something that happened to an issue, by a run or by a person.
public struct IssueEvent: Sendable, Equatable {
    /// What happened, as the catalog stores it.
    public enum What: String, CaseIterable, Sendable {
        /// A run found it, or a person reported it.
        case opened
        /// A person said that it is right as it is.
        case accepted
        /// A good run didn't have it any more.
        case fixed
        /// A run found it again, or a person opened it again.
        case reopened
        /// A person closed it.
        case closed
        /// A person wrote about it.
        case comment
        /// A person put a label on it.
        case labeled
        /// A person took a label off.
        case unlabeled
    }

    /// The number of the event, ascending.
    public let id: Int64
    /// What happened, as `What` has it; a newer geocli may have written another word.
    public let what: String
    /// The run that did it; nil for an act of a person.
    public let run: Int64?
    /// The person; nil for a run.
    public let author: String?
    /// When it happened.
    public let moment: SeoulTime
    /// What the person wrote, or what changed; nil for nothing.
    public let text: String?
    /// The values judged at that time; nil if they did not matter.
    public let evidence: [JSONValue.Member]?

    package init(
        id: Int64, what: String, run: Int64?, author: String?, moment: SeoulTime, text: String?,
        evidence: [JSONValue.Member]?
    ) {
        self.id = id
        self.what = what
        self.run = run
        self.author = author
        self.moment = moment
        self.text = text
        self.evidence = evidence
    }
}
