internal import GRDBSQLite
internal import Glibc

/// Watches how SQLite's reads end.
///
/// SQLite calls a file damaged when the disk fails to read it (`SQLITE_IOERR_CORRUPTFS` becomes `SQLITE_CORRUPT`), and
/// somebody would be told to throw a good catalog away. So its read calls go through here, and the failure is remembered.
enum DiskFaults {
    /// The number of the last failed read, 0 if none has failed. Set by SQLite's thread, read after an error.
    nonisolated(unsafe) private(set) static var lastReadError: Int32 = 0

    /// Puts our calls in place of the system's; once, at first use.
    ///
    /// - Source: sqlite3.h, `xSetSystemCall`; os_unix.c names the calls.
    static let watching: Void = {
        guard let vfs = sqlite3_vfs_find(nil), let set = vfs.pointee.xSetSystemCall else { return }
        let plain: @convention(c) (Int32, UnsafeMutableRawPointer?, Int) -> Int = { file, bytes, count in
            noted(Glibc.read(file, bytes, count))
        }
        let positioned: @convention(c) (Int32, UnsafeMutableRawPointer?, Int, Int) -> Int = {
            file, bytes, count, offset in
            noted(Glibc.pread(file, bytes, count, offset))
        }
        // Where SQLite was built without a call, setting it changes nothing.
        _ = set(vfs, "read", unsafeBitCast(plain, to: sqlite3_syscall_ptr.self))
        _ = set(vfs, "pread", unsafeBitCast(positioned, to: sqlite3_syscall_ptr.self))
        _ = set(vfs, "pread64", unsafeBitCast(positioned, to: sqlite3_syscall_ptr.self))
    }()

    private static func noted(_ result: Int) -> Int {
        // SQLite tries again where a signal came.
        if result < 0, errno != EINTR { lastReadError = errno }
        return result
    }
}
