internal import CSQLite
internal import GRDB
internal import GRDBSQLite
internal import Glibc

/// The one door to a catalog's file: every connection to a catalog is opened here.
///
/// A connection runs nothing that the file brings: no trigger, and, where it only reads, no function out of a definition that
/// SQLite does not know to be harmless. (Where it writes, the CHECK of `sns` calls `json_type`, which SQLite 3.40 takes for
/// harmful; there all definitions under our names are known to be ours.) What the file holds beside the catalog's own tables
/// is left alone.
enum CatalogConnection {
    /// A read-only connection. Where no log stands beside the file and this user can't write the file or its folder,
    /// SQLite is told that the file does not change: it can't make the shared memory it would coordinate with, or would
    /// leave side files there that the catalog's owner can't write.
    ///
    /// - Parameter makesTables: whether temporary tables are made beside the file, as `Past` does.
    /// - Throws: `CatalogError`, also for a file that is not a catalog.
    static func forReading(_ link: String, makesTables: Bool = false) throws(CatalogError) -> DatabaseQueue {
        let path = CatalogFile.resolved(link)
        var configuration = configuration(path)
        configuration.readonly = true
        // `Catalog.holdSnapshot` leaves one open.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            try run(geocli_distrust_schema, on: db)
            try SearchFunctions.register(on: db)
            // GRDB hears of every column that a statement names, to know what changes; that is a third of the time it takes
            // to prepare one, and nothing changes here.
            if !makesTables { sqlite3_set_authorizer(db.sqliteConnection, nil, nil) }
        }
        let canRecover = CatalogFile.hasLog(path)
        if !canRecover, access(path, W_OK) != 0 { return try open(CatalogFile.immutableURI(path), configuration, path) }
        do {
            return try open(CatalogFile.literal(path), configuration, path)
        } catch let error {
            guard error.isUnwritable, !canRecover else { throw error }
            return try open(CatalogFile.immutableURI(path), configuration, path)
        }
    }

    /// A connection that may write.
    ///
    /// - Throws: `CatalogError`, also for a file that is not a catalog.
    static func forWriting(_ path: String) throws(CatalogError) -> DatabaseQueue {
        try open(CatalogFile.literal(path), configuration(path), path)
    }

    private static func open(
        _ name: String, _ configuration: Configuration, _ path: String
    ) throws(CatalogError) -> DatabaseQueue {
        try CatalogError.explaining(path) { try DatabaseQueue(path: name, configuration: configuration) }
    }

    private static func configuration(_ path: String) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(CatalogWriter.busySeconds)
        configuration.prepareDatabase { db in
            // Before anything is read.
            try CatalogFile.checkHeader(db, path)
            try run(geocli_run_no_triggers, on: db)
        }
        return configuration
    }

    /// Calls a function that answers with a result code.
    private static func run(_ setting: (OpaquePointer) -> Int32, on db: Database) throws {
        guard let connection = db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        let code = setting(connection)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
