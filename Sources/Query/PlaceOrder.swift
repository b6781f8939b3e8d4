public import GeocliPlaces
internal import GeocliText

/// The order that the user chose for a listing.
///
/// Equal rows are ordered by id and rows without a value come last, in both directions. The order is computed here and
/// not by a database, so it is the same for a file and for a server.
public struct PlaceOrder: Sendable, Equatable {
    /// The value by which rows are ordered. The raw values are the words of `--sort`.
    public enum Key: String, Sendable, CaseIterable {
        /// The distance from the query's position, nearest first.
        case distance
        /// The name, in the order of `NameOrder`.
        case name
        /// The day of the first run that had the place, earliest first.
        case firstSeen = "first_seen"
        /// The code of the kind, in alphabetical order: new, other, used.
        case kind
        /// The district, in the order of `NameOrder`.
        case district
    }

    public let key: Key
    /// Whether large values come first.
    public let isReversed: Bool

    public init(by key: Key, isReversed: Bool = false) {
        self.key = key
        self.isReversed = isReversed
    }

    /// Returns the ids of the first `limit` rows in this order; a `limit` of nil gives all rows. The caller reads these
    /// rows again by their ids.
    ///
    /// - Parameter rows: calls its argument with each row.
    /// - Edges: these rows have no distance, so an order by distance becomes an order by id.
    /// - Complexity: O(n log n), n rows. Memory: twice `limit` rows, or all rows without a limit; a row takes about 100
    ///   bytes, and 4 bytes for each character of a name.
    public func ids<Row: ListedPlace>(
        limit: Int?, of rows: (_ body: (Row) throws -> Void) throws -> Void
    ) throws -> [Int64] {
        var kept = OrderedRows<Int64>(isReversed: isReversed, limit: limit)
        guard limit != 0 else { return [] }
        try rows { kept.insert($0.id, id: $0.id, by: value(of: $0, meters: nil)) }
        return kept.take()
    }

    func arranged<Item>(
        _ items: [Item], in catalog: some PlaceSource, id: (Item) -> Int64, meters: (Item) -> Double?
    ) throws -> [Item] {
        var kept = OrderedRows<Item>(isReversed: isReversed)
        if key == .distance {
            for item in items { kept.insert(item, id: id(item), by: Self.distance(meters(item))) }
        } else {
            var left = items[...]
            try catalog.forEachEntry(ids: items.map(id)) { entry in
                // A damaged catalog may lack the rows of some items.
                while let item = left.popFirst() {
                    guard id(item) == entry.id else { continue }
                    return kept.insert(item, id: entry.id, by: value(of: entry, meters: nil))
                }
            }
        }
        return kept.take()
    }

    private static func distance(_ meters: Double?) -> OrderValue { meters.map(OrderValue.number) ?? .none }

    private func value(of row: some ListedPlace, meters: Double?) -> OrderValue {
        switch key {
        case .distance: Self.distance(meters)
        case .name: .text(NameOrder.key(row.text(.name) ?? ""))
        case .firstSeen: .text(row.firstSeen.unicodeScalars.map(\.value))
        case .kind: .text(row.kind.rawValue.unicodeScalars.map(\.value))
        case .district: row.text(.district).map { .text(NameOrder.key($0)) } ?? .none
        }
    }
}

extension ListedPlace {
    /// Returns a text of the row as a string that stays valid.
    func text(_ field: ListedField) -> String? {
        switch listed(field) {
        case .lent(let text): text.string
        case .string(let text): text
        case nil: nil
        }
    }
}

/// The order of names that a Korean reader expects: signs and blanks, digits, Hangul, Hanja, then Latin and all other
/// letters. Within each group, names are ordered by the code points of the folded text. For Hangul syllables, this is
/// 가나다 order.
///
/// Case, width and repeated blanks make no difference, as in search.
/// - Source: the order of scripts is that of Unicode CLDR for Korean, which puts Hangul and Hanja before Latin.
enum NameOrder {
    /// Returns the key of a text. Names are ordered by their keys, which are compared number by number.
    /// - Edges: only the first 4 KiB are used (`Folding.folded`).
    /// - Complexity: O(length).
    static func key(_ text: String) -> [UInt32] {
        // A scalar value takes 21 bits.
        Folding.folded(text).unicodeScalars.map { script(of: $0) << 24 | $0.value }
    }

    private static func script(of scalar: Unicode.Scalar) -> UInt32 {
        switch scalar.value {
        case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xD7B0...0xD7FB: return 2
        case 0x30...0x39: return 1
        case 0x61...0x7A: return 4
        case 0x00..<0x80: return 0
        default: break
        }
        if scalar.properties.isIdeographic { return 3 }
        if scalar.properties.numericType == .decimal { return 1 }
        return Folding.isWordCharacter(scalar) ? 4 : 0
    }
}

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
    /// The last of the first `limit` rows so far; nil until it is known. A new row that does not precede it is dropped.
    private var last: Row?

    /// Makes a list that keeps the first `limit` rows of the order; a `limit` of nil keeps all rows.
    init(isReversed: Bool, limit: Int? = nil) {
        self.isReversed = isReversed
        self.limit = max(limit ?? .max, 0)
    }

    mutating func insert(_ item: Item, id: Int64, by value: OrderValue) {
        let row = Row(value: value, id: id, item: item)
        if let last, !precedes(row, last) { return }
        rows.append(row)
        guard rows.count / 2 > limit else { return }
        keepFirst()
        last = rows.last
    }

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
