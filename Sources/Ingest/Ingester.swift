public import Catalog
public import Logging
public import Text

/// Brings a feed's pages into the catalog: bytes → `FeedEnvelope` → `FeedRecord` → `FeedRules` → `IngestSession`.
///
/// Memory does not grow with the number of rows.
public struct Ingester {
    /// How a run is made.
    public struct Options: Sendable {
        /// So many percent of the known bookstores may be gone.
        public var maximumLossPercent = 20.0
        /// Why a person lets the snapshot through whatever the guards say.
        public var acceptedBecause: String?
        /// Whether to compare only, and write nothing.
        public var isDryRun = false

        /// The options of a plain nightly run.
        public init() {}
    }

    /// What a run did, in numbers and in words.
    public struct Report: Sendable {
        /// Its numbers.
        public let run: RunReport
        /// Why it was refused.
        public let refusal: Words?
        /// What a person should know though it was no reason to refuse.
        public let warnings: [IngestWarning]
    }

    private let feed: Feed
    private let options: Options
    private let startedAt: SeoulTime
    private let toolVersion: String
    private let log: Logger

    /// An ingest of `feed` that starts at `startedAt`.
    public init(feed: Feed, options: Options, startedAt: SeoulTime, toolVersion: String, log: Logger) {
        self.feed = feed
        self.options = options
        self.startedAt = startedAt
        self.toolVersion = toolVersion
        self.log = log
    }

    /// Reads all pages of `source` and publishes them in `catalog`, or leaves it as it was.
    ///
    /// - Parameter onProgress: called after each row with the number of rows read.
    /// - Throws: `IngestError`, `JSONError`, `XMLError`, `CSVError`, `TextEncodingError`, `ByteSourceError` for a source
    ///   that is no snapshot of the feed; `CatalogError`.
    public func run(
        _ source: FeedSource, into catalog: CatalogWriter, onProgress: (Int) -> Void = { _ in }
    ) throws -> Report {
        try catalog.ingest { session in
            let rules = FeedRules(feed: feed)
            var tally = PageTally()
            let hash = RunningHash()
            for (offset, page) in source.pages.enumerated() {
                log.debug("reading", metadata: ["page": "\(page.name)"])
                try read(hash.watching(try page.open()), number: offset + 1, rules, session, &tally, onProgress)
            }
            tally.repeatsAcrossPages = try session.settleDuplicates()
            let run = RunDescription(
                feed: feed.id, source: source.name, sha256: hash.hexDigest(), startedAt: startedAt,
                toolVersion: toolVersion, acceptedBecause: options.acceptedBecause)
            return try publish(run, tally, rules, session, isMadeUp: source.isMadeUp)
        }
    }

    private func read(
        _ bytes: ByteSource, number: Int, _ rules: FeedRules, _ session: IngestSession, _ tally: inout PageTally,
        _ onProgress: (Int) -> Void
    ) throws {
        var row = 0
        let summary = try FeedEnvelope(feed: feed).read(bytes) { found in
            row += 1
            let origin = RowOrigin(pageNumber: number, page: bytes.name, row: row)
            switch found {
            case .other(let raw):
                try session.reject(
                    RejectedRecord(origin: origin, reason: .notARow, feedID: nil, value: nil, raw: raw))
            case .record(let record):
                tally.count(record)
                try stage(record, origin, rules, session)
            }
            onProgress(session.receivedCount)
        }
        if let total = summary.total { tally.totals.insert(total) }
    }

    private func stage(
        _ record: FeedRecord, _ origin: RowOrigin, _ rules: FeedRules, _ session: IngestSession
    ) throws {
        switch try rules.verdict(record) {
        case .bookstore(let bookstore, let problem):
            try session.stage(
                bookstore, from: origin, problem: problem?.reason, value: problem?.value, raw: record.raw)
        case .rejected(let reason, let feedID, let value):
            try session.reject(
                RejectedRecord(origin: origin, reason: reason, feedID: feedID, value: value, raw: record.raw))
        }
    }

    private func publish(
        _ run: RunDescription, _ tally: PageTally, _ rules: FeedRules, _ session: IngestSession, isMadeUp: Bool
    ) throws -> Report {
        let guards = SnapshotGuards(
            maximumLossPercent: options.maximumLossPercent, pages: tally, feed: feed,
            madeUpSource: isMadeUp ? run.source : nil)
        var refusal: Words?
        let report = try session.publish(run, isDryRun: options.isDryRun) { counts, number in
            let found = guards.refusal(counts, run: number)
            refusal = options.acceptedBecause == nil ? found : nil
            return refusal?.en
        }
        // The same bytes again are nothing new: what there was to warn of has been said.
        let warnings =
            report.outcome == .unchanged
            ? [] : IngestWarnings(counts: report.counts, tally: tally, unknownKinds: rules.unknownKinds).all
        return Report(run: report, refusal: refusal, warnings: warnings)
    }
}

/// The hash of all pages of a run, in order.
private final class RunningHash {
    private var hash = SHA256()

    /// `source`, its bytes hashed as they are read.
    func watching(_ source: ByteSource) -> ByteSource {
        ByteSource(name: source.name) {
            let chunk = try source.next()
            self.hash.update(chunk)
            return chunk
        }
    }

    func hexDigest() -> String { hash.hexDigest() }
}
