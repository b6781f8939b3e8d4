public import GeocliText

/// The facts about a run that are known before it is published.
package struct RunDescription: Sendable, Equatable {
    package var feed: String
    /// The source of the pages. It contains no credential.
    package var source: String
    /// SHA-256 of the bytes of its only page, as hexadecimal digits. Of several pages, it is the SHA-256 of the list of
    /// their SHA-256s, a line each.
    package var sha256: String
    package var startedAt: SeoulTime
    package var toolVersion: String
    /// The words that the feed's declaration uses for its places; nil to keep the words that the catalog has.
    package var words: FeedWords?
    package var role = FeedRole.places
    /// SHA-256 of the declaration's text; nil for a built-in feed.
    package var declaration: String?
    /// A hash of the imported addresses from which missing points are filled in; nil if there are none.
    package var addresses: String?
    /// A hash of the ids that the feed itself has in several rows; nil if there are none, or if rows may have moved to
    /// other pages while the run read them.
    package var repeats: String?
    /// The user's reason for publishing the run although a guard refuses it.
    package var acceptedBecause: String?
    /// The run that this run takes back, with all later runs of the feed; nil for an ingest.
    package var undoes: Int64?
    /// The ingest whose places an undo brings back; nil for an ingest.
    package var restores: Int64?
    /// The number of runs whose pages are kept as they came.
    package var keptRuns = Self.defaultKeptRuns

    /// The usual number of kept runs: two weeks of nightly runs.
    package static let defaultKeptRuns = 14

    package init(
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

/// What the rows of a feed are for. The database uses the raw values.
public enum FeedRole: String, Sendable, CaseIterable {
    case places
    /// Points to search from, such as stations. No listing contains them.
    case landmarks
}

/// `received` = `accepted` + `rejected` + `duplicates`; `total` = `formerTotal` + `added` + `returned` − `removed`.
/// The source had `received` + `filtered` + `closed` rows.
public struct RunCounts: Sendable, Equatable {
    public var received = 0
    /// Rows that are places of this snapshot.
    public var accepted = 0
    public var rejected = 0
    /// Rows that repeat another row.
    public var duplicates = 0
    /// Rows that the filter of the declaration leaves out.
    public var filtered = 0
    /// Rows that are left out because the declaration lists their status as closed.
    public var closed = 0
    /// Accepted rows without a usable coordinate.
    public var withoutPoint = 0
    /// Rows that had no point in the feed and got one from the imported addresses.
    public var pointsFilled = 0
    /// Rows that had no point in the feed and have an address that the imported addresses do not contain; 0 without
    /// imported addresses.
    public var pointsUnmatched = 0
    /// Places that no earlier run contained.
    public var added = 0
    public var changed = 0
    /// Places that the run before contained but this run does not.
    public var removed = 0
    /// Places that were missing and came back.
    public var returned = 0
    /// Places that this run contains.
    public var total = 0
    /// Places that the run before contained.
    public var formerTotal = 0
    /// Rows of the last good run that repeat another row.
    public var formerDuplicates = 0
    /// What the feed's earlier good runs tell about this one; empty for a stored run.
    package var history = RunHistory()
    /// Whether there are at least two places and all of them share one point.
    public var hasOnePointOnly = false
    /// Rows that were rejected or listed without a point, by reason.
    public var reasons: [RejectionReason: Int] = [:]
    /// The number of places with a value, by field: `district`, `address`, `phone`, …, `point`.
    public var filled: [Shift] = []
    public var kinds: [Shift] = []
    /// The number of places in each district, by its name. If a feed has too many districts to be counted in
    /// memory, only districts that lost at least `minimumLost` places are included.
    public var districts: [Shift] = []
    /// How the points of known places moved; nil if they were not compared, as when few rows changed.
    package var moves: PointMoves?

    /// The smallest loss of a kind or district that a guard checks, in places. A smaller loss does not indicate an
    /// error in the feed.
    public static let minimumLost = RunHistory.minimumLost

    /// A count of places in the last good run, and the corresponding count in this run.
    public struct Shift: Sendable, Equatable {
        /// The name of the field, kind or district.
        public let name: String
        public let former: Int
        public let now: Int

        package init(
            name: String, former: Int, now: Int
        ) {
            self.name = name
            self.former = former
            self.now = now
        }
    }

    public init() {}
}

extension Reason {
    /// Whether a snapshot that was refused for this reason would take much from the catalog: it is empty, it lacks a
    /// required field, or more than half of the known places are missing. A person must first see what would go.
    package func isGrave(removed: Int, of known: Int) -> Bool {
        func number(_ name: String) -> Double? {
            values.first { $0.name == name }?.value.scalarText.flatMap { Double($0) }
        }
        switch code {
        case "no-rows", "no-rows-answer", "all-left-out", "missing-field": return true
        case "field-emptied":
            if values.contains(where: { $0.name == "field" && $0.value.scalarText == "point" }) { return true }
        case "leaked":
            if let best = number("best"), let total = number("total"), total * 2 < best { return true }
        default: break
        }
        return Double(removed) * 2 > Double(known)
    }
}

public enum RunOutcome: String, Sendable, CaseIterable {
    case published
    /// The bytes are the same as in the last good run, so the catalog was not rewritten.
    case unchanged
    case refused
}

/// The decision on a snapshot, made when its numbers are known.
public struct RunJudgement: Sendable, Equatable {
    /// Why the snapshot must not replace the current one; nil if it may.
    public var refusal: String?
    public var reason: Reason?
    public var acceptedBecause: String?

    public init(refusal: String?, reason: Reason? = nil, acceptedBecause: String?) {
        self.refusal = refusal
        self.reason = reason
        self.acceptedBecause = acceptedBecause
    }
}

/// The kind of failure that ended a run before it had read its source to the end. The database uses the raw values.
public enum RunFailure: String, Sendable, CaseIterable {
    /// The service sent no usable answer.
    case network
    /// The key is missing, refused or used up.
    case key
    /// The data is not a page of the feed.
    case page
}

public struct RunReport: Sendable, Equatable {
    /// The run's number; nil for a dry run, which is not recorded.
    public let runID: Int64?
    package let description: RunDescription
    public let outcome: RunOutcome
    public let reason: String?
    public let reasonData: Reason?
    public let counts: RunCounts
    /// The removed parts of the sample, if this is the first real run after the sample; nil otherwise.
    package var removedSample: RemovedFeed?
    /// Whether the catalog still holds the sample, because this real run was refused.
    public package(set) var leavesSample = false

    /// Whether the feed's last good run had a different declaration.
    public package(set) var hasNewDeclaration = false

    /// The number of places or landmarks that had values which geocli did not write, and that have the feed's values
    /// again.
    public package(set) var healedCount = 0

    /// Whether the catalog still has values that geocli did not write. Only a run that compares all rows looks for them.
    public package(set) var staysDamaged = false

    /// The number of corrections whose state this run changed, by the new state.
    package var corrections: [StoredCorrection.State: Int] = [:]

    /// What the run did to issues; nil for a dry run, a refused run, and a run of landmarks.
    package var issues: IssueCounts?

    package init(
        runID: Int64?, description: RunDescription, outcome: RunOutcome, reason: String?, reasonData: Reason?,
        counts: RunCounts
    ) {
        self.runID = runID
        self.description = description
        self.outcome = outcome
        self.reason = reason
        self.reasonData = reasonData
        self.counts = counts
    }
}

extension RunReport {
    /// The sentences that an undo stores with its run, without and with later runs.
    package static let undo = [
        ReasonTemplate(
            "undo", en: "takes back run {run}: the places are again as after run {former}",
            ko: "실행 #{run} 되돌리기: 장소가 실행 #{former} 때와 같아집니다"),
        ReasonTemplate(
            "undo-several",
            en:
                "takes back run {run} and all later runs of the feed, up to run {last}: the places are again as after run {former}",
            ko: "실행 #{run}부터 이 피드의 이후 실행(#{last}까지) 모두 되돌리기: 장소가 실행 #{former} 때와 같아집니다"),
    ]
}

public struct StoredRun: Sendable, Equatable {
    public let id: Int64
    /// Its number among the good runs of its feed; nil if the run was refused.
    public let goodRun: Int?
    public let outcome: RunOutcome
    /// The day in Asia/Seoul.
    public let date: String
    package let description: RunDescription
    public let reason: String?
    public let reasonData: Reason?
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

/// A row that is rejected, or kept without its point.
public struct RejectedRecord: Equatable, Sendable {
    public let origin: RowOrigin
    public let reason: RejectionReason
    /// Whether the place is still listed, without a point.
    public let isKept: Bool
    public let feedID: String?
    public let value: String?
    /// The whole row, either as the JSON that came or with its fields written as JSON. A row that can't be read is as it
    /// came, with U+FFFD in place of bytes that are not text.
    public let raw: String

    public init(
        origin: RowOrigin, reason: RejectionReason, isKept: Bool = false, feedID: String?, value: String?, raw: String
    ) {
        self.origin = origin
        self.reason = reason
        self.isKept = isKept
        self.feedID = feedID
        self.value = value
        self.raw = raw
    }
}

/// The reason why a row was rejected, or listed without its point. The database and the reports use the raw values.
public enum RejectionReason: String, Sendable, CaseIterable {
    case noID = "no-id"
    case noName = "no-name"
    case idClash = "id-clash"
    case notARow = "not-a-row"
    /// A byte of the row does not fit the encoding.
    case badEncoding = "bad-encoding"
    /// The row is not well-formed CSV, JSON or XML.
    case malformed = "malformed"
    case coordinateMissing = "coordinate-missing"
    case coordinateUnreadable = "coordinate-unreadable"
    case coordinateOutOfRange = "coordinate-out-of-range"
    case coordinateSwapped = "coordinate-swapped"
    case coordinateOutsideArea = "coordinate-outside-area"
}

public struct RowOrigin: Equatable, Sendable {
    /// The page's number in the run, from 1.
    public let pageNumber: Int
    /// The page's name: a path, or `-`.
    public let page: String
    /// The row's number in its page, from 1.
    public let row: Int
    /// The line in the page, from 1: of the fault, or of the start of the row; nil if it is not known.
    public let line: Int?
    /// The offset in the page, from 0: of the fault, or of the start of the row; nil if it is not known.
    public let byte: Int?

    public init(pageNumber: Int, page: String, row: Int, line: Int? = nil, byte: Int? = nil) {
        self.pageNumber = pageNumber
        self.page = page
        self.row = row
        self.line = line
        self.byte = byte
    }
}

public struct StoredReject: Equatable, Sendable {
    public let runID: Int64
    public let record: RejectedRecord
    /// Why the row's address was not found among the imported addresses; nil if it was not looked up.
    public let noMatch: String?

    package init(runID: Int64, record: RejectedRecord, noMatch: String? = nil) {
        self.runID = runID
        self.record = record
        self.noMatch = noMatch
    }
}

/// The names under which a catalog keeps the sample, so that a real run finds all of it.
package enum SampleNames {
    package static let feed = "sample"
    package static let source = "sample (made-up bookstores)"
}

/// What went with a feed that was removed: by a person, or the sample by the first real run.
package struct RemovedFeed: Sendable, Equatable {
    package var feed: String
    /// The numbers of places and of landmarks, also of those that the feed no longer listed.
    package var places = 0
    package var landmarks = 0
    package var runs = 0
    package var links = 0
    /// The numbers of people's decisions on links, and of their corrections.
    package var decisions = 0
    package var corrections = 0
    package var issues = 0
    /// The good runs of the feed, in order.
    package var goodRuns: [RunStamp] = []

    package init(feed: String) { self.feed = feed }
}

/// The ranges of the numbers that ingests produce. Sums and differences of larger numbers could overflow.
package enum CatalogNumbers {
    /// The range of the numbers of runs and of good runs. Even one run per second since the Earth formed would stay in
    /// it.
    package static let runs: ClosedRange<Int64> = 1...1 << 58
    package static let counts: ClosedRange<Int64> = 0...1 << 58
}
