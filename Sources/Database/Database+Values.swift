internal import CGeocliSQLite

/// Functions that run SQL. Some ignore the rows, some return values, and one calls a closure for each row.
extension Database {
    /// Runs all statements of `sql` and ignores the rows that they return.
    ///
    /// - Parameter values: the values of all question marks, in order.
    package func execute(_ sql: String, _ values: [any SQLBindable] = []) throws {
        var values = values[...]
        var sql = sql
        try sql.withUTF8 { bytes in
            var rest = bytes[...]
            while let statement = try Statement(self, first: &rest) {
                for position in 0..<statement.parameterCount {
                    guard let value = values.popFirst() else {
                        throw DatabaseError(code: SQLITE_RANGE, message: "a value is missing")
                    }
                    statement.bind(position + 1, value.sqlValue)
                }
                while try statement.step() {}
            }
        }
        // There are more values than question marks.
        guard values.isEmpty else { throw DatabaseError(code: SQLITE_RANGE, sql: sql) }
    }

    /// Returns the first value of the first row; nil if the query gives no row or the value is null.
    ///
    /// - Throws: `UnexpectedValue` for a value that is not a whole number; `DatabaseError`.
    package func integer(_ sql: String, _ values: [SQLValue] = []) throws -> Int64? {
        let statement = try Statement(self, sql)
        statement.bind(values)
        guard try statement.step(), !statement.isNull(0) else { return nil }
        guard statement.sqliteType(0) == SQLITE_INTEGER else {
            throw UnexpectedValue(found: statement.text(0) ?? "")
        }
        return statement.integer(0)
    }

    /// Returns the number that `sql` counts; 0 if the query gives no row or the value is null.
    package func count(_ sql: String, _ values: [SQLValue] = []) throws -> Int { Int(try integer(sql, values) ?? 0) }

    /// Returns whether the first value of the first row is true; false if the query gives no row or the value is null.
    package func flag(_ sql: String, _ values: [SQLValue] = []) throws -> Bool { try integer(sql, values) ?? 0 != 0 }

    /// Returns the first value of the first row as text; nil if the query gives no row or the value is null.
    package func text(_ sql: String, _ values: [SQLValue] = []) throws -> String? {
        let statement = try Statement(self, sql)
        statement.bind(values)
        return try statement.step() ? statement.text(0) : nil
    }

    /// Returns the first value of each row as text; a null becomes an empty text.
    package func texts(_ sql: String, _ values: [SQLValue] = []) throws -> [String] {
        var texts: [String] = []
        try forEachRow(sql, values) { texts.append($0.text(0) ?? "") }
        return texts
    }

    /// Calls `body` for each row. Passes the statement, from which `body` reads the row's values.
    package func forEachRow(_ sql: String, _ values: [SQLValue] = [], _ body: (Statement) throws -> Void) throws {
        let statement = try Statement(self, sql)
        statement.bind(values)
        while try statement.step() { try body(statement) }
    }
}

/// Functions in SQL.
package enum SQLFunction {
    package typealias Call = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    /// Registers a function on a connection. Its answer must depend only on its arguments.
    package static func register(_ name: String, arguments: Int32, on db: Database, _ call: Call) throws {
        let code = sqlite3_create_function_v2(
            db.handle, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, call, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(code: code) }
    }

    /// Returns an argument as text, whole even if it contains NUL; nil for null.
    package static func text(_ value: OpaquePointer?) -> String? {
        guard let start = sqlite3_value_text(value) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        return String(decoding: bytes, as: UTF8.self)
    }
}
