internal import Glibc

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

    /// Returns the folder of `target`.
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
    /// - Throws: `SystemFailure`.
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
    /// The errno.
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
