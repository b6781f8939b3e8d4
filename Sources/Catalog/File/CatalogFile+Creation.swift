internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliText
internal import Glibc

extension CatalogFile {
    /// Puts an empty catalog at `path`, whole and on disk or not at all.
    ///
    /// SQLite itself would make the file with its first transaction, and a power cut or a kill in the middle of that
    /// leaves pages of zeros, or a header that its journal then takes back.
    ///
    /// - Edges: a file that another process has put there meanwhile stays.
    static func create(at path: String, over state: State) throws {
        try changeFolder(of: path) { target, folder in
            if state == .empty {
                try replace(target)
            } else {
                try putNew(target, in: folder)
            }
        }
    }

    /// Gives the whole catalog that `file` holds, which was written without a log, its name.
    ///
    /// - Returns: false where something stands there by now.
    static func put(_ file: NamelessFile, at path: String) throws -> Bool {
        var isThere = false
        try changeFolder(of: path) { target, _ in
            try write(logMark, at: 18, to: file.descriptor)
            guard access(target, F_OK) != 0 else { return isThere = true }
            removeStrays(target)
            isThere = try !file.name(target)
        }
        return !isThere
    }

    private static func changeFolder(of path: String, _ body: (_ target: String, _ folder: String) throws -> Void)
        throws
    {
        let target = resolved(path)
        let folder = NamelessFile.folder(of: target)
        do {
            let directory = try open(folder, O_RDONLY | O_DIRECTORY, "open")
            defer { close(directory) }
            // Of two processes only one makes the file and clears away what stands beside it.
            guard flock(directory, LOCK_EX) == 0 else { throw SystemFailure(step: "lock", number: errno) }
            try body(target, folder)
            // A name is on disk only when its folder is.
            guard fsync(directory) == 0 || errno == EINVAL else { throw SystemFailure(step: "write", number: errno) }
        } catch let number as SystemFailure {
            throw failure(number.step, path, number.number)
        }
    }

    /// Nothing there: a nameless file gets the name, which fails where another process was faster.
    private static func putNew(_ target: String, in folder: String) throws {
        guard access(target, F_OK) != 0 else { return }
        removeStrays(target)
        if let file = NamelessFile(beside: target) {
            try write(try emptyCatalog(), to: file.descriptor)
            _ = try file.name(target)
        } else {
            try putNamed(target)
        }
    }

    /// The same for a file system without nameless files. The descriptor is closed before the file has its name.
    private static func putNamed(_ target: String) throws {
        let temporary = "\(target).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
        let file = try open(temporary, O_WRONLY | O_CREAT | O_EXCL, "make")
        defer { unlink(temporary) }
        do {
            defer { close(file) }
            try write(try emptyCatalog(), to: file)
        }
        _ = try SystemFailure.link(temporary, to: target)
    }

    /// An empty file there: replaced while it is locked, so that of two processes only one does it. What a killed process
    /// leaves beside it the next one takes over, since the file is still empty then.
    private static func replace(_ target: String) throws {
        let former = try open(target, O_RDWR, "open")
        try lock(former, target)
        var (held, there) = (stat(), stat())
        guard fstat(former, &held) == 0, stat(target, &there) == 0, held.st_ino == there.st_ino, there.st_size == 0
        else {
            // Another process has put a catalog there. The descriptor stays open: to close it would drop the locks of this
            // process's own connections to that catalog.
            return unlock(former)
        }
        defer { close(former) }
        removeStrays(target)
        let temporary = target + ".new"
        unlink(temporary)
        let file = try open(temporary, O_WRONLY | O_CREAT | O_EXCL, "make")
        fchmod(file, held.st_mode & 0o777)
        do {
            do {
                defer { close(file) }
                try write(try emptyCatalog(), to: file)
            }
            guard rename(temporary, target) == 0 else { throw SystemFailure(step: "make", number: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Takes the lock that SQLite takes to write, within the time that an ingest waits for it. The lock belongs to the
    /// descriptor, not to the process, so it also keeps out this process's own connections.
    ///
    /// - Source: SQLite, os.h: 512 bytes from `PENDING_BYTE`. fcntl(2), "Open file description locks".
    private static func lock(_ file: Int32, _ path: String) throws {
        var range = lockRange(F_WRLCK)
        let deadline = ContinuousClock.now + .seconds(CatalogWriter.busySeconds)
        while fcntl(file, setOwnLock, &range) != 0 {
            guard errno == EACCES || errno == EAGAIN else { throw SystemFailure(step: "lock", number: errno) }
            guard ContinuousClock.now < deadline else {
                throw CatalogError(DatabaseError(code: SQLITE_BUSY), path: path)
            }
            usleep(50_000)
        }
    }

    private static func unlock(_ file: Int32) {
        var range = lockRange(F_UNLCK)
        // The range was locked through this very descriptor; there is nothing that could refuse.
        _ = fcntl(file, setOwnLock, &range)
    }

    /// F_OFD_SETLK, whose definition Swift does not see.
    private static let setOwnLock: Int32 = 37

    private static func lockRange(_ kind: Int32) -> flock {
        var range = flock()
        range.l_type = Int16(kind)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = 0x4000_0000
        range.l_len = 512
        return range
    }

    /// Whether a log with something in it stands beside the file, not beside a link to it.
    static func hasLog(_ path: String) -> Bool {
        var log = stat()
        return stat(resolved(path) + "-wal", &log) == 0 && log.st_size > 0
    }

    /// The bytes of a database with our application id, no table, and a write-ahead log.
    private static func emptyCatalog() throws -> [UInt8] {
        let db = try Database()
        try db.execute("PRAGMA page_size = 4096; PRAGMA application_id = \(Schema.applicationID)")
        var size: sqlite3_int64 = 0
        guard let image = sqlite3_serialize(db.handle, "main", &size, 0) else {
            throw DatabaseError(code: SQLITE_NOMEM)
        }
        defer { sqlite3_free(image) }
        var bytes = Array(UnsafeBufferPointer(start: image, count: Int(size)))
        bytes.replaceSubrange(18..<20, with: logMark)
        return bytes
    }

    /// What a database with a write-ahead log has at 18.
    ///
    /// - Source: SQLite's file format, §1.3.3.
    private static let logMark: [UInt8] = [2, 2]

    private static func open(_ path: String, _ flags: Int32, _ step: String) throws -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemFailure(step: step, number: errno) }
        return descriptor
    }

    private static func write(_ bytes: [UInt8], at place: Int = 0, to file: Int32) throws {
        let written = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, place) }
        guard written == bytes.count else { throw SystemFailure(step: "write", number: written < 0 ? errno : ENOSPC) }
        guard fsync(file) == 0 else { throw SystemFailure(step: "write", number: errno) }
    }

    /// A journal or log without its database would be played into the new one.
    private static func removeStrays(_ target: String) {
        for ending in Catalog.sideEndings { unlink(target + ending) }
    }

    private static func failure(_ step: String, _ path: String, _ number: Int32 = errno) -> CatalogError {
        let reason = String(cString: strerror(number))
        return CatalogError(
            .io,
            en:
                "cannot \(step) the catalog \(path): \(reason); check free space and permissions, or name another with --db",
            ko: "카탈로그 \(path)을(를) 만들 수 없습니다: \(reason); 남은 공간과 권한을 확인하거나 --db로 다른 위치를 지정하세요")
    }

    /// The file that a chain of symbolic links leads to, be it there or not.
    static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return dangling(path) }
        defer { free(real) }
        return String(cString: real)
    }

    /// As many links in a row as Linux follows, the last leading nowhere.
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
