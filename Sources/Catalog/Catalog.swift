internal import GRDB
internal import GRDBSQLite
internal import Glibc

/// The bookstores of a database file, for reading.
///
/// Reading never creates or changes the file. A long read sees one snapshot, whatever an ingest does meanwhile; only a
/// user who can't write the file, with no log beside it, reads it as it stands (see `open`).
/// A class because it owns a connection; used by one thread.
public final class Catalog {
    /// The file.
    public let path: String
    private let queue: DatabaseQueue
    /// What was prepared to read the index of places.
    var placeReader: PlaceReader?
    /// Whether all reads see the same moment.
    public private(set) var holdsSnapshot = false
    /// So many matches of a filter's text are looked up one by one; of more, some are soon met by looking at all.
    var fewMatches = 2000
    /// The last filter whose text was looked up, and what became of it.
    var lastNarrowing: (from: BookstoreFilter, to: BookstoreFilter)?
    /// The connection while something is read: what a caller reads between two rows belongs to the same moment.
    private var current: Database?
    private let past: Past?

    /// The day at whose end the catalog is read, `YYYY-MM-DD` in Asia/Seoul; nil for now.
    public var day: String? { past?.day }

    /// Opens the catalog at `path`.
    ///
    /// As of a day, listings by filter, id, reference and name, `status` and `forEachRun` answer as they would have
    /// answered behind the last good run of each feed on that day or before. The index of places holds the present
    /// only: places and changes can't be asked then.
    ///
    /// - Parameter day: the day at whose end to read it, `YYYY-MM-DD`; nil for now.
    /// - Precondition: `day` is a day of the calendar (`SeoulTime.isDate`).
    /// - Throws: `CatalogError`: `.missing`, `.foreign`, `.newer`, `.older`, `.corrupt`, `.io`.
    public init(path: String, asOf day: String? = nil) throws(CatalogError) {
        precondition(day.map(SeoulTime.isDate) ?? true)
        _ = DiskFaults.watching
        guard try CatalogFile.inspect(path) == .catalog else { throw .missing(path) }
        self.path = path
        past = day.map(Past.init)
        queue = try Self.open(path, makesTables: day != nil)
        let version = try Self.version(queue, path)
        guard version > 0 else { throw .missing(path) }
        guard version >= Schema.oldestReadable else { throw .older(path, version: version) }
    }

    /// From now on everything is read from what the catalog holds at the next read, whatever ingests do meanwhile: what a
    /// command reads in several steps fits together. Lasts as long as this object.
    ///
    /// - Throws: `CatalogError`.
    public func holdSnapshot() throws {
        guard !holdsSnapshot else { return }
        try Self.explaining(path) { try queue.unsafeRead { try $0.execute(sql: "BEGIN DEFERRED") } }
        holdsSnapshot = true
    }

    /// Lets up to so many bytes of the file stay in memory between queries, 2 MB unless asked for; for those who ask many
    /// questions of one object.
    ///
    /// - Throws: `CatalogError`.
    public func keepInMemory(bytes: Int) throws {
        let sql = "PRAGMA cache_size = -\(bytes / 1024); PRAGMA mmap_size = \(bytes)"
        try Self.explaining(path) { try queue.unsafeRead { try $0.execute(sql: sql) } }
    }

    /// Reads through `body` in one transaction, so that all it reads fits together.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if let current { return try body(current) }
        func whole(_ db: Database) throws -> Result {
            current = db
            defer { current = nil }
            return try inPast(db, body)
        }
        do {
            return try holdsSnapshot ? queue.unsafeRead(whole) : queue.read(whole)
        } catch let error as DatabaseError {
            throw CatalogError(error, path: path)
        }
    }

    private func inPast<Result>(_ db: Database, _ body: (Database) throws -> Result) throws -> Result {
        try past?.prepare(db)
        do {
            return try body(db)
        } catch {
            // The transaction may be rolled back, and the tables of the past with it.
            past?.forget()
            throw error
        }
    }

    /// The schema of the file at `path`, read without any trace in it.
    ///
    /// - Throws: `CatalogError`, also for a schema that this program does not know.
    static func version(_ path: String) throws(CatalogError) -> Int { try version(try open(path), path) }

    private static func version(_ queue: DatabaseQueue, _ path: String) throws(CatalogError) -> Int {
        let version = try explaining(path) { try queue.read(Schema.userVersion) }
        guard version >= 0 else { throw .nonsense(path, version: version) }
        guard version <= Schema.version else { throw .newer(path, version: version) }
        return version
    }

    /// A read-only connection. Where no log stands beside the file and this user can't write the file or its folder,
    /// SQLite is told that nobody will change it: it can't make the shared memory it would coordinate with, or would
    /// leave side files there that the catalog's owner can't write.
    ///
    /// - Parameter makesTables: whether temporary tables are made beside the file, as `Past` does.
    private static func open(_ link: String, makesTables: Bool = false) throws(CatalogError) -> DatabaseQueue {
        let path = CatalogFile.resolved(link)
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        // `holdSnapshot` leaves one open.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            try SearchFunctions.register(on: db)
            // GRDB hears of every column that a statement names, to know what changes; that is a third of the time it takes
            // to prepare one, and nothing changes here.
            if !makesTables { sqlite3_set_authorizer(db.sqliteConnection, nil, nil) }
        }
        let hasLog = CatalogFile.hasLog(path)
        if !hasLog, access(path, W_OK) != 0 {
            return try explaining(path) {
                try DatabaseQueue(path: immutableURI(path), configuration: configuration)
            }
        }
        do {
            return try DatabaseQueue(path: CatalogFile.literal(path), configuration: configuration)
        } catch let error as DatabaseError {
            let isUnwritable = [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
            guard isUnwritable, !hasLog else {
                throw CatalogError(error, path: path)
            }
            return try explaining(path) {
                try DatabaseQueue(path: immutableURI(path), configuration: configuration)
            }
        } catch {
            throw CatalogError(.io, en: "cannot open \(path): \(error)", ko: "\(path)을(를) 열 수 없습니다: \(error)")
        }
    }

    private static func explaining<Result>(
        _ path: String, _ body: () throws -> Result
    ) throws(CatalogError) -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw CatalogError(error, path: path)
        } catch {
            throw CatalogError(.bug, en: "cannot read \(path): \(error)", ko: "\(path)을(를) 읽을 수 없습니다: \(error)")
        }
    }

    /// - Source: SQLite, "Uniform Resource Identifiers", §3.1: `?`, `#` and `%` of a path are escaped.
    private static func immutableURI(_ path: String) -> String {
        var escaped = ""
        for character in path {
            switch character {
            case "%": escaped += "%25"
            case "?": escaped += "%3f"
            case "#": escaped += "%23"
            default: escaped.append(character)
            }
        }
        return "file:\(escaped)?immutable=1"
    }
}
