internal import Catalog
internal import Logging
internal import Text

/// One reading of a source: its pages, their rows, and what is to be known of them before they are published.
final class FeedReading {
    private let feed: Feed
    private let session: IngestSession
    private let options: Ingester.Options
    /// Whether there are pages that will be kept with the run.
    private(set) var hasKeptPages = false
    private let log: Logger
    private let onProgress: (Int) -> Void
    /// What turned rows into bookstores, and what it could not explain.
    private(set) var rules: FeedRules
    /// What the pages said of themselves.
    private(set) var tally = PageTally()
    private var hash = RunningHash()
    /// What reads the rows, for their fingerprints.
    private let reader: SHA256

    /// More than so many totals in one reading, and the feed will not hold still.
    private static let maximumTotals = 3

    init(
        _ feed: Feed, into session: IngestSession, _ options: Ingester.Options, toolVersion: String, log: Logger,
        onProgress: @escaping (Int) -> Void
    ) {
        self.feed = feed
        self.options = options
        self.session = session
        self.log = log
        self.onProgress = onProgress
        rules = FeedRules(feed: feed)
        var reader = SHA256()
        reader.update(Array("\(feed.id) \(toolVersion)\n".utf8))
        self.reader = reader
    }

    /// The SHA-256 of all bytes that came, in order.
    var hexDigest: String { hash.hexDigest() }

    /// Reads all pages of `source`; once more if it moved meanwhile and can be read again, or if a row contradicts one that
    /// was known and not kept.
    func read(_ source: some FeedSource) throws {
        try session.begin(feed: feed.id, comparesAll: options.comparesAll || !source.canBeReadAgain)
        do {
            try readOnce(source, endsAtDrift: source.canStartOver)
        } catch is IngestSession.ContradictionError {
            log.debug("a row contradicts a known one; reading everything once more")
            try startOver(comparesAll: true)
            try readOnce(source, endsAtDrift: source.canStartOver)
        }
        guard source.canStartOver, !tally.isWhole(received: session.receivedCount) else { return }
        log.debug("the feed moved while it was read; reading it once more")
        let former = hexDigest
        try startOver(comparesAll: true)
        try readOnce(source, endsAtDrift: false)
        tally.isStable = hexDigest == former
    }

    /// Reads all pages once more, and compares every row.
    func readAgain(_ source: some FeedSource) throws {
        log.debug("another run changed the catalog meanwhile; reading everything once more")
        try startOver(comparesAll: true)
        try readOnce(source, endsAtDrift: false)
    }

    private func startOver(comparesAll: Bool) throws {
        try session.startOver(comparesAll: comparesAll)
        rules = FeedRules(feed: feed)
        tally = PageTally()
        hash = RunningHash()
    }

    private func readOnce(_ source: some FeedSource, endsAtDrift: Bool) throws {
        var number = 1
        var former: PageSummary?
        while let page = try source.page(number, after: former) {
            log.debug("reading", metadata: ["page": "\(page.name)"])
            // Kept only when it was read to its end: a page that breaks the run is fetched anew.
            former = try read(hash.watching(page.bytes), number: number)
            if let fetched = page.fetched {
                hasKeptPages = options.keptRuns > 0
                try session.pages.stage(number: number, name: page.name, fetchedAt: fetched.at, bytes: fetched.bytes)
            }
            if endsAtDrift, tally.totals.count > 1 { break }
            if tally.totals.count > Self.maximumTotals, source.canStartOver { break }
            number += 1
        }
        tally.repeatsAcrossPages = try session.settleDuplicates()
    }

    private func read(_ bytes: ByteSource, number: Int) throws -> PageSummary {
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
                try take(record, origin)
            }
            onProgress(session.receivedCount)
        }
        if let total = summary.total { tally.totals.insert(total) }
        if summary.rowCount == 0, summary.code != "INFO-000" { tally.emptyCode = summary.code }
        return summary
    }

    private func take(_ record: FeedRecord, _ origin: RowOrigin) throws {
        let fingerprint = record.withRawBytes { RowFingerprint(of: $0, readBy: reader) }
        if try session.isKnown(FeedRules.id(record), fingerprint, pageNumber: origin.pageNumber) { return }
        switch try rules.verdict(record) {
        case .bookstore(let bookstore, let problem):
            var row = FoundRow(origin, fingerprint: fingerprint)
            row.problem = problem?.reason
            row.value = problem?.value
            // Codes that the feed does not explain are counted each night.
            if bookstore.kind == .other, !feed.kinds.isEmpty { row.fingerprint = nil }
            try record.withRawBytes { try session.stage(bookstore, row, raw: $0) }
        case .rejected(let reason, let feedID, let value):
            try session.reject(
                RejectedRecord(origin: origin, reason: reason, feedID: feedID, value: value, raw: record.raw))
        }
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
