internal import Glibc

/// A file without a name (O_TMPFILE), which gets one when it is whole; until then nobody else can open it, and a kill
/// leaves nothing.
///
/// It closes its descriptor before it gives the file a name: to close one later would drop the locks that this process
/// holds on the file by then (POSIX drops all locks of a process on a file when it closes any descriptor of it). A class because the descriptor has one owner.
package final class NamelessFile {
    /// Open for reading and writing; -1 once the file has a name.
    package private(set) var descriptor: Int32

    /// A file in the folder of `target`; nil where the file system has none without a name.
    package init?(beside target: String) {
        descriptor = Glibc.open(Self.folder(of: target), Self.temporaryFileFlag | O_RDWR | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { return nil }
    }

    /// The folder that holds `target`.
    package static func folder(of target: String) -> String {
        target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    }

    /// O_TMPFILE, whose definition Swift does not see.
    private static let temporaryFileFlag = O_DIRECTORY | 0o20000000

    /// O_PATH, whose definition Swift does not see.
    private static let handleFlag: Int32 = 0o10000000

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Gives the file its name.
    ///
    /// - Returns: false where something has that name.
    /// - Throws: `SystemFailure`.
    /// - Source: open(2), O_PATH: such a descriptor refers to the file, and to close it leaves locks alone.
    package func name(_ target: String) throws -> Bool {
        let handle = Glibc.open("/proc/self/fd/\(descriptor)", Self.handleFlag | O_CLOEXEC)
        guard handle >= 0 else { throw SystemFailure(step: "make", number: errno) }
        defer { close(handle) }
        close(descriptor)
        descriptor = -1
        return try SystemFailure.link("/proc/self/fd/\(handle)", to: target)
    }
}

/// A call of the system that failed while a catalog was made.
package struct SystemFailure: Error {
    /// What was tried: `open`, `lock`, `make` or `write`.
    package let step: String
    /// errno.
    package let number: Int32

    package init(step: String, number: Int32) {
        self.step = step
        self.number = number
    }

    /// Gives the file at `source` the name `target`; false where something has that name.
    package static func link(_ source: String, to target: String) throws -> Bool {
        if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return true }
        guard errno == EEXIST else { throw SystemFailure(step: "make", number: errno) }
        return false
    }
}
