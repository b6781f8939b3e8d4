/// What a person said about two rows of different feeds. It counts as long as the evidence is exactly the same.
public struct LinkDecision: Sendable, Equatable {
    /// What a person can say about two rows.
    public enum Verdict: String, Sendable, CaseIterable {
        /// They are the same shop.
        case accepted
        /// They are different shops.
        case rejected
    }

    /// The lower of the two ids.
    public let low: Int64
    /// The higher of the two ids.
    public let high: Int64
    /// What the person said.
    public let verdict: Verdict
    /// `LinkEvidence.json` at that time.
    public let evidence: String

    /// Makes a decision about two different rows.
    public init(low: Int64, high: Int64, _ verdict: Verdict, evidence: String) {
        self.low = low
        self.high = high
        self.verdict = verdict
        self.evidence = evidence
    }
}
