internal import GeocliDatabase
internal import GeocliPlaces

extension PlaceFilter {
    /// The filter as SQL over `bookstore b`, and the values of its question marks.
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
            case .isThere(let column): return "b.\(column.rawValue) IS NOT NULL"
            case .hasID(let ids): return "b.id IN (\(ids.map(String.init).joined(separator: ", ")))"
            case .matches(let reading, let kind):
                values.append(.reading(reading))
                let wanted = kind.map { " = \(SearchFunctions.place(of: $0))" } ?? " IS NOT NULL"
                return "\(SearchFunctions.match)(b.folded, ?)\(wanted)"
            case .isNotOne(let rows):
                values.append(.object(rows, name: LeftOutFunction.pointerType))
                return "NOT \(LeftOutFunction.name)(b.id, ?)"
            }
        }
        return (parts.isEmpty ? "true" : parts.joined(separator: " AND "), values)
    }
}
