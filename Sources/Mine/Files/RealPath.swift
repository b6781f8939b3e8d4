internal import Glibc

/// The path of a folder without symbolic links, so that one folder has one path.
enum RealPath {
    /// Returns the real path of `path`; `path` itself if the folder can't be found.
    static func of(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}
