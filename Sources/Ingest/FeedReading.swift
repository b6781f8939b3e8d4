internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText
internal import GeocliThreads
internal import Logging

public struct IngestOptions: Sendable {
    /// The maximum loss of known places, in percent.
    public var maximumLossPercent = SnapshotGuards.usualLossPercent
    /// The user's reason to publish the snapshot although a guard refuses it. For an empty snapshot, it must begin with
    /// `empty:`.
    public var acceptedBecause: String?
    public var isDryRun = false
    /// The number of runs whose pages from live services are kept.
    public var keptRuns = RunDescription.defaultKeptRuns
    /// Whether every row is read and compared, including rows that have not changed since the last good run. All links
    /// and issues are found again, too.
    public var comparesAll = false
    /// The path of the imported addresses, which fill points that a feed leaves blank. If the file does not exist, no
    /// point is filled.
    public var addressesPath: String?

    /// How a reason begins that accepts even an empty snapshot. An empty answer is nearly always a fault of the service,
    /// and it would remove every place.
    package static let emptyWord = "empty:"

    public init() {}

    /// Returns whether the user's reason, if there is one, accepts a snapshot that a guard refuses.
    func accepts(_ counts: RunCounts) -> Bool {
        guard let reason = acceptedBecause?.lowercased() else { return false }
        return counts.total > 0 || counts.formerTotal == 0 || reason.hasPrefix(Self.emptyWord)
    }
}

/// One reading of a source: its pages, the rows of these pages, and the facts that are needed to publish the rows.
final class FeedReading {
    private var feed: Feed
    private let session: IngestSession
    private let options: IngestOptions
    private(set) var hasKeptPages = false
    private let log: Logger
    private let onProgress: (Int, Int?) -> Void
    /// The total that the last completely read page stated. Only the catalog's thread uses it.
    private var statedTotal: Int?
    /// The rules that turn rows into places. They also count the codes that they could not explain.
    private(set) var rules: FeedRules
    /// The totals and result codes that the pages state, and the fields that their rows have.
    private(set) var tally = PageTally()
    private var hash = PagesHash()
    /// Where the rows of a service stand; nil for saved pages, which can't move.
    private var order: RowOrder?
    private let onRow: ((FeedRow) throws -> Void)?
    private let reader: SHA256

    /// The maximum number of different totals in one reading. If there are more, the feed changes too often, and the
    /// reading stops.
    private static let maximumTotals = 3

    /// - Parameter onRow: called with each row before it is read. The row is valid during the call.
    init(
        _ feed: Feed, into session: IngestSession, _ options: IngestOptions, toolVersion: String, log: Logger,
        onRow: ((FeedRow) throws -> Void)?, onProgress: @escaping (Int, Int?) -> Void
    ) {
        self.feed = feed
        self.onRow = onRow
        self.options = options
        self.session = session
        self.log = log
        self.onProgress = onProgress
        rules = FeedRules(feed: feed)
        var reader = SHA256()
        // After the declaration changes, the same bytes may mean something else.
        reader.update(Array("\(feed.id) \(toolVersion)\(feed.declarationHash.map { " " + $0 } ?? "")\n".utf8))
        self.reader = reader
    }

    /// `RunDescription.sha256` of the pages received.
    var hexDigest: String { hash.hexDigest() }

    /// `RunDescription.repeats` of the rows received.
    var repeats: String? {
        guard let repeats = session.repeats, repeats.acrossPages == 0 || tally.isStable else { return nil }
        return repeats.signature
    }

    /// Reads all pages of `source`. Reads them again in two cases. In the first, the feed seems to have changed during
    /// the reading and the source can start over. In the second, two different rows have the same id and the first of
    /// them was not kept.
    func read(_ source: some FeedSource) throws {
        // A word becomes a kind only when its row is read. A feed whose kinds are such words must therefore read every
        // row.
        let comparesAll = options.comparesAll || !source.canBeReadAgain || feed.takesKindWords
        // All rows of a service are kept. A service has few pages, and this avoids a second request for each of them.
        try session.begin(
            feed: feed.id, role: feed.role, comparesAll: comparesAll, findsAllAgain: options.comparesAll,
            keepsRows: comparesAll || source.canStartOver)
        do {
            try readOnce(source, endsAtDrift: source.canStartOver)
        } catch  where error as? RereadError == .contradiction || session.lacksRows {
            log.debug("a row contradicts an earlier row that was not kept; reading everything again")
            try startOver(comparesAll: true)
            try readOnce(source, endsAtDrift: source.canStartOver)
        }
        try explainRepeats(of: source)
    }

    func readAgain(_ source: some FeedSource) throws {
        log.debug("another run changed the catalog meanwhile; reading everything again")
        try startOver(comparesAll: true)
        try readOnce(source, endsAtDrift: source.canStartOver)
        try explainRepeats(of: source)
    }

    /// Reads a service again if rows seem to have moved to other pages while they were read. They have not if the same
    /// ids repeat in both readings, or if all rows stand on the same pages.
    private func explainRepeats(of source: some FeedSource) throws {
        guard !tally.isWhole(received: session.receivedCount) else { return }
        let former = try source.formerRepeats ?? (source.canStartOver ? session.formerRepeats() : nil)
        guard !isExplained(by: former), source.canStartOver else { return }
        log.debug("the feed may have changed while it was read; reading it again")
        let (first, order) = (session.repeats?.signature, order)
        try startOver(comparesAll: true)
        try readOnce(source, endsAtDrift: false)
        guard !isExplained(by: former), !isExplained(by: first) else { return }
        tally.isStable = order.flatMap { self.order?.begins(with: $0) } ?? false
    }

    /// Returns whether all pages fit together, or would do so without repeats that have this signature.
    private func isExplained(by repeats: String?) -> Bool {
        let received = session.receivedCount
        guard !tally.isWhole(received: received) else { return true }
        guard let repeats, session.repeats?.signature == repeats, let stable = tally.asStable(received: received) else {
            return false
        }
        tally = stable
        return true
    }

    private func startOver(comparesAll: Bool) throws {
        try session.startOver(comparesAll: comparesAll)
        rules = FeedRules(feed: feed)
        tally = PageTally()
        hash = PagesHash()
    }

    private enum Part {
        case rows(PageRows)
        /// A page that has been read to its end. A page that stops the run is not kept, so that a resumed run fetches
        /// it again.
        case page(Int, FeedPage, total: Int?)

        var cost: Int {
            switch self {
            case .rows(let rows): rows.byteCount
            case .page: 1
            }
        }
    }

    private func readOnce(_ source: some FeedSource, endsAtDrift: Bool) throws {
        order = source.canStartOver ? RowOrder() : nil
        // A person can correct only a declaration of their own.
        let unmet = feed.declarationHash == nil ? nil : feed.mapping.flatMap(UnmetValues.init)
        feed.mapping?.unmet = unmet
        defer { session.leftOut = (tally.filteredCount, tally.closedCount) }
        // The value does not change while pages are read.
        let knowsRows = session.knowsRows
        if !source.canBeReadBeside {
            try readPages(source, endsAtDrift: endsAtDrift, knowsRows, take)
        } else {
            try readOnOtherThread { try self.readPages(source, endsAtDrift: endsAtDrift, knowsRows, $0) }
        }
        tally.repeatsAcrossPages = try session.settleDuplicates()
        tally.hasPageTwice = order?.hasPageTwice ?? false
        tally.unmetValues = unmet?.rest ?? []
    }

    private func readOnOtherThread(_ reading: @escaping (_ hand: (Part) throws -> Void) throws -> Void) throws {
        let side = ReadingSide(reading)
        let thread = WorkerThread { side.run() }
        guard thread.isBeside else { return try reading(take) }
        do {
            while case let waiting = side.parts.take(), !waiting.isEmpty { try waiting.forEach(take) }
        } catch {
            side.parts.close()
            thread.join()
            throw error
        }
        thread.join()
        if let failure = side.failure { throw failure }
    }

    /// The work of the reading thread.
    ///
    /// The conformance is unchecked because only one thread at a time uses each object. Until the reading thread has
    /// ended, only the reading thread uses `reading`, `onRow`, and the tally, the hash and the order of `FeedReading`.
    /// It is also the only thread that uses the rules, unless the catalog may know rows (`knowsRows`): then only the
    /// catalog's thread uses them. A part belongs to the thread that holds it.
    private final class ReadingSide: @unchecked Sendable {
        let parts = BoundedQueue<Part>(capacity: 8 * PageRows.size)
        /// The error that ended the reading early; read it after the thread has ended.
        private(set) var failure: (any Error)?
        private let reading: (_ hand: (Part) throws -> Void) throws -> Void

        init(_ reading: @escaping (_ hand: (Part) throws -> Void) throws -> Void) { self.reading = reading }

        func run() {
            // If the catalog's thread accepts no more parts, it has already thrown its own error.
            do { try reading { guard parts.give($0, cost: $0.cost) else { throw CancellationError() } } } catch {
                failure = error
            }
            parts.close()
        }
    }

    // MARK: The reading thread

    private func readPages(
        _ source: some FeedSource, endsAtDrift: Bool, _ knowsRows: Bool, _ hand: (Part) throws -> Void
    ) throws {
        var number = 1
        var former: PageSummary?
        while let page = try source.page(number, after: former) {
            log.debug("reading", metadata: ["page": "\(page.name)"])
            former = try read(hash.watching(page.bytes), number: number, knowsRows, hand)
            order?.endPage(total: former?.total)
            try hand(.page(number, page, total: former?.total))
            if endsAtDrift, tally.totals.count > 1 { break }
            if tally.totals.count > Self.maximumTotals, source.canStartOver { break }
            number += 1
        }
    }

    private func read(
        _ bytes: ByteSource, number: Int, _ knowsRows: Bool, _ hand: (Part) throws -> Void
    ) throws -> PageSummary {
        var row = 0
        var rows = PageRows(pageNumber: number, page: bytes.name)
        let result = Result {
            try FeedEnvelope(feed: feed).read(bytes) { found in
                try onRow?(found)
                order?.add(found)
                row += 1
                switch found {
                case .unusable(let found):
                    tally.note(found, row: row, page: bytes.name)
                    rows.reject(found, row: row)
                case .skipped(let why, _):
                    tally.skip(why)
                    if case .closed(let id) = why { rows.noteClosed(id) }
                case .record(let record): try take(record, row: row, knowsRows, into: &rows)
                case .recordOfUnknownStatus(let record, let status):
                    tally.note(unknownStatus: status)
                    try take(record, row: row, knowsRows, into: &rows)
                }
                guard rows.isFull else { return }
                let full = rows.sorted()
                rows = PageRows(pageNumber: number, page: bytes.name)
                try hand(.rows(full))
            }
        }
        // If the page ends with an error, the rows before the error are handed over, too.
        try hand(.rows(rows.sorted()))
        let summary = try result.get()
        // Without paths, only a GeoJSON file has a total: if it has fewer Features.
        if feed.envelope.totalCounts == .feed || !feed.envelope.hasPaths, let total = summary.total {
            tally.totals.insert(total)
        }
        tally.note(summary)
        if summary.rowCount == 0 {
            tally.note(lackOfRows: FeedEnvelope(feed: feed).lackOfRows(summary, page: bytes.name))
        }
        if summary.isHeaderOnly { tally.note(headerOnlyPage: bytes.name) }
        if summary.rowCount == 0, summary.code.map({ !feed.envelope.goodCodes.contains($0) }) ?? false {
            tally.emptyCode = summary.code
        }
        return summary
    }

    private func take(
        _ record: FeedRecord, row: Int, _ knowsRows: Bool, into rows: inout PageRows
    ) throws {
        tally.count(record)
        let fingerprint = record.withRawBytes { RowFingerprint(of: $0, readBy: reader) }
        if knowsRows {
            rows.unread.add(record, fingerprint, row: row)
        } else {
            try rows.take(record, fingerprint, row: row, by: rules)
        }
    }

    // MARK: The catalog's thread

    private func take(_ part: Part) throws {
        switch part {
        case .rows(let rows):
            let former = session.receivedCount
            try take(rows)
            for count in former..<session.receivedCount { onProgress(count + 1, statedTotal) }
        case .page(let number, let page, let total):
            statedTotal = total
            guard let fetched = page.fetched else { return }
            hasKeptPages = options.keptRuns > 0
            try session.pages.stage(number: number, name: page.name, fetchedAt: fetched.at, bytes: fetched.bytes)
        }
    }

    private func take(_ rows: PageRows) throws {
        var changed = PageRows(pageNumber: rows.pageNumber, page: rows.page)
        try rows.unread.forEach {
            try session.isKnown($0, $1, pageNumber: rows.pageNumber)
        } _: { record, fingerprint, row in
            try changed.take(record, fingerprint, row: row, by: rules)
        }
        for rows in [rows, changed] {
            try session.stage(rows.places)
            for reject in rows.rejects { try session.reject(reject) }
            try session.noteClosed(rows.closedIDs)
        }
    }
}
