public import GeocliText

/// An issue of the catalog.
public struct StoredIssue: Sendable, Equatable {
    /// Its number, 1 or more, which never changes.
    public let number: Int64
    /// The id of the rule that found the issue; nil for an issue that a person reported. A newer geocli may have
    /// written an id that this version does not know.
    public let ruleID: String?
    /// Its state.
    public let state: IssueState
    /// The title that a person gave the issue; nil for a finding.
    public let givenTitle: String?
    /// The key of the judged value, such as `phone`; empty if the rule judges the place as a whole.
    public let field: String
    /// The value that the places of a group share; nil if the rule is not about a group.
    public let shared: String?
    /// The values that the rule last judged.
    public let evidence: [JSONValue.Member]
    /// The values for which a person accepted the issue; nil if no person has.
    public let acceptedEvidence: [JSONValue.Member]?
    /// The run that was the latest when the issue was opened.
    public let openedRun: Int64
    /// The run that was the latest when the issue's state last changed.
    public let changedRun: Int64
    /// Its labels, in the order of their bytes.
    public let labels: [String]
    /// Its places, ordered by id.
    public let places: [CatalogEntry]

    package init(
        number: Int64, ruleID: String?, state: IssueState, givenTitle: String?, field: String, shared: String?,
        evidence: [JSONValue.Member], acceptedEvidence: [JSONValue.Member]?, openedRun: Int64, changedRun: Int64,
        labels: [String], places: [CatalogEntry]
    ) {
        self.number = number
        self.ruleID = ruleID
        self.state = state
        self.givenTitle = givenTitle
        self.field = field
        self.shared = shared
        self.evidence = evidence
        self.acceptedEvidence = acceptedEvidence
        self.openedRun = openedRun
        self.changedRun = changedRun
        self.labels = labels
        self.places = places
    }

    /// The rule that found the issue; nil for an issue that a person reported, and for a rule from a newer geocli.
    public var rule: IssueRule? { ruleID.flatMap(IssueRule.init) }

    /// Whether a person reported it.
    public var isReported: Bool { ruleID == nil }

    /// How much it matters; nil for an issue that a person reported.
    public var severity: IssueRule.Severity? { rule?.severity }

    /// The title that a person gave the issue, or the title of its rule.
    public var title: Words {
        if let givenTitle { return Words(en: givenTitle, ko: givenTitle) }
        return rule?.title ?? Words(en: ruleID ?? "", ko: ruleID ?? "")
    }

    /// The first of its places; nil if the catalog lists none of them.
    public var place: CatalogEntry? { places.first }
}
