#if PostGIS
internal import GeocliPlaces
internal import GeocliSearch

/// A filter as SQL over `bookstore b`, and what of it is looked at here.
struct ServerFilter {
    /// The condition.
    private(set) var sql = "true"
    /// The values of its `$1`, `$2`, ….
    private(set) var values: [ServerValue] = []
    /// What the folded fields must match; nil where the condition says all.
    var text: SearchReading?

    /// What of a filter SQL can say: all but its text.
    init(_ filter: PlaceFilter) {
        for condition in filter.conditions {
            switch condition {
            case .isListed: add("b.missing_runs = 0")
            case .isOne(let texts, let column): add("b.\(column.rawValue) = ANY (\(bind(.texts(texts))))")
            case .isThere(let column): add("b.\(column.rawValue) IS NOT NULL")
            case .hasID(let ids): add("b.id = ANY (\(bind(.integers(ids))))")
            case .matches(let reading, _): text = reading
            }
        }
    }

    /// Takes a value.
    ///
    /// - Returns: what stands for it in a condition: `$1`, `$2`, ….
    mutating func bind(_ value: ServerValue) -> String {
        values.append(value)
        return "$\(values.count)"
    }

    /// Narrows it by a condition.
    mutating func add(_ condition: String) { sql += " AND \(condition)" }

    /// The columns to ask for: behind them the folded fields where a text is looked for.
    func columns(_ columns: String) -> String { text == nil ? columns : columns + ", b.folded" }

    /// Whether a row, of which SQL has admitted the rest, matches the text.
    func admits(_ rows: QueryResult, _ row: Int, folded: Int32) -> Bool {
        guard let text else { return true }
        return rows.withText(row, folded) { text.kind(FoldedFields($0)) != nil }
    }
}
#endif
