internal import GeocliCatalog
internal import Glibc

/// A file that no output of a command may take the place of.
public enum SparedFile: Sendable, Equatable {
    /// A catalog, and the files that SQLite keeps beside it (`-wal`, `-shm`, `-journal`), be they there yet or not.
    case catalog(String)
    /// What the command reads; `-` is standard input.
    case input(String)
    /// Another file that the same command writes.
    case output(String)
}

/// Where output goes: standard output, or a path. It was compared with every file that must not be lost.
///
/// Nothing else makes an `OutputFile`, so no command can forget the comparison. It opens no file, since closing one that
/// SQLite has open would drop SQLite's locks; make it before anything else is opened or read.
public struct OutputDestination: Sendable {
    /// The path as it was given; nil for standard output.
    public let path: String?
    /// Where a file's bytes really go.
    let destination: Destination

    /// What a path stands for, links resolved.
    enum Destination: Sendable, Equatable {
        /// A descriptor that this process has open already, such as standard output's.
        case descriptor(Int32)
        /// A path whose last part is no symbolic link.
        case path(String)
    }

    /// The place at `path`; standard output for none and for `-`.
    ///
    /// - Parameter spared: what the command reads and must not lose.
    /// - Edges: links, hard links, `..`, other names of a folder, `/dev/stdout` and a redirected standard output are seen
    ///   through. Character devices such as `/dev/null` may be input and output at once. A path that is not there yet is
    ///   compared by its folder and its name.
    /// - Throws: `OutputClash`: also where a catalog stands that is none of `spared`.
    public init(_ path: String?, sparing spared: [SparedFile]) throws(OutputClash) {
        self.path = path == "-" ? nil : path
        destination = self.path.map(Self.destination) ?? .descriptor(1)
        let own = Self.identity(destination)
        for file in spared {
            if let clash = Self.clash(own, file) { throw OutputClash(path: self.path, with: clash) }
        }
        guard case .path(let target) = destination else { return }
        if Catalog.stands(at: target) { throw OutputClash(path: self.path, with: .otherCatalog) }
        for ending in Catalog.sideEndings where target.hasSuffix(ending) {
            let owner = String(target.dropLast(ending.count))
            if Catalog.stands(at: owner) { throw OutputClash(path: self.path, with: .catalogSide(owner)) }
        }
    }

    // MARK: Comparing

    private static func clash(_ own: FileIdentity, _ file: SparedFile) -> OutputClash.What? {
        switch file {
        case .catalog(let path):
            if own.isSame(as: identity(destination(path))) { return .catalog(path) }
            // SQLite puts its files beside the file that a link leads to.
            guard case .path(let target) = destination(path) else { return nil }
            let isBeside = Catalog.sideEndings.contains { own.isSame(as: FileIdentity(path: target + $0)) }
            return isBeside ? .catalogSide(path) : nil
        case .input("-"): return own.isSame(as: FileIdentity(descriptor: 0)) ? .input("-") : nil
        case .input(let path):
            let input = identity(destination(path))
            return input.isThere && own.isSame(as: input) ? .input(path) : nil
        case .output(let path): return own.isSame(as: identity(destination(path))) ? .output(path) : nil
        }
    }

    private static func identity(_ destination: Destination) -> FileIdentity {
        switch destination {
        case .descriptor(let number): FileIdentity(descriptor: number)
        case .path(let path): FileIdentity(path: path)
        }
    }

    // MARK: Resolving

    /// What a path leads to, be it there or not: symbolic links stay, and what they lead to is written.
    private static func destination(_ path: String) -> Destination {
        var path = path
        // As many links in a row as Linux follows.
        for _ in 0..<40 {
            if let number = descriptor(path) { return .descriptor(number) }
            guard let target = linkTarget(path) else { break }
            path = target.utf8.first == slash ? target : folder(of: path) + target
        }
        return .path(path)
    }

    /// The number of a descriptor's own path: what is behind `/dev/stdout` belongs to the shell, which goes on to write it.
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

    /// The folder of a path, with its slash; empty for the current one.
    ///
    /// - Edges: a slash is a byte: one with an accent behind it is no such character.
    static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: slash).map { String(decoding: path.utf8[...$0], as: UTF8.self) } ?? ""
    }

    private static let slash = UInt8(ascii: "/")
}
