internal import GeocliDatabase
internal import GeocliPlaces
internal import GeocliSearch

extension PlaceFilter {
    /// The filter as an SQL condition over `place b`, and the values of its question marks.
    var condition: (sql: String, values: [SQLValue]) {
        var values: [SQLValue] = []
        let parts = conditions.map { condition in
            switch condition {
            case .isListed: return "b.missing_run IS NULL"
            case .isOne(let texts, let column):
                values += texts.map(SQLValue.text)
                return "b.\(column.rawValue) IN (\(texts.map { _ in "?" }.joined(separator: ", ")))"
            case .isOfFeed(let ids):
                values += ids.map(SQLValue.text)
                return "b.feed IN (SELECT key FROM feed WHERE id IN (\(ids.map { _ in "?" }.joined(separator: ", "))))"
            case .isWithin(let condition):
                values.append(.text(condition.district))
                return condition.sql
            case .isThere(let column): return "b.\(column.rawValue) IS NOT NULL"
            case .hasID(let ids): return "b.id IN (\(ids.map(String.init).joined(separator: ", ")))"
            case .matches(let reading, let kind):
                values.append(.reading(reading))
                let wanted = kind.map { " = \(SearchFunctions.place(of: $0))" } ?? " IS NOT NULL"
                return "\(SearchFunctions.match)(b.folded, ?)\(wanted)"
            case .isNotClosed(let day):
                values.append(.text(day))
                return "(b.missing_run IS NULL OR \(Self.closingDay) IS NULL OR \(Self.closingDay) >= ?)"
            case .isSeen(let day):
                values.append(.text(day))
                return "(SELECT date FROM run WHERE id = b.first_run) <= ?"
            case .isNotOne(let rows):
                values.append(.object(rows, name: LeftOutFunction.pointerType))
                return "NOT \(LeftOutFunction.name)(b.id, ?)"
            }
        }
        return (parts.isEmpty ? "true" : parts.joined(separator: " AND "), values)
    }

    /// The SQL for the day on which a missing place closed, as in `CatalogRow.closedOn`. If a person stated the day, it
    /// is that day. Otherwise it is the day of the first of at least three good runs that did not have the place.
    private static let closingDay = """
        coalesce(
            (SELECT c.value FROM correction c
                WHERE c.place = b.id AND c.field = 'closed' AND c.state = 'applied'),
            (SELECT m.date FROM run m JOIN feed f ON f.key = b.feed
                WHERE m.id = b.missing_run AND f.good_runs - m.good_run + 1 >= \(CatalogEntry.closingMisses)))
        """
}

extension ProvinceCondition {
    /// The SQL condition over `place b`, with a question mark for the district.
    fileprivate var sql: String {
        """
        (b.district IS NOT ? OR CASE WHEN \(Self.begins(beginnings.own)) THEN true
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
