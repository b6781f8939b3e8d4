internal import GeocliText

/// One row of a feed: its bytes, and the ranges of its fields in them.
///
/// Valid only during the call that passes it. The callee must copy what it keeps into a `String`.
struct FeedRecord {
    /// The bytes of the row: the JSON that came, or JSON made from its fields. The JSON is complete and checked, so it
    /// is UTF-8.
    let row: UnsafeBufferPointer<UInt8>
    /// The bytes that the ranges of `fields` refer to: the row itself, or the values of its columns.
    let values: UnsafeBufferPointer<UInt8>
    let fields: JSONFields

    /// Creates a record of a JSON row. The numbers of its fields are the raw values of `FeedField`.
    init(json row: UnsafeBufferPointer<UInt8>, _ fields: JSONFields) {
        self.init(row, values: row, fields)
    }

    /// Creates a record of a row whose field values are in `values`.
    init(_ row: UnsafeBufferPointer<UInt8>, values: UnsafeBufferPointer<UInt8>, _ fields: JSONFields) {
        self.row = row
        self.values = values
        self.fields = fields
    }

    /// Calls `body` with a record of the JSON `row` and the texts of its fields.
    static func with<Result>(
        row: [UInt8], values: [(field: FeedField, text: String)], _ body: (FeedRecord) throws -> Result
    ) rethrows -> Result {
        var bytes: [UInt8] = []
        var fields = JSONFields()
        for value in values {
            let start = bytes.count
            bytes.append(contentsOf: value.text.utf8)
            fields.note(value.field.rawValue, start..<bytes.count)
        }
        return try row.withUnsafeBufferPointer { row in
            try bytes.withUnsafeBufferPointer { try body(FeedRecord(row, values: $0, fields)) }
        }
    }

    /// Returns a field's text; nil if the field is missing, null, or neither a text nor a number.
    ///
    /// - Complexity: O(length); each call makes a new string.
    subscript(field: FeedField) -> String? { fields.text(field.rawValue, in: values) }

    /// Returns a field's bytes if they are its text without changes: no escapes, and no blanks at the ends. Returns nil
    /// for a missing field, and for all other fields, which need `trimmed`.
    @inline(__always)
    func plainBytes(_ field: FeedField) -> UnsafeBufferPointer<UInt8>? {
        guard let range = fields.range(field.rawValue), !fields.isEscaped(field.rawValue) else { return nil }
        let bytes = UnsafeBufferPointer(rebasing: values[range])
        return bytes.hasPlainEnds ? bytes : nil
    }

    /// Returns a field's bytes if its value is a JSON number; nil for any other value, including a text with the same
    /// digits.
    func number(_ field: FeedField) -> UnsafeBufferPointer<UInt8>? {
        // The fields of XML and CSV are separate from the row, and all are texts. In JSON, a text starts after a quote.
        guard values.baseAddress == row.baseAddress, let range = fields.range(field.rawValue),
            range.lowerBound > 0, values[range.lowerBound - 1] != UInt8(ascii: "\"")
        else { return nil }
        return UnsafeBufferPointer(rebasing: values[range])
    }

    /// Returns a field's text without white space at its ends; an empty string if the row has no text there.
    func trimmed(_ field: FeedField) -> String {
        guard let bytes = plainBytes(field) else { return self[field]?.trimmingBlanks() ?? "" }
        return String(checked: bytes)
    }

    /// A bit for each field that the row has; the lowest bit is `FeedField` 0.
    var presence: UInt32 { fields.presence }

    /// The row as text.
    ///
    /// - Complexity: O(length); each call makes a new string.
    var raw: String { String(decoding: row, as: UTF8.self) }

    /// Calls `body` with the bytes of `raw`.
    func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(row))
    }

    /// The id as the row has it, including blanks. No other field is read.
    var idText: String? { self[.id] }
}

/// A value in the list of rows.
enum FeedRow {
    case record(FeedRecord)
    /// A row whose status the declaration lists neither as open nor as closed. It is read like any other row.
    case recordOfUnknownStatus(FeedRecord, status: String)
    /// A row that the declaration leaves out.
    case skipped(RowSkip, json: [UInt8])
    /// A row whose fields can't be read.
    case unusable(UnusableRow)

    /// Calls `onRow` with a row that is not JSON, or whose values need the feed's mapping.
    ///
    /// - Parameters:
    ///   - json: the whole row as JSON.
    ///   - value: returns a column's text, or an empty text for null; nil if the row does not have the column.
    static func pass(
        _ json: [UInt8], of feed: Feed, value: (String) -> String?, to onRow: (FeedRow) throws -> Void
    ) throws {
        guard let mapping = feed.mapping else {
            let found = feed.fields.compactMap { field, name in value(name).map { (field: field, text: $0) } }
            return try FeedRecord.with(row: json, values: found) { try onRow(.record($0)) }
        }
        switch mapping.map(value) {
        case .skipped(let why): try onRow(.skipped(why, json: json))
        case .lacks: try onRow(.unusable(UnusableRow(raw: String(decoding: json, as: UTF8.self))))
        case .values(let values, let status):
            try FeedRecord.with(row: json, values: values) { record in
                try onRow(status.map { .recordOfUnknownStatus(record, status: $0) } ?? .record(record))
            }
        }
    }
}
