#if PostGIS
internal import GeocliPlaces
internal import GeocliSearch

/// A filter as SQL over `bookstore b`, and the part of it that this program checks itself.
struct ServerFilter {
    /// The condition.
    private(set) var sql = "true"
    /// The values of its `$1`, `$2`, ….
    private(set) var values: [ServerValue] = []
    /// The text that the folded fields must match; nil if the condition is the whole filter.
    var text: SearchReading?

    /// Creates the SQL for all of a filter except its text.
    init(_ filter: PlaceFilter) {
        for condition in filter.conditions {
            switch condition {
            case .isListed: add("b.missing_runs = 0")
            case .isOne(let texts, let column): add("b.\(column.rawValue) = ANY (\(bind(.texts(texts))))")
            case .isOfFeed(let ids): add("b.feed = ANY (\(bind(.texts(ids))))")
            case .isThere(let column): add("b.\(column.rawValue) IS NOT NULL")
            case .hasID(let ids): add("b.id = ANY (\(bind(.integers(ids))))")
            case .matches(let reading, _): text = reading
            case .isNotClosed(let day): add("coalesce(b.closed_on >= \(bind(.text(day)))::date, true)")
            case .isSeen(let day): add("b.first_seen <= \(bind(.text(day)))::date")
            case .isNotOne(let rows): add("b.id <> ALL (\(bind(.integers(rows.ids.sorted()))))")
            }
        }
    }

    /// Adds a value.
    ///
    /// - Returns: the parameter that means this value in a condition: `$1`, `$2`, ….
    mutating func bind(_ value: ServerValue) -> String {
        values.append(value)
        return "$\(values.count)"
    }

    /// Narrows the filter by a condition.
    mutating func add(_ condition: String) { sql += " AND \(condition)" }

    /// Returns the columns to select: `columns`, then the folded fields if there is a text to match.
    func columns(_ columns: String) -> String { text == nil ? columns : columns + ", b.folded" }

    /// Returns whether a row that SQL has admitted also matches the text.
    func admits(_ rows: QueryResult, _ row: Int, folded: Int32) -> Bool {
        guard let text else { return true }
        return rows.withText(row, folded) { text.kind(FoldedFields($0)) != nil }
    }
}
#endif
