internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliText
internal import Glibc

/// The checks of a catalog's file before SQLite reads or changes it.
///
/// geocli never opens a descriptor of its own on a catalog that may be in use. When a process closes any descriptor of
/// a file, POSIX drops all of the process's locks on that file, including those of its SQLite connections. An ingest of
/// another process could then change the file during a read. So this code examines the file with `stat`, and reads its
/// header through SQLite's own descriptor.
enum CatalogFile {
    enum State {
        case missing
        /// An empty file, which a killed first ingest may leave.
        case empty
        /// A regular file with content; `checkHeader` says whether it is a catalog.
        case file
    }

    /// The suffixes of the files that SQLite keeps beside a catalog.
    /// - Source: "Temporary Files Used By SQLite", §2.1 to §2.3.
    static let sideEndings = ["-journal", "-wal", "-shm"]

    /// Returns the state of the file at `path`; follows links.
    /// - Throws: `CatalogError(.foreign)` if the file, or a file that SQLite keeps beside it, is not a regular file;
    ///   `.io` if the file can't be examined or read.
    static func look(at path: String) throws(CatalogError) -> State {
        guard let entry = FileSystem.facts(path) else {
            if errno == ENOENT || errno == ENOTDIR { return .missing }
            throw unreadable(path, errno)
        }
        try checkIsRegular(entry, path)
        for ending in sideEndings {
            let sidePath = resolved(path) + ending
            if let side = FileSystem.facts(sidePath) { try checkIsRegular(side, sidePath) }
        }
        guard access(path, R_OK) == 0 else { throw unreadable(path, errno) }
        return entry.st_size == 0 ? .empty : .file
    }

    /// Refuses everything but a regular file: opening a FIFO waits for a writer, and an empty device looks like an
    /// empty file.
    private static func checkIsRegular(_ entry: stat, _ path: String) throws(CatalogError) {
        guard entry.st_mode & S_IFMT != S_IFREG else { return }
        throw .foreign(path, because: FileKind.words(entry.st_mode))
    }

    /// Checks the first bytes of the file that a connection has open, before the connection reads anything.
    /// - Throws: `CatalogError` for another program's file, for a file that is not a database, and for a schema that
    ///   this program does not support.
    /// - Source: SQLite's file format, §1.3: the magic at 0, the user version at 60, the application id at 68.
    static func checkHeader(_ db: Database, _ path: String) throws {
        let header = try header(of: db)
        guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw CatalogError.foreign(path, because: Words(en: "not an SQLite database", ko: "SQLite 데이터베이스가 아님"))
        }
        let applicationID = header[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard applicationID == UInt32(bitPattern: Schema.applicationID) else {
            throw CatalogError.foreign(path, because: Words(en: "another program's database", ko: "다른 프로그램의 데이터베이스"))
        }
        // The log may contain a later version. That version is checked after SQLite has read the log.
        let version = Int(Int32(bitPattern: header[60..<64].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }))
        guard version >= 0 else { throw CatalogError.nonsense(path, version: version) }
        guard version > Schema.version else { return }
        // If nothing but the file is read, SQLite leaves no other file beside it.
        let alone = try Database(path: DatabaseFile.immutableURI(path), .reading)
        _ = try Schema.checkedVersion(alone, path)
    }

    /// Returns the first 100 bytes, which SQLite reads without a lock; no bytes if the file is shorter.
    /// - Source: sqlite3.h, `sqlite3_io_methods.xRead`.
    private static func header(of db: Database) throws -> [UInt8] {
        let file = try file(of: db)
        guard let read = file.pointee.pMethods?.pointee.xRead else { throw DatabaseError(code: SQLITE_CANTOPEN) }
        var header = [UInt8](repeating: 0, count: 100)
        let result = read(file, &header, Int32(header.count), 0)
        if result == shortRead { return [] }
        guard result == SQLITE_OK else { throw DatabaseError(code: result) }
        return header
    }

    /// Brings what was committed to disk, also if `synchronous` is off.
    /// - Source: sqlite3.h, `sqlite3_io_methods.xSync`.
    static func sync(_ db: Database) throws {
        let file = try file(of: db)
        guard let sync = file.pointee.pMethods?.pointee.xSync else { return }
        let result = sync(file, SQLITE_SYNC_NORMAL)
        guard result == SQLITE_OK else { throw DatabaseError(code: result) }
    }

    /// Marks a database as one without a write-ahead log, after its last transaction.
    ///
    /// - Source: SQLite's file format, §1.3.3; sqlite3.h, `sqlite3_io_methods.xWrite`.
    static func markWithoutLog(_ db: Database) throws {
        let file = try file(of: db)
        guard let write = file.pointee.pMethods?.pointee.xWrite else { throw DatabaseError(code: SQLITE_CANTOPEN) }
        let mark: [UInt8] = [1, 1]
        let result = write(file, mark, Int32(mark.count), 18)
        guard result == SQLITE_OK else { throw DatabaseError(code: result) }
    }

    /// Returns SQLite's own file of a database.
    /// - Source: sqlite3.h, `SQLITE_FCNTL_FILE_POINTER`.
    private static func file(of db: Database) throws -> UnsafeMutablePointer<sqlite3_file> {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(db.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file else { throw DatabaseError(code: code == SQLITE_OK ? SQLITE_CANTOPEN : code) }
        return file
    }

    /// SQLITE_IOERR_SHORT_READ; Swift does not import its definition.
    private static let shortRead = SQLITE_IOERR | 2 << 8

    /// Returns the path in a form that SQLite takes literally. SQLite would take a path that starts with `file:` as a
    /// URI, and a path that starts with a colon as a database in memory.
    static func literal(_ path: String) -> String {
        path.hasPrefix("file:") || path.hasPrefix(":") ? "./" + path : path
    }

    private static func unreadable(_ path: String, _ number: Int32) -> CatalogError {
        let reason = SystemError.words(number)
        return CatalogError(
            .io, en: "cannot open the catalog \(path): \(reason.en); check the path and its permissions",
            ko: "카탈로그 \(path)\(.object) 열 수 없습니다: \(reason.ko). 경로와 권한을 확인하세요")
    }

    /// - Throws: `CatalogError(.missing)` if the folder does not exist.
    static func requireFolder(of path: String) throws(CatalogError) {
        let folder = NamelessFile.folder(of: resolved(path))
        guard FileSystem.facts(folder)?.isFolder == true else { throw .missingFolder(folder, of: path) }
    }

    /// Creates the folder of `path`, and the folders above it.
    static func makeFolder(for path: String) throws(CatalogError) {
        do throws(FolderFault) {
            try DatabaseFile.makeFolder(for: path)
        } catch {
            let (folder, reason) = (error.folder, SystemError.words(error.number))
            throw CatalogError(
                .io, en: "cannot create the folder \(folder): \(reason.en); choose another path with --db",
                ko: "폴더 \(folder)\(.object) 만들 수 없습니다: \(reason.ko). --db로 다른 위치를 지정하세요")
        }
    }

    /// Whether there is a non-empty log beside the file. If `path` is a link, the log is beside the link's target.
    static func hasLog(_ path: String) -> Bool {
        FileSystem.facts(resolved(path) + "-wal").map { $0.st_size > 0 } ?? false
    }

    /// Returns the path to which the symbolic links in `path` lead, even if no file exists there.
    static func resolved(_ path: String) -> String { FileSystem.realPath(path) ?? dangling(path) }

    /// Follows a chain of links whose last link leads to no file. Follows at most 40 links, as Linux does.
    private static func dangling(_ path: String) -> String {
        var path = path
        for _ in 0..<40 {
            let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
                buffer.withMemoryRebound(to: CChar.self) {
                    guard let start = $0.baseAddress else { return }
                    count = max(0, readlink(path, start, $0.count))
                }
            }
            guard !target.isEmpty else { return path }
            let name = String(decoding: target, as: UTF8.self)
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            path = name.hasPrefix("/") ? name : folder + name
        }
        return path
    }
}

/// The only place that opens connections to a catalog's file.
///
/// No connection runs the triggers of a file. A read-only connection calls a function in a view or constraint only if
/// SQLite considers the function harmless. A writing connection calls all functions, because the CHECK of `sns` calls
/// `json_type`, which SQLite 3.40 considers harmful. Before such a connection writes, `SchemaCheck` checks that all
/// definitions under our names are ours. Objects with other names are left alone.
enum CatalogConnection {
    /// The maximum time to wait for another ingest's lock, in seconds.
    static let busySeconds = 5.0

    /// The memory of a connection that writes: 32 MiB for the catalog, and 32 MiB for the staged rows. It does not grow
    /// with the number of rows.
    static let cacheSizes = "PRAGMA cache_size = -32768; PRAGMA temp.cache_size = -32768;"

    /// The same for a new catalog, whose rows are not staged.
    static let cacheSizesInPlace = "PRAGMA cache_size = -32768; PRAGMA temp.cache_size = -4096;"

    /// Opens a read-only connection. If the file has no log and this user can't write the file or its folder, SQLite is
    /// told that the file does not change. Without this, SQLite could not create its shared memory, or would leave side
    /// files that the catalog's owner can't write.
    /// - Throws: `CatalogError`, also for a file that is not a catalog.
    static func forReading(_ link: String) throws(CatalogError) -> Database {
        let path = CatalogFile.resolved(link)
        func open(_ name: String) throws(CatalogError) -> Database { try forReading(name, named: path) }
        let canRecover = CatalogFile.hasLog(path)
        if !canRecover, access(path, W_OK) != 0 { return try open(DatabaseFile.immutableURI(path)) }
        do {
            return try open(CatalogFile.literal(path))
        } catch let error {
            guard error.isUnwritable, !canRecover else { throw error }
            return try open(DatabaseFile.immutableURI(path))
        }
    }

    /// Opens a read-only connection to the file at `place`, which messages call `path`. SQLite must take `place`
    /// literally.
    /// - Throws: `CatalogError`, also for a file that is not a catalog.
    static func forReading(_ place: String, named path: String) throws(CatalogError) -> Database {
        try CatalogError.explaining(path) {
            let db = try Database(path: place, .reading, busySeconds: busySeconds)
            try distrust(db, path)
            try db.set(geocli_distrust_schema)
            try SearchFunctions.register(on: db)
            try LeftOutFunction.register(on: db)
            try PointDistricts.register(on: db)
            // The first read creates the shared memory. If that fails, the file must be opened as immutable.
            try db.execute("PRAGMA schema_version")
            return db
        }
    }

    /// - Throws: `CatalogError`, also for a file that is not a catalog.
    static func forWriting(_ path: String) throws(CatalogError) -> Database {
        try CatalogError.explaining(path) {
            let db = try Database(path: CatalogFile.literal(path), busySeconds: busySeconds)
            try distrust(db, path)
            try Seals.watch(db)
            try PointDistricts.register(on: db)
            return db
        }
    }

    /// Moves the log of a writing connection into the file after a commit, and empties the log. Otherwise the log stays
    /// while any other connection is open, such as the connection of a service. If another file then got the catalog's
    /// name, SQLite would apply the log to that file.
    ///
    /// Ignores errors, because the commit is already on disk, and a later commit can empty the log. For example, the
    /// log can't be emptied while a reader has an older snapshot.
    static func emptyLog(_ db: Database) {
        guard !db.isInTransaction else { return }
        try? db.execute("PRAGMA busy_timeout = \(Int(emptyingSeconds * 1000))")
        try? db.execute("PRAGMA main.wal_checkpoint(TRUNCATE)")
        try? db.execute("PRAGMA busy_timeout = \(Int(busySeconds * 1000))")
    }

    /// The maximum time that `emptyLog` waits for readers of older snapshots, in seconds.
    private static let emptyingSeconds = 0.1

    /// Checks the schema number of the catalog at `path`, including its log. Changes neither.
    /// - Throws: `CatalogError` for a schema that this program does not support.
    static func checkVersion(_ path: String) throws(CatalogError) {
        let connection = try forReading(path)
        try CatalogError.explaining(path) {
            _ = try connection.transaction(.deferred) { try Schema.checkedVersion($0, path) }
        }
    }

    /// Checks the file's header and turns off triggers, before anything is read from its tables.
    private static func distrust(_ db: Database, _ path: String) throws {
        try CatalogFile.checkHeader(db, path)
        try db.set(geocli_run_no_triggers)
    }
}
