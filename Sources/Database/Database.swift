internal import CGeocliSQLite

/// A connection to an SQLite database. It closes when its last reference is released.
///
/// A class because it owns the connection. Only one thread uses it at a time.
package final class Database {
    package enum Access: Sendable {
        /// Read-only; the file must exist.
        case reading
        /// Read and write; a missing file is created.
        case writing
    }

    /// SQLite's connection; nil after `close`.
    package private(set) var handle: OpaquePointer?

    /// The sums of the rows that this connection changes; nil if no table is watched (`watch`).
    package internal(set) var sums: RowSums?

    /// Opens the database at `path`, which is a path or a URI for SQLite.
    ///
    /// - Parameter busySeconds: the maximum time that a statement waits for a lock of another connection.
    /// - Throws: `DatabaseError`, but not yet for a damaged file: SQLite reads the file only at the first statement.
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

    package convenience init() throws { try self.init(path: ":memory:") }

    /// The statements that wait to be used again; nil if statements are not kept.
    private(set) var pool: StatementPool?

    /// Keeps finished statements, so that they can be used again. Use this for a connection that runs the same queries
    /// many times.
    package func keepStatements() { if pool == nil { pool = StatementPool() } }

    /// The closure that SQLite calls while a statement runs. It is stored here because SQLite has only a pointer to it.
    private var interruption: Interruption?

    /// Makes statements fail with SQLITE_INTERRUPT while `isOver` returns true. SQLite calls `isOver` after every
    /// `operations` of its machine: by default about every millisecond, but an operation on a large value takes longer.
    package func interrupt(every operations: Int32 = 20_000, when isOver: @escaping () -> Bool) throws {
        guard let handle else { throw DatabaseError(code: SQLITE_MISUSE) }
        let interruption = Interruption(isOver)
        self.interruption = interruption
        let ask: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
            guard let context else { return 0 }
            return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
        }
        sqlite3_progress_handler(handle, operations, ask, Unmanaged.passUnretained(interruption).toOpaque())
    }

    /// A class because SQLite keeps a pointer to it.
    private final class Interruption {
        let isOver: () -> Bool
        init(_ isOver: @escaping () -> Bool) { self.isOver = isOver }
    }

    /// Stops SQLite from counting the memory that it uses in this process. Counting needs one lock for all threads.
    /// Call this before the first connection is opened.
    package static func countNoMemory() { _ = geocli_count_no_memory() }

    deinit {
        pool?.close()
        if handle != nil { sums?.stop() }
        sqlite3_close_v2(handle)
    }

    /// Closes the connection now.
    ///
    /// - Throws: `DatabaseError` if statements are still open; then the connection stays open, too.
    package func close() throws {
        pool?.close()
        let code = sqlite3_close(handle)
        guard code == SQLITE_OK else { throw DatabaseError(code: code, of: handle) }
        handle = nil
    }

    /// Calls an SQLite function that changes a setting and returns a result code.
    package func set(_ setting: (OpaquePointer) -> Int32) throws {
        guard let handle else { throw DatabaseError(code: SQLITE_MISUSE) }
        let code = setting(handle)
        guard code == SQLITE_OK else { throw DatabaseError(code: code, of: handle) }
    }

    /// Sets whether SQLite evaluates CHECK constraints. Without them, a statement must write only rows that are known
    /// to meet them. All other constraints hold in any case.
    ///
    /// After a change of this setting, SQLite prepares every statement again at its next step.
    ///
    /// - Source: SQLite, PRAGMA ignore_check_constraints.
    package func evaluateChecks(_ isOn: Bool) throws {
        try execute("PRAGMA ignore_check_constraints = \(isOn ? "OFF" : "ON")")
    }

    /// The path of the database's file; nil for a database in memory.
    package var fileName: String? {
        guard let name = sqlite3_db_filename(handle, "main") else { return nil }
        let path = String(cString: name)
        return path.isEmpty ? nil : path
    }

    /// Whether the path of the database's file no longer names this file, because the file was moved, replaced or
    /// deleted.
    package var hasMoved: Bool {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        return code != SQLITE_OK || hasMoved != 0
    }

    /// The number of rows that the last statement inserted, changed or deleted.
    package var changedRows: Int { Int(sqlite3_changes64(handle)) }

    package var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

    // MARK: Sums of rows

    /// Sums the rows that this connection changes from now on.
    ///
    /// - Parameter store: stores the changes of sums, in the transaction that made them.
    package func watch(
        _ tables: [String: RowSums.Division], store: @escaping ([RowSums.Part: RowSums.Sum]) throws -> Void
    ) throws {
        guard let handle else { throw DatabaseError(code: SQLITE_MISUSE) }
        sums = RowSums(tables, handle, store: store)
    }

    /// Removes all rows of a table that is not watched. A statement would remove them one by one, because of the hook.
    package func empty(_ table: String) throws {
        guard let sums else { return try execute("DELETE FROM \(table)") }
        try sums.paused { try execute("DELETE FROM \(table)") }
    }

    // MARK: Transactions

    /// Commits the open transaction, with the sums of its rows.
    package func commit() throws {
        try sums?.settle()
        try execute("COMMIT")
    }

    package func begin(savepoint name: String) throws {
        try sums?.settle()
        try execute("SAVEPOINT \(name)")
    }

    /// Undoes all changes since the begin of a savepoint, and ends it.
    ///
    /// - Parameter hasJournal: whether the main database has a journal. Without one, its rows stay as they are.
    package func undo(savepoint name: String, hasJournal: Bool = true) throws {
        try execute("ROLLBACK TO \(name); RELEASE \(name)")
        if hasJournal { sums?.forget() }
    }

    /// The time at which a transaction takes its locks.
    package enum Transaction: String, Sendable {
        /// At the first read or write.
        case deferred = "DEFERRED"
        /// At the start. Other connections can't write during the transaction.
        case immediate = "IMMEDIATE"
    }

    package var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// Runs `body` in a transaction: commits if `body` returns, rolls back if it throws.
    package func transaction<Result>(_ kind: Transaction, _ body: (Database) throws -> Result) throws -> Result {
        try execute("BEGIN \(kind.rawValue)")
        do {
            let result = try body(self)
            try commit()
            return result
        } catch {
            // SQLite may have rolled back already. Report the first error, not an error of ROLLBACK.
            if isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }
}

/// Keeps the prepared statements of one connection, so that they can be used again. A service runs the same queries
/// many times, and preparing a statement takes longer than computing a small answer.
///
/// A class because a connection and its statements share it. Only the connection's thread uses it.
final class StatementPool {
    /// The maximum number of waiting statements. Each takes a few kilobytes.
    private static let capacity = 32

    /// The waiting statements; the one that was used last is at the end.
    private var waiting: [(sql: String, handle: OpaquePointer)] = []
    private var isClosed = false

    /// Removes a waiting statement that has this SQL, and returns it; nil if there is none.
    func take(_ sql: String) -> OpaquePointer? {
        guard let place = waiting.lastIndex(where: { $0.sql == sql }) else { return nil }
        return waiting.remove(at: place).handle
    }

    func put(_ handle: OpaquePointer, _ sql: String) {
        guard !isClosed else {
            sqlite3_finalize(handle)
            return
        }
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
        waiting.append((sql, handle))
        if waiting.count > Self.capacity { sqlite3_finalize(waiting.removeFirst().handle) }
    }

    func close() {
        isClosed = true
        for statement in waiting { sqlite3_finalize(statement.handle) }
        waiting = []
    }
}

/// An error that SQLite reported.
package struct DatabaseError: Error, CustomStringConvertible {
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

    package init(code: Int32, of connection: OpaquePointer?, sql: String? = nil) {
        self.init(code: code, message: connection.map { String(cString: sqlite3_errmsg($0)) }, sql: sql)
    }

    package var description: String {
        "SQLite error \(extendedCode)\(message.map { ": \($0)" } ?? "")\(sql.map { " in \($0)" } ?? "")"
    }
}

/// The error for a value whose type geocli never writes at that place in the file.
package struct UnexpectedValue: Error {
    /// The value that was found instead of a whole number, as text.
    package let found: String
}
