internal import Glibc

/// A temporary copy of a database file, removed with this object.
final class FileCopy {
    let path: String

    /// - Throws: `BenchError`, for example if the catalog has a log that was not yet written back into the file.
    init(of original: String) throws {
        var log = stat()
        guard stat(original + "-wal", &log) != 0 || log.st_size == 0 else {
            throw BenchError(description: "\(original) has a log that was not written back")
        }
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        path = "\(folder)/catalog-bench-\(getpid()).sqlite"
        let source = open(original, O_RDONLY)
        let target = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer {
            close(source)
            close(target)
        }
        guard source >= 0, target >= 0 else { throw BenchError(description: "cannot copy \(original) to \(path)") }
        while true {
            let sent = sendfile(target, source, nil, 1 << 30)
            guard sent >= 0 else { throw BenchError(description: "cannot copy \(original) to \(path)") }
            if sent == 0 { return }
        }
    }

    deinit { for ending in ["", "-wal", "-shm"] { unlink(path + ending) } }
}
