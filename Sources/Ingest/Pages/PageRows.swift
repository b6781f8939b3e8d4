internal import GeocliCatalog
internal import GeocliPlaces
package import GeocliText

/// Some consecutive rows of a page, on their way from the reading thread to the catalog's thread.
struct PageRows {
    /// The number of bytes that are handed over together.
    static let size = 1 << 17

    /// The page's number in the run, from 1.
    let pageNumber: Int
    let page: String
    private(set) var places: StagedBatch
    private(set) var rejects: [RejectedRecord] = []
    var unread = UnreadRows()
    private var rejectedBytes = 0
    /// The ids of rows that are left out because the source says that their places are closed.
    private(set) var closedIDs: [String] = []

    init(pageNumber: Int, page: String) {
        self.pageNumber = pageNumber
        self.page = page
        places = StagedBatch(pageNumber: pageNumber, page: page)
    }

    /// The approximate number of bytes that all rows take.
    var byteCount: Int {
        places.byteCount + unread.byteCount + rejectedBytes + closedIDs.count * MemoryLayout<String>.stride
    }

    var isFull: Bool { byteCount >= Self.size }

    mutating func reject(_ found: UnusableRow, row: Int, feedID: String? = nil) {
        let value = found.value.map(Self.shown)
        // The record's own memory counts, too, because a row may have only one byte.
        rejectedBytes += found.raw.utf8.count + (value?.utf8.count ?? 0) + MemoryLayout<RejectedRecord>.stride
        let origin = RowOrigin(pageNumber: pageNumber, page: page, row: row, line: found.line, byte: found.byte)
        rejects.append(
            RejectedRecord(origin: origin, reason: found.reason, feedID: feedID, value: value, raw: found.raw))
    }

    mutating func noteClosed(_ id: String) { if !id.isEmpty { closedIDs.append(id) } }

    mutating func take(_ record: FeedRecord, _ fingerprint: RowFingerprint, row: Int, by rules: FeedRules) throws {
        switch try rules.verdict(record) {
        case .place(let place, let problem):
            var found = RowContext(origin(row), fingerprint: fingerprint)
            found.problem = problem?.reason
            found.value = (problem?.value).map(Self.shown)
            // A row with an unknown code gets no fingerprint. For this reason every run reads the row and counts its
            // code.
            if place.kind == .other, rules.explainsKinds { found.fingerprint = nil }
            record.withRawBytes { places.add(place, found, raw: $0) }
        case .rejected(let reason, let feedID, let value):
            var found = UnusableRow(raw: record.raw)
            (found.reason, found.value) = (reason, value)
            reject(found, row: row, feedID: feedID)
        }
    }

    /// Returns these rows, with the places in the order in which a first snapshot needs them. Sorting here saves
    /// time on the catalog's thread.
    func sorted() -> PageRows {
        var sorted = self
        sorted.places.sort()
        return sorted
    }

    /// Returns the start of a wrong value, which is enough for a person. The whole row is kept as well.
    private static func shown(_ value: String) -> String { value.head(bytes: 4096) }

    private func origin(_ row: Int) -> RowOrigin { RowOrigin(pageNumber: pageNumber, page: page, row: row) }
}

/// Rows whose ends and ids are known, but whose other values have not been read, because the catalog may already know
/// most of the rows.
struct UnreadRows {
    private struct RowSpans {
        let id: String
        let fingerprint: RowFingerprint
        let row: Int
        let bytes: Range<Int>
        /// The range of the row's values; nil if the values are in the row itself.
        let values: Range<Int>?
        let fields: JSONFields
    }

    private var bytes: [UInt8] = []
    private var spans: [RowSpans] = []

    var byteCount: Int { bytes.count + spans.count * MemoryLayout<RowSpans>.stride }

    mutating func add(_ record: FeedRecord, _ fingerprint: RowFingerprint, row: Int) {
        let start = bytes.count
        bytes.append(contentsOf: record.row)
        let end = bytes.count
        let isApart = record.values.baseAddress != record.row.baseAddress
        if isApart { bytes.append(contentsOf: record.values) }
        spans.append(
            RowSpans(
                id: FeedRules.id(record), fingerprint: fingerprint, row: row, bytes: start..<end,
                values: isApart ? end..<bytes.count : nil, fields: record.fields))
    }

    /// Calls `isKnown` with each row, in order, and `body` with the few that are not known. The record is valid during
    /// the call.
    func forEach(
        unless isKnown: (_ id: String, _ fingerprint: RowFingerprint) throws -> Bool,
        _ body: (_ record: FeedRecord, _ fingerprint: RowFingerprint, _ row: Int) throws -> Void
    ) rethrows {
        try bytes.withUnsafeBufferPointer { bytes in
            // Without pointers, each row's many ranges would be copied.
            try spans.withUnsafeBufferPointer { spans in
                for index in spans.indices where try !isKnown(spans[index].id, spans[index].fingerprint) {
                    let span = spans[index]
                    let row = UnsafeBufferPointer(rebasing: bytes[span.bytes])
                    let values = span.values.map { UnsafeBufferPointer(rebasing: bytes[$0]) } ?? row
                    try body(FeedRecord(row, values: values, span.fields), span.fingerprint, span.row)
                }
            }
        }
    }
}

/// Rows as their feed sent them.
package enum RawRows {
    /// Returns those rows of a page whose id is one of `ids`, in their canonical form, by id. A row is the JSON that
    /// came, or its fields as JSON. Throws like an ingest of the page.
    package static func find(_ ids: Set<String>, of feed: Feed, in page: ByteSource) throws -> [String: String] {
        var found: [String: String] = [:]
        _ = try FeedEnvelope(feed: feed).read(page) { row in
            switch row {
            case .record(let record), .recordOfUnknownStatus(let record, _):
                let id = FeedRules.id(record)
                if ids.contains(id) { found[id] = record.raw }
            case .skipped, .unusable: break
            }
        }
        return found
    }
}
