internal import GeocliText
internal import Glibc

/// The photos of a folder: files named by the hash of their bytes, to which records refer.
///
/// Each file has exactly the bytes of the person's file, including EXIF data.
public struct MinePhotos {
    /// The folder of records.
    private let folder: String

    /// Maximum size of one photo, in bytes.
    static let maximumBytes = 200 << 20
    /// The number of days that a photo without a record stays in the trash, because another device's log may still
    /// arrive.
    public static let trashDays = 30

    /// Creates the photos of a folder of records.
    public init(of folder: MineFolder) { self.folder = folder.path }

    /// The folder of the photos.
    public var path: String { folder + "/photos" }
    /// The folder of photos that no record refers to.
    public var trash: String { folder + "/trash" }

    /// Returns whether a text in a log is the name of a photo: 64 hexadecimal digits and a known extension. No other
    /// text becomes a path.
    public static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0].utf8.count == 64
            && parts[0].utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
            && PhotoKind(rawValue: String(parts[1])) != nil
    }

    /// Copies a photo into the folder, unless it is there already.
    ///
    /// - Returns: the name of the photo.
    /// - Throws: `MineError` for a file that is not a photo: a folder, a pipe, a device, an empty or too large file.
    public func add(_ source: String) throws -> String {
        let descriptor = open(source, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw MineError.unreadable(source, errno) }
        defer { close(descriptor) }
        let size = try Self.checkedSize(descriptor, source)
        guard case .success(let start) = PlainFile.bytes(of: descriptor, from: 0, count: min(16, size)),
            let kind = PhotoKind(start)
        else {
            throw Self.refused(
                source, en: "it is not a photo (JPEG, PNG, GIF, WebP, HEIC or AVIF)",
                ko: "사진(JPEG, PNG, GIF, WebP, HEIC, AVIF)이 아닙니다")
        }
        return try copy(descriptor, size, kind, source)
    }

    private static func checkedSize(_ descriptor: Int32, _ source: String) throws -> Int {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw MineError.unreadable(source, errno) }
        if facts.st_mode & S_IFMT == S_IFDIR {
            throw refused(source, en: "it is a folder; name the photos", ko: "폴더입니다. 사진 파일을 지정하세요")
        }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw refused(source, en: "it is not a plain file", ko: "일반 파일이 아닙니다")
        }
        guard facts.st_size <= maximumBytes else {
            throw refused(
                source, en: "it is larger than \(maximumBytes >> 20) MiB", ko: "\(maximumBytes >> 20) MiB보다 큽니다")
        }
        return Int(facts.st_size)
    }

    private static func refused(_ path: String, en: String, ko: String) -> MineError {
        let shown = DisplayText.singleLine(path)
        return MineError(.wrong, en: "photo \(shown): \(en)", ko: "사진 \(shown): \(ko)")
    }

    /// Copies the photo to a temporary file and then renames it, so that a file with a photo's name is always complete.
    private func copy(_ source: Int32, _ size: Int, _ kind: PhotoKind, _ shown: String) throws -> String {
        try FolderNames.make(path)
        let part = "\(path)/.part-\(MineID.random())"
        let target = open(part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw MineError.unwritable(path, errno) }
        defer {
            close(target)
            unlink(part)
        }
        var hash = SHA256()
        var done = 0
        while done < size {
            guard case .success(let piece) = PlainFile.bytes(of: source, from: done, count: min(1 << 20, size - done)),
                !piece.isEmpty
            else {
                throw Self.refused(shown, en: "it can't be read to its end; try again", ko: "끝까지 읽을 수 없습니다. 다시 시도하세요")
            }
            hash.update(piece)
            if let number = PlainFile.write(piece, to: target) { throw MineError.unwritable(path, number) }
            done += piece.count
        }
        guard fsync(target) == 0 else { throw MineError.unwritable(path, errno) }
        let name = "\(hash.hexDigest()).\(kind.rawValue)"
        guard rename(part, "\(path)/\(name)") == 0 else { throw MineError.unwritable(path, errno) }
        try sync(path)
        return name
    }

    private func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw MineError.unwritable(path, errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw MineError.unwritable(path, errno) }
    }

    /// Returns the names of the photos in the folder.
    public func names() throws -> [String] { try names(in: path) }

    private func names(in folder: String) throws -> [String] {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [] }
            throw MineError.unreadable(folder, errno)
        }
        defer { close(descriptor) }
        return try FolderNames.all(descriptor, folder).filter(Self.isName)
    }

    /// The result of `collect`.
    public struct Collected: Equatable, Sendable {
        /// The number of photos that were moved to the trash.
        public var trashed = 0
        /// The number of photos that were moved back, because a record refers to them.
        public var returned = 0
        /// The number of photos that were deleted.
        public var deleted = 0
    }

    /// Moves photos without a record to the trash, deletes those that have been there for 30 days, and moves back those
    /// that have a record again.
    ///
    /// - Parameters:
    ///   - state: all records. A photo stays if any of them names it, even a record of a later version.
    ///   - now: seconds since 1970.
    public func collect(_ state: MineState, now: Int64) throws -> Collected {
        var done = Collected()
        let wanted = Set(state.records.lazy.flatMap(\.keptPhotos))
        for name in try names(in: trash) {
            let file = "\(trash)/\(name)"
            if wanted.contains(name) {
                try FolderNames.make(path)
                guard rename(file, "\(path)/\(name)") == 0 else { throw MineError.unwritable(file, errno) }
                done.returned += 1
            } else {
                var facts = stat()
                guard lstat(file, &facts) == 0, now - Int64(facts.st_mtim.tv_sec) > Int64(Self.trashDays) * 86_400
                else { continue }
                guard unlink(file) == 0 else { throw MineError.unwritable(file, errno) }
                done.deleted += 1
            }
        }
        for name in try names() where !wanted.contains(name) {
            try FolderNames.make(trash)
            let (file, target) = ("\(path)/\(name)", "\(trash)/\(name)")
            // The time of the move is set first, so that the photo never seems to have been in the trash for long.
            let times = [timespec(tv_sec: Int(now), tv_nsec: 0), timespec(tv_sec: Int(now), tv_nsec: 0)]
            utimensat(AT_FDCWD, file, times, AT_SYMLINK_NOFOLLOW)
            guard rename(file, target) == 0 else { throw MineError.unwritable(target, errno) }
            done.trashed += 1
        }
        return done
    }

    /// Moves photos back from the trash; photos that are not in the trash are left out.
    public func restore(_ names: [String]) throws {
        for name in names where Self.isName(name) && access("\(path)/\(name)", F_OK) != 0 {
            try FolderNames.make(path)
            _ = rename("\(trash)/\(name)", "\(path)/\(name)")
        }
    }

    /// Copies the photos of another folder that this folder lacks. A photo whose bytes do not have the hash in its name
    /// gets the right name here, and is not counted.
    ///
    /// - Returns: the number of photos that were copied.
    public func merge(_ others: MinePhotos) throws -> Int {
        let known = Set(try names())
        var count = 0
        for name in try others.names() where !known.contains(name) {
            guard let descriptor = Self.plain("\(others.path)/\(name)") else { continue }
            defer { close(descriptor) }
            guard let size = try? Self.checkedSize(descriptor, name),
                case .success(let start) = PlainFile.bytes(of: descriptor, from: 0, count: min(16, size)),
                let kind = PhotoKind(start)
            else { continue }
            if try copy(descriptor, size, kind, name) == name { count += 1 }
        }
        return count
    }

    /// Returns the bytes of a photo that a record names.
    ///
    /// - Throws: `MineError` if the photo is missing, for example before the other device's files have arrived.
    public func bytes(_ name: String) throws -> [UInt8] {
        guard Self.isName(name), let descriptor = Self.plain("\(path)/\(name)") else {
            throw MineError(
                .missing, en: "the photo \(name) is not in \(path); it may be on another device",
                ko: "사진 \(name)\(.subject) \(path)에 없습니다. 다른 기기에 있을 수 있습니다")
        }
        defer { close(descriptor) }
        let size = try Self.checkedSize(descriptor, name)
        switch PlainFile.bytes(of: descriptor, from: 0, count: size) {
        case .success(let bytes): return bytes
        case .failure(let number): throw MineError.unreadable(name, number.number)
        }
    }

    private static func plain(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        return descriptor >= 0 ? descriptor : nil
    }
}
