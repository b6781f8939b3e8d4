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

/// The rows of a page that are not well-formed.
final class BrokenRows {
    /// The number of these rows.
    private(set) var count = 0
    private var first: (any BrokenRowError)?
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
            first = first ?? error
            wrongCount += 1
            if wrongCount >= Self.earlyCount { try check(rowCount: rowCount) }
        }
        return UnusableRow(error, bytes)
    }

    /// Checks, after the last row, that the page is not in another encoding. One row of several is too little to tell.
    func check(rowCount: Int) throws {
        guard let first, wrongCount * 2 > rowCount else { return }
        if wrongCount > 1 || rowCount == 1 && first.text == .otherEncoding { throw first }
    }
}
