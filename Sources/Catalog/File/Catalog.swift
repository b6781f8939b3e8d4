internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText
internal import Glibc

/// The places of a database file, open for reading.
///
/// Reading never creates or changes the file. A long read sees one snapshot, even while this or another process runs an
/// ingest or opens the file again. There is one exception: a file that this user can't write and that has no log is
/// read without a snapshot (see `CatalogConnection`).
///
/// A class because it owns a connection. Only one thread uses it at a time.
public final class Catalog {
    public let path: String
    private let connection: Database
    var placeReader: PointIndexReader?
    /// Whether all reads see the same snapshot.
    public private(set) var holdsSnapshot = false
    /// The maximum number of text matches that are looked up one by one. If there are more, the places are scanned
    /// instead, because a scan then soon finds matches.
    var fewMatches = 2000
    /// The last filter whose text was looked up, and the filter that replaced it.
    var lastNarrowing: (from: PlaceFilter, to: PlaceFilter)?
    /// The connection of the current read; nil between reads. A query that the caller makes between two rows uses this
    /// connection, too, so it sees the same snapshot.
    private var current: Database?
    let past: Past?

    /// The last day whose runs are read, `YYYY-MM-DD` in Asia/Seoul; nil if the catalog is read as it is now.
    public var day: String? { past?.day }

    /// Whether rows have the feed's values instead of those that people corrected.
    public let isUncorrected: Bool

    /// Whether the program's ground (`Ground`) stands in for outlines, water and stations that the catalog doesn't
    /// have.
    package var hasGround = false { didSet { if hasGround { knowsDistricts = true } } }
    /// Whether the districts of the program's ground tell the district of a place that states none (`PointDistricts`).
    package private(set) var knowsDistricts = false
    private var pointDistricts: PointDistricts?
    /// The districts in this read, and in the last one, for which the data had this version.
    var districtMap: PointDistricts?
    var formerDistrictMap: (version: Int64, map: PointDistricts)?
    /// The provinces in which the catalog has places, and the version of the data for which this is true.
    var groundProvinces: (version: Int64, names: Set<String>)?

    /// Opens the catalog at `path`, as it is now or as it was at the end of a day.
    ///
    /// If `day` is not nil, `status`, `forEachRun` and lookups by filter, id, reference or name answer as of that day.
    /// Each feed is then as it was after its last good run on or before that day. Queries by position are not possible
    /// as of a day, because the index of places covers only the present. Queries for changes are not possible either.
    ///
    /// - Parameters:
    ///   - day: the last day whose runs are read, `YYYY-MM-DD` in Asia/Seoul; nil to read the catalog as it is now.
    ///   - isUncorrected: whether rows have the feed's values instead of the corrected ones. If so, queries by position
    ///     and searches are not possible.
    /// - Throws: `CatalogError`: `.missing`, `.foreign`, `.newer`, `.prerelease`, `.corrupt`, `.io`; `.misuse` if `day`
    ///   is not a calendar day.
    public init(path: String, asOf day: String? = nil, isUncorrected: Bool = false) throws(CatalogError) {
        if let day, !SeoulTime.isDate(day) {
            throw .misuse(
                en: "\"\(day)\" is not a day; write one such as 2026-09-21",
                ko: "\"\(day)\"\(.topic) 날짜가 아닙니다. 2026-09-21처럼 쓰세요")
        }
        DiskFaults.begin()
        guard try CatalogFile.look(at: path) == .file else { throw .missing(path) }
        self.path = path
        self.isUncorrected = isUncorrected
        past = day == nil && !isUncorrected ? nil : Past(day: day, isCorrected: !isUncorrected)
        connection = try CatalogConnection.forReading(path)
        try Self.checkSchema(connection, path)
        try findDistricts()
    }

    /// Opens a copy (`copy(to:)`) before it has its name; messages call it `path`.
    package init(copyAt place: String, named path: String) throws(CatalogError) {
        DiskFaults.begin()
        self.path = path
        isUncorrected = false
        past = nil
        connection = try CatalogConnection.forReading(place, named: path)
        try Self.checkSchema(connection, path)
        try findDistricts()
    }

    private func findDistricts() throws(CatalogError) {
        let districts = PointDistricts { [unowned self] in districtName(at: $0) }
        pointDistricts = districts
        try CatalogError.explaining(path) { try PointDistricts.register(districts, on: connection) }
    }

    private static func checkSchema(_ connection: Database, _ path: String) throws(CatalogError) {
        try CatalogError.explaining(path) {
            try connection.transaction(.deferred) { db in
                let version = try Schema.checkedVersion(db, path)
                guard version > 0 else { throw CatalogError.missing(path) }
                try SchemaCheck(db, version: version).requireOurs()
            }
        }
    }

    /// Returns this catalog and further connections that see the same data, so that several threads can read it. There
    /// are fewer than `count` if an ingest changed the catalog before all were opened.
    ///
    /// - Precondition: `holdsSnapshot`; the catalog is read as it is now, with the corrected values.
    public func connections(_ count: Int) throws -> [Catalog] {
        precondition(holdsSnapshot && past == nil)
        var all = [self]
        while all.count < count {
            let other = try Catalog(path: path)
            other.hasGround = hasGround
            try other.holdSnapshot()
            guard try other.seesTheSame(as: self) else { break }
            all.append(other)
        }
        return all
    }

    /// Makes all later reads of this object see the same snapshot, which the next read takes. Ingests don't change the
    /// snapshot, so the results of a command with several steps are consistent.
    public func holdSnapshot() throws {
        guard !holdsSnapshot else { return }
        try CatalogError.explaining(path) { try connection.execute("BEGIN DEFERRED") }
        holdsSnapshot = true
    }

    /// Runs `body` so that all its reads see one snapshot. Then releases the snapshot, so that SQLite can empty its
    /// log. Use this in a service that answers many queries on one connection.
    ///
    /// - Throws: `CatalogError`; what `body` throws.
    public func inSnapshot<Result>(_ body: () throws -> Result) throws -> Result {
        precondition(!holdsSnapshot, "this catalog already holds a snapshot")
        try CatalogError.explaining(path) {
            connection.keepStatements()
            try Statement(connection, "BEGIN DEFERRED").run()
        }
        holdsSnapshot = true
        lastNarrowing = nil
        districtMap = nil
        defer {
            holdsSnapshot = false
            lastNarrowing = nil
            // An error may have ended the transaction already. Nothing was written, so nothing is lost if COMMIT fails;
            // the next BEGIN reports the error.
            if connection.isInTransaction { try? Statement(connection, "COMMIT").run() }
        }
        return try body()
    }

    /// Returns a number that changes when another connection has changed the file. Numbers of different objects can't
    /// be compared.
    ///
    /// - Complexity: O(1).
    public func dataVersion() throws -> Int64 { try read { try $0.integer("PRAGMA data_version") ?? 0 } }

    /// Makes every statement fail with a `CatalogError` while `isOver` returns true. Use this in a service with a time
    /// limit for each answer.
    public func interrupt(when isOver: @escaping () -> Bool) throws { try connection.interrupt(when: isOver) }

    /// Sets how many bytes of the file may stay in memory between queries; the default is 2 MB. Use this if you run
    /// many queries on one object.
    ///
    /// - Parameter isMapped: whether the same number of bytes of the file is also mapped into memory, so that reads are
    ///   faster. If another process shortens the file, a process that reads the lost part is killed. Each object has a
    ///   mapping of its own, so two objects map twice as many bytes.
    public func keepInMemory(bytes: Int, isMapped: Bool = false) throws {
        let sql = "PRAGMA cache_size = -\(bytes / 1024); PRAGMA mmap_size = \(isMapped ? bytes : 0)"
        try CatalogError.explaining(path) { try connection.execute(sql) }
    }

    /// Prepares this process for threads that each use a catalog of their own: SQLite no longer counts the memory that
    /// it uses, because it counts under one lock. Call it before the first catalog is opened.
    public static func prepareForThreads() { Database.countNoMemory() }

    /// Runs `body` in one transaction, so that all its reads are consistent.
    func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
        if let current { return try body(current) }
        func whole(_ db: Database) throws -> Result {
            current = db
            // Without a snapshot, outlines may have been imported since the last read.
            if !holdsSnapshot { districtMap = nil }
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

    /// Throws if this catalog is read as of a day, or with the feed's values instead of the corrected ones.
    func requirePresent() throws {
        guard !isUncorrected else {
            throw CatalogError.misuse(
                en:
                    "--uncorrected can't be used in a search by position or by text, because the index has the corrected values",
                ko: "--uncorrected를 쓰면 위치로 찾거나 검색할 수 없습니다. 색인에는 정정한 값만 있습니다")
        }
        try requireNoDay()
    }

    /// Throws if this catalog is read as of a day. Unlike `requirePresent`, allows the feed's values instead of the
    /// corrected ones.
    func requireNoDay() throws {
        guard let day else { return }
        throw CatalogError.misuse(
            en:
                "--as-of \(day) can't be used here: this query only works with the catalog as it is now; leave out --as-of",
            ko: "여기에는 --as-of(\(day))를 쓸 수 없습니다. 이 조회는 현재 카탈로그에서만 할 수 있습니다. --as-of를 빼세요")
    }

    private func inPast<Result>(_ db: Database, _ body: (Database) throws -> Result) throws -> Result {
        try past?.prepare(db)
        do {
            return try body(db)
        } catch {
            // The transaction may be rolled back. A rollback also removes the tables of the past.
            past?.forget()
            throw error
        }
    }

    package static var sideEndings: [String] { CatalogFile.sideEndings }

    /// Whether the file at `path` is a catalog, intact or damaged: a database with geocli's application id in its
    /// header.
    ///
    /// SQLite reads the header. If this function opened and closed the file itself, this process would lose the locks
    /// that its SQLite connections hold on the file. With `immutable`, SQLite takes no lock, leaves no trace, and reads
    /// only the first page.
    ///
    /// - Edges: false for a file that can't be read.
    /// - Source: SQLite, "How To Corrupt An SQLite Database File", §2.2; "Uniform Resource Identifiers", §3.2.
    package static func stands(at path: String) -> Bool {
        // Every database is at least as large as its header. Opening a FIFO would wait for a process at its other end.
        guard let facts = FileSystem.facts(path), facts.isFile, facts.st_size >= 100 else { return false }
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX
        guard sqlite3_open_v2(DatabaseFile.immutableURI(path), &database, flags, nil) == SQLITE_OK else { return false }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(database, "PRAGMA application_id", -1, &statement, nil) == SQLITE_OK,
            sqlite3_step(statement) == SQLITE_ROW
        else { return false }
        return sqlite3_column_int(statement, 0) == Schema.applicationID
    }
}

/// A catalog that is read again and again while other processes change it or replace its file. Between two reads it
/// holds no snapshot, so SQLite can empty its log.
///
/// A class because it owns a connection. Only one thread uses it.
package final class WatchedCatalog {
    private let path: String
    private let isUncorrected: Bool
    private var opened: (catalog: Catalog, file: FileNumber)?
    /// The file and its version at the last call of `hasChanged`; nil before the first call, and after the file has
    /// been opened again.
    private var seen: (file: FileNumber, version: Int64)?

    /// The numbers that identify a file. A file that replaces an open file has different numbers.
    private struct FileNumber: Equatable {
        let device: UInt
        let inode: UInt
    }

    /// Creates an instance that opens the catalog at the first read.
    package init(path: String, isUncorrected: Bool) { (self.path, self.isUncorrected) = (path, isUncorrected) }

    /// Runs `body` with the catalog that is at the path now. All reads of `body` see one snapshot.
    ///
    /// - Throws: `CatalogError`; what `body` throws.
    package func read<Result>(_ body: (Catalog) throws -> Result) throws -> Result {
        let catalog = try current()
        do {
            return try catalog.inSnapshot { try body(catalog) }
        } catch {
            // The file may be damaged, so the next read opens the catalog again.
            opened = nil
            throw error
        }
    }

    /// Returns whether another connection has changed the catalog since the last call, or whether its file was
    /// replaced.
    ///
    /// - Throws: `CatalogError`, for example while the file is being replaced.
    package func hasChanged() throws -> Bool {
        let catalog = try current()
        guard let file = opened?.file else { return true }
        let version = try catalog.dataVersion()
        defer { seen = (file, version) }
        return seen.map { $0.file != file || $0.version != version } ?? true
    }

    private func current() throws -> Catalog {
        let facts = FileSystem.facts(path) ?? stat()
        let file = FileNumber(device: UInt(facts.st_dev), inode: UInt(facts.st_ino))
        if let opened, opened.file == file { return opened.catalog }
        opened = nil
        let catalog = try Catalog(path: path, isUncorrected: isUncorrected)
        opened = (catalog, file)
        seen = nil
        return catalog
    }
}
