public import GeocliPlaces
internal import GeocliText

extension PlaceOrder {
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

    /// Returns the answers of a query in this order.
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
    fileprivate func text(_ field: ListedField) -> String? {
        switch listed(field) {
        case .lent(let text): text.string
        case .string(let text): text
        case nil: nil
        }
    }
}
