public import GeocliCatalog
public import GeocliPlaces
public import GeocliText
public import Logging

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
        /// Pages of live services are kept for so many runs.
        public var keptRuns = RunDescription.defaultKeptRuns
        /// Whether every row is read and compared, also those that came in the last good run as they are now.
        public var comparesAll = false

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
        public internal(set) var warnings: [IngestWarning]
        /// Whether its pages are kept, so that it can be replayed.
        public let hasKeptPages: Bool
    }

    /// Pages of so long ago are not gone on with: two nights must never be mixed.
    private static let resumableSeconds: Int64 = 2 * 3600

    private let feed: Feed
    private let options: Options
    private let startedAt: SeoulTime
    private let toolVersion: String
    private let log: Logger
    private let now: () throws -> SeoulTime

    /// An ingest of `feed` that starts at `startedAt`; `now` tells when a page came.
    public init(
        feed: Feed, options: Options, startedAt: SeoulTime, toolVersion: String, log: Logger,
        now: (() throws -> SeoulTime)? = nil
    ) {
        self.feed = feed
        self.options = options
        self.startedAt = startedAt
        self.toolVersion = toolVersion
        self.log = log
        self.now = now ?? { startedAt }
    }

    /// Reads all pages of `source` and publishes them in `catalog`, or leaves it as it was.
    ///
    /// - Parameter onProgress: called after each row with the number of rows read.
    /// - Throws: `IngestError`, `JSONError`, `XMLError`, `CSVError`, `TextEncodingError`, `ByteSourceError` for a source
    ///   that is no snapshot of the feed; `CatalogError`. But for the last the run is written down.
    public func run(
        _ source: some FeedSource, into catalog: CatalogWriter, onProgress: @escaping (Int) -> Void = { _ in }
    ) throws -> Report {
        try catalog.ingest(canRepeat: source.canBeReadAgain) { try run(source, $0, onProgress) }
    }

    /// Fetches all pages of a live service, then as above.
    ///
    /// - Throws: `StoppedRun` with the `FetchError` or the errors above in it.
    public func run(
        _ request: LiveRequest, into catalog: CatalogWriter, onProgress: @escaping (Int) -> Void = { _ in }
    ) throws -> Report {
        guard case .openData(let service) = feed.envelope else {
            preconditionFailure("a feed without a service has no address")
        }
        return try catalog.ingest(canRepeat: true) { session in
            let pages = try LivePages(feed, service: service, request, log: log, now: now)
            let earliest = SeoulTime(unixSeconds: startedAt.unixSeconds - Self.resumableSeconds)
            if request.isResumed,
                let run = try session.pages.interruptedRun(feed: feed.id, source: pages.name, since: earliest)
            {
                pages.resume(with: try session.pages.pages(ofRun: run, feed: feed.id), from: session.pages)
            }
            return try run(pages, session, onProgress)
        }
    }

    /// Reads the pages that an earlier run kept, then as above.
    ///
    /// - Throws: `CatalogError(.notFound)` where they are not kept.
    public func replay(
        run: Int64, into catalog: CatalogWriter, onProgress: @escaping (Int) -> Void = { _ in }
    ) throws -> Report {
        try catalog.ingest { session in
            let pages = try ReplayedPages(run: run, feed: feed.id, from: session.pages)
            var report = try self.run(pages, session, onProgress)
            // An unchanged catalog is not set back.
            if report.run.outcome == .published, let later = pages.laterGoodRun {
                report.warnings.append(.setBack(to: run, behind: later))
            }
            return report
        }
    }

    private func run(
        _ source: some FeedSource, _ session: IngestSession, _ onProgress: @escaping (Int) -> Void
    ) throws -> Report {
        let reading = FeedReading(
            feed, into: session, options, toolVersion: toolVersion, log: log, onProgress: onProgress)
        func description() -> RunDescription {
            var run = RunDescription(
                feed: feed.id, source: source.name, sha256: reading.hexDigest, startedAt: startedAt,
                toolVersion: toolVersion, acceptedBecause: options.acceptedBecause)
            run.keptRuns = options.keptRuns
            return run
        }
        do {
            try reading.read(source)
            do {
                return try publish(description(), reading, session, isMadeUp: source.isMadeUp)
            } catch is IngestSession.ChangedMeanwhileError {
                try reading.readAgain(source)
            }
        } catch let error as any ExplainedError where !(error is CatalogError) {
            throw try stopped(error, source, session, description())
        }
        return try publish(description(), reading, session, isMadeUp: source.isMadeUp)
    }

    /// Writes the run down that `error` ended, and says how to go on.
    private func stopped(
        _ error: any ExplainedError, _ source: some FeedSource, _ session: IngestSession, _ run: RunDescription
    ) throws -> any ExplainedError {
        let error = source.secret == nil ? (error as? IngestError)?.ofSavedPage ?? error : error
        let keptCount = options.isDryRun || options.keptRuns == 0 ? 0 : try session.pages.stagedCount()
        let stopped = StoppedRun(error, secret: source.secret, keptPages: source.canStartOver ? keptCount : 0)
        if !options.isDryRun {
            do {
                try session.recordFailure(run, RunFailure(error), reason: stopped.words.en)
            } catch {
                // What ended the run tells more than that it could not be written down.
                log.debug("the run could not be written down", metadata: ["because": "\(error)"])
            }
        }
        return source.secret == nil ? error : stopped
    }

    private func publish(
        _ run: RunDescription, _ reading: FeedReading, _ session: IngestSession, isMadeUp: Bool
    ) throws -> Report {
        let guards = SnapshotGuards(
            maximumLossPercent: options.maximumLossPercent, pages: reading.tally, feed: feed,
            madeUpSource: isMadeUp ? run.source : nil)
        var refusal: Words?
        let report = try session.publish(run, isDryRun: options.isDryRun) { counts, number in
            let found = guards.refusal(counts, run: number)
            refusal = options.acceptedBecause == nil ? found : nil
            return RunJudgement(
                refusal: refusal?.en, acceptedBecause: options.acceptedBecause ?? guards.permission(counts))
        }
        // The same bytes again are nothing new: what there was to warn of has been said.
        var warnings =
            report.outcome == .unchanged
            ? []
            : IngestWarnings(counts: report.counts, tally: reading.tally, unknownKinds: reading.rules.unknownKinds).all
        if report.outcome == .published, let run = report.runID {
            warnings += misplaced(session, run: run)
        }
        return Report(run: report, refusal: refusal, warnings: warnings, hasKeptPages: reading.hasKeptPages)
    }

    /// What the districts' outlines say of the bookstores that were published. These are on disk by now: whatever goes
    /// wrong here is no more than a warning.
    private func misplaced(_ session: IngestSession, run: Int64) -> [IngestWarning] {
        do {
            guard let count = try session.misplacedCount(run: run), count.misplaced > 0 else { return [] }
            return [.misplaced(count)]
        } catch let error as CatalogError where error.code == .corrupt {
            return [.damagedOutlines]
        } catch {
            return [.unreadOutlines(error)]
        }
    }
}
