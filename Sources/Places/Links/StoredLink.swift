public import GeocliText

/// A link of the catalog, or two rows that a person told apart.
public struct StoredLink: Sendable, Equatable {
    /// What a person has said about the link.
    public enum State: String, Sendable, CaseIterable {
        /// Nothing yet.
        case found
        /// They are the same shop.
        case accepted
        /// They are different shops, so they are not linked.
        case rejected
    }

    /// One of the two rows: the one that was asked for, else that with the lower id.
    public let one: CatalogEntry
    /// The other row.
    public let other: CatalogEntry
    /// The rule; nil if no rule holds and a person joined them.
    public let rule: LinkRule?
    /// What a person has said.
    public let state: State
    /// The values in which they agree, as JSON (`LinkEvidence.json`).
    public let evidence: String
    /// The run that was the last one when they were linked by this evidence; nil for rejected rows.
    public let run: Int64?
    /// The day on which a person said so, `YYYY-MM-DD` in Asia/Seoul; nil if no person has.
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

    /// The distance of the two points in meters, to a tenth; nil without two points.
    public var meters: Double? { evidenceValue("distance_m")?.doubleValue }

    /// The values in which they agree, by name; empty for a damaged text.
    public var evidenceMembers: [JSONValue.Member] {
        // The evidence is there to be read by people. A damaged text, which `verify` reports, shows as no evidence.
        guard let value = try? JSONValue(parsing: Array(evidence.utf8), name: "evidence"),
            case .object(let members) = value
        else { return [] }
        return members
    }

    private func evidenceValue(_ name: String) -> JSONValue? { evidenceMembers.last { $0.name == name }?.value }
}

/// A filter of links. All conditions must hold together.
public struct LinkFilter: Sendable, Equatable {
    /// Only links with a row of each of these feeds; empty for all.
    public var feeds: Set<String> = []
    /// Only these rules; empty for all.
    public var rules: Set<LinkRule> = []
    /// Only these states; empty for all.
    public var states: Set<StoredLink.State> = []
    /// Only links of this row; nil for all.
    public var place: Int64?

    /// Creates a filter that admits every link.
    public init() {}

    /// Returns whether it admits links by a rule, in a state.
    package func admits(_ rule: LinkRule?, _ state: StoredLink.State) -> Bool {
        (rules.isEmpty || rule.map(rules.contains) ?? false) && (states.isEmpty || states.contains(state))
    }

    /// Returns whether it admits a link; `place` is not looked at.
    package func admits(_ link: StoredLink) -> Bool {
        feeds.isSubset(of: [link.one.feed, link.other.feed]) && admits(link.rule, link.state)
    }
}
