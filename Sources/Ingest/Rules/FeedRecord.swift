internal import GeocliPlaces
internal import GeocliText

/// One row of a feed: its bytes, and the ranges of its fields in them. It is valid only during the call that passes it,
/// which must copy what it keeps into a `String`.
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

    init(_ row: UnsafeBufferPointer<UInt8>, values: UnsafeBufferPointer<UInt8>, _ fields: JSONFields) {
        self.row = row
        self.values = values
        self.fields = fields
    }

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

    /// Returns a field's text as a new string; nil if the field is missing, null, or neither a text nor a number.
    subscript(field: FeedField) -> String? { fields.text(field.rawValue, in: values) }

    /// Returns a field's bytes if they are its text without changes: no escapes, and no blanks at the ends. Returns nil
    /// for a missing field, and for all other fields, which need `trimmed`.
    @inline(__always)
    func plainBytes(_ field: FeedField) -> UnsafeBufferPointer<UInt8>? {
        guard let range = fields.range(field.rawValue), !fields.isEscaped(field.rawValue) else { return nil }
        let bytes = UnsafeBufferPointer(rebasing: values[range])
        return bytes.hasPlainEnds ? bytes : nil
    }

    /// Returns a field's bytes if its value is a JSON number; nil for any other one, also a text of the same digits.
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

    var raw: String { String(decoding: row, as: UTF8.self) }

    func withRawBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(row))
    }

    /// The id as the row has it, including blanks. No other field is read.
    var idText: String? { self[.id] }
}

enum FeedRow {
    case record(FeedRecord)
    /// A row whose status the declaration lists neither as open nor as closed. It is read like any other row.
    case recordOfUnknownStatus(FeedRecord, status: String)
    case skipped(RowSkip, json: [UInt8])
    case unusable(UnusableRow)

    /// Calls `onRow` with a row that is not JSON, or whose values need the feed's mapping. `json` is the whole row;
    /// `value` returns a column's text, or an empty text for null; nil if the row does not have the column.
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

/// A row whose fields can't be read: a value that is not an object (null, a number, a string), a line with too many or
/// too few fields, or a row that is not well-formed.
struct UnusableRow {
    var reason = RejectionReason.notARow
    /// The line and the offset in the page at which the row is wrong, or at which it starts; nil if they are not known.
    var line: Int?
    var byte: Int?
    /// The value that is wrong; nil if it is the whole row.
    var value: String?
    let raw: String

    init(raw: String) { self.raw = raw }

    init(_ error: any BrokenRowError, _ bytes: some Collection<UInt8>) {
        // A stored text has no NUL.
        raw = String(decoding: bytes.map { $0 == 0 ? 0xFF : $0 }, as: UTF8.self)
        reason = error.isEncoding ? .badEncoding : .malformed
        (line, byte) = (error.faultLine, error.faultOffset)
        value = error.value.isEmpty ? nil : error.value.replacing("\0", with: "\u{FFFD}")
    }
}

/// An error that may be the fault of one row.
protocol BrokenRowError: ExplainedError {
    var faultLine: Int? { get }
    var faultOffset: Int? { get }
    /// The bytes at the fault, for people.
    var value: String { get }
    var isEncoding: Bool { get }
}

extension CSVError: BrokenRowError {
    var faultOffset: Int? { offset }
    var isEncoding: Bool { code == .encoding }
}

extension JSONError: BrokenRowError {
    var faultLine: Int? { line }
    var faultOffset: Int? { offset }
    var isEncoding: Bool { code == .encoding }
}

extension XMLError: BrokenRowError {
    var faultLine: Int? { line }
    var faultOffset: Int? { offset }
}

/// The rows of a page that are not well-formed.
final class BrokenRows {
    private(set) var count = 0
    /// The error of the first row with wrong bytes, and what the row's bytes show. (The error itself knows only the bytes
    /// that had come by then.)
    private var first: (error: any BrokenRowError, text: WrongText)?
    private var wrongCount = 0

    /// A page whose first rows are all wrong is not read to its end.
    private static let earlyCount = 20

    /// Counts a row, and returns it.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of the row; nil if its end was not found.
    ///   - rowCount: the number of rows so far, with this one.
    /// - Throws: `error` if the end of the row was not found; the error of the first row with wrong bytes, if most rows
    ///   have some.
    func row(
        _ error: any BrokenRowError, _ bytes: (some Collection<UInt8>)?, rowCount: Int
    ) throws -> UnusableRow {
        guard let bytes else { throw error }
        count += 1
        if error.isEncoding {
            first = first ?? (error, WrongText(bytes))
            wrongCount += 1
            if wrongCount >= Self.earlyCount { try check(rowCount: rowCount) }
        }
        return UnusableRow(error, bytes)
    }

    /// Checks, after the last row, that the page is not in another encoding. One row of several is too little to tell.
    func check(rowCount: Int) throws {
        guard let first, wrongCount * 2 > rowCount else { return }
        if wrongCount > 1 || rowCount == 1 && first.text == .otherEncoding { throw first.error }
    }
}
