public import CGeocliSQLite
public import GeocliText

/// A prepared SQL statement. Values are bound to it, and `step` moves through its rows.
///
/// A class because it owns SQLite's statement.
public final class Statement {
    @usableFromInline let handle: OpaquePointer
    private let connection: OpaquePointer
    /// The pool to which the statement returns, and the SQL by which the pool finds it; nil for a statement that is
    /// used only once.
    private var home: (pool: StatementPool, sql: String)?

    /// Prepares the only statement in `sql`.
    ///
    /// - Throws: `DatabaseError`.
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
    init?(_ db: Database, first sql: inout Slice<UnsafeBufferPointer<UInt8>>) throws {
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

    /// The number of columns of each row.
    package var columnCount: Int32 { sqlite3_column_count(handle) }

    /// The number of question marks.
    var parameterCount: Int32 { sqlite3_bind_parameter_count(handle) }

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

    /// Returns whether a column is null.
    @inlinable @inline(__always) public func isNull(_ column: Int32) -> Bool { sqliteType(column) == SQLITE_NULL }

    /// Returns `SQLITE_INTEGER`, `SQLITE_FLOAT`, `SQLITE_TEXT`, `SQLITE_BLOB` or `SQLITE_NULL`.
    @inlinable @inline(__always) public func sqliteType(_ column: Int32) -> Int32 {
        sqlite3_column_type(handle, column)
    }

    /// Returns a column as an integer; 0 if it is null.
    @inlinable @inline(__always) public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Returns a column as a number; 0 if it is null.
    @inlinable @inline(__always) public func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// Returns the type and the number in a column. The number is 0 if the type is not `SQLITE_FLOAT`.
    @inlinable @inline(__always) public func typedReal(_ column: Int32) -> (type: Int32, number: Double) {
        // As in `lent`, the `sqlite3_value` functions take no lock.
        let value = sqlite3_column_value(handle, column)
        let type = sqlite3_value_type(value)
        return (type, type == SQLITE_FLOAT ? sqlite3_value_double(value) : 0)
    }

    /// Returns a copy of the bytes in a column.
    @inlinable public func bytes(_ column: Int32) -> [UInt8] {
        Array(
            UnsafeRawBufferPointer(
                start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Calls `body` with the bytes of a column, which are valid during the call.
    @inlinable public func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result)
        rethrows -> Result
    {
        // As in `lent`, the `sqlite3_value` functions take no lock.
        let value = sqlite3_column_value(handle, column)
        let start = sqlite3_value_blob(value)
        return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }

    /// Calls `body` with the UTF-8 bytes of a column, which are valid during the call.
    @inlinable public func withText<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result)
        rethrows -> Result
    {
        let value = sqlite3_column_value(handle, column)
        let start = sqlite3_value_text(value)
        return try body(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }

    /// Returns a copy of the text in a column; nil for null.
    @inlinable public func text(_ column: Int32) -> String? { lent(column)?.string }

    /// Returns the text of a column; nil for null. The text is valid until the next step.
    @inlinable @inline(__always) public func lent(_ column: Int32) -> LentText? {
        // The `sqlite3_value` functions take no lock, but each of three `sqlite3_column` calls would take one.
        let value = sqlite3_column_value(handle, column)
        guard let start = sqlite3_value_text(value) else { return nil }
        return LentText(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }
}
