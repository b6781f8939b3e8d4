/// One row of a feed: the strings it has, as it has them, and the whole row for the record.
struct FeedRecord {
    /// The row as it came: its JSON, or its fields as JSON.
    let raw: String
    private var values: [String?]
    private var presence: UInt32 = 0

    init(raw: String) {
        self.raw = raw
        values = Array(repeating: nil, count: FeedField.allCases.count)
    }

    /// Calls `body` with the row as it came.
    func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        var raw = raw
        return try raw.withUTF8 { try body(UnsafeRawBufferPointer($0)) }
    }

    /// A field's text; nil where the row has no such field, or null, or something that is no text and no number.
    subscript(field: FeedField) -> String? { values[field.rawValue] }

    /// Whether the row has the field at all, be it empty.
    func has(_ field: FeedField) -> Bool { presence & 1 << UInt32(field.rawValue) != 0 }

    /// Takes a field's value. Of a field that stands twice the last one counts, as with most JSON readers.
    mutating func set(_ field: FeedField, _ value: String?) {
        values[field.rawValue] = value
        presence |= 1 << UInt32(field.rawValue)
    }
}

/// What stands where a row should.
enum FeedRow {
    case record(FeedRecord)
    /// Anything that is no object: null, a number, a string.
    case other(raw: String)
}
