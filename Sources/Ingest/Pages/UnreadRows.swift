internal import GeocliCatalog
internal import GeocliText

/// Rows whose ends and ids are known but that nobody has read yet, because most of them may be known to the catalog.
struct UnreadRows {
    private struct RowSpans {
        let id: String
        let fingerprint: RowFingerprint
        let row: Int
        let bytes: Range<Int>
        /// Where the values stand, if not in the row itself.
        let values: Range<Int>?
        let fields: JSONFields
    }

    private var bytes: [UInt8] = []
    private var places: [RowSpans] = []

    /// The bytes that the rows take, more or less.
    var byteCount: Int { bytes.count + places.count * MemoryLayout<RowSpans>.stride }

    /// Keeps a copy of `record`, the `row`th of its page.
    mutating func add(_ record: FeedRecord, _ fingerprint: RowFingerprint, row: Int) {
        let start = bytes.count
        bytes.append(contentsOf: record.row)
        let end = bytes.count
        let isApart = record.values.baseAddress != record.row.baseAddress
        if isApart { bytes.append(contentsOf: record.values) }
        places.append(
            RowSpans(
                id: FeedRules.id(record), fingerprint: fingerprint, row: row, bytes: start..<end,
                values: isApart ? end..<bytes.count : nil, fields: record.fields))
    }

    /// Calls `body` with each row, in order; the record is valid during the call.
    func forEach(
        _ body: (_ record: FeedRecord, _ id: String, _ fingerprint: RowFingerprint, _ row: Int) throws -> Void
    ) rethrows {
        try bytes.withUnsafeBufferPointer { bytes in
            for place in places {
                let row = UnsafeBufferPointer(rebasing: bytes[place.bytes])
                let values = place.values.map { UnsafeBufferPointer(rebasing: bytes[$0]) } ?? row
                let record = FeedRecord(row, values: values, place.fields)
                try body(record, place.id, place.fingerprint, place.row)
            }
        }
    }
}
