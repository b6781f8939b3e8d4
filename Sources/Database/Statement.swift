internal import CGeocliSQLite
package import GeocliText

/// A value for a question mark of a statement.
package enum SQLValue: Sendable {
    case integer(Int64)
    case real(Double)
    case text(String)
    case null
    /// An object for one of our SQL functions. The function checks by `name` that the object has the right type. The
    /// statement keeps the object alive.
    case object(any AnyObject & Sendable, name: StaticString)
}

package protocol SQLBindable {
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
    package var sqlValue: SQLValue { self }
}

extension Int: SQLBindable {
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLBindable {
    package var sqlValue: SQLValue { .integer(self) }
}

extension Bool: SQLBindable {
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLBindable {
    package var sqlValue: SQLValue { .real(self) }
}

extension String: SQLBindable {
    package var sqlValue: SQLValue { .text(self) }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
    package var sqlValue: SQLValue { map(\.sqlValue) ?? .null }
}

/// A prepared SQL statement. Values are bound to it, and `step` moves through its rows.
///
/// A class because it owns SQLite's statement.
package final class Statement {
    @usableFromInline let handle: OpaquePointer
    private let connection: OpaquePointer
    /// The pool to which the statement returns, and the SQL by which the pool finds it; nil for a statement that is
    /// used only once.
    private var home: (pool: StatementPool, sql: String)?

    /// Prepares the only statement in `sql`.
    package init(_ db: Database, _ sql: String) throws {
        guard let connection = db.handle else { throw DatabaseError(code: SQLITE_MISUSE) }
        if let pool = db.pool {
            home = (pool, sql)
            if let handle = pool.take(sql) {
                (self.connection, self.handle) = (connection, handle)
                return
            }
        }
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else {
            throw DatabaseError(code: code == SQLITE_OK ? SQLITE_MISUSE : code, of: connection, sql: sql)
        }
        self.connection = connection
        self.handle = handle
    }

    /// Prepares the first statement of `sql`, and removes it from `sql`. Fails if there is none.
    ///
    /// - Precondition: `sql` has no NUL, at which SQLite would end it.
    package init?(_ db: Database, first sql: inout Slice<UnsafeBufferPointer<UInt8>>) throws {
        guard let connection = db.handle else { throw DatabaseError(code: SQLITE_MISUSE) }
        self.connection = connection
        while !sql.isEmpty {
            let text = UnsafeBufferPointer(rebasing: sql)
            var handle: OpaquePointer?
            let used = try text.withMemoryRebound(to: CChar.self) { text in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(connection, text.baseAddress, Int32(text.count), 0, &handle, &tail)
                guard code == SQLITE_OK else {
                    throw DatabaseError(code: code, of: connection, sql: String(decoding: sql, as: UTF8.self))
                }
                guard let start = text.baseAddress, let tail else { return text.count }
                return tail - start
            }
            sql = sql.dropFirst(used)
            // A text of only whitespace and comments has no statement.
            if let handle {
                self.handle = handle
                return
            }
        }
        return nil
    }

    deinit {
        if let home { home.pool.put(handle, home.sql) } else { sqlite3_finalize(handle) }
    }

    package var columnCount: Int32 { sqlite3_column_count(handle) }

    package func columnName(_ column: Int32) -> String { String(cString: sqlite3_column_name(handle, column)) }

    /// Whether the statement can't change a database. A PRAGMA or a BEGIN counts as one that can't.
    package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

    package var parameterCount: Int32 { sqlite3_bind_parameter_count(handle) }

    /// Moves to the next row; returns false after the last one.
    package func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw DatabaseError(code: code, of: connection, sql: String(cString: sqlite3_sql(handle)))
        }
    }

    /// Runs a statement that returns no rows, and resets it for the next values.
    package func run() throws {
        defer { reset() }
        while try step() {}
    }

    package func reset() { sqlite3_reset(handle) }

    /// The number of rows that the statement changed. Read it before another statement of the connection changes rows.
    package var changedRows: Int64 { sqlite3_changes64(connection) }

    // MARK: Values in. Positions are counted from 1, as in SQLite.

    package func bind(_ values: [SQLValue]) {
        for (offset, value) in values.enumerated() { bind(Int32(offset + 1), value) }
    }

    package func bind(_ position: Int32, _ value: SQLValue) {
        switch value {
        case .integer(let number): bind(position, number)
        case .real(let number): bind(position, number)
        case .text(let text): bind(position, text)
        case .null: sqlite3_bind_null(handle, position)
        case .object(let object, let name): bind(position, object, name)
        }
    }

    package func bind(_ position: Int32, _ value: Int64?) {
        if let value { sqlite3_bind_int64(handle, position, value) } else { sqlite3_bind_null(handle, position) }
    }

    package func bind(_ position: Int32, _ value: Double?) {
        if let value { sqlite3_bind_double(handle, position, value) } else { sqlite3_bind_null(handle, position) }
    }

    package func bind(_ position: Int32, _ value: String?) {
        guard var value else {
            sqlite3_bind_null(handle, position)
            return
        }
        value.withUTF8 {
            _ = sqlite3_bind_text64(
                handle, position, UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self),
                UInt64($0.count), Self.copied, UInt8(SQLITE_UTF8))
        }
    }

    /// Binds bytes without a copy. They must stay valid until the statement has made its next step.
    package func bind(_ position: Int32, _ value: UnsafeRawBufferPointer) {
        sqlite3_bind_blob64(handle, position, value.baseAddress, UInt64(value.count), nil)
    }

    /// Binds UTF-8 without a copy. The bytes must stay valid until the statement has made its next step.
    package func bind(_ position: Int32, utf8 value: UnsafeRawBufferPointer?) {
        guard let value else {
            sqlite3_bind_null(handle, position)
            return
        }
        sqlite3_bind_text64(
            handle, position, value.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(value.count), nil,
            UInt8(SQLITE_UTF8))
    }

    /// Binds a value from the current row of another statement.
    package func bind(_ position: Int32, _ column: Int32, of row: Statement) {
        sqlite3_bind_value(handle, position, sqlite3_column_value(row.handle, column))
    }

    /// Binds bytes. SQLite copies them.
    package func bind(_ position: Int32, copy value: UnsafeRawBufferPointer) {
        sqlite3_bind_blob64(handle, position, value.baseAddress, UInt64(value.count), Self.copied)
    }

    package func bindNull(_ position: Int32) { sqlite3_bind_null(handle, position) }

    /// Binds an object for one of our SQL functions. The statement keeps it alive.
    private func bind(_ position: Int32, _ object: any AnyObject & Sendable, _ name: StaticString) {
        let pointer = Unmanaged<AnyObject>.passRetained(object).toOpaque()
        // SQLite keeps the pointer to the name. The name is a constant, so the pointer stays valid.
        let name = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        sqlite3_bind_pointer(handle, position, pointer, name) { pointer in
            if let pointer { Unmanaged<AnyObject>.fromOpaque(pointer).release() }
        }
    }

    /// SQLITE_TRANSIENT: SQLite copies the bytes.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    // MARK: Values out. Columns are counted from 0, as in SQLite.
    // These functions are public because the compiler inlines only public functions into other modules.

    @inlinable @inline(__always) package func isNull(_ column: Int32) -> Bool { sqliteType(column) == SQLITE_NULL }

    /// Returns `SQLITE_INTEGER`, `SQLITE_FLOAT`, `SQLITE_TEXT`, `SQLITE_BLOB` or `SQLITE_NULL`.
    @inlinable @inline(__always) package func sqliteType(_ column: Int32) -> Int32 {
        sqlite3_column_type(handle, column)
    }

    /// Returns a column as an integer; 0 if it is null.
    @inlinable @inline(__always) package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Returns a column as a number; 0 if it is null.
    @inlinable @inline(__always) package func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Returns the type and the number in a column. The number is 0 if the type is not `SQLITE_FLOAT`.
    @inlinable @inline(__always) package func typedReal(_ column: Int32) -> (type: Int32, number: Double) {
        // As in `lent`, the `sqlite3_value` functions take no lock.
        let value = sqlite3_column_value(handle, column)
        let type = sqlite3_value_type(value)
        return (type, type == SQLITE_FLOAT ? sqlite3_value_double(value) : 0)
    }

    /// Returns a copy of the bytes in a column.
    @inlinable package func bytes(_ column: Int32) -> [UInt8] {
        Array(
            UnsafeRawBufferPointer(
                start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Calls `body` with the bytes of a column, which are valid during the call.
    @inlinable package func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result)
        rethrows -> Result
    {
        // As in `lent`, the `sqlite3_value` functions take no lock.
        let value = sqlite3_column_value(handle, column)
        let start = sqlite3_value_blob(value)
        return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }

    /// Calls `body` with the UTF-8 bytes of a column, which are valid during the call.
    @inlinable package func withText<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result)
        rethrows -> Result
    {
        let value = sqlite3_column_value(handle, column)
        let start = sqlite3_value_text(value)
        return try body(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }

    /// Returns a copy of the text in a column; nil for null.
    @inlinable package func text(_ column: Int32) -> String? { lent(column)?.string }

    /// Returns the text of a column; nil for null. The text is valid until the next step.
    @inlinable @inline(__always) package func lent(_ column: Int32) -> BorrowedText? {
        // The `sqlite3_value` functions take no lock, but each of three `sqlite3_column` calls would take one.
        let value = sqlite3_column_value(handle, column)
        guard let start = sqlite3_value_text(value) else { return nil }
        return BorrowedText(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }
}

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

extension RowSums {
    /// Returns the sums of the rows that a table has now, divided by `division`.
    ///
    /// - Complexity: O(n), n rows.
    package static func sums(of table: String, _ division: Division, _ db: Database) throws -> [Part: Sum] {
        let rows = try Statement(db, "SELECT * FROM main.\(table)")
        let columnCount = Int(rows.columnCount)
        var sums: [Part: Sum] = [:]
        // Rows of one part mostly follow each other.
        var (number, sum) = (Int64(0), Sum())
        while try rows.step() {
            let next = division.part { sqlite3_column_value(rows.handle, Int32($0)) }
            if next != number {
                if sum.count > 0 { sums[Part(table: table, number: number), default: Sum()] += sum }
                (number, sum) = (next, Sum())
            }
            sum += Sum(count: 1, hash: rows.rowHash(count: columnCount))
        }
        if sum.count > 0 { sums[Part(table: table, number: number), default: Sum()] += sum }
        return sums
    }
}

extension Statement {
    /// Returns the hash of `count` columns of the current row, from the column `first` on.
    package func rowHash(from first: Int32 = 0, count: Int) -> UInt64 {
        var hash = RowHash()
        for column in 0..<count { hash.add(column, sqlite3_column_value(handle, first + Int32(column))) }
        return hash.value
    }
}
