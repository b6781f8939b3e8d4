internal import CGeocliSQLite
internal import GeocliDatabase
internal import GeocliText
internal import Glibc

extension CatalogFile {
    /// Creates an empty catalog at `path`: complete and on disk, or not at all.
    ///
    /// SQLite itself would create the file in its first transaction. A power cut or a kill during that transaction
    /// would leave pages of zeros, or a header that the journal then rolls back.
    ///
    /// - Edges: if another process has created the file meanwhile, that file stays.
    static func create(at path: String, over state: State) throws {
        try changeFolder(of: path) { target, folder in
            if state == .empty {
                try replace(target)
            } else {
                try putNew(target, in: folder)
            }
        }
    }

    /// Moves the complete catalog in `file` to `path`. The catalog was written without a log, so this function first
    /// marks it as a database with a write-ahead log.
    /// - Returns: false if a file already exists at `path`.
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
            // The lock lets only one process at a time create the file and remove stray side files.
            guard flock(directory, LOCK_EX) == 0 else { throw SystemFailure(step: "lock", number: errno) }
            try body(target, folder)
            // A file name is on disk only after its folder is synced.
            guard fsync(directory) == 0 || errno == EINVAL else { throw SystemFailure(step: "write", number: errno) }
        } catch let number as SystemFailure {
            throw failure(number.step, path, number.number)
        }
    }

    /// Creates the file if there is none. If another process creates the file first, that process's file stays.
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

    /// `putNew` on a file system without nameless files. Closes the descriptor before the file gets its name.
    private static func putNamed(_ target: String) throws {
        let temporary = "\(target).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
        let file = try open(temporary, O_WRONLY | O_CREAT | O_EXCL, "create")
        defer { unlink(temporary) }
        do {
            defer { close(file) }
            try write(try emptyCatalog(), to: file)
        }
        _ = try SystemFailure.link(temporary, to: target)
    }

    /// Replaces an empty file with an empty catalog. Locks the file, so that only one process does this at a time. A
    /// killed process may leave the file empty and a temporary file beside it. The next process then deletes the
    /// temporary file and starts again.
    private static func replace(_ target: String) throws {
        let former = try open(target, O_RDWR, "open")
        try lock(former, target)
        guard let held = FileSystem.facts(former), let there = FileSystem.facts(target),
            held.st_ino == there.st_ino, there.st_size == 0
        else {
            // Another process has put a catalog there. The descriptor stays open: closing it would drop the locks of
            // this process's own connections to that catalog.
            return unlock(former)
        }
        defer { close(former) }
        removeStrays(target)
        let temporary = target + ".new"
        unlink(temporary)
        let file = try open(temporary, O_WRONLY | O_CREAT | O_EXCL, "create")
        fchmod(file, held.st_mode & 0o777)
        do {
            do {
                defer { close(file) }
                try write(try emptyCatalog(), to: file)
            }
            guard rename(temporary, target) == 0 else { throw SystemFailure(step: "create", number: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// Takes SQLite's write lock. Waits at most as long as an ingest does. The lock belongs to the descriptor, not to
    /// the process, so it also excludes this process's own connections.
    /// - Source: SQLite, os.h: 512 bytes from `PENDING_BYTE`. fcntl(2), "Open file description locks".
    private static func lock(_ file: Int32, _ path: String) throws {
        var range = lockRange(F_WRLCK)
        let deadline = ContinuousClock.now + .seconds(CatalogConnection.busySeconds)
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
        // The range was locked through the same descriptor, so unlocking can't fail.
        _ = fcntl(file, setOwnLock, &range)
    }

    /// F_OFD_SETLK; Swift does not import its definition.
    private static let setOwnLock: Int32 = 37

    private static func lockRange(_ kind: Int32) -> flock {
        var range = flock()
        range.l_type = Int16(kind)
        range.l_whence = Int16(SEEK_SET)
        range.l_start = 0x4000_0000
        range.l_len = 512
        return range
    }

    /// Returns the bytes of a database with our application id, no tables, and the mark of a write-ahead log.
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
        try db.close()
        return bytes
    }

    /// The bytes at offset 18 of a database with a write-ahead log.
    /// - Source: SQLite's file format, §1.3.3.
    private static let logMark: [UInt8] = [2, 2]

    private static func open(_ path: String, _ flags: Int32, _ step: String) throws -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemFailure(step: step, number: errno) }
        return descriptor
    }

    private static func write(_ bytes: [UInt8], at offset: Int = 0, to file: Int32) throws {
        let written = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, offset) }
        guard written == bytes.count else { throw SystemFailure(step: "write", number: written < 0 ? errno : ENOSPC) }
        guard fsync(file) == 0 else { throw SystemFailure(step: "write", number: errno) }
    }

    /// Removes side files that a former database left. SQLite would apply such a journal or log to the new database.
    static func removeStrays(_ target: String) {
        for ending in sideEndings { unlink(target + ending) }
    }

    private static func failure(_ step: String, _ path: String, _ number: Int32 = errno) -> CatalogError {
        let reason = SystemError.words(number)
        return CatalogError(
            .io,
            en:
                "cannot \(step) the catalog \(path): \(reason.en); check free space and permissions, or choose another path with --db",
            ko: "카탈로그 \(path)\(.object) 만들 수 없습니다: \(reason.ko). 남은 공간과 권한을 확인하거나 --db로 다른 위치를 지정하세요")
    }
}
