internal import CGeocliSQLite
internal import GeocliDatabase
internal import Glibc

extension Catalog {
    /// The suffixes of the files that SQLite keeps beside a catalog.
    package static var sideEndings: [String] { CatalogFile.sideEndings }

    /// Whether the file at `path` is a catalog, intact or damaged: a database with geocli's application id in its
    /// header.
    ///
    /// SQLite reads the header. If this function opened and closed the file itself, this process would lose the locks
    /// that its SQLite connections hold on the file. With `immutable`, SQLite takes no lock, leaves no trace, and reads
    /// only the first page.
    ///
    /// - Edges: false for a file that can't be read.
    /// - Source: SQLite, "How To Corrupt An SQLite Database File", §2.2; "Uniform Resource Identifiers", §3.2.
    package static func stands(at path: String) -> Bool {
        var information = stat()
        // Every database is at least as large as its header. Opening a FIFO would wait for a process at its other end.
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG, information.st_size >= 100 else {
            return false
        }
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(DatabaseFile.immutableURI(path), &database, flags, nil) == SQLITE_OK else { return false }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(database, "PRAGMA application_id", -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { return false }
        return sqlite3_column_int(statement, 0) == Schema.applicationID
    }
}
