internal import CGeocliSQLite
internal import Glibc

package enum DatabaseFile {
    /// Returns the URI with which SQLite opens the database at `path` as a file that does not change: without locks,
    /// log or journal.
    ///
    /// - Source: SQLite, "Uniform Resource Identifiers", §3. Bytes with a special meaning are percent-encoded. Two
    ///   slashes before an absolute path stand for an empty host.
    package static func immutableURI(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: escaped.append(byte)
            default: escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        let start = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
        return start + String(decoding: escaped, as: UTF8.self) + "?immutable=1"
    }

    /// Creates the folder that contains `path`, and all missing folders above it.
    package static func makeFolder(for path: String) throws(FolderFault) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        guard access(folder, F_OK) != 0 else { return }
        try makeFolder(for: folder)
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw FolderFault(folder: folder, number: errno) }
    }
}

/// The error for a folder that the system refused to create.
package struct FolderFault: Error {
    package let folder: String
    package let number: Int32
}

/// A file without a name (O_TMPFILE), which gets a name when it is complete. Until then, no other process can open it,
/// and it disappears if this process is killed.
///
/// When a process closes any descriptor of a file, POSIX drops all of the process's locks on that file. So the
/// descriptor is closed before the file gets its name. At that time, this process can't have locks on the file yet.
///
/// A class because the descriptor has exactly one owner.
package final class NamelessFile {
    /// The descriptor, open for reading and writing; -1 after the file has been given a name.
    package private(set) var descriptor: Int32

    /// Creates a file in the folder of `target`. Fails if the file system does not support files without a name.
    package init?(beside target: String) {
        descriptor = Glibc.open(Self.folder(of: target), Self.temporaryFileFlag | O_RDWR | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
    }

    package static func folder(of target: String) -> String {
        target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    }

    /// O_TMPFILE; Swift does not import its definition.
    private static let temporaryFileFlag = O_DIRECTORY | 0o20000000

    /// O_PATH; Swift does not import its definition.
    private static let handleFlag: Int32 = 0o10000000

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Gives the file its name.
    ///
    /// - Returns: false if a file with that name exists.
    /// - Source: open(2), O_PATH: closing a descriptor of this kind does not release locks.
    package func name(_ target: String) throws -> Bool {
        let handle = Glibc.open("/proc/self/fd/\(descriptor)", Self.handleFlag | O_CLOEXEC)
        guard handle >= 0 else { throw SystemFailure(step: "make", number: errno) }
        defer { close(handle) }
        close(descriptor)
        descriptor = -1
        return try SystemFailure.link("/proc/self/fd/\(handle)", to: target)
    }
}

/// The error for a system call that failed while a catalog was created.
package struct SystemFailure: Error {
    /// The step that failed: `open`, `lock`, `make` or `write`.
    package let step: String
    package let number: Int32

    package init(step: String, number: Int32) {
        self.step = step
        self.number = number
    }

    /// Gives the file at `source` the name `target`. Returns false if a file with that name exists.
    package static func link(_ source: String, to target: String) throws -> Bool {
        if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return true }
        guard errno == EEXIST else { throw SystemFailure(step: "make", number: errno) }
        return false
    }
}

/// System calls with which SQLite can write to a file that has no name yet.
///
/// The path of such a file, such as `/proc/self/fd/7`, looks like a symbolic link. SQLite would replace such a path
/// with the link's target, and would refuse to open the path itself. So SQLite's system calls go through these
/// functions, which treat a link at such a path as the file itself.
package enum DescriptorPaths {
    /// Replaces two of SQLite's system calls. This happens once, at the first use.
    ///
    /// - Source: sqlite3.h, `xSetSystemCall`; os_unix.c names the calls.
    package static let allowed: Void = {
        guard let vfs = sqlite3_vfs_find(nil), let set = vfs.pointee.xSetSystemCall else { return }
        let opening: @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Int32 = { path, flags, mode in
            guard let path else { return -1 }
            return Glibc.open(path, isDescriptor(path) ? flags & ~O_NOFOLLOW : flags, mode_t(mode))
        }
        let looking: @convention(c) (UnsafePointer<CChar>?, UnsafeMutablePointer<stat>?) -> Int32 = { path, result in
            guard let path, let result else { return -1 }
            return isDescriptor(path) ? stat(path, result) : lstat(path, result)
        }
        _ = set(vfs, "open", unsafeBitCast(opening, to: sqlite3_syscall_ptr.self))
        _ = set(vfs, "lstat", unsafeBitCast(looking, to: sqlite3_syscall_ptr.self))
    }()

    private static func isDescriptor(_ path: UnsafePointer<CChar>) -> Bool {
        fnmatch("/proc/[0-9]*/fd/[0-9]*", path, FNM_PATHNAME) == 0
    }
}

/// The last failed disk read of each thread.
///
/// If the disk fails to read a file, SQLite reports that the file is damaged (`SQLITE_IOERR_CORRUPTFS` becomes
/// `SQLITE_CORRUPT`). Then geocli would tell the user to delete a good catalog. So SQLite's read calls go through these
/// functions. They keep the error until the thread fetches it (`takeReadError`) or starts another read of a catalog.
package enum DiskFaults {
    /// Replaces SQLite's read calls. This happens once, at the first use.
    /// - Source: sqlite3.h, `xSetSystemCall`; os_unix.c names the calls.
    private static let watching: Void = {
        guard let vfs = sqlite3_vfs_find(nil), let set = vfs.pointee.xSetSystemCall else { return }
        let plain: @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int = { file, bytes, count in
            noted(Glibc.read(file, bytes, count))
        }
        let positioned: @convention(c) (Int32, UnsafeMutableRawPointer?, Int, Int) -> Int = {
            file, bytes, count, offset in
            noted(Glibc.pread(file, bytes, count, offset))
        }
        // If SQLite was built without one of these calls, replacing it has no effect.
        _ = set(vfs, "read", unsafeBitCast(plain, to: sqlite3_syscall_ptr.self))
        _ = set(vfs, "pread", unsafeBitCast(positioned, to: sqlite3_syscall_ptr.self))
        _ = set(vfs, "pread64", unsafeBitCast(positioned, to: sqlite3_syscall_ptr.self))
    }()

    /// Returns the errno of this thread's last failed read, and clears it; nil if no read has failed.
    package static func takeReadError() -> Int32? {
        guard let key, let value = pthread_getspecific(key) else { return nil }
        pthread_setspecific(key, nil)
        return Int32(truncatingIfNeeded: Int(bitPattern: value))
    }

    /// Takes over the error of a thread that worked for this one, so that this thread can fetch it.
    ///
    /// - Parameter number: the errno that the other thread has fetched.
    package static func note(_ number: Int32) {
        if let key { pthread_setspecific(key, UnsafeRawPointer(bitPattern: Int(number))) }
    }

    /// Prepares for a read or an ingest: watches SQLite's reads, and clears this thread's last error.
    package static func begin() {
        _ = watching
        if let key { pthread_setspecific(key, nil) }
    }

    /// The key under which each thread keeps its errno; nil if the system has no more keys. The errno is stored as a
    /// pointer that is never followed.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    private static func noted(_ result: Int) -> Int {
        // After a signal (EINTR), SQLite tries again, so this is not a failure.
        if result < 0, errno != EINTR {
            let number = errno
            note(number)
            errno = number
        }
        return result
    }
}
