internal import CGeocliSQLite

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

    /// - Throws: `DatabaseError`.
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
    ///
    /// - Throws: `DatabaseError`.
    package func store(_ bytes: UnsafeRawBufferPointer, _ number: Int64) throws {
        insert.bind(1, number)
        insert.bind(2, bytes)
        try insert.run()
    }

    /// Calls `body` with the bytes of a block, and returns its result; nil if no block has this number. The bytes are
    /// valid during the call.
    ///
    /// - Throws: `DatabaseError`, and the errors of `body`.
    package func take<Result>(_ number: Int64, _ body: (UnsafeRawBufferPointer) throws -> Result) throws -> Result? {
        defer { select.reset() }
        select.bind(1, number)
        return try select.step() ? select.withBytes(0, body) : nil
    }
}
