public import GeocliText

/// A run, as the catalog stores it.
public struct StoredRun: Sendable, Equatable {
    /// The run's number.
    public let id: Int64
    /// Its number among the good runs of its feed; nil if it was refused.
    public let goodRun: Int?
    /// The outcome of the run.
    public let outcome: RunOutcome
    /// The day in Asia/Seoul.
    public let date: String
    /// The facts that were known before the run was published.
    public let description: RunDescription
    /// Why it was refused.
    public let reason: String?
    /// The code and the values of that sentence; nil for a run of an earlier version.
    public let reasonData: Reason?
    /// The failure that ended it before its source was read to the end.
    public let failure: RunFailure?
    /// Its numbers, without the reasons.
    public let counts: RunCounts

    package init(
        id: Int64, goodRun: Int?, outcome: RunOutcome, date: String, description: RunDescription, reason: String?,
        reasonData: Reason?, failure: RunFailure?, counts: RunCounts
    ) {
        self.id = id
        self.goodRun = goodRun
        self.outcome = outcome
        self.date = date
        self.description = description
        self.reason = reason
        self.reasonData = reasonData
        self.failure = failure
        self.counts = counts
    }
}
