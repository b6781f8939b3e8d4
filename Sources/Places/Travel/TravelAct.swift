/// A person's act on an issue, as a file carries it to another catalog: who did what, when and why.
public struct TravelAct: Sendable, Hashable {
    /// What the person did.
    public let what: IssueEvent.What
    /// The person.
    public let author: String
    /// The time of the act, RFC 3339, UTC.
    public let moment: String
    /// What the person wrote; nil for nothing.
    public let text: String?

    /// Creates an act from checked values.
    public init(_ what: IssueEvent.What, author: String, moment: String, text: String?) {
        self.what = what
        self.author = author
        self.moment = moment
        self.text = text
    }

    /// Whether the act decides the state of an issue.
    public var isDecision: Bool {
        switch what {
        case .accepted, .reopened, .closed: true
        default: false
        }
    }

    /// Whether an act comes before another one. Acts in the same second are ordered by their words.
    package static func precedes(_ one: TravelAct, _ other: TravelAct) -> Bool {
        (one.moment, one.what.rawValue, one.author, one.text ?? "")
            < (other.moment, other.what.rawValue, other.author, other.text ?? "")
    }
}
