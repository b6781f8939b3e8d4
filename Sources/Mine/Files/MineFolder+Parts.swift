internal import GeocliText
internal import Glibc

extension MineFolder {
    /// Deletes the incomplete copies of photos and logs that killed processes left. A copy is deleted if its last
    /// change was more than a day ago.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Returns: the number of deleted files.
    /// - Throws: `PlainError` if the disk refuses an operation.
    public func removeParts(now: Int64) throws -> Int {
        var count = 0
        for path in [path, path + "/photos"] {
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            for name in try FolderNames.all(folder, path) where name.hasPrefix(".part-") {
                var facts = stat()
                guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0, facts.st_mode & S_IFMT == S_IFREG,
                    now - Int64(facts.st_mtim.tv_sec) > 86_400
                else { continue }
                guard unlinkat(folder, name, 0) == 0 else { throw PlainError.unwritable("\(path)/\(name)", errno) }
                count += 1
            }
        }
        return count
    }
}
