/// The value by which a row is ordered.
enum OrderValue: Equatable {
    case none
    case number(Double)
    case text([UInt32])

    /// Whether this value comes before another one. Except for `none`, all values of a listing have the same case.
    fileprivate func precedes(_ other: OrderValue) -> Bool {
        switch (self, other) {
        case (.number(let left), .number(let right)): left < right
        case (.text(let left), .text(let right)): left.lexicographicallyPrecedes(right)
        default: false
        }
    }
}

/// A collection of rows that are put in order when all of them are known.
///
/// - Complexity: O(n log n). Memory: twice `limit` rows, or all rows without a limit; a row takes about 100 bytes, and
///   4 bytes for each character of its text.
struct OrderedRows<Item> {
    private struct Row {
        let value: OrderValue
        let id: Int64
        let item: Item
    }

    private let isReversed: Bool
    private let limit: Int
    private var rows: [Row] = []
    /// The last of the first `limit` rows so far; nil until it is known. A new row that does not come before it is
    /// dropped.
    private var last: Row?

    /// Makes a list that keeps the first `limit` rows of the order; a `limit` of nil keeps all rows.
    init(isReversed: Bool, limit: Int? = nil) {
        self.isReversed = isReversed
        self.limit = max(limit ?? .max, 0)
    }

    /// Adds a row.
    mutating func insert(_ item: Item, id: Int64, by value: OrderValue) {
        let row = Row(value: value, id: id, item: item)
        if let last, !precedes(row, last) { return }
        rows.append(row)
        guard rows.count / 2 > limit else { return }
        keepFirst()
        last = rows.last
    }

    /// Returns the rows in order and empties the list.
    mutating func take() -> [Item] {
        keepFirst()
        defer { rows = [] }
        return rows.map(\.item)
    }

    private mutating func keepFirst() {
        rows.sort(by: precedes)
        if rows.count > limit { rows.removeLast(rows.count - limit) }
    }

    /// The order in both directions: rows without a value come last, and equal rows are ordered by id.
    private func precedes(_ left: Row, _ right: Row) -> Bool {
        if left.value == right.value { return left.id < right.id }
        if left.value == .none || right.value == .none { return right.value == .none }
        return isReversed ? right.value.precedes(left.value) : left.value.precedes(right.value)
    }
}
