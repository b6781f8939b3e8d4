public import GeocliCatalog
public import GeocliPlaces
public import GeocliText
public import Logging

/// Brings a feed's pages into the catalog: bytes → `FeedEnvelope` → `FeedRecord` → `FeedRules` → `IngestSession`.
/// Memory does not grow with the number of rows.
public struct Ingester {
    public struct Report: Sendable {
        public let run: RunReport
        public let refusal: Words?
        /// What a person should know about the run. No warning is a reason to refuse the run.
        public internal(set) var warnings: [IngestWarning]
        public let notes: [Words]
        /// Whether the pages of the run are kept, so that the run can be replayed.
        public let hasKeptPages: Bool
        /// The name of the imported addresses, such as `juso 2606`; nil if there are none.
        public internal(set) var addresses: String?
    }

    /// Returns the report of a run that took back other runs.
    package static func report(ofUndo run: RunReport) -> Report {
        Report(run: run, refusal: nil, warnings: [], notes: [], hasKeptPages: false)
    }

    /// The maximum age of kept pages, in seconds. With older pages, an interrupted run can't be resumed, because pages
    /// of two nights must never be mixed.
    private static let resumableSeconds: Int64 = 2 * 3600

    private let feed: Feed
    private let options: IngestOptions
    private let startedAt: SeoulTime
    private let toolVersion: String
    private let log: Logger
    private let now: () throws -> SeoulTime

    /// Creates an ingest of `feed` that starts at `startedAt`. `now` returns the present time. It is called when a page
    /// comes, and the result becomes the page's time.
    public init(
        feed: Feed, options: IngestOptions, startedAt: SeoulTime, toolVersion: String, log: Logger,
        now: (() throws -> SeoulTime)? = nil
    ) {
        self.feed = feed
        self.options = options
        self.startedAt = startedAt
        self.toolVersion = toolVersion
        self.log = log
        self.now = now ?? { startedAt }
    }

    /// Reads all pages of `source` and publishes them in `catalog`, or leaves the catalog unchanged.
    ///
    /// - Parameter onProgress: called after each row, with the number of rows read and the total that the earlier pages
    ///   have stated (nil during the first page).
    /// - Throws: `IngestError`, `JSONError`, `XMLError`, `CSVError`, `TextEncodingError` or `ByteSourceError` for a
    ///   source that is not a snapshot of the feed; `CatalogError`. The run is recorded, except after a `CatalogError`.
    public func run(
        _ source: some FeedSource, into catalog: CatalogWriter, onProgress: @escaping (Int, Int?) -> Void = { _, _ in }
    ) throws -> Report {
        try catalog.ingest(canRepeat: source.canBeReadAgain) { try run(source, $0, onProgress) }
    }

    /// Fetches all pages of a live service, then continues like `run(_:into:onProgress:)` with a source. Throws
    /// `StoppedRun`, whose cause is a `FetchError` or one of the errors above.
    public func run(
        _ request: LiveRequest, into catalog: CatalogWriter, onProgress: @escaping (Int, Int?) -> Void = { _, _ in }
    ) throws -> Report {
        guard let service = feed.service else {
            preconditionFailure("a feed without a service has no address")
        }
        return try catalog.ingest(canRepeat: true) { session in
            let pages = try LivePages(feed, service: service, request, log: log, now: now)
            let earliest = SeoulTime(unixSeconds: startedAt.unixSeconds - Self.resumableSeconds)
            if request.isResumed, pages.canResume,
                let run = try session.pages.interruptedRun(feed: feed.id, source: pages.name, since: earliest)
            {
                pages.resume(with: try session.pages.pages(ofRun: run, feed: feed.id), from: session.pages)
            }
            return try run(pages, session, onProgress)
        }
    }

    /// Reads the pages that an earlier run kept, then continues like `run(_:into:onProgress:)`. Throws
    /// `CatalogError(.notFound)` if they are not kept.
    public func replay(
        run: Int64, into catalog: CatalogWriter, onProgress: @escaping (Int, Int?) -> Void = { _, _ in }
    ) throws -> Report {
        try catalog.ingest { session in
            let pages = try ReplayedPages(run: run, feed: feed.id, from: session.pages)
            var report = try self.run(pages, session, onProgress)
            // If the replay has changed nothing, the catalog does not go back to an earlier state, so there is no
            // warning.
            if report.run.outcome == .published, let later = pages.laterGoodRun {
                report.warnings.append(.setBack(to: run, after: later))
            }
            return report
        }
    }

    /// Runs with an empty catalog in memory, and calls `onRow` with each row before it is read.
    func run(
        _ source: some FeedSource, onRow: @escaping (FeedRow) throws -> Void
    ) throws -> (report: Report, reading: FeedReading) {
        try CatalogWriter(temporary: ()).ingest { session in
            let reading = self.reading(into: session, onRow: onRow) { _, _ in }
            return (try run(source, session, reading), reading)
        }
    }

    private func run(
        _ source: some FeedSource, _ session: IngestSession, _ onProgress: @escaping (Int, Int?) -> Void
    ) throws -> Report {
        try run(source, session, reading(into: session, onRow: nil, onProgress))
    }

    private func reading(
        into session: IngestSession, onRow: ((FeedRow) throws -> Void)?, _ onProgress: @escaping (Int, Int?) -> Void
    ) -> FeedReading {
        FeedReading(
            feed, into: session, options, toolVersion: toolVersion, log: log, onRow: onRow, onProgress: onProgress)
    }

    private func run(_ source: some FeedSource, _ session: IngestSession, _ reading: FeedReading) throws -> Report {
        func description() -> RunDescription {
            var run = RunDescription(
                feed: feed.id, source: source.name, sha256: reading.hexDigest, startedAt: startedAt,
                toolVersion: toolVersion, acceptedBecause: options.acceptedBecause)
            run.keptRuns = options.keptRuns
            run.role = feed.role
            run.words = reading.rules.words
            run.declaration = feed.declarationHash
            run.addresses = session.pointFinder?.identity
            run.repeats = reading.repeats
            return run
        }
        var addressesError: (any Error)?
        do { session.pointFinder = try AddressPoints(feed, options.addressesPath) } catch { addressesError = error }
        do {
            try reading.read(source)
            do {
                return try publish(description(), reading, session, addressesError)
            } catch RereadError.changedMeanwhile {
                try reading.readAgain(source)
            }
        } catch let error as any ExplainedError where !(error is CatalogError) {
            throw try stopped(error, source, session, description())
        }
        return try publish(description(), reading, session, addressesError)
    }

    /// Records the run that `error` ended, and returns an error that says how to resume.
    private func stopped(
        _ error: any ExplainedError, _ source: some FeedSource, _ session: IngestSession, _ run: RunDescription
    ) throws -> any ExplainedError {
        // Only a service can be asked to start over. The source may be a service even without a key, because some
        // services need none.
        let isLive = source.canStartOver
        let error = isLive ? error : (error as? IngestError)?.ofSavedPage ?? error
        let keptCount = options.isDryRun || options.keptRuns == 0 ? 0 : try session.pages.stagedCount()
        let stopped = StoppedRun(error, secret: source.secret, keptPages: source.canResume ? keptCount : 0)
        if !options.isDryRun {
            do {
                try session.recordFailure(
                    run, isLive ? stopped.failure : RunFailure(error), sentence: stopped.words.en,
                    reason: stopped.reason)
            } catch {
                // The error that ended the run is more useful than the error that kept it from being recorded.
                log.debug("the run could not be recorded", metadata: ["because": "\(error)"])
            }
        }
        return isLive ? stopped : error
    }

    private func publish(
        _ run: RunDescription, _ reading: FeedReading, _ session: IngestSession, _ addressesError: (any Error)?
    ) throws -> Report {
        let guards = SnapshotGuards(
            maximumLossPercent: options.maximumLossPercent, pages: reading.tally, feed: feed,
            provinces: reading.rules.provinces)
        var refusal: Words?
        let report = try session.publish(run, isDryRun: options.isDryRun) { counts, number in
            let found = options.accepts(counts) ? nil : guards.refusal(counts, run: number)
            refusal = found.map { StoredReason.words($0) ?? Words(en: $0.code, ko: $0.code) }
            return RunJudgement(
                refusal: refusal?.en, reason: found,
                acceptedBecause: found == nil ? options.acceptedBecause ?? guards.permission(counts) : nil)
        }
        // If the bytes are the same as in the last good run, the warnings are not new, so none are reported.
        var warnings =
            report.outcome == .unchanged
            ? []
            : IngestWarnings(
                counts: report.counts, tally: reading.tally, rules: reading.rules,
                words: PlaceWords([feed.words]),
                isUnaided: report.outcome == .published && report.description.acceptedBecause == nil,
                isFirst: report.counts.formerTotal == 0 || report.hasNewDeclaration
            ).all
        // For a person's own file, the command line already shows which columns have changed.
        if report.hasNewDeclaration, feed.columns == nil { warnings.append(.changedDeclaration(of: feed)) }
        if report.outcome == .published, feed.role == .places, let run = report.runID {
            warnings += misplaced(session, run: run)
        }
        if report.healedCount > 0 { warnings.append(.healed(report.healedCount)) }
        if report.staysDamaged { warnings.append(.staysDamaged) }
        if let error = addressesError ?? session.fillingError { warnings.append(.unreadAddresses(error)) }
        return Report(
            run: report, refusal: refusal, warnings: warnings, notes: reading.tally.notes,
            hasKeptPages: reading.hasKeptPages,
            addresses: session.fillingError == nil ? (session.pointFinder as? AddressPoints)?.title : nil)
    }

    /// Compares the places with the districts' outlines, and returns the warnings. The places are already
    /// published, so a problem here is only a warning.
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
