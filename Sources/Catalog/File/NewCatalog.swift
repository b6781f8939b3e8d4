internal import GeocliDatabase
internal import Glibc

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
    ///
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
