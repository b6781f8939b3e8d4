#if PostGIS
internal import Catalog
internal import Search

/// A filter as SQL over `bookstore b`, and what of it is looked at here.
struct ServerFilter {
    /// The condition.
    private(set) var sql: String
    /// The values of its `$1`, `$2`, ….
    private(set) var values: [ServerValue] = []
    /// What the folded fields must match; nil where the condition says all.
    var text: SearchReading?

    /// What of a filter SQL can say: all but its text.
    init(_ filter: BookstoreFilter) {
        sql = filter.includesClosed ? "true" : "b.missing_runs = 0"
        if !filter.kinds.isEmpty { sql += " AND b.kind = ANY (\(bind(.texts(filter.kinds.map(\.rawValue).sorted()))))" }
        if !filter.districts.isEmpty { sql += " AND b.district = ANY (\(bind(.texts(filter.districts.sorted()))))" }
        for contact in filter.contacts.map(\.rawValue).sorted() { sql += " AND b.\(contact) IS NOT NULL" }
        text = filter.text
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
