public import GeocliText

/// A run, as the catalog stores it.
public struct StoredRun: Sendable, Equatable {
    /// The run's number.
    public let id: Int64
    /// Its number among the good runs of its feed; nil if the run was refused.
    public let goodRun: Int?
    /// The outcome of the run.
    public let outcome: RunOutcome
    /// The day in Asia/Seoul.
    public let date: String
    /// The facts that were known before the run was published.
    public let description: RunDescription
    /// Why the run was refused; nil if it was not.
    public let reason: String?
    /// The code and the values of the sentence in `reason`; nil if there is none.
    public let reasonData: Reason?
    /// The failure that ended the run before it had read its source to the end; nil if there was no failure.
    public let failure: RunFailure?
    /// Its counts, without the reasons for rejected rows.
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
