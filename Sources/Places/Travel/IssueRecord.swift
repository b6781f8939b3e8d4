public import GeocliText

/// People's decisions about an issue, as a file carries them to another catalog. The record names places by reference,
/// and a run by its day.
public struct IssueRecord: Sendable, Equatable {
    /// The issue's number in the catalog from which the file comes.
    public let number: Int64
    /// The rule that found the issue; nil for an issue that a person reported.
    public let rule: String?
    /// The title that a person gave the issue; nil for a finding.
    public let title: String?
    /// The places, in the order of the bytes of their references.
    public let refs: [String]
    /// The key of the judged value; empty if the rule judges the place as a whole.
    public let field: String
    /// The day of the run in which an event happened; nil if the rule is not about an event.
    public let day: String?
    /// What people decided: accepted, closed, or open.
    public let state: IssueState
    /// Its labels, in the order of their bytes.
    public let labels: [String]
    /// The accepted values, with references in place of ids; nil if the issue is not accepted, or if the values are not
    /// known.
    public let accepted: [JSONValue.Member]?
    /// What people did, earliest first; acts from the same second are in the order of the file.
    public let acts: [TravelAct]

    /// Creates a record from checked values.
    public init(
        number: Int64, rule: String?, title: String?, refs: [String], field: String, day: String?, state: IssueState,
        labels: [String], accepted: [JSONValue.Member]?, acts: [TravelAct]
    ) {
        self.number = number
        self.rule = rule
        self.title = title
        self.refs = refs
        self.field = field
        self.day = day
        self.state = state
        self.labels = labels
        self.accepted = accepted
        self.acts = TravelAct.inOrder(acts)
    }

    /// The text that identifies the same issue in every catalog. For an issue that a person reported, it includes the
    /// person and the time.
    public var identity: String {
        let first = acts.first { $0.what == .opened }
        let parts = [rule ?? "", field, day ?? "", title ?? ""] + refs
        let report = rule == nil ? [first?.author ?? "", first?.moment ?? ""] : []
        return "issue " + TravelText.list(parts + report)
    }

    /// The last act that decides the state; nil if no act does.
    public var lastDecision: TravelAct? { acts.last(where: \.isDecision) }

    /// Returns this record with the acts of both records. The state is that of the record with the later decision.
    public func merged(with other: IssueRecord) -> IssueRecord {
        let all = TravelAct.inOrder(acts + TravelAct.missing(from: acts, of: other.acts))
        let isOther = (other.lastDecision?.moment ?? "") > (lastDecision?.moment ?? "")
        let later = isOther ? other : self
        var labels = Set(self.labels).union(other.labels)
        for act in all {
            guard let label = act.text else { continue }
            if act.what == .labeled { labels.insert(label) }
            if act.what == .unlabeled { labels.remove(label) }
        }
        return IssueRecord(
            number: number, rule: rule, title: title, refs: refs, field: field, day: day, state: later.state,
            labels: labels.sorted(by: TravelText.precedes), accepted: later.accepted, acts: all)
    }
}
