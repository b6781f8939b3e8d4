public import GeocliPlaces

/// A place in the list of all changes, from which reading goes on without counting again.
public struct ChangeCursor: Sendable, Equatable {
    /// The place.
    public private(set) var mark: ChangeMark
    /// Whether the run has no changes after it.
    public internal(set) var isRunEnd = false
    /// The place of the last change before it; changes are ordered by this id first.
    private(set) var bookstore: Int64 = 1
    /// The kind and the field of that change; nil before the first change of the run.
    private(set) var last: (what: Int, field: String)?

    /// The place before all changes.
    public static let start = ChangeCursor(mark: .start, isRunEnd: true)

    private init(mark: ChangeMark, isRunEnd: Bool) { (self.mark, self.isRunEnd) = (mark, isRunEnd) }

    /// Creates the place before the first change of a run.
    init(at run: RunStamp) { mark = ChangeMark(run: run.id, sequence: 0, check: run.check) }

    /// Creates the place after the last change of the run with this number, which may be of no interest or missing.
    public init(after run: Int64) {
        self.init(mark: ChangeMark(run: run, sequence: .max, check: nil), isRunEnd: true)
    }

    /// Creates the place that a mark names, which must be looked up with `Catalog.cursor(at:from:)` before reading.
    public init(unread mark: ChangeMark) {
        self.init(mark: mark, isRunEnd: mark.run == 0 || mark.sequence == .max)
    }

    /// Moves after the next change.
    mutating func pass(bookstore: Int64, what: Int, field: String) {
        mark = ChangeMark(run: mark.run, sequence: mark.sequence + 1, check: mark.check)
        (self.bookstore, last) = (bookstore, (what, field))
    }

    /// Whether both are the same place.
    public static func == (left: ChangeCursor, right: ChangeCursor) -> Bool { left.mark == right.mark }
}

/// Changes of one run that follow each other, whatever a filter admits.
public struct ChangePage: Sendable {
    /// The number of the run's changes before the first one.
    public let start: Int
    /// The changes; empty only at the end of a run.
    public let changes: [CatalogChange]
    /// The place after the last one.
    public let end: ChangeCursor

    /// Returns the id of a change.
    public func mark(at offset: Int) -> ChangeMark {
        ChangeMark(run: end.mark.run, sequence: start + offset + 1, check: end.mark.check)
    }
}
