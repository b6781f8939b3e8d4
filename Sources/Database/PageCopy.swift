internal import CGeocliSQLite

/// A copy of all pages of one database into another. The pages replace the content of the target in one transaction:
/// readers of the target keep their snapshot, and if the process is killed, the target has its former content.
///
/// A class because SQLite's object must be finished exactly once.
///
/// - Source: sqlite3.h, "Online Backup API".
package final class PageCopy {
    private let source: Database
    private let target: Database
    private let backup: OpaquePointer

    /// - Throws: `DatabaseError` if the target is in a transaction.
    package init(from source: Database, to target: Database) throws {
        guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
            throw DatabaseError(code: sqlite3_extended_errcode(target.handle), of: target.handle)
        }
        (self.source, self.target, self.backup) = (source, target, backup)
    }

    /// Without `copyAll`, rolls the target back.
    deinit { sqlite3_backup_finish(backup) }

    /// Takes the write lock of the target before the first page is copied. Waits for it as long as the target's
    /// connection waits for any lock.
    ///
    /// - Throws: `DatabaseError`; SQLITE_BUSY if another connection writes.
    package func lockTarget() throws { try step(pages: 0) }

    /// Copies all pages as they are in one snapshot of the source, and commits.
    ///
    /// - Throws: `DatabaseError` with the code of the source or of the target. The target is then unchanged.
    package func copyAll() throws { try step(pages: -1) }

    private func step(pages: Int32) throws {
        let code = sqlite3_backup_step(backup, pages)
        guard code == SQLITE_OK || code == SQLITE_DONE else {
            throw DatabaseError(code: code, message: String(cString: sqlite3_errstr(code)))
        }
    }
}

extension Database {
    /// The system's error number (errno) of the last failed call on the database's file; 0 if none failed.
    ///
    /// - Source: sqlite3.h, `SQLITE_FCNTL_LAST_ERRNO`.
    package var lastSystemError: Int32 {
        var number: Int32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_LAST_ERRNO, &number)
        return number
    }
}
