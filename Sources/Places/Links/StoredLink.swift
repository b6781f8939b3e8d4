public import GeocliText

/// A link of the catalog, or a pair of rows that a person rejected.
public struct StoredLink: Sendable, Equatable {
    /// What a person has decided about the two rows.
    public enum State: String, Sendable, CaseIterable {
        /// No person has decided yet.
        case found
        /// The rows are the same shop.
        case accepted
        /// The rows are different shops, so they are not linked.
        case rejected
    }

    /// One of the two rows: the row that was asked for, or else the row with the lower id.
    public let one: CatalogEntry
    /// The other row.
    public let other: CatalogEntry
    /// The rule that links the rows; nil if they meet no rule and a person joined them.
    public let rule: LinkRule?
    /// What a person has decided.
    public let state: State
    /// The values on which the rows agree, as JSON (`LinkEvidence.json`).
    public let evidence: String
    /// The run that was the latest when the rows were linked by this evidence; nil for rejected rows.
    public let run: Int64?
    /// The day of the decision, `YYYY-MM-DD` in Asia/Seoul; nil if no person has decided.
    public let decidedOn: String?

    package init(
        one: CatalogEntry, other: CatalogEntry, rule: LinkRule?, state: State, evidence: String, run: Int64?,
        decidedOn: String?
    ) {
        self.one = one
        self.other = other
        self.rule = rule
        self.state = state
        self.evidence = evidence
        self.run = run
        self.decidedOn = decidedOn
    }

    /// The distance between the two points in meters, to a tenth; nil unless both rows have a point.
    public var meters: Double? { evidenceValue("distance_m")?.doubleValue }

    /// The values on which the rows agree, by name; empty for a damaged text.
    public var evidenceMembers: [JSONValue.Member] {
        // The evidence is only for people to read. `verify` reports a damaged text; here it counts as no evidence.
        guard let value = try? JSONValue(parsing: Array(evidence.utf8), name: "evidence"),
            case .object(let members) = value
        else { return [] }
        return members
    }

    private func evidenceValue(_ name: String) -> JSONValue? { evidenceMembers.last { $0.name == name }?.value }
}

/// A filter for links. A link must meet all conditions.
public struct LinkFilter: Sendable, Equatable {
    /// A link must have a row from each of these feeds; empty for all links.
    public var feeds: Set<String> = []
    /// The rules whose links are admitted; empty for all rules.
    public var rules: Set<LinkRule> = []
    /// The states that are admitted; empty for all states.
    public var states: Set<StoredLink.State> = []
    /// The id of the row whose links are admitted; nil for all rows.
    public var place: Int64?

    /// Creates a filter that admits every link.
    public init() {}

    /// Returns whether the filter admits links by this rule and in this state.
    package func admits(_ rule: LinkRule?, _ state: StoredLink.State) -> Bool {
        (rules.isEmpty || rule.map(rules.contains) ?? false) && (states.isEmpty || states.contains(state))
    }

    /// Returns whether the filter admits a link; `place` is not checked.
    package func admits(_ link: StoredLink) -> Bool {
        feeds.isSubset(of: [link.one.feed, link.other.feed]) && admits(link.rule, link.state)
    }
}
