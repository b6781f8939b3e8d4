internal import CGeocliSQLite

/// Inserts rows into a table, many with each statement. Each time, SQLite opens the table and its indexes and allocates
/// memory for the values; for short rows, this takes about as long as the insert itself.
///
/// An error ends the transaction, so SQLite need not keep copies of pages to be able to undo only the statement.
package final class RowInserter {
    /// The number of rows in one statement, if at least that many are left.
    package static let rowsPerStatement = 32

    private let db: Database
    private let target: String
    private let shared: [SQLValue]
    private let columnCount: Int
    private let one: Statement
    /// The statement for `rowsPerStatement` rows. It is prepared when needed, because few rows do without it.
    private var many: Statement?

    /// - Parameters:
    ///   - target: the table, and in parentheses its columns: first those of `shared`, then those of `bind`.
    ///   - shared: the values that are the same in all rows.
    ///   - columnCount: the number of other columns.
    package init(_ db: Database, into target: String, shared: [SQLValue] = [], columnCount: Int) throws {
        (self.db, self.target, self.shared, self.columnCount) = (db, target, shared, columnCount)
        one = try Self.statement(db, target, shared, columnCount, rows: 1)
    }

    private static func statement(
        _ db: Database, _ target: String, _ shared: [SQLValue], _ columnCount: Int, rows: Int
    ) throws -> Statement {
        let values = (0..<rows).map { row in
            let own = (1...columnCount).map { shared.count + row * columnCount + $0 }
            return "(\((Array(1..<shared.count + 1) + own).map { "?\($0)" }.joined(separator: ", ")))"
        }
        let statement = try Statement(
            db, "INSERT OR ROLLBACK INTO \(target) VALUES \(values.joined(separator: ", "))")
        statement.bind(shared)
        return statement
    }

    /// Inserts rows, in order.
    ///
    /// - Parameter bind: binds the values of the row with this index, at consecutive positions from `first`. Bytes that
    ///   it binds without a copy must stay valid until this call ends.
    package func insert(count: Int, _ bind: (Statement, _ row: Int, _ first: Int32) -> Void) throws {
        var row = 0
        while row < count {
            let rows = count - row < Self.rowsPerStatement ? 1 : Self.rowsPerStatement
            let statement = rows == 1 ? one : try manyRows()
            for next in 0..<rows { bind(statement, row + next, Int32(shared.count + next * columnCount + 1)) }
            try statement.run()
            row += rows
        }
    }

    private func manyRows() throws -> Statement {
        let statement = try many ?? Self.statement(db, target, shared, columnCount, rows: Self.rowsPerStatement)
        many = statement
        return statement
    }
}

/// Writes large values in pieces. A statement would keep each value in memory twice.
package struct StreamedBlob {
    /// The size in bytes above which a value is written in pieces.
    package static let minimumBytes = 1 << 20
    private static let pieceBytes = 1 << 20

    private let db: Database

    package init(_ db: Database) { self.db = db }

    /// The table cell that holds a value. Before a value is written, `zeroblob` must have made room for it.
    package struct Cell {
        /// The schema of the table: `main` or `temp`.
        package let schema: String
        package let table: String
        package let column: String
        package let row: Int64

        package init(schema: String, table: String, column: String, row: Int64) {
            self.schema = schema
            self.table = table
            self.column = column
            self.row = row
        }
    }

    /// Writes `bytes` into a cell of the same size.
    package func write(_ bytes: [UInt8], to place: Cell) throws {
        let target = try open(place, forWriting: true)
        defer { sqlite3_blob_close(target) }
        try bytes.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
                let count = min(Self.pieceBytes, bytes.count - start)
                try check(
                    sqlite3_blob_write(target, bytes.baseAddress?.advanced(by: start), Int32(count), Int32(start)))
            }
        }
    }

    /// Copies a value into a cell of the same size.
    package func copy(_ source: Cell, to place: Cell) throws {
        let source = try open(source, forWriting: false)
        defer { sqlite3_blob_close(source) }
        let target = try open(place, forWriting: true)
        defer { sqlite3_blob_close(target) }
        let size = Int(sqlite3_blob_bytes(source))
        var piece = [UInt8](repeating: 0, count: Self.pieceBytes)
        for start in stride(from: 0, to: size, by: Self.pieceBytes) {
            let count = Int32(min(Self.pieceBytes, size - start))
            try check(sqlite3_blob_read(source, &piece, count, Int32(start)))
            try check(sqlite3_blob_write(target, piece, count, Int32(start)))
        }
    }

    private func open(_ place: Cell, forWriting: Bool) throws -> OpaquePointer? {
        var blob: OpaquePointer?
        try check(
            sqlite3_blob_open(
                db.handle, place.schema, place.table, place.column, place.row, forWriting ? 1 : 0, &blob))
        return blob
    }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            throw DatabaseError(code: code, of: db.handle)
        }
    }
}

/// Blocks of bytes that wait on disk, each with a number. SQLite keeps them in a file without a name, which disappears
/// with this object.
///
/// It has its own connection, so that closing it deletes the file. Dropping a temporary table takes as long as writing
/// it, because SQLite frees each page.
package final class WaitingBlocks {
    private let insert: Statement
    private let select: Statement

    /// A block of this many bytes has a page of its own, so that no other block is read with it. Larger blocks have
    /// several pages.
    package static let usualSize = 16_320

    package init() throws {
        let db = try Database(path: "")
        // 35 bytes of a page, and a few for the block's number and size, are not available. The cache takes 1 MB.
        try db.execute(
            """
            PRAGMA page_size = 16384; PRAGMA cache_size = 64; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
            CREATE TABLE block (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
            BEGIN
            """)
        insert = try Statement(db, "INSERT INTO block VALUES (?, ?)")
        select = try Statement(db, "SELECT bytes FROM block WHERE number = ?")
        self.db = db
    }

    private let db: Database

    /// Stores a block. No other block has this number.
    package func store(_ bytes: UnsafeRawBufferPointer, _ number: Int64) throws {
        insert.bind(1, number)
        insert.bind(2, bytes)
        try insert.run()
    }

    /// Calls `body` with the bytes of a block, and returns its result; nil if no block has this number. The bytes are
    /// valid during the call.
    package func take<Result>(_ number: Int64, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result? {
        defer { select.reset() }
        select.bind(1, number)
        return try select.step() ? select.withBytes(0, body) : nil
    }
}
