internal import CGeocliSQLite
internal import GeocliDatabase
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
    /// - Throws: `CatalogError`, also for a file that is not a catalog.
    static func forReading(_ link: String) throws(CatalogError) -> Database {
        let path = CatalogFile.resolved(link)
        func open(_ name: String) throws(CatalogError) -> Database {
            try CatalogError.explaining(path) {
                let db = try Database(path: name, .reading, busySeconds: CatalogWriter.busySeconds)
                try distrust(db, path)
                try db.set(geocli_distrust_schema)
                try SearchFunctions.register(on: db)
                // The first read makes the shared memory, which decides how the file can be opened.
                try db.execute("PRAGMA schema_version")
                return db
            }
        }
        let canRecover = CatalogFile.hasLog(path)
        if !canRecover, access(path, W_OK) != 0 { return try open(CatalogFile.immutableURI(path)) }
        do {
            return try open(CatalogFile.literal(path))
        } catch let error {
            guard error.isUnwritable, !canRecover else { throw error }
            return try open(CatalogFile.immutableURI(path))
        }
    }

    /// A connection that may write.
    ///
    /// - Throws: `CatalogError`, also for a file that is not a catalog.
    static func forWriting(_ path: String) throws(CatalogError) -> Database {
        try CatalogError.explaining(path) {
            let db = try Database(path: CatalogFile.literal(path), busySeconds: CatalogWriter.busySeconds)
            try distrust(db, path)
            return db
        }
    }

    /// Before anything is read.
    private static func distrust(_ db: Database, _ path: String) throws {
        try CatalogFile.checkHeader(db, path)
        try db.set(geocli_run_no_triggers)
    }
}
