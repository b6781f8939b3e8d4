internal import Glibc
public import Text

/// A file that is there whole or not at all: written without a name, and put in its place at the end, so that a killed
/// process leaves nothing behind. A device, a pipe or standard output is written in place.
public final class OutputFile {
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
        case beside(target: String)
    }

    /// open(2): the flag is not among those that Swift sees, because its definition is an expression.
    private static let temporaryFileFlag = O_DIRECTORY | 0o20000000

    /// Standard output.
    public static var standardOutput: OutputFile {
        OutputFile(path: "standard output", descriptor: 1, form: .inPlace)
    }

    /// The file at `path`, which is replaced only by `commit`.
    ///
    /// - Throws: `OutputError(.create)`.
    public static func create(path: String) throws(OutputError) -> OutputFile {
        var information = stat()
        let isThere = stat(path, &information) == 0
        // Links that lead to each other lead nowhere: taking the place of one would destroy it.
        if !isThere, errno == ELOOP { throw OutputError(path: path, step: .create, number: ELOOP) }
        if isThere, information.st_mode & S_IFMT != S_IFREG {
            guard information.st_mode & S_IFMT != S_IFDIR else {
                throw OutputError(path: path, step: .create, number: EISDIR)
            }
            return try open(path, at: path, flags: O_WRONLY, .inPlace)
        }
        let target = resolved(path)
        let file = try unfinished(path, target: target)
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
    static func createDatabase(path: String) throws -> (file: OutputFile, place: String) {
        var information = stat()
        let isFile = stat(path, &information) != 0 || [S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
        // What stands behind /dev/stdout can be a file, but the shell has it open.
        guard isFile, !path.hasPrefix("/dev/") else { throw NeedsFileError(path: path) }
        let file = try create(path: path)
        switch file.form {
        case .inPlace: throw NeedsFileError(path: path)
        case .nameless: return (file, "/proc/self/fd/\(file.descriptor)")
        case .beside(let target): return (file, temporaryPath(target))
        }
    }

    /// What `number` means for this file.
    func failure(number: Int32) -> OutputError {
        if case .inPlace = form { return OutputError(path: path, step: .write, number: number) }
        return OutputError(path: path, step: .replace, number: number)
    }

    /// Writes all of `bytes`.
    ///
    /// - Throws: `OutputError(.replace)`, or `.write` for what is written in place.
    public func write(_ bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written < 0, errno == EINTR { continue }
                guard written >= 0 else { throw failure(number: errno) }
                rest = rest.dropFirst(written)
            }
        }
    }

    /// Puts the file in its place, on disk.
    ///
    /// - Throws: `OutputError(.replace)`, or `.write` for what is written in place.
    public func commit() throws {
        // A file system without modes refuses, and then there is none to keep.
        if let finalMode { fchmod(descriptor, finalMode) }
        guard fsyncIfNeeded() else { throw failure(number: errno) }
        switch form {
        case .inPlace: return
        case .nameless(let target):
            let name = Self.temporaryPath(target)
            let source = "/proc/self/fd/\(descriptor)"
            unlink(name)
            guard linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
                throw failure(number: errno)
            }
            try put(name, target)
        case .beside(let target): try put(Self.temporaryPath(target), target)
        }
        isCommitted = true
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
    }

    deinit {
        if case .beside(let target) = form, !isCommitted { unlink(Self.temporaryPath(target)) }
        if descriptor > 2 { close(descriptor) }
    }

    private func fsyncIfNeeded() -> Bool {
        if case .inPlace = form { return true }
        return fsync(descriptor) == 0
    }

    private func put(_ name: String, _ target: String) throws {
        guard rename(name, target) == 0 else {
            let number = errno
            unlink(name)
            throw failure(number: number)
        }
    }

    /// A file that is not in its place yet.
    private static func unfinished(_ path: String, target: String) throws(OutputError) -> OutputFile {
        let folder = folder(of: target)
        let nameless = Glibc.open(folder.isEmpty ? "." : folder, temporaryFileFlag | O_WRONLY | O_CLOEXEC, 0o666)
        if nameless >= 0 { return OutputFile(path: path, descriptor: nameless, form: .nameless(target: target)) }
        return try open(path, at: temporaryPath(target), flags: O_WRONLY | O_CREAT | O_TRUNC, .beside(target: target))
    }

    private static func temporaryPath(_ target: String) -> String { "\(target).\(getpid()).tmp" }

    private static func open(
        _ path: String, at real: String, flags: Int32, _ form: Form
    ) throws(OutputError) -> OutputFile {
        let descriptor = Glibc.open(real, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputError(path: path, step: .create, number: errno) }
        return OutputFile(path: path, descriptor: descriptor, form: form)
    }

    /// The file that a symbolic link leads to, be it there or not, so that the link itself stays.
    private static func resolved(_ path: String) -> String {
        var path = path
        // As many links in a row as Linux follows.
        for _ in 0..<40 {
            guard let target = linkTarget(path) else { return path }
            path = target.hasPrefix("/") ? target : folder(of: path) + target
        }
        return path
    }

    private static func linkTarget(_ path: String) -> String? {
        let target = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { return }
                count = max(0, readlink(path, start, characters.count))
            }
        }
        return target.isEmpty ? nil : String(decoding: target, as: UTF8.self)
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
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
