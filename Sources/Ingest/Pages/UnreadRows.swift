internal import GeocliCatalog
internal import GeocliText

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

    /// The approximate number of bytes that the rows take.
    var byteCount: Int { bytes.count + spans.count * MemoryLayout<RowSpans>.stride }

    /// Adds a copy of `record`, row number `row` of its page.
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

    /// Calls `body` with each row that is not known, in order. The record is valid during the call.
    ///
    /// - Parameter isKnown: called with each row before `body`, because nearly all rows are known.
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
