internal import GeocliPlaces
internal import GeocliText

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

    /// Creates a row that is not well-formed.
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
    /// Whether a byte does not fit the encoding.
    var isEncoding: Bool { get }
    /// What the bytes around a byte that does not fit the encoding show.
    var text: WrongText { get }
}

extension CSVError: BrokenRowError {
    var faultOffset: Int? { offset }
    var isEncoding: Bool { code == .encoding }
}

extension JSONError: BrokenRowError {
    var faultLine: Int? { nil }
    var faultOffset: Int? { offset }
    var isEncoding: Bool { code == .encoding }
}

extension XMLError: BrokenRowError {
    var faultLine: Int? { line }
    var faultOffset: Int? { offset }
}
