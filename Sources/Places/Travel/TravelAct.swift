/// An act of a person on an issue as it travels in a file: who did what, when and why.
public struct TravelAct: Sendable, Hashable {
    /// What the person did.
    public let what: IssueEvent.What
    /// The person.
    public let author: String
    /// When, RFC 3339, UTC.
    public let moment: String
    /// What the person wrote; nil for nothing.
    public let text: String?

    /// Creates an act of checked values.
    public init(_ what: IssueEvent.What, author: String, moment: String, text: String?) {
        self.what = what
        self.author = author
        self.moment = moment
        self.text = text
    }

    /// Whether it decides the state of an issue.
    public var isDecision: Bool {
        switch what {
        case .accepted, .reopened, .closed: true
        default: false
        }
    }

    /// Whether it comes before another one; acts of one second are in the order of their words.
    package static func precedes(_ one: TravelAct, _ other: TravelAct) -> Bool {
        (one.moment, one.what.rawValue, one.author, one.text ?? "")
            < (other.moment, other.what.rawValue, other.author, other.text ?? "")
    }
}
