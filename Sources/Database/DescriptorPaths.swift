internal import CGeocliSQLite
internal import Glibc

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
