internal import CGeocliSQLite
internal import GeocliDatabase
internal import Glibc

/// The only place that opens connections to a catalog's file.
///
/// No connection runs the triggers of a file. A read-only connection calls a function in a view or constraint only if
/// SQLite considers the function harmless. A writing connection calls all functions, because the CHECK of `sns` calls
/// `json_type`, which SQLite 3.40 considers harmful. Before such a connection writes, `SchemaCheck` checks that all
/// definitions under our names are ours. Objects with other names are left alone.
enum CatalogConnection {
    /// The maximum time to wait for another ingest's lock, in seconds.
    static let busySeconds = 5.0

    /// The memory of a connection that writes: 32 MiB for the catalog, and 32 MiB for the staged rows. It does not grow
    /// with the number of rows.
    static let cacheSizes = "PRAGMA cache_size = -32768; PRAGMA temp.cache_size = -32768;"

    /// The same for a new catalog, whose rows are not staged.
    static let cacheSizesInPlace = "PRAGMA cache_size = -32768; PRAGMA temp.cache_size = -4096;"

    /// Opens a read-only connection. If the file has no log and this user can't write the file or its folder, SQLite is
    /// told that the file does not change. Without this, SQLite could not create its shared memory, or would leave side
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
            try Seals.watch(db)
            return db
        }
    }

    /// Moves the log of a writing connection into the file after a commit, and empties the log. Otherwise the log stays
    /// while any other connection is open, such as the connection of a service. If another file then got the catalog's
    /// name, SQLite would apply the log to that file.
    ///
    /// Ignores errors, because the commit is already on disk, and a later commit can empty the log. For example, the
    /// log can't be emptied while a reader has an older snapshot.
    static func emptyLog(_ db: Database) {
        guard !db.isInTransaction else { return }
        try? db.execute("PRAGMA busy_timeout = \(Int(emptyingSeconds * 1000))")
        try? db.execute("PRAGMA main.wal_checkpoint(TRUNCATE)")
        try? db.execute("PRAGMA busy_timeout = \(Int(busySeconds * 1000))")
    }

    /// The maximum time that `emptyLog` waits for readers of older snapshots, in seconds.
    private static let emptyingSeconds = 0.1

    /// Checks the schema number of the catalog at `path`, including changes in its log. Changes neither the file nor
    /// the log.
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
