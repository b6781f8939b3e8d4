/// A person's decision about two rows of different feeds. It applies only while the evidence is exactly the same.
public struct LinkDecision: Sendable, Equatable {
    /// The decisions that a person can make about two rows.
    public enum Verdict: String, Sendable, CaseIterable {
        /// The rows are the same shop.
        case accepted
        /// The rows are different shops.
        case rejected
    }

    /// The lower of the two ids.
    public let low: Int64
    /// The higher of the two ids.
    public let high: Int64
    /// What the person decided.
    public let verdict: Verdict
    /// The evidence at the time of the decision (`LinkEvidence.json`).
    public let evidence: String

    /// Creates a decision about two different rows.
    public init(low: Int64, high: Int64, _ verdict: Verdict, evidence: String) {
        self.low = low
        self.high = high
        self.verdict = verdict
        self.evidence = evidence
    }
}
