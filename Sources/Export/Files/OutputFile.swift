public import GeocliText
internal import Glibc

/// A file that is there whole or not at all: written without a name, and put in its place at the end, so that a killed
/// process leaves nothing behind. A device, a pipe or standard output is written in place; what goes to a terminal passes
/// `DisplayText.harmless`.
public final class OutputFile {
    /// Whether the bytes go to a terminal.
    public let isTerminal: Bool
    /// The path as it was given, for people.
    private let path: String
    private let descriptor: Int32
    private let form: Form
    private var isCommitted = false
    /// Who may read and write the file once it is in its place; nil for what is written in place.
    private var finalMode: mode_t?

    private enum Form {
        case inPlace
        /// A file without a name (O_TMPFILE); it gets one just before it is renamed.
        case nameless(target: String)
        /// A file beside its target, where the file system has no nameless ones.
        case beside(target: String, name: String)
    }

    /// open(2): the flag is not among those that Swift sees, because its definition is an expression.
    private static let temporaryFileFlag = O_DIRECTORY | 0o20000000

    /// The file at `place`, which is replaced only by `commit`, or standard output.
    ///
    /// - Parameter newMode: who may read and write a file that is not there yet; the process's umask takes from it.
    /// - Throws: `OutputError(.create)`.
    public static func create(at place: OutputDestination, newMode: UInt32 = 0o666) throws(OutputError) -> OutputFile {
        let path = place.path ?? "standard output"
        switch place.destination {
        case .descriptor(let number): return try open(descriptor: number, path)
        case .path(let target): return try create(path, target: target, newMode: newMode)
        }
    }

    private static func create(
        _ path: String, target: String, newMode: mode_t
    ) throws(OutputError) -> OutputFile {
        guard !target.isEmpty else { throw OutputError(path: path, step: .create, number: ENOENT) }
        var information = stat()
        let isThere = stat(target, &information) == 0
        // Links that lead to each other lead nowhere: taking the place of one would destroy it.
        if !isThere, errno == ELOOP { throw OutputError(path: path, step: .create, number: ELOOP) }
        if isThere, information.st_mode & S_IFMT != S_IFREG {
            guard information.st_mode & S_IFMT != S_IFDIR else {
                throw OutputError(path: path, step: .create, number: EISDIR)
            }
            return try open(path, at: target, flags: O_WRONLY | O_NOCTTY, mode: 0, .inPlace)
        }
        let file = try unfinished(path, target: target, mode: newMode)
        // Who may read the former file may read the new one, and nobody else.
        file.keepMode(isThere ? information.st_mode & 0o777 : nil)
        return file
    }

    /// Sets what the file's mode will be; until then its owner may write it, since SQLite opens it once more.
    private func keepMode(_ former: mode_t?) {
        var own = stat()
        guard fstat(descriptor, &own) == 0 else { return }
        let mode = former ?? own.st_mode & 0o777
        fchmod(descriptor, mode | 0o600)
        finalMode = mode
    }

    /// The same for a database, and the path by which SQLite opens it until then.
    ///
    /// - Throws: `NeedsFileError` for a device or a pipe, `OutputError(.create)`.
    static func createDatabase(at place: OutputDestination) throws -> (file: OutputFile, place: String) {
        guard let path = place.path, case .path(let target) = place.destination else {
            throw NeedsFileError(path: place.path)
        }
        var information = stat()
        let isFile = stat(target, &information) != 0 || [S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
        guard isFile, !path.hasPrefix("/dev/") else { throw NeedsFileError(path: path) }
        let file = try create(at: place)
        switch file.form {
        case .inPlace: throw NeedsFileError(path: path)
        case .nameless: return (file, "/proc/self/fd/\(file.descriptor)")
        case .beside(_, let name): return (file, name)
        }
    }

    /// What `number` means for this file.
    func failure(number: Int32) -> OutputError {
        if case .inPlace = form { return OutputError(path: path, step: .write, number: number) }
        return OutputError(path: path, step: .replace, number: number)
    }

    /// Writes all of `bytes`.
    ///
    /// - Precondition: for a terminal they are whole characters of UTF-8; U+FFFD takes the place of others.
    /// - Throws: `OutputError(.replace)`, or `.write` for what is written in place.
    public func write(_ bytes: [UInt8]) throws {
        try (isTerminal ? DisplayText.harmless(bytes) : bytes).withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written >= 0 else { throw failure(number: errno) }
                rest = rest.dropFirst(written)
            }
        }
    }

    /// Puts the file in its place, on disk with its name.
    ///
    /// - Throws: `OutputError(.replace)`, or `.write` for what is written in place; `.name` where the file is in its place
    ///   and the system can't say that its name is on disk.
    public func commit() throws {
        // A file system without modes refuses, and then there is none to keep.
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

    /// Makes sure that what was written is on disk, where it goes to one: some file systems find out only then that they
    /// are full.
    ///
    /// - Throws: `OutputError(.replace)`, or `.write` for what is written in place.
    public func flushToDisk() throws {
        guard fsync(descriptor) != 0, [EIO, ENOSPC, EDQUOT].contains(errno) else { return }
        throw failure(number: errno)
    }

    private init(path: String, descriptor: Int32, form: Form) {
        self.path = path
        self.descriptor = descriptor
        self.form = form
        // A file of our own is none.
        if case .inPlace = form { isTerminal = isatty(descriptor) == 1 } else { isTerminal = false }
    }

    deinit {
        if case .beside(_, let name) = form, !isCommitted { unlink(name) }
        if descriptor > 2 { close(descriptor) }
    }

    // MARK: Taking its place

    /// A name for the file that has none yet: one that was there before is another's, and stays.
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

    /// Puts the file's name on disk, which its folder holds.
    private func syncName(_ target: String) -> Bool {
        let folder = OutputDestination.folder(of: target)
        let opened = Glibc.open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else {
            // A folder that may be written and not read can't be named to the system by itself.
            sync()
            return true
        }
        defer { close(opened) }
        // Some file systems sync no folders, and say so.
        return fsync(opened) == 0 || [EINVAL, ENOSYS, ENOTSUP, EROFS].contains(errno)
    }

    // MARK: Opening

    /// A file that is not in its place yet.
    private static func unfinished(
        _ path: String, target: String, mode: mode_t
    ) throws(OutputError) -> OutputFile {
        let folder = OutputDestination.folder(of: target)
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

    /// What is open already is written where its owner stands in it.
    private static func open(descriptor number: Int32, _ path: String) throws(OutputError) -> OutputFile {
        guard number > 2 else { return OutputFile(path: path, descriptor: number, form: .inPlace) }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw OutputError(path: path, step: .create, number: errno) }
        return OutputFile(path: path, descriptor: copy, form: .inPlace)
    }
}

/// Names of files that are not in their place yet.
enum TemporaryName {
    /// A name in the folder of `target` that nobody can guess and no other process has: neither one of another container,
    /// where each has the same process number, nor one that somebody laid there to be written through.
    static func beside(_ target: String) -> String {
        let number = UInt128(UInt64.random(in: .min ... .max)) << 64 | UInt128(UInt64.random(in: .min ... .max))
        return "\(OutputDestination.folder(of: target)).geocli-\(String(number, radix: 36)).tmp"
    }
}

/// A database was to be written to a device, a pipe or standard output.
public struct NeedsFileError: ExplainedError, Equatable {
    /// The path; nil for standard output.
    public let path: String?

    /// The database was to go to `path`; nil for standard output.
    public init(path: String?) { self.path = path }

    /// What happened and what to try.
    public var words: Words {
        let place = path.map { "-o \(DisplayText.singleLine($0))" }
        return Words(
            en:
                "\(place ?? "gpkg"): a GeoPackage is a database and can't go into a pipe or a device; give -o FILE.gpkg",
            ko: "\(place ?? "gpkg"): GeoPackage는 데이터베이스라서 파이프나 장치로 보낼 수 없습니다; -o 파일.gpkg를 주세요")
    }
}
