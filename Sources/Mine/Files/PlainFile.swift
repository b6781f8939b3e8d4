internal import GeocliText
internal import Glibc

/// The reason why a file of the folder is not read.
struct FileRefusal: Error {
    let words: Words

    init(number: Int32) {
        words =
            number == ELOOP
            ? Words(en: "it is a symbolic link", ko: "심볼릭 링크입니다") : SystemError.words(number)
    }

    init(_ words: Words) { self.words = words }

    static let notPlain = FileRefusal(Words(en: "it is not a plain file", ko: "일반 파일이 아닙니다"))
    static func large(_ bytes: Int) -> FileRefusal {
        FileRefusal(
            Words(en: "it is larger than \(bytes >> 20) MiB", ko: "\(bytes >> 20) MiB보다 큽니다"))
    }
}

/// Reads plain files, but no links, devices or pipes.
enum PlainFile {
    /// Opens a file of a folder for reading, but no link. The caller closes the descriptor; `size` is in bytes.
    static func open(_ name: String, in folder: Int32) -> Result<(descriptor: Int32, size: Int), FileRefusal> {
        let descriptor = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return .failure(FileRefusal(number: errno)) }
        guard let facts = FileSystem.facts(descriptor), facts.isFile else {
            close(descriptor)
            return .failure(.notPlain)
        }
        return .success((descriptor, Int(facts.st_size)))
    }

    static func bytes(_ name: String, in folder: Int32, maximum: Int) -> Result<[UInt8], FileRefusal> {
        open(name, in: folder).flatMap { file in
            defer { close(file.descriptor) }
            guard file.size <= maximum else { return .failure(.large(maximum)) }
            return FileSystem.bytes(of: file.descriptor, from: 0, count: file.size).mapError {
                FileRefusal(number: $0.number)
            }
        }
    }

    /// Returns the hash of the first `count` bytes of an open file; nil if they can't be read.
    static func hash(of descriptor: Int32, count: Int) -> SHA256? {
        var hash = SHA256()
        var done = 0
        while done < count {
            guard
                case .success(let piece) = FileSystem.bytes(
                    of: descriptor, from: done, count: min(1 << 20, count - done)), !piece.isEmpty
            else { return nil }
            hash.update(piece)
            done += piece.count
        }
        return hash
    }

    /// Writes to the disk what the system still holds in memory for a file or a folder.
    /// - Returns: the system's error number; nil if everything is on disk. The result is also nil if the file system
    ///   can't sync this kind of file (`EINVAL`), because nothing more can be done.
    static func sync(_ descriptor: Int32) -> Int32? {
        while fsync(descriptor) != 0 {
            if errno == EINTR { continue }
            return errno == EINVAL ? nil : errno
        }
        return nil
    }
}

extension PlainError {
    static func unreadable(_ path: String, _ number: Int32) -> PlainError {
        let (shown, reason) = (DisplayText.singleLine(path), SystemError.words(number))
        return PlainError(
            .inputOutput, en: "cannot read \(shown): \(reason.en); check the path and its permissions",
            ko: "\(shown)\(.object) 읽을 수 없습니다: \(reason.ko). 경로와 권한을 확인하세요")
    }

    static func unwritable(_ path: String, _ number: Int32) -> PlainError {
        let (shown, reason) = (DisplayText.singleLine(path), SystemError.words(number))
        return PlainError(
            .inputOutput,
            en: "cannot write \(shown): \(reason.en); nothing was recorded; check free space and permissions",
            ko: "\(shown)\(.object) 저장할 수 없습니다: \(reason.ko). 기록하지 않았습니다. 남은 공간과 권한을 확인하세요")
    }

    /// The error for records that are in the folder, but perhaps not on the disk yet.
    static func unsynced(_ path: String, _ number: Int32) -> PlainError {
        let (shown, reason) = (DisplayText.singleLine(path), SystemError.words(number))
        return PlainError(
            .inputOutput,
            en:
                "\(shown) may not be on disk yet: \(reason.en); the records may have been added; run the command again (it adds no record twice)",
            ko: "\(shown)의 변경이 디스크에 완전히 저장되지 않았을 수 있습니다: \(reason.ko). 기록이 추가되었을 수 있습니다. 명령을 다시 실행해도 중복되지 않습니다"
        )
    }
}

enum FolderNames {
    /// Returns the names in the open folder, in the order of their bytes.
    /// - Edges: names that are not UTF-8 are left out, because geocli writes no such names.
    static func all(_ descriptor: Int32, _ path: String) throws -> [String] { try both(descriptor, path).names }

    /// Returns the names in the open folder, in the order of their bytes. The names that are not UTF-8 are returned
    /// separately, with U+FFFD in place of wrong bytes.
    static func both(_ descriptor: Int32, _ path: String) throws -> (names: [String], wrong: [String]) {
        let copy = dup(descriptor)
        guard copy >= 0, let stream = fdopendir(copy) else { throw PlainError.unreadable(path, errno) }
        defer { closedir(stream) }
        rewinddir(stream)
        var (names, wrong): ([String], [String]) = ([], [])
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    guard let name = String(validatingCString: $0) else { return wrong.append(String(cString: $0)) }
                    if name != ".", name != ".." { names.append(name) }
                }
            }
        }
        return (names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, wrong.sorted())
    }

    /// Creates a folder and its parents, for this user only. Their names are on disk when the call returns.
    static func make(_ path: String) throws {
        guard !path.isEmpty, access(path, F_OK) != 0 else { return }
        let slash = path.lastIndex(of: "/")
        if let slash { try make(String(path[..<slash])) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw PlainError.unwritable(path, errno) }
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = Glibc.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PlainError.unwritable(parent, errno) }
        defer { close(descriptor) }
        if let number = PlainFile.sync(descriptor) { throw PlainError.unwritable(parent, number) }
    }
}
