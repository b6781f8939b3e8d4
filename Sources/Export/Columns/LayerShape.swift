/// The properties of a layer that a file needs before the first row: its name and its columns.
public struct LayerShape {
    /// A column's key and the type of its values.
    public typealias Field = (key: String, type: ColumnType)

    /// The layer's name.
    public let name: String
    /// The columns, in order.
    public let fields: [Field]
    /// Whether no two rows have the same id.
    public let hasUniqueIDs: Bool
}

extension ListingSchema {
    /// Returns the shape of a layer of such rows.
    ///
    /// - Parameter keys: the columns, in this order; nil for all.
    /// - Throws: `UnknownFieldError`.
    public func shape(named name: String, keys: [String]?) throws -> LayerShape {
        let fields = try chosen(keys).map { (key: $0.key, type: $0.type) }
        return LayerShape(name: name, fields: fields, hasUniqueIDs: hasUniqueIDs)
    }

    /// Returns the columns with these keys, in this order; all for nil. With `hasLinks` the links come after them.
    ///
    /// - Throws: `UnknownFieldError`.
    func chosen(_ keys: [String]?, hasLinks: Bool = false) throws -> [Column<Row>] {
        guard let keys else { return columns + (hasLinks ? links : []) }
        let all = columns + furtherColumns + links
        var seen: Set<String> = []
        // A key given twice would occur twice in one object.
        return try (keys + (hasLinks ? links.map(\.key) : [])).filter { seen.insert($0).inserted }.map { key in
            guard let column = all.first(where: { $0.key == key }) else {
                throw UnknownFieldError(field: key, known: all.map(\.key))
            }
            return column
        }
    }
}
