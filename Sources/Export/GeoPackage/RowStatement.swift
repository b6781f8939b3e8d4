internal import GRDB
internal import GRDBSQLite
internal import Glibc
internal import Text

/// A prepared statement, bound and run once a row. GRDB prepares it; its values go in through the C interface, which
/// makes no object of each.
final class RowStatement {
    private let owner: GRDB.Statement
    private let file: OutputFile
    private var handle: OpaquePointer { owner.sqliteStatement }

    init(_ owner: GRDB.Statement, _ file: OutputFile) {
        self.owner = owner
        self.file = file
    }

    /// Runs it and makes it ready for the next values.
    ///
    /// - Throws: `OutputError`.
    func run() throws {
        let code = sqlite3_step(handle)
        sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw file.failure(code, sqlite3_db_handle(handle)) }
    }

    // MARK: Values. Positions start at 1, as SQLite counts them.

    func bind(_ position: Int32, _ value: Int64) { sqlite3_bind_int64(handle, position, value) }

    func bind(_ position: Int32, _ value: Double) { sqlite3_bind_double(handle, position, value) }

    func bind(_ position: Int32, _ value: String) {
        var value = value
        value.withUTF8 {
            _ = sqlite3_bind_text64(
                handle, position, UnsafeRawPointer($0.baseAddress)?.assumingMemoryBound(to: CChar.self),
                UInt64($0.count), Self.copied, UInt8(SQLITE_UTF8))
        }
    }

    func bind(_ position: Int32, bytes: [UInt8]) {
        sqlite3_bind_blob64(handle, position, bytes, UInt64(bytes.count), Self.copied)
    }

    func bindNull(_ position: Int32) { sqlite3_bind_null(handle, position) }

    func bind(_ position: Int32, _ value: OutputValue) {
        switch value {
        case .null: bindNull(position)
        case .bool(let flag): bind(position, Int64(flag ? 1 : 0))
        case .integer(let number): bind(position, number)
        case .number(let number), .degrees(let number): bind(position, number)
        // As many decimals as elsewhere.
        case .meters(let number): bind(position, (number * 1000).rounded() / 1000)
        case .text(let text), .code(let text): bind(position, text)
        case .lentText, .lentCode, .lentList: bind(position, value.kept)
        case .list, .box, .json:
            var json = JSONWriter()
            value.write(to: &json, forMaps: true)
            bind(position, String(decoding: json.bytes, as: UTF8.self))
        }
    }

    /// SQLITE_TRANSIENT: SQLite takes a copy.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
}

extension OutputFile {
    /// Runs `body`; SQLite's failures to write become those of the file.
    ///
    /// - Throws: `OutputError(.replace)`.
    func explaining<Result>(_ connection: OpaquePointer?, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw failure(error.extendedResultCode.rawValue, connection)
        }
    }

    /// What SQLite's result `code` means for the file; the system's own number where SQLite knows it.
    func failure(_ code: Int32, _ connection: OpaquePointer?) -> OutputError {
        var known: Int32 = 0
        // sqlite3_system_errno does not know of a COMMIT that failed to write; the file's handle does.
        if let connection { sqlite3_file_control(connection, "main", SQLITE_FCNTL_LAST_ERRNO, &known) }
        let isFull = code & 0xFF == SQLITE_FULL
        return failure(number: isFull ? ENOSPC : known != 0 ? known : EIO)
    }
}
