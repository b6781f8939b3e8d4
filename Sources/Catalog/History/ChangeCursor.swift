public import GeocliPlaces

/// A position in the list of all changes. Reading can continue from a position without counting again.
public struct ChangeCursor: Sendable, Equatable {
    /// The run, and the number of its changes before this position.
    public private(set) var mark: ChangeMark
    /// Whether the run has no changes after this position.
    public internal(set) var isRunEnd = false
    /// The place of the last change before this position. The changes of a run are ordered first by place.
    private(set) var place: Int64 = 1
    /// The kind and the field of the last change before this position; nil before the first change of the run.
    private(set) var last: (what: Int, field: String)?

    /// The position before all changes.
    public static let start = ChangeCursor(mark: .start, isRunEnd: true)

    private init(mark: ChangeMark, isRunEnd: Bool) { (self.mark, self.isRunEnd) = (mark, isRunEnd) }

    /// Creates the position before the first change of a run.
    init(at run: RunStamp) { mark = ChangeMark(run: run.id, sequence: 0, check: run.check) }

    /// Creates the position after the last change of the run with this number. The catalog need not have that run.
    public init(after run: Int64) {
        self.init(mark: ChangeMark(run: run, sequence: .max, check: nil), isRunEnd: true)
    }

    /// Creates the position that a mark names, without reading the catalog. Before you read changes, look the mark up
    /// with `Catalog.cursor(at:from:)`.
    public init(unread mark: ChangeMark) {
        self.init(mark: mark, isRunEnd: mark.run == 0 || mark.sequence == .max)
    }

    /// Moves the position past the next change.
    mutating func pass(place: Int64, what: Int, field: String) {
        mark = ChangeMark(run: mark.run, sequence: mark.sequence + 1, check: mark.check)
        (self.place, last) = (place, (what, field))
    }

    /// Whether both are the same position.
    public static func == (left: ChangeCursor, right: ChangeCursor) -> Bool { left.mark == right.mark }
}

/// Consecutive changes of one run, not filtered.
public struct ChangePage: Sendable {
    /// The run.
    public let run: RunStamp
    /// The number of the run's changes before the first change of this page.
    public let start: Int
    /// The changes; empty only at the end of a run.
    public let changes: [CatalogChange]
    /// The position after the last of these changes.
    public let end: ChangeCursor

    /// Returns the mark after the change at `offset`. This mark is also the id of the change.
    public func mark(at offset: Int) -> ChangeMark {
        ChangeMark(run: end.mark.run, sequence: start + offset + 1, check: end.mark.check)
    }
}
