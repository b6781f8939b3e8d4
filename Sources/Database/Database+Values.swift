internal import CGeocliSQLite

/// Single values of queries.
extension Database {
    /// The first value of the first row; nil where there is no row or it is null.
    ///
    /// - Throws: `UnexpectedValue` for anything but a whole number; `DatabaseError`.
    package func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
        let statement = try Statement(self, sql)
        statement.bind(values)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        guard statement.sqliteType(0) == SQLITE_INTEGER else {
            throw UnexpectedValue(
                detail: "\(statement.text(0) ?? "") stands where a whole number should be")
        }
        return statement.integer(0)
    }

    /// The number of rows that `sql` counts.
    package func count(_ sql: String, _ values: [SQLValue] = []) throws -> Int { Int(try integer(sql, values) ?? 0) }

    /// Whether the first value of the first row is true; false where there is no row or it is null.
    package func flag(_ sql: String, _ values: [SQLValue] = []) throws -> Bool { try integer(sql, values) ?? 0 != 0 }

    /// The first value of the first row as text; nil where there is no row or it is null.
    package func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
        let statement = try Statement(self, sql)
        statement.bind(values)
        return try statement.step() ? statement.text(0) : nil
    }

    /// The first value of each row as text; empty for null.
    package func texts(_ sql: String, _ values: [SQLValue] = []) throws -> [String] {
        var texts: [String] = []
        try forEachRow(sql, values) { texts.append($0.text(0) ?? "") }
        return texts
    }

    /// Calls `body` with the statement at each row.
    package func forEachRow(_ sql: String, _ values: [SQLValue] = [], _ body: (Statement) throws -> Void) throws {
        let statement = try Statement(self, sql)
        statement.bind(values)
        while try statement.step() { try body(statement) }
    }
}
