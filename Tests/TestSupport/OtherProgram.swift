internal import CGeocliSQLite
public import Foundation

/// A connection to a SQLite file as another program would open it: SQLite's C functions, and none of geocli's code.
public final class OtherProgram {
    public enum Value: Equatable, Sendable {
        case null, integer(Int64), real(Double), text(String), blob(Data)

        /// The value as a number; nil for NULL, texts and bytes.
        public var number: Double? {
            switch self {
            case .integer(let number): Double(number)
            case .real(let number): number
            case .null, .text, .blob: nil
            }
        }
        /// The value as a whole number; nil if it has another type.
        public var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
        /// The value as a text; nil if it has another type.
        public var text: String? { if case .text(let text) = self { text } else { nil } }
        /// The value as bytes; nil if it has another type.
        public var blob: Data? { if case .blob(let bytes) = self { bytes } else { nil } }
    }

    /// A row: its columns by name and in order.
    public struct Row: Sendable {
        /// The columns, in order.
        public let columns: [(name: String, value: Value)]

        public subscript(_ index: Int) -> Value { columns[index].value }
        /// The first column with this name; NULL if there is none.
        public subscript(_ name: String) -> Value { columns.first { $0.name == name }?.value ?? .null }
    }

    /// What SQLite said of a statement.
    public struct Refusal: Error, Equatable { public let code: Int32, message: String }

    private let connection: OpaquePointer?

    /// Opens a file.
    ///
    /// - Throws: `Refusal`.
    public init(_ path: String, writes: Bool = true) throws {
        var opened: OpaquePointer?
        let flags = writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        connection = opened
        guard code == SQLITE_OK else { throw Refusal(code: code, message: path) }
    }

    deinit { sqlite3_close(connection) }

    /// Runs statements, the last of which may be without a semicolon, and returns the rows of all of them.
    ///
    /// - Throws: `Refusal`. The statements before the refused one have been run.
    @discardableResult
    public func rows(_ sql: String) throws -> [Row] {
        var rows: [Row] = []
        try sql.withCString { start in
            var rest: UnsafePointer<CChar>? = start
            while let next = rest, next.pointee != 0 {
                var statement: OpaquePointer?
                try check(sqlite3_prepare_v2(connection, next, -1, &statement, &rest))
                defer { sqlite3_finalize(statement) }
                // A comment or blanks make no statement.
                guard statement != nil else { continue }
                var code = sqlite3_step(statement)
                while code == SQLITE_ROW {
                    rows.append(Self.row(statement))
                    code = sqlite3_step(statement)
                }
                try check(code == SQLITE_DONE ? SQLITE_OK : code)
            }
        }
        return rows
    }

    private func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw Refusal(code: code, message: String(cString: sqlite3_errmsg(connection))) }
    }

    private static func row(_ statement: OpaquePointer?) -> Row {
        Row(
            columns: (0..<sqlite3_column_count(statement)).map { column in
                (String(cString: sqlite3_column_name(statement, column)), value(statement, column))
            })
    }

    private static func value(_ statement: OpaquePointer?, _ column: Int32) -> Value {
        let type = sqlite3_column_type(statement, column)
        switch type {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        default:
            // A text may contain NUL characters, so its length is asked for.
            let bytes = sqlite3_column_blob(statement, column).map {
                Data(bytes: $0, count: Int(sqlite3_column_bytes(statement, column)))
            }
            return type == SQLITE_TEXT
                ? .text(String(decoding: bytes ?? Data(), as: UTF8.self)) : .blob(bytes ?? Data())
        }
    }
}
