internal import GeocliText
internal import Glibc

/// A run's own folder. At the end of the run, it is removed with all its content.
///
/// The file `lock` in the folder stays locked until the run and the engine that it started have ended. So the next run
/// can recognize the folder of a killed run.
struct ScratchFolder {
    /// The path of the folder, without links.
    let path: String
    /// The descriptor of the open lock file.
    let lock: Int32

    private static let start = "geocli-run-"

    /// Removes the folders that killed runs have left in `parent`, and makes a new folder there.
    ///
    /// - Throws: `PlainError`.
    init(in parent: String) throws(PlainError) {
        Self.removeLeftovers(in: parent)
        var template = Array((parent + "/\(Self.start)XXXXXX").utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard made else { throw Self.failure(parent, errno) }
        let name = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let real = realpath(name, nil) else { throw Self.failure(name, errno) }
        defer { free(real) }
        path = String(cString: real)
        // The lock file gets the name `lock` only after it is locked. So while this process lives, no other process
        // sees an unlocked file with this name.
        let unnamed = path + "/lock-"
        lock = open(unnamed, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw Self.failure(path, errno) }
        // On a file system without locks, leftovers can't be recognized, so they stay.
        if flock(lock, LOCK_EX | LOCK_NB) == 0 { rename(unnamed, path + "/lock") }
    }

    /// Removes the folders of this user that are no longer locked. Their runs and engines have ended.
    private static func removeLeftovers(in parent: String) {
        for name in names(in: parent) where name.hasPrefix(start) {
            let path = parent + "/" + name
            var information = stat()
            guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR,
                information.st_uid == geteuid()
            else { continue }
            let lock = open(path + "/lock", O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard lock >= 0 else { continue }
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(path) }
            close(lock)
        }
    }

    /// Returns the path of a file in the folder.
    func file(_ name: String) -> String { path + "/" + name }

    /// Makes a subfolder.
    func makeFolder(_ name: String) throws(PlainError) {
        guard mkdir(file(name), 0o700) == 0 else { throw Self.failure(file(name), errno) }
    }

    /// Removes the folder. If other processes still write into the folder, removal is tried again. A file that can't be
    /// removed stays.
    func remove() {
        for _ in 0..<5 {
            Self.remove(path)
            if access(path, F_OK) != 0 { break }
            usleep(200_000)
        }
        close(lock)
    }

    private static func remove(_ path: String) {
        for name in names(in: path) {
            let inner = path + "/" + name
            if unlink(inner) != 0 { remove(inner) }
        }
        rmdir(path)
    }

    /// Returns the names in a folder, except `.` and `..`, sorted by bytes. Returns no names if the folder can't be
    /// read.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func failure(_ path: String, _ number: Int32) -> PlainError {
        PlainError.system(
            doing: Words(en: "cannot create the folder \(path)", ko: "폴더 \(path)\(.object) 만들 수 없습니다"),
            number: number
        )
    }
}

extension PlainError {
    /// The error for a process, a file or a folder that could not be created; `number` is errno.
    static func system(doing: Words, number: Int32) -> PlainError {
        let reason = SystemError.words(number)
        return PlainError(
            .inputOutput, en: "\(doing.en): \(reason.en); check permissions and free space",
            ko: "\(doing.ko): \(reason.ko). 권한과 디스크의 남은 공간을 확인하세요")
    }
}
