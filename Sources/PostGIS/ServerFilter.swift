#if PostGIS
internal import GeocliPlaces
internal import GeocliSearch

/// A filter as an SQL condition on `place b`, and the part of the filter that geocli checks itself.
struct ServerFilter {
    /// The SQL condition for everything except the text.
    private(set) var sql = "true"
    /// The values of `$1`, `$2` and so on in the condition.
    private(set) var values: [ServerValue] = []
    /// The text that the folded fields must match. If it is nil, the condition is the whole filter.
    var text: SearchReading?

    /// Creates the SQL for everything in a filter except its text.
    init(_ filter: PlaceFilter) {
        for condition in filter.conditions {
            switch condition {
            case .isListed: add("b.missing_runs = 0")
            case .isOne(let texts, let column): add("b.\(column.rawValue) = ANY (\(bind(.texts(texts))))")
            case .isOfFeed(let ids): add("b.feed = ANY (\(bind(.texts(ids))))")
            case .isWithin(let condition): add(condition.sql(bind(.text(condition.district))))
            case .isThere(let column): add("b.\(column.rawValue) IS NOT NULL")
            case .hasID(let ids): add("b.id = ANY (\(bind(.integers(ids))))")
            case .matches(let reading, _): text = reading
            case .isNotClosed(let day): add("coalesce(b.closed_on >= \(bind(.text(day)))::date, true)")
            case .isSeen(let day): add("b.first_seen <= \(bind(.text(day)))::date")
            case .isNotOne(let rows): add("b.id <> ALL (\(bind(.integers(rows.ids.sorted()))))")
            }
        }
    }

    /// Adds a value for a condition.
    ///
    /// - Returns: the parameter that stands for the value, such as `$1`.
    mutating func bind(_ value: ServerValue) -> String {
        values.append(value)
        return "$\(values.count)"
    }

    /// Adds a condition to the filter.
    mutating func add(_ condition: String) { sql += " AND \(condition)" }

    /// Returns the columns to select: `columns`, and the folded fields if there is a text to match.
    func columns(_ columns: String) -> String { text == nil ? columns : columns + ", b.folded" }

    /// Whether a row that the SQL condition admits also matches the text.
    func admits(_ rows: QueryResult, _ row: Int, folded: Int32) -> Bool {
        guard let text else { return true }
        return rows.withText(row, folded) { text.kind(FoldedFields($0)) != nil }
    }
}

extension ProvinceCondition {
    /// The SQL condition over `place b`; `district` stands for the district.
    fileprivate func sql(_ district: String) -> String {
        """
        (b.district IS DISTINCT FROM \(district) OR CASE WHEN \(Self.begins(beginnings.own)) THEN true
            WHEN \(Self.begins(beginnings.others)) THEN false
            ELSE b.longitude IS NULL OR \(Self.isIn(boxes.own)) OR NOT \(Self.isIn(boxes.others)) END)
        """
    }

    /// The condition for addresses that begin with one of these texts. KCISA writes the postcode before them.
    private static func begins(_ texts: [String]) -> String {
        let likes = texts.flatMap { ["b.address LIKE '\($0)%'", "b.address LIKE '(_____) \($0)%'"] }
        return "(\((likes + ["false"]).joined(separator: " OR ")))"
    }

    private static func isIn(_ boxes: [ProvinceBox]) -> String {
        let inside = boxes.map {
            "b.longitude BETWEEN \($0.west) AND \($0.east) AND b.latitude BETWEEN \($0.south) AND \($0.north)"
        }
        return "(\((inside + ["false"]).joined(separator: " OR ")))"
    }
}
#endif
