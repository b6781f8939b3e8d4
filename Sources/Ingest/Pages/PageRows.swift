internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

/// Some rows of a page that follow each other, on their way from the thread that reads pages to that of the catalog.
struct PageRows {
    /// So many bytes go their way together.
    static let size = 1 << 17

    /// The page's place among all pages of the run, from 1.
    let pageNumber: Int
    /// What the page is called.
    let page: String
    /// Rows that are bookstores.
    private(set) var bookstores: StagedBatch
    /// Rows that are none.
    private(set) var rejects: [RejectedRecord] = []
    /// Rows that the catalog may know.
    var unread = UnreadRows()
    private var rejectedBytes = 0

    /// None yet, of a page.
    init(pageNumber: Int, page: String) {
        self.pageNumber = pageNumber
        self.page = page
        bookstores = StagedBatch(pageNumber: pageNumber, page: page)
    }

    /// The bytes that all of them take, more or less.
    var byteCount: Int { bookstores.byteCount + unread.byteCount + rejectedBytes }

    /// Whether they are enough to go their way.
    var isFull: Bool { byteCount >= Self.size }

    /// Takes a row that is no bookstore.
    mutating func reject(
        _ raw: String, row: Int, _ reason: RejectionReason, feedID: String? = nil, value: String? = nil
    ) {
        let value = value.map(Self.shown)
        // A row of one byte takes the room of a record, too.
        rejectedBytes += raw.utf8.count + (value?.utf8.count ?? 0) + MemoryLayout<RejectedRecord>.stride
        rejects.append(
            RejectedRecord(origin: origin(row), reason: reason, feedID: feedID, value: value, raw: raw))
    }

    /// Reads the `row`th row of the page by the feed's rules.
    mutating func take(_ record: FeedRecord, _ fingerprint: RowFingerprint, row: Int, by rules: FeedRules) throws {
        switch try rules.verdict(record) {
        case .bookstore(let bookstore, let problem):
            var found = FoundRow(origin(row), fingerprint: fingerprint)
            found.problem = problem?.reason
            found.value = (problem?.value).map(Self.shown)
            // Codes that the feed does not explain are counted each night.
            if bookstore.kind == .other, rules.explainsKinds { found.fingerprint = nil }
            record.withRawBytes { bookstores.add(bookstore, found, raw: $0) }
        case .rejected(let reason, let feedID, let value):
            reject(record.raw, row: row, reason, feedID: feedID, value: value)
        }
    }

    /// Of a value that is no good, as much as a person looks at; the whole row is kept beside it.
    private static func shown(_ value: String) -> String { value.head(bytes: 4096) }

    private func origin(_ row: Int) -> RowOrigin { RowOrigin(pageNumber: pageNumber, page: page, row: row) }
}
