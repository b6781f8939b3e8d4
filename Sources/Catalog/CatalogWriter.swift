internal import GRDB
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
    private var queue: DatabaseQueue?
    /// Whether runs keep the index of pieces; benchmarks leave it out to measure the rest.
    package var buildsSearchIndex = true

    /// So long another ingest may hold the lock.
    static let busySeconds = 5.0

    /// Memory stays the same however many rows come: 32 MiB for the catalog, as much for the staged rows.
    static let cacheSizes = "PRAGMA cache_size = -32768; PRAGMA temp.cache_size = -32768;"

    /// Opens the catalog at `path`. Where there is none its folder is made, and the first change makes the catalog.
    ///
    /// - Throws: `CatalogError`: `.foreign`, `.newer`, `.corrupt`, `.io`, `.busy`. Nothing was changed then.
    public init(path: String) throws(CatalogError) {
        self.path = path
        _ = DiskFaults.watching
        let state = try CatalogFile.inspect(path)
        if state == .missing {
            try CatalogFile.makeFolder(for: path)
        } else {
            queue = try Self.open(path, state)
        }
    }

    /// Opens what stands at `path`, or puts an empty catalog there.
    private static func open(_ path: String, _ state: CatalogFile.State) throws(CatalogError) -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busySeconds)
        do {
            if state != .catalog { try CatalogFile.create(at: path, over: state) }
            // Closing a connection that may write brings the log into the file, also into one that is refused.
            if state == .catalog, CatalogFile.hasLog(path) { _ = try Catalog.version(path) }
            let queue = try DatabaseQueue(path: CatalogFile.literal(path), configuration: configuration)
            try queue.writeWithoutTransaction { db in
                try checkVersion(db, path)
                // GRDB would set synchronous = NORMAL with its own WAL mode, and a power cut could take a run back.
                try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \(cacheSizes)")
            }
            return queue
        } catch let error as DatabaseError {
            throw CatalogError(error, path: path)
        } catch let error as CatalogError {
            throw error
        } catch {
            throw CatalogError(.io, en: "cannot open \(path): \(error)", ko: "\(path)을(를) 열 수 없습니다: \(error)")
        }
    }

    /// The connection to what stands at the path by now, be it an empty catalog that is put there.
    private func connection() throws(CatalogError) -> DatabaseQueue {
        if let queue { return queue }
        let made = try Self.open(path, try CatalogFile.inspect(path))
        queue = made
        return made
    }

    /// A catalog in memory, for trying what an ingest would do.
    public init(temporary: Void) throws {
        path = ":memory:"
        queue = try DatabaseQueue()
    }

    /// Whether anything stands at `path`.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Runs `body` with a session to stage rows in and publish them.
    ///
    /// - Parameter canRepeat: whether `body` may run a second time. If so, a first catalog is made where nobody sees it; if
    ///   another process puts one there meanwhile, the run is made once more, into that.
    public func ingest<Result>(canRepeat: Bool = false, _ body: (IngestSession) throws -> Result) throws -> Result {
        do {
            if canRepeat, queue == nil, try CatalogFile.inspect(path) == .missing,
                let new = try NewCatalog(path: path),
                let result = try new.ingest(at: path, buildsSearchIndex: buildsSearchIndex, body)
            {
                return result
            }
            return try connection().writeWithoutTransaction { db in
                let session = try IngestSession(db, buildsSearchIndex: buildsSearchIndex)
                defer { session.end() }
                return try body(session)
            }
        } catch let error as DatabaseError {
            throw CatalogError(error, path: path)
        }
    }

    /// Makes the index of pieces anew out of the bookstores, in one transaction.
    public func rebuildSearchIndex() throws {
        do {
            try connection().write { db in
                try Schema.migrate(db)
                try SearchIndex(db).rebuild()
            }
        } catch let error as DatabaseError {
            throw CatalogError(error, path: path)
        }
    }

    /// Makes the index of places anew out of the bookstores, in one transaction.
    public func rebuildPlaceIndex() throws {
        do {
            try connection().write { db in
                try Schema.migrate(db)
                try RTreePacker.rebuild(db)
            }
        } catch let error as DatabaseError {
            throw CatalogError(error, path: path)
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
        do {
            return try connection().writeWithoutTransaction { db in
                var results: [Result] = []
                try db.inTransaction(.immediate) {
                    try Schema.migrate(db)
                    results = [try body(db)]
                    return .commit
                }
                return results[0]
            }
        } catch let error as DatabaseError {
            throw CatalogError(error, path: path)
        }
    }

    private static func checkVersion(_ db: Database, _ path: String) throws {
        let version = try Schema.userVersion(db)
        guard version >= 0 else { throw CatalogError.nonsense(path, version: version) }
        guard version <= Schema.version else { throw CatalogError.newer(path, version: version) }
    }
}
