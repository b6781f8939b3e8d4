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

    /// Returns acts in the order of their times. Acts from the same second keep their order.
    package static func inOrder(_ acts: [TravelAct]) -> [TravelAct] {
        acts.enumerated().sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }.map(\.element)
    }

    /// Returns the acts of `acts` that `known` lacks, in order. Equal acts are counted, because a label may be added,
    /// removed and added again within a second.
    package static func missing(from known: [TravelAct], of acts: [TravelAct]) -> [TravelAct] {
        var counts = Dictionary(known.map { ($0, 1) }, uniquingKeysWith: +)
        return acts.filter { act in
            guard let count = counts[act], count > 0 else { return true }
            counts[act] = count - 1
            return false
        }
    }
}
