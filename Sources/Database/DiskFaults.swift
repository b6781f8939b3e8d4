internal import CGeocliSQLite
internal import Glibc

/// Watches how SQLite's reads end.
///
/// SQLite calls a file damaged when the disk fails to read it (`SQLITE_IOERR_CORRUPTFS` becomes `SQLITE_CORRUPT`), and
/// somebody would be told to throw a good catalog away. So its read calls go through here, and the failure is remembered
/// for the thread that met it, until that thread explains an error or begins another read of a catalog.
package enum DiskFaults {
    /// Puts our calls in place of the system's; once, at first use.
    ///
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
        // Where SQLite was built without a call, setting it changes nothing.
        _ = set(vfs, "read", unsafeBitCast(plain, to: sqlite3_syscall_ptr.self))
        _ = set(vfs, "pread", unsafeBitCast(positioned, to: sqlite3_syscall_ptr.self))
        _ = set(vfs, "pread64", unsafeBitCast(positioned, to: sqlite3_syscall_ptr.self))
    }()

    /// The number (errno) of this thread's last failed read, forgotten with this call; nil if none has failed.
    package static func takeReadError() -> Int32? {
        guard let key, let value = pthread_getspecific(key) else { return nil }
        pthread_setspecific(key, nil)
        return Int32(truncatingIfNeeded: Int(bitPattern: value))
    }

    /// Begins a read or an ingest: watches from now on, and forgets what this thread met before.
    package static func begin() {
        _ = watching
        if let key { pthread_setspecific(key, nil) }
    }

    /// Where each thread has its number, as a pointer that is never followed; nil where the system has no more keys.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    private static func noted(_ result: Int) -> Int {
        // SQLite tries again where a signal came.
        if result < 0, errno != EINTR {
            let number = errno
            if let key { pthread_setspecific(key, UnsafeRawPointer(bitPattern: Int(number))) }
            errno = number
        }
        return result
    }
}
