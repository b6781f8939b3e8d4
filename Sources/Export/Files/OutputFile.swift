public import GeocliText
internal import Glibc

/// A file that is complete or does not exist. It is written without a name and gets its path at the end, so a killed
/// process leaves no partial file.
///
/// Devices, pipes and standard output are written in place. Output to a terminal passes through `DisplayText.harmless`.
public final class OutputFile {
    public let isTerminal: Bool
    /// Whether output to a terminal keeps the escape sequences of `TextStyle`.
    public var keepsStyles = false
    /// The path as given, for people.
    private let path: String
    private let descriptor: Int32
    private let form: Form
    private var isCommitted = false
    /// The file's permissions after the move to its path; nil for output written in place.
    private var finalMode: mode_t?

    private enum Form {
        case inPlace
        /// A file without a name (O_TMPFILE). It gets a name just before it is renamed to its target.
        case nameless(target: String)
        /// A file beside its target, on file systems that do not support nameless files.
        case beside(target: String, name: String)
    }

    /// A flag of open(2) that Swift does not import, because its definition is an expression.
    private static let temporaryFileFlag = O_DIRECTORY | 0o20000000

    /// Opens a file for `place`, or standard output. Only `commit` replaces an existing file at `place`. Throws
    /// `OutputError(.create)`.
    package static func create(at place: OutputDestination) throws(OutputError) -> OutputFile {
        let path = place.path ?? "standard output"
        switch place.destination {
        case .descriptor(let number): return try open(descriptor: number, path)
        case .path(let target): return try create(path, target: target, isPrivate: place.isPrivate)
        }
    }

    private static func create(
        _ path: String, target: String, isPrivate: Bool
    ) throws(OutputError) -> OutputFile {
        guard !target.isEmpty else { throw OutputError(path: path, step: .create, number: ENOENT) }
        let former = FileSystem.facts(target)
        // Symbolic links that form a loop have no target. Output to such a link would replace the link itself.
        if former == nil, errno == ELOOP { throw OutputError(path: path, step: .create, number: ELOOP) }
        if let former, !former.isFile {
            if former.isFolder { throw OutputError(path: path, step: .create, number: EISDIR) }
            return try open(path, at: target, flags: O_WRONLY | O_NOCTTY, mode: 0, .inPlace)
        }
        let file = try unfinished(path, target: target, mode: isPrivate ? 0o600 : 0o666)
        // Exactly the users who could read the old file can read the new one, unless it is private.
        file.keepMode(former.map { $0.st_mode & (isPrivate ? 0o600 : 0o777) })
        return file
    }

    /// Sets the mode that `commit` gives the file. Until then, the owner may write it, because SQLite opens it again.
    private func keepMode(_ former: mode_t?) {
        guard let own = FileSystem.facts(descriptor) else { return }
        let mode = former ?? own.st_mode & 0o777
        fchmod(descriptor, mode | 0o600)
        finalMode = mode
    }

    /// Opens a file for a database. Also returns the path that SQLite opens until `commit` moves the file to its final
    /// path. Throws `PlainError` for a device, a pipe or standard output; `OutputError(.create)`.
    package static func createDatabase(at place: OutputDestination) throws -> (file: OutputFile, place: String) {
        guard let path = place.path, case .path(let target) = place.destination else {
            throw OutputFile.needsFile(place.path)
        }
        let isFile = FileSystem.facts(target).map { $0.isFile || $0.isFolder } ?? true
        guard isFile, !path.hasPrefix("/dev/") else { throw OutputFile.needsFile(path) }
        let file = try create(at: place)
        switch file.form {
        case .inPlace: throw OutputFile.needsFile(path)
        case .nameless: return (file, "/proc/self/fd/\(file.descriptor)")
        case .beside(_, let name): return (file, name)
        }
    }

    func failure(number: Int32) -> OutputError {
        if case .inPlace = form { return OutputError(path: path, step: .write, number: number) }
        return OutputError(path: path, step: .replace, number: number)
    }

    /// Writes all of `bytes`.
    ///
    /// - Precondition: for a terminal, `bytes` are complete characters of UTF-8. U+FFFD replaces incomplete ones.
    /// - Throws: `OutputError(.replace)`, or `.write` for output written in place.
    public func write(_ bytes: [UInt8]) throws {
        let bytes = isTerminal ? DisplayText.harmless(bytes, keepsStyles: keepsStyles) : bytes
        if let number = FileSystem.write(bytes, to: descriptor) { throw failure(number: number) }
    }

    /// Moves the file to its path, and makes sure that the file and its name are on disk.
    ///
    /// - Throws: `OutputError(.replace)`, or `.write` for output written in place; `.name` if the file is at its path
    ///   but the system can't confirm that its name is on disk.
    public func commit() throws {
        // A file system without modes refuses this call, and a file on it has no mode, so the error is ignored.
        if let finalMode { fchmod(descriptor, finalMode) }
        switch form {
        case .inPlace: return
        case .nameless(let target):
            guard fsync(descriptor) == 0 else { throw failure(number: errno) }
            try put(try named(beside: target), target)
        case .beside(let target, let name):
            guard fsync(descriptor) == 0 else { throw failure(number: errno) }
            try put(name, target)
        }
    }

    /// Makes sure that the bytes are on disk, if the output is a file on disk. Some file systems report only at this
    /// call that they are full.
    ///
    /// - Throws: `OutputError(.replace)`, or `.write` for output written in place.
    public func flushToDisk() throws {
        guard fsync(descriptor) != 0, [EIO, ENOSPC, EDQUOT].contains(errno) else { return }
        throw failure(number: errno)
    }

    private init(path: String, descriptor: Int32, form: Form) {
        self.path = path
        self.descriptor = descriptor
        self.form = form
        // A new file of geocli is never a terminal.
        if case .inPlace = form { isTerminal = isatty(descriptor) == 1 } else { isTerminal = false }
    }

    deinit {
        if case .beside(_, let name) = form, !isCommitted { unlink(name) }
        if descriptor > 2 { close(descriptor) }
    }

    // MARK: Moving it to its path

    /// If a file already has the temporary name, it belongs to another process, and another name is tried.
    private func named(beside target: String) throws -> String {
        while true {
            let name = TemporaryName.beside(target)
            if linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 { return name }
            guard errno == EEXIST else { throw failure(number: errno) }
        }
    }

    private func put(_ name: String, _ target: String) throws {
        guard rename(name, target) == 0 else {
            let number = errno
            unlink(name)
            throw failure(number: number)
        }
        isCommitted = true
        guard syncName(target) else { throw OutputError(path: path, step: .name, number: errno) }
    }

    /// Makes sure that the file's name is on disk, by syncing its folder.
    private func syncName(_ target: String) -> Bool {
        let folder = FileIdentity.folder(of: target)
        let opened = Glibc.open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else {
            // A folder that can be written but not read can't be opened, so all file systems are synced.
            sync()
            return true
        }
        defer { close(opened) }
        // Some file systems can't sync folders and return one of these errors.
        return fsync(opened) == 0 || [EINVAL, ENOSYS, ENOTSUP, EROFS].contains(errno)
    }

    // MARK: Opening

    /// Opens a file that is not at its path yet.
    private static func unfinished(
        _ path: String, target: String, mode: mode_t
    ) throws(OutputError) -> OutputFile {
        let folder = FileIdentity.folder(of: target)
        let nameless = Glibc.open(folder.isEmpty ? "." : folder, temporaryFileFlag | O_WRONLY | O_CLOEXEC, mode)
        if nameless >= 0 { return OutputFile(path: path, descriptor: nameless, form: .nameless(target: target)) }
        while true {
            let name = TemporaryName.beside(target)
            do {
                return try open(
                    path, at: name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode, .beside(target: target, name: name))
            } catch { guard error.number == EEXIST else { throw error } }
        }
    }

    private static func open(
        _ path: String, at real: String, flags: Int32, mode: mode_t, _ form: Form
    ) throws(OutputError) -> OutputFile {
        let descriptor = Glibc.open(real, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw OutputError(path: path, step: .create, number: errno) }
        return OutputFile(path: path, descriptor: descriptor, form: form)
    }

    /// Returns a file for an open descriptor. The bytes go to the descriptor's current offset.
    private static func open(descriptor number: Int32, _ path: String) throws(OutputError) -> OutputFile {
        guard number > 2 else { return OutputFile(path: path, descriptor: number, form: .inPlace) }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw OutputError(path: path, step: .create, number: errno) }
        return OutputFile(path: path, descriptor: copy, form: .inPlace)
    }
}

enum TemporaryName {
    /// Returns a name in the folder of `target` that no other process uses or can guess.
    ///
    /// A process number is not enough: a process in another container may have the same one. A user who could guess the
    /// name could put a link there, through which the output would be written.
    static func beside(_ target: String) -> String {
        let number = UInt128(UInt64.random(in: .min ... .max)) << 64 | UInt128(UInt64.random(in: .min ... .max))
        return "\(FileIdentity.folder(of: target)).geocli-\(String(number, radix: 36)).tmp"
    }
}

extension OutputFile {
    /// Returns the error for writing a database to a device, a pipe or standard output (nil).
    public static func needsFile(_ path: String?) -> PlainError {
        let place = path.map { "-o \(DisplayText.singleLine($0))" }
        return PlainError(
            .usage,
            en:
                "\(place ?? "gpkg"): a GeoPackage is a database and can't be written to a pipe or a device; use -o FILE.gpkg",
            ko: "\(place ?? "gpkg"): GeoPackage는 데이터베이스라서 파이프나 장치로 보낼 수 없습니다. -o 파일.gpkg를 쓰세요")
    }
}

/// A failure to write a file or standard output.
public struct OutputError: ExplainedError, Equatable {
    public enum Step: Sendable {
        case create
        /// Writing in place. The bytes that were already written stay.
        case write
        /// Writing a file that replaces an existing one at the end. If this step fails, the existing file stays.
        case replace
        /// Making sure that the name of a finished file is on disk.
        case name
    }

    /// The path, or `standard output`.
    public let path: String
    public let step: Step
    /// The system's error number (errno).
    public let number: Int32

    public init(path: String, step: Step, number: Int32) { (self.path, self.step, self.number) = (path, step, number) }

    /// Whether the output is a pipe whose reader has closed it. This is not an error of geocli.
    public var isBrokenPipe: Bool { number == EPIPE }

    public var exit: ExitStatus { step == .create ? .cannotCreate : .inputOutput }

    public var words: Words {
        let reason = SystemError.words(number)
        return switch step {
        case .create:
            Words(
                en: "cannot create \(path): \(reason.en); give -o a path in a writable folder",
                ko: "\(path) 파일을 만들 수 없습니다: \(reason.ko). -o에는 쓰기 권한이 있는 폴더의 경로를 쓰세요")
        case .write:
            Words(
                en: "cannot write \(path): \(reason.en); the output is incomplete",
                ko: "\(path)에 쓸 수 없습니다: \(reason.ko). 출력이 완전하지 않습니다")
        case .replace:
            Words(
                en:
                    "cannot write \(path): \(reason.en); the file is unchanged; free some space or choose another path with -o",
                ko: "\(path)에 쓸 수 없습니다: \(reason.ko). 파일은 그대로입니다. 공간을 확보하거나 -o로 다른 위치를 지정하세요")
        case .name:
            Words(
                en:
                    "\(path) was written but may not survive a power failure: \(reason.en); check the disk and write the file again",
                ko: "\(path) 파일을 저장했지만 정전이 나면 사라질 수 있습니다: \(reason.ko). 디스크를 확인하고 다시 저장하세요")
        }
    }
}

extension OutputDestination {
    /// Writes the whole output. A file is written completely or not at all.
    ///
    /// - Throws: `OutputError`.
    package func write(_ bytes: [UInt8]) throws {
        let file = try OutputFile.create(at: self)
        try file.write(bytes)
        try file.commit()
    }

    package func write(_ text: String) throws { try write(Array(text.utf8)) }
}
