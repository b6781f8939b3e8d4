public import GeocliPlaces
internal import GeocliSearch
public import GeocliText

/// The properties of a layer that must be known before its first row is written, such as its name and its columns.
public struct LayerShape {
    /// A column: its key, the type of its values, its title, and its meaning in one English sentence.
    public typealias Field = (key: String, type: ColumnType, title: Words, about: String)

    /// The layer's name.
    public let name: String
    /// The columns, in order.
    public let fields: [Field]
    /// Whether no two rows have the same id.
    public let hasUniqueIDs: Bool
    /// Whether the rows are areas instead of points.
    public let hasAreas: Bool

    /// What the places in the rows are called.
    public let words: PlaceWords

    /// Returns whether the layer has a column with this key.
    func has(_ key: String) -> Bool { fields.contains { $0.key == key } }
}

extension ListingSchema {
    /// Returns the shape of a layer that contains this listing's rows.
    ///
    /// - Parameter keys: the keys of the columns, in order; nil for all columns.
    /// - Throws: `PlainError`.
    public func shape(named name: String, keys: [String]?) throws -> LayerShape {
        let fields = try chosen(keys).map { (key: $0.key, type: $0.type, title: $0.title, about: $0.about) }
        return LayerShape(
            name: name, fields: fields, hasUniqueIDs: hasUniqueIDs, hasAreas: hasAreas, words: words)
    }

    /// Returns the columns with these keys, in this order; all columns if `keys` is nil. If `hasLinks` is true, the
    /// columns with links come after them.
    ///
    /// - Throws: `PlainError`.
    func chosen(_ keys: [String]?, hasLinks: Bool = false) throws -> [Column<Row>] {
        guard let keys else { return columns + (hasLinks ? links : []) }
        let all = columns + furtherColumns + links
        var seen: Set<String> = []
        // Without this check, a key that is given twice would occur twice in one object.
        return try (keys + (hasLinks ? links.map(\.key) : [])).filter { seen.insert($0).inserted }.map { key in
            guard let column = all.first(where: { $0.key == key }) else {
                throw PlainError.unknownField(key, among: all.map(\.key))
            }
            return column
        }
    }
}

extension PlainError {
    /// Returns the error for a name in `--fields` that is not a column of the listing.
    static func unknownField(_ field: String, among known: [String]) -> PlainError {
        let shown = DisplayText.shown(field, columns: 60)
        let near = Spelling.near(field, among: known).joined(separator: ", ")
        return near.isEmpty
            ? PlainError(
                .usage, en: "--fields: unknown field \"\(shown)\"; choose from \(known.joined(separator: ", "))",
                ko: "--fields: \"\(shown)\" 필드는 없습니다. 쓸 수 있는 필드: \(known.joined(separator: ", "))")
            : PlainError(
                .usage, en: "--fields: unknown field \"\(shown)\"; did you mean \(near)?",
                ko: "--fields: \"\(shown)\" 필드는 없습니다. 혹시 \(near)인가요?")
    }
}
