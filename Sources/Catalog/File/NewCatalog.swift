internal import GeocliDatabase
internal import Glibc

/// A first catalog on its way: a file without a name, which gets one when its first run is in it, whole and on disk.
///
/// Nobody else sees it until then, so it needs neither journal nor log, and its bookstores are written once: a kill at any
/// instant leaves nothing at all.
final class NewCatalog {
    private let file: NamelessFile
    private let db: Database

    /// A place for the catalog that `path` will name; nil where the file system has no files without a name.
    init?(path: String) throws {
        guard let file = NamelessFile(beside: CatalogFile.resolved(path)) else { return nil }
        self.file = file
        _ = DescriptorPaths.allowed
        db = try Database(path: "/proc/\(getpid())/fd/\(file.descriptor)")
        try db.execute(
            """
            PRAGMA page_size = 4096; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF; PRAGMA application_id = \(Schema.applicationID);
            \(CatalogWriter.cacheSizes)
            """)
    }

    /// Runs `body` with a session, and puts the catalog at `path` if that has written a run down, be it of a failure.
    ///
    /// - Returns: what `body` returns; nil where another process was faster, and this run stands nowhere.
    /// - Throws: what `body` throws; `CatalogError`.
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
