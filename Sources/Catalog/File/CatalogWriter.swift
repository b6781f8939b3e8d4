internal import GeocliDatabase
public import GeocliPlaces
internal import Glibc

/// The bookstores of a database file, for an ingest: makes the file where there is none, and changes it in one
/// transaction.
///
/// - Guarantees: a killed process leaves the former content or the new one whole (WAL, synchronous = FULL; a first catalog
///   gets its name when it is whole): when `ingest` returns, the data is on disk.
public final class CatalogWriter {
    /// The file.
    public let path: String
    /// The connection; none as long as nothing stands at the path.
    private var database: Database?
    /// Whether runs keep the index of pieces; benchmarks leave it out to measure the rest.
    package var buildsSearchIndex = true

    /// So long another ingest may hold the lock.
    static let busySeconds = 5.0

    /// Memory stays the same however many rows come: 32 MiB for the catalog, as much for the staged rows.
    static let cacheSizes = "PRAGMA cache_size = -32768; PRAGMA temp.cache_size = -32768;"

    /// Opens the catalog at `path`. Where there is none the first change makes it.
    ///
    /// - Parameter makesFolder: whether to make the folder of a catalog that is not there, and those above it; where not, the
    ///   folder must be there.
    /// - Throws: `CatalogError`: `.missing` (the folder), `.foreign`, `.newer`, `.corrupt`, `.io`, `.busy`. Nothing was changed
    ///   then.
    public init(path: String, makesFolder: Bool = false) throws(CatalogError) {
        self.path = path
        DiskFaults.begin()
        let state = try CatalogFile.look(at: path)
        guard state == .missing else {
            database = try Self.open(path, state)
            return
        }
        if makesFolder { try CatalogFile.makeFolder(for: path) }
        try CatalogFile.requireFolder(of: path)
    }

    /// Opens what stands at `path`, or puts an empty catalog there.
    private static func open(_ path: String, _ state: CatalogFile.State) throws(CatalogError) -> Database {
        try CatalogError.explaining(path) {
            if state != .file { try CatalogFile.create(at: path, over: state) }
            // Closing a connection that may write brings the log into the file, also into one that is refused.
            if state == .file, CatalogFile.hasLog(path) { try Catalog.checkVersion(path) }
            let db = try CatalogConnection.forWriting(path)
            let version = try Schema.checkedVersion(db, path)
            try SchemaCheck(db, version: version).requireOursAlone()
            // With synchronous = NORMAL a power cut could take a run back.
            try db.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \(cacheSizes)")
            return db
        }
    }

    /// The connection to what stands at the path by now, be it an empty catalog that is put there.
    private func connection() throws(CatalogError) -> Database {
        if let database { return database }
        let made = try Self.open(path, try CatalogFile.look(at: path))
        database = made
        return made
    }

    /// A catalog in memory, for trying what an ingest would do.
    public init(temporary: Void) throws {
        path = ":memory:"
        database = try Database()
    }

    /// Whether anything stands at `path`.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Runs `body` with a session to stage rows in and publish them.
    ///
    /// - Parameter canRepeat: whether `body` may run a second time. If so, a first catalog is made where nobody sees it; if
    ///   another process puts one there meanwhile, the run is made once more, into that.
    public func ingest<Result>(canRepeat: Bool = false, _ body: (IngestSession) throws -> Result) throws -> Result {
        try changing {
            if canRepeat, database == nil, try CatalogFile.look(at: path) == .missing,
                let new = try NewCatalog(path: path),
                let result = try new.ingest(at: path, buildsSearchIndex: buildsSearchIndex, body)
            {
                return result
            }
            let session = try IngestSession(try connection(), buildsSearchIndex: buildsSearchIndex)
            defer { session.end() }
            return try body(session)
        }
    }

    /// Runs `body`, whose errors are said with the path.
    private func changing<Result>(_ body: () throws -> Result) throws -> Result {
        DiskFaults.begin()
        do {
            return try body()
        } catch {
            throw CatalogError(meaning: error, path: path) ?? error
        }
    }

    /// Makes the index of pieces anew out of the bookstores, in one transaction.
    public func rebuildSearchIndex() throws {
        try changing {
            try connection().transaction(.immediate) { db in
                try Schema.migrate(db)
                try SearchIndex(db).rebuild()
            }
        }
    }

    /// Makes the index of places anew out of the bookstores, in one transaction.
    public func rebuildPlaceIndex() throws {
        try changing {
            try connection().transaction(.immediate) { db in
                try Schema.migrate(db)
                try RTreePacker.rebuild(db)
            }
        }
    }

    /// Puts `outlines` in place of those here, in one transaction.
    ///
    /// - Throws: `CatalogError`, `.busy` while an ingest publishes.
    public func replaceOutlines(with outlines: [DistrictOutline], from source: OutlineSource) throws {
        try changeOutlines { try OutlineTable.replace($0, with: outlines, from: source) }
    }

    /// Takes all outlines away, in one transaction, also damaged ones; what there was.
    ///
    /// - Throws: `CatalogError`, `.busy` while an ingest publishes.
    @discardableResult
    public func removeOutlines() throws -> RemovedOutlines { try changeOutlines { try OutlineTable.empty($0) } }

    private func changeOutlines<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try changing {
            try connection().transaction(.immediate) { db in
                try Schema.migrate(db)
                return try body(db)
            }
        }
    }
}
