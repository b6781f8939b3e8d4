internal import GRDB
internal import GRDBSQLite
internal import Search
internal import Text

/// A prepared statement on a GRDB connection, for the loops where every row counts.
///
/// GRDB's own rows and records read a tenth to a half as many rows a second as the C interface (its cursors 1.6M,
/// Codable records 0.23M, this 2.6M), so connections come from GRDB and hot loops use this.
final class Statement {
    private let connection: OpaquePointer
    private let handle: OpaquePointer

    init(_ db: Database, _ sql: String) throws {
        guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw Self.error(connection, code) }
        self.connection = connection
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    private static func error(_ connection: OpaquePointer, _ code: Int32) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(connection)))
    }

    /// Moves to the next row; false behind the last one.
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw Self.error(connection, code)
        }
    }

    /// Runs a statement that gives no rows, and makes it ready for the next values.
    func run() throws {
        defer { reset() }
        while try step() {}
    }

    func reset() { sqlite3_reset(handle) }

    /// How many rows the statement has changed, once it has run.
    var changedRows: Int64 { sqlite3_changes64(connection) }

    // MARK: Values in. Positions start at 1, as SQLite counts them.

    func bind(_ values: [SQLValue]) {
        for (offset, value) in values.enumerated() { bind(Int32(offset + 1), value) }
    }

    func bind(_ position: Int32, _ value: SQLValue) {
        switch value {
        case .integer(let number): bind(position, number)
        case .real(let number): bind(position, number)
        case .text(let text): bind(position, text)
        case .null: sqlite3_bind_null(handle, position)
        case .reading(let reading): bind(position, reading)
        }
    }

    func bind(_ position: Int32, _ value: Int64?) {
        if let value { sqlite3_bind_int64(handle, position, value) } else { sqlite3_bind_null(handle, position) }
    }

    func bind(_ position: Int32, _ value: Double?) {
        if let value { sqlite3_bind_double(handle, position, value) } else { sqlite3_bind_null(handle, position) }
    }

    func bind(_ position: Int32, _ value: String?) {
        guard var value else {
            sqlite3_bind_null(handle, position)
            return
        }
        value.withUTF8 {
            _ = sqlite3_bind_text64(
                handle, position, UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self),
                UInt64($0.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self), UInt8(SQLITE_UTF8))
        }
    }

    /// Binds a reading for `SearchFunctions.match`; the statement keeps it.
    func bind(_ position: Int32, _ reading: SearchReading) {
        let pointer = Unmanaged.passRetained(SearchReadingBox(reading)).toOpaque()
        sqlite3_bind_pointer(handle, position, pointer, SearchFunctions.pointerName) { pointer in
            if let pointer { Unmanaged<SearchReadingBox>.fromOpaque(pointer).release() }
        }
    }

    /// Binds bytes, which must outlive the statement's next step.
    func bind(_ position: Int32, _ value: UnsafeRawBufferPointer) {
        sqlite3_bind_blob64(handle, position, value.baseAddress, UInt64(value.count), nil)
    }

    /// Binds UTF-8, which must outlive the statement's next step.
    func bind(_ position: Int32, utf8 value: UnsafeRawBufferPointer?) {
        guard let value else {
            sqlite3_bind_null(handle, position)
            return
        }
        sqlite3_bind_text64(
            handle, position, value.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(value.count), nil,
            UInt8(SQLITE_UTF8))
    }

    /// Binds a value of another statement's row.
    func bind(_ position: Int32, _ column: Int32, of row: Statement) {
        sqlite3_bind_value(handle, position, sqlite3_column_value(row.handle, column))
    }

    /// Binds a fingerprint.
    func bind(_ position: Int32, _ value: RowFingerprint?) {
        guard let value else {
            sqlite3_bind_null(handle, position)
            return
        }
        value.withStoredBytes {
            _ = sqlite3_bind_blob64(
                handle, position, $0.baseAddress, UInt64($0.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }

    // MARK: Values out. Columns start at 0, as SQLite counts them.

    func isNull(_ column: Int32) -> Bool { sqliteType(column) == SQLITE_NULL }

    /// `SQLITE_INTEGER`, `SQLITE_FLOAT`, `SQLITE_TEXT`, `SQLITE_BLOB` or `SQLITE_NULL`.
    func sqliteType(_ column: Int32) -> Int32 { sqlite3_column_type(handle, column) }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    func bytes(_ column: Int32) -> [UInt8] {
        Array(
            UnsafeRawBufferPointer(
                start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Calls `body` with the bytes of a column, valid during the call.
    func withBytes<Result>(_ column: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(
            UnsafeRawBufferPointer(
                start: sqlite3_column_blob(handle, column), count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Calls `body` with the UTF-8 of a column, valid during the call.
    func withText<Result>(_ column: Int32, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
        let start = sqlite3_column_text(handle, column)
        return try body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    func text(_ column: Int32) -> String? { lent(column)?.string }

    /// The text of a column, until the next step; nil for null.
    func lent(_ column: Int32) -> LentText? {
        // The value's own functions take no lock, as the three calls of a column each would.
        let value = sqlite3_column_value(handle, column)
        guard let start = sqlite3_value_text(value) else { return nil }
        return LentText(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    }
}

/// A value for a question mark.
enum SQLValue: Sendable {
    case integer(Int64)
    case real(Double)
    case text(String)
    case null
    case reading(SearchReading)
}
