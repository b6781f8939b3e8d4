/// What is known of a run before it is published.
public struct RunDescription: Sendable, Equatable {
    /// The feed's id, `seoul-bookstores`.
    public var feed: String
    /// Where the pages came from. Holds no credential.
    public var source: String
    /// SHA-256 of all bytes that came, in order, hexadecimal.
    public var sha256: String
    /// When it started.
    public var startedAt: SeoulTime
    /// The version of the program.
    public var toolVersion: String
    /// Why a person lets it through whatever is wrong with it.
    public var acceptedBecause: String?
    /// Pages as they came are kept for so many runs.
    public var keptRuns = Self.defaultKeptRuns

    /// Two weeks of nights.
    public static let defaultKeptRuns = 14

    /// A run.
    public init(
        feed: String, source: String, sha256: String, startedAt: SeoulTime, toolVersion: String,
        acceptedBecause: String? = nil
    ) {
        self.feed = feed
        self.source = source
        self.sha256 = sha256
        self.startedAt = startedAt
        self.toolVersion = toolVersion
        self.acceptedBecause = acceptedBecause
    }
}

/// The numbers of a run.
///
/// `received` = `accepted` + `rejected` + `duplicates`; `total` = the former total + `added` + `returned` − `removed`.
public struct RunCounts: Sendable, Equatable {
    /// Rows that came.
    public var received = 0
    /// Rows that are bookstores of this snapshot.
    public var accepted = 0
    /// Rows set aside.
    public var rejected = 0
    /// Rows that say again what another row said.
    public var duplicates = 0
    /// Accepted rows whose coordinate is no good.
    public var withoutPoint = 0
    /// Bookstores never seen before.
    public var added = 0
    /// Bookstores of which a value has changed.
    public var changed = 0
    /// Bookstores that the run before held and this one does not.
    public var removed = 0
    /// Bookstores that were missing and are here again.
    public var returned = 0
    /// Bookstores that this run holds.
    public var total = 0
    /// Bookstores that the run before held.
    public var formerTotal = 0
    /// Rows of the last good run that said again what another row said.
    public var formerDuplicates = 0
    /// Where the pages of the last good run came from; nil if there was none.
    public var formerSource: String?
    /// Whether all bookstores, two or more, stand on one point.
    public var hasOnePointOnly = false
    /// Rows set aside or listed without a point, by reason.
    public var reasons: [RejectionReason: Int] = [:]
    /// How many bookstores have a value, by field: `district`, `address`, `phone`, …, `point`.
    public var filled: [Shift] = []
    /// How many bookstores there are of each kind.
    public var kinds: [Shift] = []
    /// How many bookstores there are in each district, by its name; of a feed with more districts than a city has, only
    /// those that lost `fewestLost` or more.
    public var districts: [Shift] = []

    /// A guard looks at a kind or a district that lost so many bookstores; fewer prove nothing.
    public static let fewestLost = 5

    /// A number of bookstores in the last good run and in this one.
    public struct Shift: Sendable, Equatable {
        /// What is counted.
        public let name: String
        /// How many the last good run held.
        public let former: Int
        /// How many this one holds.
        public let now: Int

        package init(
            name: String, former: Int, now: Int
        ) {
            self.name = name
            self.former = former
            self.now = now
        }
    }

    /// Nothing counted.
    public init() {}
}

/// What became of a run.
public enum RunOutcome: String, Sendable {
    /// The catalog holds the new snapshot.
    case published
    /// The same bytes as the last good run: nothing was rewritten.
    case unchanged
    /// The catalog holds what it held before.
    case refused
}

/// What is to become of a snapshot, once its numbers are known.
public struct RunJudgement: Sendable, Equatable {
    /// Why it must not replace the one here; nil if it may.
    public var refusal: String?
    /// Why it may all the same, in a person's words.
    public var acceptedBecause: String?

    /// A judgement.
    public init(refusal: String?, acceptedBecause: String?) {
        self.refusal = refusal
        self.acceptedBecause = acceptedBecause
    }
}

/// What ended a run before its source was read to the end. The raw values stand in the database.
public enum RunFailure: String, Sendable {
    /// Nothing usable came.
    case network
    /// The key is missing, refused or used up.
    case key
    /// What came is no page of the feed.
    case page
}

/// What a run did.
public struct RunReport: Sendable, Equatable {
    /// The run's number; nil for a dry run, which leaves no trace.
    public let runID: Int64?
    /// What was known before.
    public let description: RunDescription
    /// What became of it.
    public let outcome: RunOutcome
    /// Why it was refused.
    public let reason: String?
    /// Its numbers.
    public let counts: RunCounts

    package init(
        runID: Int64?, description: RunDescription, outcome: RunOutcome, reason: String?, counts: RunCounts
    ) {
        self.runID = runID
        self.description = description
        self.outcome = outcome
        self.reason = reason
        self.counts = counts
    }
}

/// The numbers that ingests give; beyond them sums and differences of numbers could overflow.
package enum CatalogNumbers {
    /// Numbers of runs and of good runs: one a second since the earth began would be fewer.
    package static let runs: ClosedRange<Int64> = 1...1 << 58
    /// Counts of rows, bookstores and runs.
    package static let counts: ClosedRange<Int64> = 0...1 << 58
}
