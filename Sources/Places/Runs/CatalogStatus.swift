/// How fresh and how full the catalog is.
public struct CatalogStatus: Sendable, Equatable {
    /// A run, in short.
    public struct Run: Sendable, Equatable {
        /// Its number.
        public let id: Int64
        /// Its feed.
        public let feed: String
        /// When it started, RFC 3339, UTC.
        public let startedAt: String
        /// The day in Asia/Seoul.
        public let date: String
        /// Where its pages came from.
        public let source: String
        /// SHA-256 of its bytes.
        public let sha256: String
        /// When its data came, RFC 3339, UTC: of a replayed run when its pages came, else when it started.
        public let dataFrom: String
        /// Why it was refused.
        public let reason: String?
        /// What ended it before its source was read to the end.
        public let failure: RunFailure?
        /// Whether its pages are kept, so that it can be replayed or gone on with.
        public let hasPages: Bool

        /// A good run that another place keeps, with what files say of it.
        public init(
            id: Int64, feed: String, startedAt: String, date: String, source: String, sha256: String, dataFrom: String
        ) {
            self.init(
                id: id, feed: feed, startedAt: startedAt, date: date, source: source, sha256: sha256,
                dataFrom: dataFrom, reason: nil, failure: nil, hasPages: false)
        }

        package init(
            id: Int64, feed: String, startedAt: String, date: String, source: String, sha256: String,
            dataFrom: String, reason: String?, failure: RunFailure?, hasPages: Bool
        ) {
            self.id = id
            self.feed = feed
            self.startedAt = startedAt
            self.date = date
            self.source = source
            self.sha256 = sha256
            self.dataFrom = dataFrom
            self.reason = reason
            self.failure = failure
            self.hasPages = hasPages
        }
    }

    /// The schema of the file.
    public var schemaVersion = 0
    /// The last run of each feed that was taken over or found unchanged, by feed.
    public var lastGoodRuns: [Run] = []
    /// The last refused run of each feed in which that came after the last good one, by feed.
    public var lastRefusals: [Run] = []
    /// Bookstores listed.
    public var total = 0
    /// Bookstores listed without a point.
    public var withoutPoint = 0
    /// Bookstores that the last good run missed.
    public var missing = 0
    /// Bookstores listed, by kind.
    public var kinds: [Kind: Int] = [:]
    /// Bookstores listed, by district; those without one under "".
    public var districts: [(name: String, count: Int)] = []

    /// Nothing yet.
    package init() {}

    /// The same numbers.
    public static func == (left: CatalogStatus, right: CatalogStatus) -> Bool {
        left.schemaVersion == right.schemaVersion && left.lastGoodRuns == right.lastGoodRuns
            && left.lastRefusals == right.lastRefusals
            && left.total == right.total && left.withoutPoint == right.withoutPoint && left.missing == right.missing
            && left.kinds == right.kinds && left.districts.elementsEqual(right.districts, by: ==)
    }
}
