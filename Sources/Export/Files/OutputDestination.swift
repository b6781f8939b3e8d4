internal import GeocliCatalog
package import GeocliText
internal import Glibc

/// A file that no output of a command may replace.
package enum ProtectedFile: Sendable, Equatable {
    /// A catalog, and the files that SQLite keeps beside it (`-wal`, `-shm`, `-journal`), existing or not.
    case catalog(String)
    /// An input of the command; `-` is standard input. Of a folder, every file in it is an input.
    case input(String)
    /// A file that geocli keeps for itself, such as settings, or a folder of such files: every file in it, whether it
    /// exists yet or not, and every file that a link in it leads to.
    case kept(String)
    case output(String)
    /// A folder of a person's records, and every file in it, whether it exists yet or not.
    case records(String)
}

/// A destination for output: standard output, or a path. It is checked against all files that must not be overwritten.
///
/// Every `OutputFile` is made from a destination, so no command can forget this check. Make the destination before
/// anything is opened or read. The check opens no file, because closing a file that SQLite has open drops SQLite's
/// locks.
package struct OutputDestination: Sendable {
    /// The path as given; nil for standard output.
    package let path: String?
    let destination: Destination
    /// Whether the output is a person's own records, so that only this person may read the file.
    let isPrivate: Bool

    /// Whether the path names a descriptor that is already open in this process.
    package var isDescriptor: Bool { if case .descriptor = destination { true } else { false } }

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
    ///   - isBackup: whether the output is a catalog, which may replace another catalog that is not in `spared`.
    /// - Edges: links, hard links, `..`, other names of a folder, `/dev/stdout` and a redirected standard output are
    ///   all recognized. Character devices such as `/dev/null` may be input and output at once. A path that does not
    ///   exist yet is compared by its folder and its name.
    /// - Throws: `OutputClash`, even for a catalog that is not in `spared`.
    package init(
        _ path: String?, sparing spared: [ProtectedFile], isPrivate: Bool = false, isBackup: Bool = false
    ) throws(OutputClash) {
        self.isPrivate = isPrivate
        self.path = path == "-" ? nil : path
        destination = self.path.map(Self.destination) ?? .descriptor(1)
        let own = Self.identity(destination)
        for file in spared {
            if let clash = clash(own, file) { throw OutputClash(path: self.path, what: clash) }
        }
        guard case .path(let target) = destination else { return }
        if !isBackup, Catalog.stands(at: target) { throw OutputClash(path: self.path, what: .otherCatalog) }
        for ending in Catalog.sideEndings where target.hasSuffix(ending) {
            let owner = String(target.dropLast(ending.count))
            if Catalog.stands(at: owner) { throw OutputClash(path: self.path, what: .catalogSide(owner)) }
        }
    }

    // MARK: Comparing

    private func clash(_ own: FileIdentity, _ file: ProtectedFile) -> OutputClash.What? {
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
            guard input.exists else { return nil }
            return own.isSame(as: input) || input.isFolder && own.exists && isWithin(path) ? .input(path) : nil
        case .kept(let path):
            let kept = Self.identity(Self.destination(path))
            if own.isSame(as: kept) { return .kept(path) }
            guard kept.isFolder else { return nil }
            if isWithin(path) { return .keptFolder(path) }
            return own.exists && Self.files(in: path).contains { own.isSame(as: FileIdentity(path: $0)) }
                ? .kept(path) : nil
        case .output(let path): return own.isSame(as: Self.identity(Self.destination(path))) ? .output(path) : nil
        case .records(let folder): return isWithin(folder) ? .records(folder) : nil
        }
    }

    /// Whether the destination is `folder` itself or inside it at any depth; false if the folder does not exist. A hard
    /// link elsewhere to a file in `folder` is not inside, because the new file replaces only the link.
    private func isWithin(_ folder: String) -> Bool {
        let name =
            switch destination {
            case .descriptor(let number): "/proc/self/fd/\(number)"
            case .path(let path): path
            }
        guard let folder = FileSystem.realPath(folder) else { return false }
        // For a file that does not exist yet, only its folder can be resolved.
        let parent = FileIdentity.folder(of: name)
        guard let own = FileSystem.realPath(name) ?? FileSystem.realPath(parent.isEmpty ? "." : parent) else {
            return false
        }
        return own == folder || own.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
    }

    /// Returns the paths of all files below a folder. Links to folders are not followed.
    private static func files(in folder: String) -> [String] {
        (FileSystem.names(in: folder) ?? []).map { "\(folder)/\($0)" }.flatMap { path in
            FileSystem.ownFacts(path)?.isFolder == true ? files(in: path) : [path]
        }
    }

    private static func identity(_ destination: Destination) -> FileIdentity {
        switch destination {
        case .descriptor(let number): FileIdentity(descriptor: number)
        case .path(let path): FileIdentity(path: path)
        }
    }

    // MARK: Resolving

    /// Follows a chain of symbolic links, whether a file is at its end or not. Output goes there, and the links stay.
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

    /// The descriptor that the path names (proc(5), `/proc/PID/fd`); nil for any other path. The file that is open as
    /// `/dev/stdout` must not be replaced, because it belongs to the shell, which continues to write to it.
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

/// The identity of a file, the same for all paths that lead to it. A file that does not exist yet is identified by its
/// folder and name.
struct FileIdentity {
    private struct Node: Equatable {
        let device: dev_t
        let number: ino_t

        init(_ information: stat) { (device, number) = (information.st_dev, information.st_ino) }
    }

    /// The file; nil if it does not exist yet.
    private let node: Node?
    /// Whether the file is a character device, which many processes read and write at once.
    private let isCharacterDevice: Bool
    let isFolder: Bool
    /// The folder; nil if it does not exist, or if the file was given as a descriptor.
    private let folder: Node?
    private let name: [UInt8]

    /// Identifies the file at `path`, whose last part is not a symbolic link.
    init(path: String) {
        let start = Self.folder(of: path)
        let folder = FileSystem.facts(start.isEmpty ? "." : start).map(Node.init)
        self.init(FileSystem.facts(path), folder, Array(path.utf8.dropFirst(start.utf8.count)))
    }

    init(descriptor: Int32) { self.init(FileSystem.facts(descriptor), nil, []) }

    private init(_ facts: stat?, _ folder: Node?, _ name: [UInt8]) {
        node = facts.map(Node.init)
        isCharacterDevice = facts.map { $0.st_mode & S_IFMT == S_IFCHR } ?? false
        isFolder = facts?.isFolder ?? false
        (self.folder, self.name) = (folder, name)
    }

    var exists: Bool { node != nil }

    /// Returns whether writing to one of the files would change the other.
    func isSame(as other: FileIdentity) -> Bool {
        if node != nil || other.node != nil { return node == other.node && !isCharacterDevice }
        guard let folder else { return false }
        return folder == other.folder && name == other.name
    }

    /// Returns the folder of a path with the slash after it; empty for the current folder. Bytes are compared, because
    /// a slash and a combining accent after it are one `Character`, which is not equal to a slash.
    static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(decoding: path.utf8[...$0], as: UTF8.self) } ?? ""
    }
}

/// An output path that leads to a file which must not be overwritten.
package struct OutputClash: ExplainedError, Equatable {
    /// The kinds of file that the path can lead to.
    package enum What: Sendable, Equatable {
        case catalog(String)
        /// A file that SQLite keeps, or will keep, beside the catalog at this path.
        case catalogSide(String)
        /// A catalog that the command does not read.
        case otherCatalog
        /// An input of the command; `-` is standard input.
        case input(String)
        case output(String)
        case records(String)
        /// This file, which geocli keeps for itself, or a file in this folder.
        case kept(String)
        /// A place in this folder, which geocli keeps for itself.
        case keptFolder(String)
    }

    /// The path as given; nil for standard output.
    package let path: String?
    /// The file that the path leads to.
    package let what: What

    package var exit: ExitStatus { .usage }

    package var words: Words {
        switch what {
        case .catalog(let other):
            overwriting(
                Words(en: "the catalog\(name(other) { " \($0)" })", ko: "카탈로그\(name(other) { "(\($0))" })"))
        case .catalogSide(let catalog):
            overwriting(Words(en: "a part of the catalog \(shown(catalog))", ko: "카탈로그(\(shown(catalog)))의 일부"))
        case .otherCatalog: overwriting(Words(en: "a geocli catalog", ko: "geocli 카탈로그"))
        case .input("-"):
            overwriting(Words(en: "what this command reads on standard input", ko: "이 명령이 표준 입력으로 읽는 파일"))
        case .input(let other):
            overwriting(
                Words(
                    en: other == path ? "what this command reads" : "\(shown(other)), which this command reads",
                    ko: "이 명령이 읽는 파일\(name(other) { "(\($0))" })"))
        case .output(let other):
            overwriting(
                Words(
                    en: other == path
                        ? "what this command also writes" : "\(shown(other)), which this command also writes",
                    ko: "이 명령이 함께 저장하는 파일\(name(other) { "(\($0))" })"))
        case .kept(let other):
            overwriting(
                Words(
                    en: "what geocli keeps for itself\(name(other) { " (\($0))" })",
                    ko: "geocli가 직접 관리하는 파일\(name(other) { "(\($0))" })"))
        case .records(let folder): writing(intoRecords: shown(folder))
        case .keptFolder(let folder):
            Words(
                en:
                    "\(path.map(shown) ?? "standard output") is in \(shown(folder)), where geocli keeps its settings and its state; choose another folder",
                ko:
                    "\(path.map(shown) ?? "표준 출력")\(.topic) geocli의 설정과 상태를 두는 폴더(\(shown(folder)))에 있습니다. 다른 폴더를 쓰세요")
        }
    }

    private func overwriting(_ said: Words) -> Words {
        guard let path else {
            return Words(
                en: "standard output would overwrite \(said.en); send it to another file",
                ko: "표준 출력으로 보내면 \(said.ko)\(.object) 덮어쓰게 됩니다. 다른 파일로 보내세요")
        }
        return Words(
            en: "writing to \(shown(path)) would overwrite \(said.en); write to another file",
            ko: "\(shown(path))\(.topic) \(said.ko)입니다. 덮어쓰지 않도록 다른 파일 이름을 쓰세요")
    }

    /// No output may be written to the folder of a person's records, whether the file exists or not.
    private func writing(intoRecords folder: String) -> Words {
        Words(
            en:
                "\(path.map(shown) ?? "standard output") is in the folder of your records (\(folder)), where only 'geocli mine' writes; choose another folder",
            ko:
                "\(path.map(shown) ?? "표준 출력")\(.topic) 내 기록 폴더(\(folder))에 있습니다. 이 폴더에는 'geocli mine' 명령만 파일을 저장합니다. 다른 폴더를 쓰세요"
        )
    }

    /// Returns the words that name the other path; empty if it equals the path that was given.
    private func name(_ other: String, _ form: (String) -> String) -> String {
        other == path ? "" : form(shown(other))
    }

    private func shown(_ path: String) -> String { DisplayText.singleLine(path) }
}
