internal import CGeocliSQLite

/// What SQLite answered where it did not do what it was asked.
package struct DatabaseError: Error, CustomStringConvertible {
    /// SQLite's result code, extended.
    package let extendedCode: Int32
    /// What SQLite said; nil where it said nothing.
    package let message: String?
    /// The statement; nil where it was none.
    package let sql: String?

    /// The primary result code: `SQLITE_BUSY`, `SQLITE_CORRUPT` and so on.
    package var code: Int32 { extendedCode & 0xFF }

    package init(code: Int32, message: String? = nil, sql: String? = nil) {
        extendedCode = code
        self.message = message
        self.sql = sql
    }

    /// The last error of `connection`.
    package init(code: Int32, of connection: OpaquePointer?, sql: String? = nil) {
        self.init(code: code, message: connection.map { String(cString: sqlite3_errmsg($0)) }, sql: sql)
    }

    /// SQLite's code and words, for a report of a fault.
    package var description: String {
        "SQLite error \(extendedCode)\(message.map { ": \($0)" } ?? "")\(sql.map { " in \($0)" } ?? "")"
    }
}

/// A value in the file is of another type than every writer of ours gives it.
package struct UnexpectedValue: Error {
    /// The value, and what should stand there.
    package let detail: String
}
