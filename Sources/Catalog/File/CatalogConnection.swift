internal import CGeocliSQLite
internal import GeocliDatabase
internal import Glibc

/// The only place that opens connections to a catalog's file.
///
/// A connection runs no code from the file. It runs no trigger. A read-only connection also runs no function in a view
/// or constraint unless SQLite knows that the function is harmless. A writing connection allows such functions, because
/// the CHECK of `sns` calls `json_type`, which SQLite 3.40 considers harmful. There, `SchemaCheck` has shown that all
/// definitions under our names are ours. Objects with other names are left alone.
enum CatalogConnection {
    /// The maximum time to wait for another ingest's lock.
    static let busySeconds = 5.0

    /// The memory of a connection that writes: 32 MiB for the catalog, and 32 MiB for the staged rows. It does not grow
    /// with the number of rows.
    static let cacheSizes = "PRAGMA cache_size = -32768; PRAGMA temp.cache_size = -32768;"

    /// Opens a read-only connection. If the file has no log and this user can't write the file or its folder, SQLite is
    /// told that the file does not change. Otherwise SQLite could not create its shared memory, or would leave side
    /// files that the catalog's owner can't write.
    ///
    /// - Throws: `CatalogError`, also for a file that is not a catalog.
    static func forReading(_ link: String) throws(CatalogError) -> Database {
        let path = CatalogFile.resolved(link)
        func open(_ name: String) throws(CatalogError) -> Database {
            try CatalogError.explaining(path) {
                let db = try Database(path: name, .reading, busySeconds: busySeconds)
                try distrust(db, path)
                try db.set(geocli_distrust_schema)
                try SearchFunctions.register(on: db)
                try LeftOutFunction.register(on: db)
                // The first read creates the shared memory. If that fails, the file must be opened as immutable.
                try db.execute("PRAGMA schema_version")
                return db
            }
        }
        let canRecover = CatalogFile.hasLog(path)
        if !canRecover, access(path, W_OK) != 0 { return try open(DatabaseFile.immutableURI(path)) }
        do {
            return try open(CatalogFile.literal(path))
        } catch let error {
            guard error.isUnwritable, !canRecover else { throw error }
            return try open(DatabaseFile.immutableURI(path))
        }
    }

    /// Opens a connection that may write.
    ///
    /// - Throws: `CatalogError`, also for a file that is not a catalog.
    static func forWriting(_ path: String) throws(CatalogError) -> Database {
        try CatalogError.explaining(path) {
            let db = try Database(path: CatalogFile.literal(path), busySeconds: busySeconds)
            try distrust(db, path)
            return db
        }
    }

    /// Moves the log of a writing connection into the file after a commit, and empties it. Otherwise the log stays while
    /// any other connection is open, such as one of a service. If another file then got the catalog's name, SQLite
    /// would apply the log to that file.
    ///
    /// Fails silently: the commit is on disk, and the log is emptied after a later one. A reader with an older snapshot
    /// makes this fail.
    static func emptyLog(_ db: Database) {
        guard !db.isInTransaction else { return }
        try? db.execute("PRAGMA busy_timeout = \(Int(emptyingSeconds * 1000))")
        try? db.execute("PRAGMA main.wal_checkpoint(TRUNCATE)")
        try? db.execute("PRAGMA busy_timeout = \(Int(busySeconds * 1000))")
    }

    /// The maximum time for which a commit waits for readers of older snapshots, to empty the log.
    private static let emptyingSeconds = 0.1

    /// Checks the schema of the file at `path`, including its log, and leaves the file and its log as they are.
    ///
    /// - Throws: `CatalogError` for a schema that this program does not support.
    static func checkVersion(_ path: String) throws(CatalogError) {
        let connection = try forReading(path)
        try CatalogError.explaining(path) {
            _ = try connection.transaction(.deferred) { try Schema.checkedVersion($0, path) }
        }
    }

    /// Checks the file's header and turns off triggers, before anything is read from its tables.
    private static func distrust(_ db: Database, _ path: String) throws {
        try CatalogFile.checkHeader(db, path)
        try db.set(geocli_run_no_triggers)
    }
}
