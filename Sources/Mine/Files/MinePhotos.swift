package import GeocliText
internal import Glibc

/// The photos of a folder. Each file is named by the hash of its bytes, and records refer to it by this name.
///
/// Each file has exactly the bytes of the person's file, including EXIF data.
package struct MinePhotos {
    fileprivate let folder: String

    static let maximumBytes = 200 << 20
    /// How long a photo without a record stays in the trash: a log that names it may still arrive from another device.
    package static let trashDays = 30

    package init(of folder: MineFolder) { self.folder = folder.path }

    package var path: String { folder + "/photos" }
    /// The folder of photos that no record refers to.
    package var trash: String { folder + "/trash" }

    /// Copies a photo into the folder, unless it is there already.
    /// - Returns: the name of the photo.
    /// - Throws: `PlainError` for a file that is not a photo: a folder, a pipe, a device, an empty file, or a file that
    ///   is too large.
    package func add(_ source: String) throws -> String {
        let descriptor = open(source, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw PlainError.unreadable(source, errno) }
        defer { close(descriptor) }
        let size = try Self.checkedSize(descriptor, source)
        guard case .success(let start) = FileSystem.bytes(of: descriptor, from: 0, count: min(16, size)),
            let kind = PhotoKind(start)
        else {
            throw Self.refused(
                source, en: "it is not a photo (JPEG, PNG, GIF, WebP, HEIC or AVIF)",
                ko: "사진(JPEG, PNG, GIF, WebP, HEIC, AVIF)이 아닙니다")
        }
        return try copy(descriptor, size, kind, source, into: path)
    }

    private static func checkedSize(_ descriptor: Int32, _ source: String) throws -> Int {
        guard let facts = FileSystem.facts(descriptor) else { throw PlainError.unreadable(source, errno) }
        if facts.isFolder {
            throw refused(source, en: "it is a folder; give the photo files", ko: "폴더입니다. 사진 파일을 지정하세요")
        }
        guard facts.isFile else {
            throw refused(source, en: "it is not a plain file", ko: "일반 파일이 아닙니다")
        }
        guard facts.st_size <= maximumBytes else {
            throw refused(
                source, en: "it is larger than \(maximumBytes >> 20) MiB", ko: "\(maximumBytes >> 20) MiB보다 큽니다")
        }
        return Int(facts.st_size)
    }

    private static func refused(_ path: String, en: String, ko: String) -> PlainError {
        let shown = DisplayText.singleLine(path)
        return PlainError(.usage, en: "photo \(shown): \(en)", ko: "사진 \(shown): \(ko)")
    }

    /// Copies the photo to a temporary file and then renames it, so that a file with a photo's name is always complete.
    /// - Parameter wanted: the name that the photo must get; nil for any.
    private func copy(
        _ source: Int32, _ size: Int, _ kind: PhotoKind, _ shown: String, into path: String, as wanted: String? = nil
    ) throws -> String {
        let folder = try Self.made(path)
        defer { close(folder) }
        let part = ".part-\(MineID.random())"
        let target = openat(folder, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard target >= 0 else { throw PlainError.unwritable(path, errno) }
        defer {
            close(target)
            unlinkat(folder, part, 0)
        }
        var hash = SHA256()
        var done = 0
        while done < size {
            guard case .success(let piece) = FileSystem.bytes(of: source, from: done, count: min(1 << 20, size - done)),
                !piece.isEmpty
            else { throw Self.unfinished(shown) }
            hash.update(piece)
            if let number = FileSystem.write(piece, to: target) { throw PlainError.unwritable(path, number) }
            done += piece.count
        }
        if let number = PlainFile.sync(target) { throw PlainError.unwritable(path, number) }
        let name = "\(hash.hexDigest()).\(kind.rawValue)"
        guard name == wanted ?? name else { throw Self.unfinished(shown) }
        guard renameat(folder, part, folder, name) == 0 else { throw PlainError.unwritable(path, errno) }
        if let number = PlainFile.sync(folder) { throw PlainError.unwritable(path, number) }
        return name
    }

    private static func unfinished(_ shown: String) -> PlainError {
        refused(shown, en: "it could not be read completely; try again", ko: "끝까지 읽을 수 없습니다. 다시 시도하세요")
    }

    // MARK: The folders

    /// Opens one of the two folders; nil if there is none. A link is refused: photos are moved and deleted there.
    private static func opened(_ path: String) throws -> Int32? {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder < 0 else { return folder }
        let number = errno
        if number == ENOENT { return nil }
        guard let facts = FileSystem.ownFacts(path), facts.st_mode & S_IFMT == S_IFLNK else {
            throw PlainError.unreadable(path, number)
        }
        let shown = DisplayText.singleLine(path)
        throw PlainError(
            .usage,
            en: "\(shown) is a symbolic link; photos are only kept in a real folder, so replace the link with a folder",
            ko: "\(shown)\(.topic) 심볼릭 링크입니다. 사진은 실제 폴더에만 보관하므로 링크를 폴더로 바꾸세요")
    }

    /// Opens one of the two folders, after creating it if necessary.
    private static func made(_ path: String) throws -> Int32 {
        if let folder = try opened(path) { return folder }
        try FolderNames.make(path)
        guard let folder = try opened(path) else { throw PlainError.unwritable(path, ENOENT) }
        return folder
    }

    package func names() throws -> [String] { try Self.names(in: path) }

    private static func names(in path: String) throws -> [String] {
        guard let folder = try opened(path) else { return [] }
        defer { close(folder) }
        return try FolderNames.all(folder, path).filter(PhotoKind.isName)
    }

    package struct Collected: Equatable, Sendable {
        /// The number of photos that were moved to the trash.
        package var trashed = 0
        /// The number of photos that were moved back, because a record refers to them.
        package var returned = 0
        package var deleted = 0
    }

    /// Moves photos without a record to the trash, deletes photos that have been in the trash for 30 days, and moves
    /// back photos that have a record again.
    /// - Parameters:
    ///   - state: all records. A photo stays if any of them names it, even a record from a later version.
    ///   - now: seconds since 1970.
    package func collect(_ state: MineState, now: Int64) throws -> Collected {
        var done = Collected()
        let wanted = Set(state.records.lazy.flatMap(\.keptPhotos))
        let (kept, trashed) = (try names(), try Self.names(in: trash))
        if trashed.contains(where: wanted.contains) {
            let (from, to) = (try Self.made(trash), try Self.made(path))
            defer { for folder in [from, to] { close(folder) } }
            for name in trashed where wanted.contains(name) {
                guard renameat(from, name, to, name) == 0 else {
                    throw PlainError.unwritable("\(trash)/\(name)", errno)
                }
                done.returned += 1
            }
        }
        done.deleted = try deleteOld(trashed.filter { !wanted.contains($0) }, now)
        done.trashed = try moveToTrash(kept.filter { !wanted.contains($0) }, now)
        return done
    }

    /// Deletes those of the named photos that have been in the trash for 30 days, and returns their number.
    private func deleteOld(_ names: [String], _ now: Int64) throws -> Int {
        guard !names.isEmpty else { return 0 }
        let folder = try Self.made(trash)
        defer { close(folder) }
        var count = 0
        for name in names {
            var facts = stat()
            guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0,
                now - Int64(facts.st_mtim.tv_sec) > Int64(Self.trashDays) * 86_400
            else { continue }
            guard unlinkat(folder, name, 0) == 0 else { throw PlainError.unwritable("\(trash)/\(name)", errno) }
            count += 1
        }
        return count
    }

    private func moveToTrash(_ names: [String], _ now: Int64) throws -> Int {
        guard !names.isEmpty else { return 0 }
        let (from, to) = (try Self.made(path), try Self.made(trash))
        defer { for folder in [from, to] { close(folder) } }
        // The time of the move is set first, so that the photo never seems to have been in the trash for long.
        let times = [timespec(tv_sec: Int(now), tv_nsec: 0), timespec(tv_sec: Int(now), tv_nsec: 0)]
        for name in names {
            utimensat(from, name, times, AT_SYMLINK_NOFOLLOW)
            guard renameat(from, name, to, name) == 0 else { throw PlainError.unwritable("\(trash)/\(name)", errno) }
        }
        return names.count
    }

    /// Moves photos back from the trash, if they are there. A photo that can't be moved is still read from the trash.
    package func restore(_ names: [String]) throws {
        let names = names.filter(PhotoKind.isName)
        guard !names.isEmpty, let from = try Self.opened(trash) else { return }
        defer { close(from) }
        let to = try Self.made(path)
        defer { close(to) }
        for name in names where faccessat(to, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0 {
            _ = renameat(from, name, to, name)
        }
    }

    /// Returns the bytes of a photo that a record names. The photo may be in the trash, because another process may be
    /// moving it, or because the record may have come after the photo was moved.
    /// - Throws: `PlainError` if the photo is missing, for example before the other device's files have arrived.
    package func bytes(_ name: String) throws -> [UInt8] {
        for path in [path, trash] where PhotoKind.isName(name) {
            guard let folder = try Self.opened(path) else { continue }
            defer { close(folder) }
            guard case .success(let file) = PlainFile.open(name, in: folder) else { continue }
            defer { close(file.descriptor) }
            let size = try Self.checkedSize(file.descriptor, name)
            switch FileSystem.bytes(of: file.descriptor, from: 0, count: size) {
            case .success(let bytes): return bytes
            case .failure(let number): throw PlainError.unreadable(name, number.number)
            }
        }
        throw PlainError(
            .noInput, en: "the photo \(name) is not in \(path); it may be on another device",
            ko: "사진 \(name)\(.subject) \(path)에 없습니다. 다른 기기에 있을 수 있습니다")
    }
}

// MARK: Photos of another folder

extension MinePhotos {
    /// A photo of another folder that was not copied.
    package struct LeftOut: Equatable, Sendable {
        /// The path in the other folder, such as `photos/….jpg`.
        package let name: String
        package let reason: Words
    }

    package struct Merged: Equatable, Sendable {
        package var count = 0
        package var leftOut: [LeftOut] = []
    }

    /// Copies those photos of another folder that are missing from this folder. A photo of this folder whose bytes do
    /// not have the hash in its name is damaged, and is replaced.
    package func merge(_ others: MinePhotos) throws -> Merged {
        try merge("photos", of: others.folder, into: path) { _ in
            true
        } isKnown: {
            try isWhole($0, in: path)
        }
    }

    /// Copies photos from another folder's trash into this folder's trash if they are missing from this folder. Their
    /// notes may later be restored in this folder.
    /// - Parameter names: the photos that a record names.
    package func mergeTrash(_ others: MinePhotos, _ names: () throws -> Set<String>) throws -> Merged {
        var named: Set<String>?
        return try merge("trash", of: others.folder, into: trash) { name in
            let known = try named ?? names()
            named = known
            return known.contains(name)
        } isKnown: {
            try isWhole($0, in: path) || isWhole($0, in: trash)
        }
    }

    private func merge(
        _ part: String, of other: String, into target: String, isWanted: (String) throws -> Bool,
        isKnown: (String) throws -> Bool
    ) throws -> Merged {
        var merged = Merged()
        let source: Int32
        do {
            guard let opened = try Self.opened("\(other)/\(part)") else { return merged }
            source = opened
        } catch let error as PlainError {
            merged.leftOut.append(LeftOut(name: part, reason: error.words))
            return merged
        }
        defer { close(source) }
        for name in try FolderNames.all(source, "\(other)/\(part)")
        where try PhotoKind.isName(name) && isWanted(name) && !isKnown(name) {
            switch Self.photo(name, in: source) {
            case .failure(let refusal):
                merged.leftOut.append(LeftOut(name: "\(part)/\(name)", reason: refusal.words))
            case .success(let photo):
                defer { close(photo.descriptor) }
                _ = try copy(photo.descriptor, photo.size, photo.kind, name, into: target, as: name)
                merged.count += 1
            }
        }
        return merged
    }

    /// Returns whether a folder has a photo with this name whose bytes have the hash in the name.
    private func isWhole(_ name: String, in path: String) throws -> Bool {
        guard let folder = try Self.opened(path) else { return false }
        defer { close(folder) }
        guard case .success(let photo) = Self.photo(name, in: folder) else { return false }
        close(photo.descriptor)
        return true
    }

    private typealias Photo = (descriptor: Int32, size: Int, kind: PhotoKind)

    /// Opens a photo whose bytes have the hash in its name. The caller closes the descriptor.
    private static func photo(_ name: String, in folder: Int32) -> Result<Photo, FileRefusal> {
        PlainFile.open(name, in: folder).flatMap { file in
            let refusal: FileRefusal
            if file.size > maximumBytes {
                refusal = .large(maximumBytes)
            } else if case .success(let start) = FileSystem.bytes(
                of: file.descriptor, from: 0, count: min(16, file.size)),
                let kind = PhotoKind(start), let hash = PlainFile.hash(of: file.descriptor, count: file.size),
                name == "\(hash.hexDigest()).\(kind.rawValue)"
            {
                return .success((file.descriptor, file.size, kind))
            } else {
                refusal = FileRefusal(
                    Words(
                        en: "its contents do not match its name (the file is damaged or was replaced)",
                        ko: "내용이 이름과 다릅니다(손상되었거나 바뀐 파일)"))
            }
            close(file.descriptor)
            return .failure(refusal)
        }
    }
}
