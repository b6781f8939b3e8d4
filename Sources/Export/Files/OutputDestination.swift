internal import GeocliCatalog
internal import Glibc

/// A file that no output of a command may replace.
public enum SparedFile: Sendable, Equatable {
    /// A catalog, and the files that SQLite keeps beside it (`-wal`, `-shm`, `-journal`), whether they exist yet or
    /// not.
    case catalog(String)
    /// An input of the command; `-` is standard input. Of a folder, every file in it is an input.
    case input(String)
    /// A file that geocli keeps for itself, such as settings, or a folder of such files: every file in it, whether it
    /// exists yet or not, and every file that a link in it leads to.
    case kept(String)
    /// Another output of the same command.
    case output(String)
    /// A folder of a person's records, and every file in it, whether it exists yet or not.
    case records(String)
}

/// A destination for output: standard output, or a path. It is checked against all files that must not be overwritten.
///
/// Every `OutputFile` is made from a destination, so no command can forget this check. The check opens no file, because
/// closing a file that SQLite has open would drop SQLite's locks. Make the destination before anything is opened or
/// read.
public struct OutputDestination: Sendable {
    /// The path as given; nil for standard output.
    public let path: String?
    /// The destination of the bytes, with links resolved.
    let destination: Destination
    /// Whether the output is a person's own records, so that only this person may read the file.
    let isPrivate: Bool

    /// A path with its links resolved.
    enum Destination: Sendable, Equatable {
        /// A descriptor that is already open in this process, such as standard output's.
        case descriptor(Int32)
        /// A path whose last part is not a symbolic link.
        case path(String)
    }

    /// Makes a destination at `path`; standard output for nil and for `-`.
    ///
    /// - Parameters:
    ///   - spared: the files that the command must not overwrite.
    ///   - isPrivate: whether only the owner may read the file, even if it replaces a file that others could read.
    /// - Edges: links, hard links, `..`, other names of a folder, `/dev/stdout` and a redirected standard output are
    ///   all recognized. Character devices such as `/dev/null` may be input and output at once. A path that does not
    ///   exist yet is compared by its folder and its name.
    /// - Throws: `OutputClash`, even for a catalog that is not in `spared`.
    public init(_ path: String?, sparing spared: [SparedFile], isPrivate: Bool = false) throws(OutputClash) {
        self.isPrivate = isPrivate
        self.path = path == "-" ? nil : path
        destination = self.path.map(Self.destination) ?? .descriptor(1)
        let own = Self.identity(destination)
        for file in spared {
            if let clash = clash(own, file) { throw OutputClash(path: self.path, what: clash) }
        }
        guard case .path(let target) = destination else { return }
        if Catalog.stands(at: target) { throw OutputClash(path: self.path, what: .otherCatalog) }
        for ending in Catalog.sideEndings where target.hasSuffix(ending) {
            let owner = String(target.dropLast(ending.count))
            if Catalog.stands(at: owner) { throw OutputClash(path: self.path, what: .catalogSide(owner)) }
        }
    }

    // MARK: Comparing

    private func clash(_ own: FileIdentity, _ file: SparedFile) -> OutputClash.What? {
        switch file {
        case .catalog(let path):
            if own.isSame(as: Self.identity(Self.destination(path))) { return .catalog(path) }
            // SQLite puts its files beside the file that a link leads to.
            guard case .path(let target) = Self.destination(path) else { return nil }
            let isBeside = Catalog.sideEndings.contains { own.isSame(as: FileIdentity(path: target + $0)) }
            return isBeside ? .catalogSide(path) : nil
        case .input("-"): return own.isSame(as: FileIdentity(descriptor: 0)) ? .input("-") : nil
        case .input(let path):
            let input = Self.identity(Self.destination(path))
            guard input.isThere else { return nil }
            return own.isSame(as: input) || input.isFolder && own.isThere && isWithin(path) ? .input(path) : nil
        case .kept(let path):
            let kept = Self.identity(Self.destination(path))
            if own.isSame(as: kept) { return .kept(path) }
            guard kept.isFolder else { return nil }
            if isWithin(path) { return .keptFolder(path) }
            return own.isThere && Self.files(in: path).contains { own.isSame(as: FileIdentity(path: $0)) }
                ? .kept(path) : nil
        case .output(let path): return own.isSame(as: Self.identity(Self.destination(path))) ? .output(path) : nil
        case .records(let folder): return isWithin(folder) ? .records(folder) : nil
        }
    }

    /// Returns whether the destination is `folder` itself, or is inside it at any depth.
    ///
    /// - Edges: false if the folder does not exist. A hard link in another folder is not inside `folder`, even if it
    ///   leads to a file in `folder`, because the new file replaces only the link.
    private func isWithin(_ folder: String) -> Bool {
        let name =
            switch destination {
            case .descriptor(let number): "/proc/self/fd/\(number)"
            case .path(let path): path
            }
        guard let folder = Self.real(folder) else { return false }
        // For a file that does not exist yet, only its folder can be resolved.
        let parent = FileIdentity.folder(of: name)
        guard let own = Self.real(name) ?? Self.real(parent.isEmpty ? "." : parent) else { return false }
        return own == folder || own.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
    }

    /// Returns the paths of all files below a folder. Links to folders are not followed.
    private static func files(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var paths: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            let path = "\(folder)/\(name)"
            if Int(entry.pointee.d_type) == DT_DIR { paths += files(in: path) } else { paths.append(path) }
        }
        return paths
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func identity(_ destination: Destination) -> FileIdentity {
        switch destination {
        case .descriptor(let number): FileIdentity(descriptor: number)
        case .path(let path): FileIdentity(path: path)
        }
    }

    // MARK: Resolving

    /// Returns the path at the end of a chain of symbolic links, whether a file exists there or not. Output goes to
    /// this path, and the links stay as they are.
    private static func destination(_ path: String) -> Destination {
        var path = path
        // Linux follows at most this many links in a row.
        for _ in 0..<40 {
            if let number = descriptor(path) { return .descriptor(number) }
            guard let target = linkTarget(path) else { break }
            path = target.utf8.first == slash ? target : FileIdentity.folder(of: path) + target
        }
        return .path(path)
    }

    /// Returns the number of the descriptor that the path names; nil for any other path. The file that is open as
    /// `/dev/stdout` must not be replaced, because it belongs to the shell, which continues to write to it.
    ///
    /// - Source: proc(5), `/proc/PID/fd`.
    private static func descriptor(_ path: String) -> Int32? {
        if path == "/dev/stdin" { return 0 }
        if path == "/dev/stdout" { return 1 }
        if path == "/dev/stderr" { return 2 }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            return Int32(path.dropFirst(folder.utf8.count))
        }
        return nil
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

    private static let slash = UInt8(ascii: "/")
}
