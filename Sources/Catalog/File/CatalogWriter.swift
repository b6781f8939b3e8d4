internal import GeocliDatabase
package import GeocliPlaces
internal import Glibc

/// The places of a database file, open for an ingest. A missing file is created, and each change is one transaction.
///
/// - Guarantees: if the process is killed, the file has either its complete old content or its complete new content.
///   For this, the file uses WAL and synchronous = FULL, and a new catalog gets its name only when it is complete. When
///   `ingest` returns, the data is on disk.
public final class CatalogWriter {
    public let path: String
    /// The connection; nil until the file exists.
    private var database: Database?
    /// Whether runs update the index of pieces. Benchmarks set it to false to measure the rest.
    package var buildsSearchIndex = true

    /// Opens the catalog at `path`. If there is none, the first change creates it.
    ///
    /// - Parameter makesFolder: whether to create a missing folder of the catalog, and missing folders above it. If
    ///   false, the folder must exist.
    /// - Throws: `CatalogError`: `.missing` (the folder), `.foreign`, `.newer`, `.corrupt`, `.io`, `.busy`. After an
    ///   error, nothing has changed.
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

    /// Opens the catalog at `path`; creates an empty one if there is none.
    private static func open(_ path: String, _ state: CatalogFile.State) throws(CatalogError) -> Database {
        try CatalogError.explaining(path) {
            if state != .file { try CatalogFile.create(at: path, over: state) }
            // Check the schema first: even if the file is refused, closing a writing connection would move the log into
            // the file.
            if state == .file, CatalogFile.hasLog(path) { try CatalogConnection.checkVersion(path) }
            let db = try CatalogConnection.forWriting(path)
            let version = try Schema.checkedVersion(db, path)
            try SchemaCheck(db, version: version).requireOursAlone()
            // With synchronous = NORMAL, a power cut could undo a run.
            try db.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \(CatalogConnection.cacheSizes)")
            return db
        }
    }

    /// Returns the connection to the file at `path`; creates an empty catalog if there is none.
    private func connection() throws(CatalogError) -> Database {
        if let database { return database }
        let made = try Self.open(path, try CatalogFile.look(at: path))
        database = made
        return made
    }

    /// Creates a catalog in memory, for a dry run of an ingest.
    public init(temporary: Void) throws {
        path = ":memory:"
        let database = try Database()
        try Seals.watch(database)
        self.database = database
    }

    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Runs `body` with a session, which stages rows and publishes them.
    ///
    /// - Parameter canRepeat: whether `body` may run a second time. If so, a new catalog has no name until it is
    ///   complete. If another process creates the catalog in the meantime, `body` runs again and writes to that
    ///   catalog.
    package func ingest<Result>(canRepeat: Bool = false, _ body: (IngestSession) throws -> Result) throws -> Result {
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

    /// Runs `body`, and adds the path of the catalog to the errors of `body`. Empties SQLite's log at the end.
    private func changing<Result>(_ body: () throws -> Result) throws -> Result {
        DiskFaults.begin()
        // Empty the log after an error, too, because a refused run is recorded in a transaction of its own.
        defer { if let database { CatalogConnection.emptyLog(database) } }
        do {
            return try body()
        } catch {
            throw CatalogError(meaning: error, path: path) ?? error
        }
    }

    /// Rebuilds the index of pieces from the places, in one transaction.
    public func rebuildSearchIndex() throws { try changeTables { try SearchIndex($0).rebuild() } }

    /// Rebuilds the index of points from the places, in one transaction.
    public func rebuildPointIndex() throws { try changeTables { try PointIndex.rebuild($0) } }

    /// Replaces all outlines with `outlines`, in one transaction.
    ///
    /// - Throws: `CatalogError`; `.busy` while an ingest publishes.
    package func replaceOutlines(with outlines: [DistrictOutline], from source: OutlineSource) throws {
        try changeTables { try OutlineTable.replace($0, with: outlines, from: source) }
    }

    /// Adds a layer to the base map, or replaces the layer that has the same role, in one transaction.
    ///
    /// - Throws: `CatalogError`; `.busy` while an ingest publishes.
    package func replaceBase(with layer: BaseLayer) throws {
        try changeTables { try BaseTable.replace($0, with: layer) }
    }

    /// Removes the layers that have these roles, even damaged ones, in one transaction. Returns how many features and
    /// outlines were removed.
    ///
    /// - Throws: `CatalogError`; `.busy` while an ingest publishes.
    @discardableResult
    package func remove(_ layers: [LayerRole]) throws -> Int {
        let base = layers.compactMap { if case .base(let role) = $0 { role } else { nil } }
        return try changeTables { db in
            let features = base.isEmpty ? 0 : try BaseTable.remove(base, db)
            return features + (layers.contains(.districts) ? try OutlineTable.empty(db) : 0)
        }
    }

    /// Prepares the schema and runs `body`, in one transaction.
    func changeTables<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try changing {
            try connection().transaction(.immediate) { db in
                try Schema.prepare(db)
                return try body(db)
            }
        }
    }
}

/// A new catalog while its first run is written: a file that gets its name when that run is complete and on disk.
///
/// Until then no other process sees the file, so it needs neither a journal nor a log, and its places are written
/// only once. If the process is killed, no file is left.
final class NewCatalog {
    private let file: NamelessFile
    private let db: Database

    /// Creates the file in the folder of `path`; nil if the file system does not support files without a name.
    init?(path: String) throws {
        guard let file = NamelessFile(beside: CatalogFile.resolved(path)) else { return nil }
        self.file = file
        _ = DescriptorPaths.allowed
        db = try Database(path: "/proc/\(getpid())/fd/\(file.descriptor)")
        try db.execute(
            """
            PRAGMA page_size = 4096; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF; PRAGMA application_id = \(Schema.applicationID);
            \(CatalogConnection.cacheSizesInPlace)
            """)
        try Seals.watch(db)
    }

    /// Runs `body` with a session. Puts the catalog at `path` if the session has recorded a run, even a failed one.
    /// - Returns: the result of `body`; nil if another process has created the catalog first. In that case, nothing of
    ///   this run is stored.
    /// - Throws: the errors of `body`; `CatalogError`.
    func ingest<Result>(
        at path: String, buildsSearchIndex: Bool, _ body: (IngestSession) throws -> Result
    ) throws -> Result? {
        var hasRun = false
        let result = Swift.Result {
            let session = try IngestSession(db, buildsSearchIndex: buildsSearchIndex, isNewCatalog: true)
            defer {
                hasRun = session.hasRecorded
                session.end()
            }
            return try body(session)
        }
        try db.close()
        if hasRun, try !CatalogFile.put(file, at: path) { return nil }
        return try result.get()
    }
}
