internal import CGeocliSQLite

/// An error that SQLite reported.
package struct DatabaseError: Error, CustomStringConvertible {
    /// SQLite's extended result code.
    package let extendedCode: Int32
    /// SQLite's message; nil if there was none.
    package let message: String?
    /// The SQL of the failed statement; nil if the error came from another call.
    package let sql: String?

    /// The primary result code: `SQLITE_BUSY`, `SQLITE_CORRUPT` and so on.
    package var code: Int32 { extendedCode & 0xFF }

    package init(code: Int32, message: String? = nil, sql: String? = nil) {
        extendedCode = code
        self.message = message
        self.sql = sql
    }

    /// Creates an error with the message of the last error of `connection`.
    package init(code: Int32, of connection: OpaquePointer?, sql: String? = nil) {
        self.init(code: code, message: connection.map { String(cString: sqlite3_errmsg($0)) }, sql: sql)
    }

    /// SQLite's code and message, for a bug report.
    package var description: String {
        "SQLite error \(extendedCode)\(message.map { ": \($0)" } ?? "")\(sql.map { " in \($0)" } ?? "")"
    }
}

/// The error for a value whose type geocli never writes at that place in the file.
package struct UnexpectedValue: Error {
    /// The value that was found instead of a whole number, as text.
    package let found: String
}
