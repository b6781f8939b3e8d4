internal import GeocliText
internal import Glibc

/// Facts about the files that an import of addresses touches.
enum FileCheck {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns whether two paths name the same file, also through links.
    static func areSame(_ first: String, _ second: String) -> Bool {
        var (a, b) = (stat(), stat())
        return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino
    }

    /// Creates the folder of `path`, and the folders above it.
    ///
    /// - Throws: `UsageError`.
    static func makeFolder(of path: String) throws {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        guard !exists(folder) else { return }
        try makeFolder(of: folder)
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
            let reason = SystemError.words(errno)
            throw UsageError(
                en: "cannot create the folder \(folder): \(reason.en); choose another path with --addresses-db",
                ko: "폴더 \(folder)\(.object) 만들 수 없습니다: \(reason.ko). --addresses-db로 다른 위치를 지정하세요")
        }
    }
}
