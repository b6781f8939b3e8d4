internal import GeocliDatabase
internal import GeocliPlaces

/// The bookstores of a database file, for reading.
///
/// Reading never creates or changes the file. A long read sees one snapshot, whatever an ingest does meanwhile, also that
/// of another process, and however many catalogs of the file this process opens; only a user who can't write the file,
/// with no log beside it, reads it as it stands (see `CatalogConnection`).
/// A class because it owns a connection; used by one thread at a time.
public final class Catalog {
    /// The file.
    public let path: String
    private let connection: Database
    /// What was prepared to read the index of places.
    var placeReader: PointIndexReader?
    /// Whether all reads see the same moment.
    public private(set) var holdsSnapshot = false
    /// So many matches of a filter's text are looked up one by one; of more, some are soon met by looking at all.
    var fewMatches = 2000
    /// The last filter whose text was looked up, and what became of it.
    var lastNarrowing: (from: PlaceFilter, to: PlaceFilter)?
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
    /// - Throws: `CatalogError`: `.missing`, `.foreign`, `.newer`, `.older`, `.corrupt`, `.io`; `.misuse` where `day` is not a
    ///   day of the calendar.
    public init(path: String, asOf day: String? = nil) throws(CatalogError) {
        if let day, !SeoulTime.isDate(day) {
            throw .misuse(
                en: "\"\(day)\" is not a day; write it as 2026-09-21", ko: "\"\(day)\"은(는) 날짜가 아닙니다; 2026-09-21처럼 쓰세요")
        }
        DiskFaults.begin()
        guard try CatalogFile.look(at: path) == .file else { throw .missing(path) }
        self.path = path
        past = day.map(Past.init)
        connection = try CatalogConnection.forReading(path)
        try Self.checkSchema(connection, path)
    }

    private static func checkSchema(_ connection: Database, _ path: String) throws(CatalogError) {
        try CatalogError.explaining(path) {
            try connection.transaction(.deferred) { db in
                let version = try Schema.checkedVersion(db, path)
                guard version > 0 else { throw CatalogError.missing(path) }
                guard version >= Schema.oldestReadable else { throw CatalogError.older(path, version: version) }
                try SchemaCheck(db, version: version).requireOurs()
            }
        }
    }

    /// From now on everything is read from what the catalog holds at the next read, whatever ingests do meanwhile: what a
    /// command reads in several steps fits together. Lasts as long as this object.
    ///
    /// - Throws: `CatalogError`.
    public func holdSnapshot() throws {
        guard !holdsSnapshot else { return }
        try CatalogError.explaining(path) { try connection.execute("BEGIN DEFERRED") }
        holdsSnapshot = true
    }

    /// Lets up to so many bytes of the file stay in memory between queries, 2 MB unless asked for; for those who ask many
    /// questions of one object.
    ///
    /// - Throws: `CatalogError`.
    public func keepInMemory(bytes: Int) throws {
        let sql = "PRAGMA cache_size = -\(bytes / 1024); PRAGMA mmap_size = \(bytes)"
        try CatalogError.explaining(path) { try connection.execute(sql) }
    }

    /// Reads through `body` in one transaction, so that all it reads fits together.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if let current { return try body(current) }
        func whole(_ db: Database) throws -> Result {
            current = db
            defer { current = nil }
            return try inPast(db, body)
        }
        DiskFaults.begin()
        do {
            return try holdsSnapshot ? whole(connection) : connection.transaction(.deferred, whole)
        } catch {
            throw CatalogError(meaning: error, path: path) ?? error
        }
    }

    /// Refuses what only the present can answer.
    ///
    /// - Throws: `CatalogError(.misuse)` for a catalog as of a day.
    func requirePresent() throws {
        guard let day else { return }
        throw CatalogError.misuse(
            en: "places and changes can't be asked as of \(day): the index holds the present only",
            ko: "\(day) 시점의 위치와 변화는 물을 수 없습니다: 색인에는 현재만 있습니다")
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

    /// Looks at the schema of the file at `path`, as its log has it, without any trace in the file.
    ///
    /// - Throws: `CatalogError` for a schema that this program does not know.
    static func checkVersion(_ path: String) throws(CatalogError) {
        let connection = try CatalogConnection.forReading(path)
        try CatalogError.explaining(path) { _ = try connection.transaction(.deferred) { try Schema.checkedVersion($0, path) } }
    }
}
