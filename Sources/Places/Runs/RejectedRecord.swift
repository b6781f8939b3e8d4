/// The reason why a row was rejected, or listed without its point. The database and the reports use the raw values.
public enum RejectionReason: String, Sendable, CaseIterable {
    case noID = "no-id"
    case noName = "no-name"
    case idClash = "id-clash"
    case notARow = "not-a-row"
    /// A byte of the row does not fit the encoding.
    case badEncoding = "bad-encoding"
    /// The row is not well-formed CSV, JSON or XML.
    case malformed = "malformed"
    case coordinateMissing = "coordinate-missing"
    case coordinateUnreadable = "coordinate-unreadable"
    case coordinateOutOfRange = "coordinate-out-of-range"
    case coordinateSwapped = "coordinate-swapped"
    case coordinateOutsideArea = "coordinate-outside-area"
}

/// The origin of a row in the source.
public struct RowOrigin: Equatable, Sendable {
    /// The page's number in the run, from 1.
    public let pageNumber: Int
    /// The page's name: a path, or `-`.
    public let page: String
    /// The row's number in its page, from 1.
    public let row: Int
    /// The line in the page, from 1: of the fault, or of the start of the row; nil if it is not known.
    public let line: Int?
    /// The offset in the page, from 0: of the fault, or of the start of the row; nil if it is not known.
    public let byte: Int?

    /// Creates an origin.
    public init(pageNumber: Int, page: String, row: Int, line: Int? = nil, byte: Int? = nil) {
        self.pageNumber = pageNumber
        self.page = page
        self.row = row
        self.line = line
        self.byte = byte
    }
}

/// A row that is rejected, or kept without its point.
public struct RejectedRecord: Equatable, Sendable {
    /// The origin of the row.
    public let origin: RowOrigin
    /// Why the row was rejected or lost its point.
    public let reason: RejectionReason
    /// Whether the place is still listed, without a point.
    public let isKept: Bool
    /// The feed's id for the row, if it has one.
    public let feedID: String?
    /// The value that is wrong.
    public let value: String?
    /// The whole row, either as the JSON that came or with its fields written as JSON. A row that can't be read is as it
    /// came, with U+FFFD in place of bytes that are not text.
    public let raw: String

    /// Creates a rejected row.
    public init(
        origin: RowOrigin, reason: RejectionReason, isKept: Bool = false, feedID: String?, value: String?, raw: String
    ) {
        self.origin = origin
        self.reason = reason
        self.isKept = isKept
        self.feedID = feedID
        self.value = value
        self.raw = raw
    }
}

/// A row that a run rejected, as the catalog stores it.
public struct StoredReject: Equatable, Sendable {
    /// The run's number.
    public let runID: Int64
    /// The row, its origin and the reason.
    public let record: RejectedRecord
    /// Why the row's address was not found among the imported addresses; nil if it was not looked up.
    public let noMatch: String?

    package init(runID: Int64, record: RejectedRecord, noMatch: String? = nil) {
        self.runID = runID
        self.record = record
        self.noMatch = noMatch
    }
}
