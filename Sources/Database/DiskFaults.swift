internal import CGeocliSQLite
internal import Glibc

/// The last failed disk read of each thread.
///
/// If the disk fails to read a file, SQLite reports that the file is damaged (`SQLITE_IOERR_CORRUPTFS` becomes
/// `SQLITE_CORRUPT`). Then geocli would tell the user to delete a good catalog. So SQLite's read calls go through these
/// functions. They keep the error until the thread fetches it (`takeReadError`) or starts another read of a catalog.
package enum DiskFaults {
    /// Replaces SQLite's read calls. This happens once, at the first use.
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
