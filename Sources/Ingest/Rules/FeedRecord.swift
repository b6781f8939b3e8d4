internal import GeocliText

/// One row of a feed: the bytes it came as, and where in them its fields stand.
///
/// Valid only during the call that hands it over; what is to be kept of it is made into a `String` there.
struct FeedRecord {
    /// The row as it came: its JSON, or its fields as JSON. Whole and checked, so it is UTF-8.
    let row: UnsafeBufferPointer<UInt8>
    /// The bytes that `fields` was found in: the row itself, or the values of its columns.
    let values: UnsafeBufferPointer<UInt8>
    let fields: JSONFields

    /// A row of JSON, its fields numbered as `FeedField` numbers them.
    init(json row: UnsafeBufferPointer<UInt8>, _ fields: JSONFields) {
        self.init(row, values: row, fields)
    }

    /// A row whose fields stand in `values`.
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

    /// A field's text; nil where the row has no such field, or null, or something that is no text and no number.
    ///
    /// - Complexity: O(length); made anew each time.
    subscript(field: FeedField) -> String? { fields.text(field.rawValue, in: values) }

    /// The bytes of a field that are its text as they stand, without blanks at their ends; nil for a field that must be
    /// looked at as text (`trimmed`), and for none.
    @inline(__always)
    func plainBytes(_ field: FeedField) -> UnsafeBufferPointer<UInt8>? {
        guard let range = fields.range(field.rawValue), !fields.isEscaped(field.rawValue) else { return nil }
        let bytes = UnsafeBufferPointer(rebasing: values[range])
        return bytes.hasPlainEnds ? bytes : nil
    }

    /// The bytes of a field that came as a number of JSON, which is not a text of the same digits; nil for anything else.
    func number(_ field: FeedField) -> UnsafeBufferPointer<UInt8>? {
        // Fields of XML and CSV stand apart from the row, and are all texts. In JSON a quote stands before a text.
        guard values.baseAddress == row.baseAddress, let range = fields.range(field.rawValue),
            range.lowerBound > 0, values[range.lowerBound - 1] != UInt8(ascii: "\"")
        else { return nil }
        return UnsafeBufferPointer(rebasing: values[range])
    }

    /// A field's text without white space at its ends; empty where the row has none.
    func trimmed(_ field: FeedField) -> String {
        guard let bytes = plainBytes(field) else { return self[field]?.trimmingBlanks() ?? "" }
        return String(checked: bytes)
    }

    /// Whether the row has the field at all, be it empty.
    func has(_ field: FeedField) -> Bool { fields.has(field.rawValue) }

    /// A bit for each field that the row has, that of `FeedField` 0 the lowest.
    var presence: UInt32 { fields.presence }

    /// The row as text.
    ///
    /// - Complexity: O(length); made anew each time.
    var raw: String { String(decoding: row, as: UTF8.self) }

    /// Calls `body` with the bytes that `raw` is made of.
    func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(row))
    }

    /// The id as the row has it, blanks and all; the other fields are not looked at.
    var idText: String? { self[.id] }
}

/// What stands where a row should.
enum FeedRow {
    case record(FeedRecord)
    /// Anything that is no object: null, a number, a string.
    case other(raw: String)
}
