/// A person's decision about two rows whose evidence has changed since the decision. The decision has no effect until
/// the evidence is the same again.
public struct LapsedDecision: Sendable, Equatable {
    /// The reference of the row with the lower id, such as `seoul-bookstores/2283`.
    public let one: String
    /// The reference of the other row.
    public let other: String
    /// What the person decided.
    public let verdict: LinkDecision.Verdict
    /// The day of the decision, `YYYY-MM-DD` in Asia/Seoul.
    public let decidedOn: String

    package init(one: String, other: String, _ verdict: LinkDecision.Verdict, decidedOn: String) {
        self.one = one
        self.other = other
        self.verdict = verdict
        self.decidedOn = decidedOn
    }
}
