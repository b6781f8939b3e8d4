internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The totals and result codes that the pages of a run state, and the fields that their rows have.
struct PageTally {
    var totals: Set<Int> = []
    var repeatsAcrossPages = 0
    /// Whether it is certain that no row moved to another page while the pages were read, although rows repeat or totals
    /// differ.
    var isStable = false
    /// Whether two pages of a service have the same rows.
    var hasPageTwice = false
    var emptyCode: String?
    /// The number of rows that `filter` leaves out. `closedCount` is the number of closed places.
    private(set) var filteredCount = 0
    private(set) var closedCount = 0
    /// The status values that the declaration does not explain, and the number of rows with each value.
    private(set) var unknownStatuses: [String: Int] = [:]
    /// The columns whose values in the declaration no row has; empty for a feed that comes with the program.
    var unmetValues: [UnmetValues.Column] = []
    /// The names of pages that have column names but no row.
    private(set) var headerOnlyPages: [String] = []
    /// The largest total that a page states although the declaration says that pages state none; 0 if no page does.
    private(set) var unreadTotal = 0
    /// What a person should know about how the pages were read.
    private(set) var notes: [Words] = []
    private(set) var withoutPointGeometry = 0
    /// The first row that is not well-formed; nil if there is none.
    private(set) var firstBroken: [JSONValue.Member]?
    private(set) var recordCount = 0
    /// Why the first page without its list of rows has none, if the declaration may be wrong.
    private(set) var lackOfRows: IngestError?
    /// The first line of a CSV file that has more or fewer fields than columns.
    private(set) var oddLine: OddLine?
    /// The coordinate system (SRID) that the first point states that could not be split into its numbers.
    private(set) var statedSystem: Int?
    /// Whether each page says that the service has more rows. The last page of a service does not.
    var lacksLastPage: Bool { pageCount > 0 && partCount == pageCount }
    private var pageCount = 0
    private var partCount = 0
    /// The member by which the first such page says so.
    private(set) var part: String?
    /// A bit for each field that at least one row has.
    private var seen: UInt32 = 0

    mutating func count(_ record: FeedRecord) {
        recordCount += 1
        seen |= record.presence
        // A number is shorter.
        if statedSystem == nil, let text = record.plainBytes(.x), text.count > 24 {
            statedSystem = WrittenGeometry(String(checked: text))?.system
        }
    }

    mutating func note(_ unusable: UnusableRow, row: Int, page: String) {
        guard firstBroken == nil, unusable.reason != .notARow, let byte = unusable.byte else { return }
        firstBroken = [.init("page", DisplayText.shown(page)), .init("row", row), .init("byte", byte)]
    }

    var skippedCount: Int { filteredCount + closedCount }

    mutating func skip(_ why: RowSkip) {
        switch why {
        case .filtered: filteredCount += 1
        case .closed: closedCount += 1
        }
    }

    mutating func note(unknownStatus status: String) {
        // The limit keeps memory bounded.
        let isFull = unknownStatuses.count >= 100 && unknownStatuses[status] == nil
        unknownStatuses[isFull ? "…" : status.head(bytes: 64), default: 0] += 1
    }

    mutating func note(_ page: PageSummary) {
        for note in page.notes where !notes.contains(note) && notes.count < 10 { notes.append(note) }
        pageCount += 1
        // After the last row, a service may send a page without rows that still names a next one.
        if let word = page.fault.part, page.rowCount > 0 {
            partCount += 1
            part = part ?? word
        }
        withoutPointGeometry += page.withoutPointGeometry
        oddLine = oddLine ?? page.oddLine
        unreadTotal = max(unreadTotal, page.unreadTotal ?? 0)
    }

    mutating func note(lackOfRows error: IngestError?) { lackOfRows = lackOfRows ?? error }

    mutating func note(headerOnlyPage name: String) {
        if headerOnlyPages.count < 100 { headerOnlyPages.append(name) }
    }

    /// Returns whether all pages fit together: one total, no repeated row, no missing row.
    func isWhole(received: Int) -> Bool {
        totals.count <= 1 && repeatsAcrossPages == 0 && totals.allSatisfy { $0 == received + skippedCount }
    }

    /// Returns this tally for pages that are known to be stable; nil if they do not fit together even so.
    func asStable(received: Int) -> PageTally? {
        var tally = self
        tally.isStable = true
        return totals.count <= 1 && totals.allSatisfy { tally.fits($0, received: received) } ? tally : nil
    }

    /// Returns whether the pages have the `total` of the feed.
    ///
    /// A row that repeats a row of another page counts once. Usually the service moved this row to the next page during
    /// the reading, so another row may have been missed. If nothing moved, the feed itself has the row twice, and its
    /// total may count it twice. That must be a single row or at most 1 % of the rows, and no whole page: otherwise the
    /// service has sent one page in place of another.
    func fits(_ total: Int, received: Int) -> Bool {
        let received = received + skippedCount
        guard received - repeatsAcrossPages != total else { return true }
        let areFew = repeatsAcrossPages == 1 || repeatsAcrossPages * 100 <= received
        return received == total && isStable && areFew && !hasPageTwice
    }

    /// Returns the feed's names of those required fields that no row has.
    func absentFields(of feed: Feed) -> [String] {
        FeedField.required.filter { field in
            // A table of a person's own may have no coordinates.
            let isExpected = feed.columns?.hasNoPoint != true || ![.x, .y].contains(field)
            return isExpected && seen >> UInt32(field.rawValue) & 1 == 0
        }.compactMap { feed.fields[$0] }
    }
}

/// The hash of the pages of a run, which is `RunDescription.sha256`.
///
/// The end of each page counts, because the same bytes can be other rows if they are divided in another way: a line of
/// column names is one only at the start of a file.
final class PagesHash {
    private var page: SHA256?
    /// The hash of the list of earlier pages' hashes; nil during the first page.
    private var list: SHA256?

    /// Begins a page. Returns `source` with its bytes added to the hash as they are read.
    func watching(_ source: ByteSource) -> ByteSource {
        if page != nil { list = listed() }
        page = SHA256()
        return ByteSource(name: source.name) {
            let chunk = try source.next()
            self.page?.update(chunk)
            return chunk
        }
    }

    func hexDigest() -> String { (list == nil ? page ?? SHA256() : listed()).hexDigest() }

    private func listed() -> SHA256 {
        var list = list ?? SHA256()
        list.update(Array("\((page ?? SHA256()).hexDigest())\n".utf8))
        return list
    }
}

/// Where the rows of a service stand: on which page, and in which order.
///
/// Two readings with the same order show that no row moved to another page meanwhile. Only ids are compared, because
/// other values, such as the number of free bicycles, may change at any time.
struct RowOrder {
    private struct Page: Hashable {
        let high: UInt64
        let low: UInt64
        let isEmpty: Bool
    }

    private var pages: [Page] = []
    private var hash = SHA256()
    private var isEmpty = true

    mutating func add(_ row: FeedRow) {
        let id: String
        switch row {
        case .record(let record), .recordOfUnknownStatus(let record, _): id = FeedRules.id(record)
        // Their order among the other rows is enough.
        case .skipped, .unusable: id = ""
        }
        hash.update(Array("\(id.utf8.count) \(id)".utf8))
        isEmpty = false
    }

    /// Ends a page, which states `total`.
    mutating func endPage(total: Int?) {
        hash.update(Array("= \(total ?? -1)".utf8))
        let (high, low) = hash.head()
        pages.append(Page(high: high, low: low, isEmpty: isEmpty))
        (hash, isEmpty) = (SHA256(), true)
    }

    /// Whether the reading begins with the same pages as another one, which may have ended early.
    func begins(with other: RowOrder) -> Bool { pages.starts(with: other.pages) }

    var hasPageTwice: Bool {
        let pages = pages.filter { !$0.isEmpty }
        return Set(pages).count < pages.count
    }
}
