/// Why a row was set aside, or listed without its point. The raw values stand in the database and in reports.
public enum RejectionReason: String, Sendable, CaseIterable {
    case noID = "no-id"
    case noName = "no-name"
    case idClash = "id-clash"
    case notARow = "not-a-row"
    case coordinateMissing = "coordinate-missing"
    case coordinateUnreadable = "coordinate-unreadable"
    case coordinateOutOfRange = "coordinate-out-of-range"
    case coordinateSwapped = "coordinate-swapped"
    case coordinateOutsideArea = "coordinate-outside-area"
}

/// Where a row stood in what came.
public struct RowOrigin: Equatable, Sendable {
    /// The page's place among all pages of the run, from 1.
    public let pageNumber: Int
    /// The page's name: a path, `-`.
    public let page: String
    /// The row's place in its page, from 1.
    public let row: Int

    /// A place.
    public init(pageNumber: Int, page: String, row: Int) {
        self.pageNumber = pageNumber
        self.page = page
        self.row = row
    }
}

/// A row that is not in the catalog as it came.
public struct RejectedRecord: Equatable, Sendable {
    /// Where it stood.
    public let origin: RowOrigin
    /// What is wrong with it.
    public let reason: RejectionReason
    /// Whether the bookstore is listed all the same, without a point.
    public let isKept: Bool
    /// The feed's id of it, where there is one.
    public let feedID: String?
    /// The offending value.
    public let value: String?
    /// The whole row: JSON as it came, or its fields as JSON.
    public let raw: String

    /// A row and what is wrong with it.
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

/// A row that a run set aside, as the catalog keeps it.
public struct StoredReject: Equatable, Sendable {
    /// The run.
    public let runID: Int64
    /// The row, its place and what is wrong with it.
    public let record: RejectedRecord

    package init(runID: Int64, record: RejectedRecord) {
        self.runID = runID
        self.record = record
    }
}
