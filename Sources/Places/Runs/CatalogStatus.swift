public import GeocliText

public struct CatalogStatus: Sendable, Equatable {
    public struct Run: Sendable, Equatable {
        public let id: Int64
        public let feed: String
        /// The time when it started, RFC 3339, UTC.
        public let startedAt: String
        /// The day in Asia/Seoul.
        public let date: String
        public let source: String
        /// SHA-256 of the bytes of its pages.
        public let sha256: String
        /// The time when its data came, RFC 3339, UTC. For a replayed run, this is the time when its pages came; for
        /// any other run, it is the time when the run started.
        public let dataFrom: String
        /// Why the run was refused; nil for a good run.
        public let reason: String?
        /// The code and the values of the sentence in `reason`; nil if there is none.
        public let reasonData: Reason?
        public let failure: RunFailure?
        /// Whether its pages are kept, so that it can be replayed or resumed.
        public let hasPages: Bool
        package var words: FeedWords?
        /// How often the feed is expected.
        package var cadence = Cadence.daily
        /// The day in Asia/Seoul since which a person has paused the feed; nil if it is not paused.
        package var pausedOn: String?
        /// Whether its rows are landmarks to search from, not places to list.
        public package(set) var isOfLandmarks = false
        /// Whether the run was refused and accepting it would take much from the catalog (`Reason.isGrave`).
        package var isGrave = false
        /// The number of its rejected rows that the catalog can list with their reasons; 0 for a good run.
        public package(set) var listedRejects = 0

        public var isMadeUp: Bool { source == SampleNames.source }

        /// Creates a good run that is stored outside this catalog, such as on a server.
        package init(
            id: Int64, feed: String, startedAt: String, date: String, source: String, sha256: String, dataFrom: String,
            words: FeedWords? = nil
        ) {
            self.init(
                id: id, feed: feed, startedAt: startedAt, date: date, source: source, sha256: sha256,
                dataFrom: dataFrom, reason: nil, reasonData: nil, failure: nil, hasPages: false)
            self.words = words
        }

        package init(
            id: Int64, feed: String, startedAt: String, date: String, source: String, sha256: String,
            dataFrom: String, reason: String?, reasonData: Reason?, failure: RunFailure?, hasPages: Bool
        ) {
            self.id = id
            self.feed = feed
            self.startedAt = startedAt
            self.date = date
            self.source = source
            self.sha256 = sha256
            self.dataFrom = dataFrom
            self.reason = reason
            self.reasonData = reasonData
            self.failure = failure
            self.hasPages = hasPages
        }
    }

    public var schemaVersion = 0
    /// The text that identifies the state of the catalog (`Catalog.state`).
    public var state = ""
    /// Each feed's last run that was published or found unchanged, ordered by feed.
    public var lastGoodRuns: [Run] = []
    /// Each feed's last refused run, if it came after the feed's last good run; ordered by feed.
    public var lastRefusals: [Run] = []
    /// What the base map shows, in the order of drawing.
    package var ground: [BaseRole] = []
    /// The number of listed places.
    public var total = 0
    /// The number of listed places without a point.
    public var withoutPoint = 0
    /// The number of places that the last good run missed.
    public var missing = 0
    /// The number of listed places, by kind.
    public var kinds: [Kind: Int] = [:]
    /// The number of places that the last good run missed, by kind.
    public var missingKinds: [Kind: Int] = [:]
    /// The number of listed places, by district. Places without a district count under "".
    public var districts: [(name: String, count: Int)] = []

    /// The number of landmarks, which are not among the places.
    public var landmarks = 0

    /// What the last good runs did to issues, and how many issues are open; nil in a catalog that does not store
    /// issues.
    package var issues: IssueCounts?

    /// The last good runs of the feeds whose places are listed.
    public var lastPlaceRuns: [Run] { lastGoodRuns.filter { !$0.isOfLandmarks } }

    package var words: PlaceWords { PlaceWords(lastPlaceRuns) }

    package init() {}

    /// Returns the status without the last good runs of other feeds of places, for a drawing that shows only places of
    /// `feeds`. A drawing without places has all feeds.
    package func narrowed(to feeds: Set<String>) -> CatalogStatus {
        guard !feeds.isEmpty else { return self }
        var narrowed = self
        narrowed.lastGoodRuns.removeAll { !$0.isOfLandmarks && !feeds.contains($0.feed) }
        return narrowed
    }

    public static func == (left: CatalogStatus, right: CatalogStatus) -> Bool {
        left.schemaVersion == right.schemaVersion && left.lastGoodRuns == right.lastGoodRuns
            && left.lastRefusals == right.lastRefusals && left.landmarks == right.landmarks
            && left.issues == right.issues
            && left.total == right.total && left.withoutPoint == right.withoutPoint && left.missing == right.missing
            && left.kinds == right.kinds && left.missingKinds == right.missingKinds
            && left.districts.elementsEqual(right.districts, by: ==)
    }
}

/// A feed of a catalog, and how its last runs went.
package struct FeedState: Sendable {
    package let id: String
    /// The last good run; nil if there is none.
    package var lastGood: CatalogStatus.Run?
    /// The last run, if it was refused or failed after the last good run.
    package var lastFailure: CatalogStatus.Run?
    /// The number of days with a run since the last good run, all of them refused or failed.
    package var failedDays = 0
    /// The first of these days; nil if there is none.
    package var failingSince: String?
    /// The number of places or landmarks of the last good run.
    package var total = 0

    package init(id: String) { self.id = id }

    /// The run that says most about the feed.
    package var run: CatalogStatus.Run? { lastGood ?? lastFailure }
}

extension PlaceWords {
    /// Combines the words of the feeds of these runs. Without words, the noun is "place".
    init(_ runs: [CatalogStatus.Run]) {
        let words = runs.compactMap(\.words)
        self.init(words.isEmpty ? [.places] : words)
    }
}

/// A condition that must be true of a catalog, and the contradictions that a check found.
package struct CatalogCheck: Sendable, Equatable {
    /// A stable name, such as `point-index`.
    package let name: String
    /// The contradictions, at most ten of each sort; empty if there are none.
    package let findings: [Words]

    package init(name: String, findings: [Words]) {
        self.name = name
        self.findings = findings
    }
}
