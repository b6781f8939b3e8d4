internal import CGeocliSQLite

/// A connection to a SQLite database. A class because it owns the connection; used by one thread at a time.
///
/// It closes when the last reference goes.
package final class Database {
    /// How a file is opened.
    package enum Access: Sendable {
        /// Nothing is written, and the file must be there.
        case reading
        /// The file is made where there is none.
        case writing
    }

    /// SQLite's own connection; nil once it is closed.
    package private(set) var handle: OpaquePointer?

    /// Opens the database at `path`, a path or a URI of SQLite.
    ///
    /// - Parameter busySeconds: how long a statement waits for a lock of another connection.
    /// - Throws: `DatabaseError`. The file itself is first looked at by the first statement.
    package init(path: String, _ access: Access = .writing, busySeconds: Double = 0) throws {
        let use = access == .reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, use | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw DatabaseError(code: code, of: opened)
        }
        handle = opened
        sqlite3_extended_result_codes(opened, 1)
        sqlite3_busy_timeout(opened, Int32(busySeconds * 1000))
        try set(geocli_refuse_quoted_texts)
        if access == .writing { try execute("PRAGMA foreign_keys = ON") }
    }

    /// A database in memory.
    package convenience init() throws { try self.init(path: ":memory:") }

    deinit { sqlite3_close_v2(handle) }

    /// Closes the connection now.
    ///
    /// - Throws: `DatabaseError` where statements are still open; then it stays open.
    package func close() throws {
        let code = sqlite3_close(handle)
        guard code == SQLITE_OK else { throw DatabaseError(code: code, of: handle) }
        handle = nil
    }

    /// Calls a function of SQLite that changes a setting and answers with a result code.
    package func set(_ setting: (OpaquePointer) -> Int32) throws {
        guard let handle else { throw DatabaseError(code: SQLITE_MISUSE) }
        let code = setting(handle)
        guard code == SQLITE_OK else { throw DatabaseError(code: code, of: handle) }
    }

    /// Runs all statements of `sql`; rows that they give are passed over.
    ///
    /// - Parameter values: for the question marks of the statements, one after the other.
    package func execute(_ sql: String, _ values: [any SQLBindable] = []) throws {
        var values = values[...]
        var sql = sql
        try sql.withUTF8 { bytes in
            var rest = bytes[...]
            while let statement = try Statement(self, first: &rest) {
                for position in 0..<statement.parameterCount {
                    guard let value = values.popFirst() else { throw DatabaseError(code: SQLITE_RANGE) }
                    statement.bind(position + 1, value.sqlValue)
                }
                while try statement.step() {}
            }
        }
        // A value too many is a mistake in the statement's text.
        guard values.isEmpty else { throw DatabaseError(code: SQLITE_RANGE, sql: sql) }
    }

    /// How many rows the last statement has inserted, changed or deleted.
    package var changedRows: Int { Int(sqlite3_changes64(handle)) }

    /// The row id of the last row that was inserted.
    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    // MARK: Transactions

    /// When a transaction takes its locks.
    package enum Transaction: String, Sendable {
        /// When it first reads or writes.
        case deferred = "DEFERRED"
        /// At once, against other writers.
        case immediate = "IMMEDIATE"
    }

    /// Whether a transaction is open.
    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` in a transaction, which holds if `body` returns, and leaves nothing if it throws.
    package func transaction<Result>(_ kind: Transaction, _ body: (Database) throws -> Result) throws -> Result {
        try execute("BEGIN \(kind.rawValue)")
        do {
            let result = try body(self)
            try execute("COMMIT")
            return result
        } catch {
            // SQLite itself may have rolled back; the error that counts is the first.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}
