internal import Glibc

/// The identity of a file. It is the same for all paths that lead to the file. A file that does not exist yet is
/// identified by its folder and name.
struct FileIdentity {
    /// A file's device and its number on that device.
    private struct Node: Equatable {
        let device: dev_t
        let number: ino_t

        init(_ information: stat) { (device, number) = (information.st_dev, information.st_ino) }
    }

    /// The file; nil if it does not exist yet.
    private let node: Node?
    /// Whether the file is a character device, which many processes read and write at once.
    private let isCharacterDevice: Bool
    /// Whether the file is a folder.
    let isFolder: Bool
    /// The folder; nil if it does not exist, or if the file was given as a descriptor.
    private let folder: Node?
    /// The bytes of the file's name in the folder.
    private let name: [UInt8]

    /// Identifies the file at `path`, whose last part is not a symbolic link.
    init(path: String) {
        var information = stat()
        let isThere = stat(path, &information) == 0
        node = isThere ? Node(information) : nil
        isCharacterDevice = isThere && information.st_mode & S_IFMT == S_IFCHR
        isFolder = isThere && information.st_mode & S_IFMT == S_IFDIR
        let start = Self.folder(of: path)
        folder = stat(start.isEmpty ? "." : start, &information) == 0 ? Node(information) : nil
        name = Array(path.utf8.dropFirst(start.utf8.count))
    }

    /// Identifies the file that a descriptor of this process has open.
    init(descriptor: Int32) {
        var information = stat()
        let isOpen = fstat(descriptor, &information) == 0
        node = isOpen ? Node(information) : nil
        isCharacterDevice = isOpen && information.st_mode & S_IFMT == S_IFCHR
        isFolder = isOpen && information.st_mode & S_IFMT == S_IFDIR
        folder = nil
        name = []
    }

    /// Whether the file exists.
    var isThere: Bool { node != nil }

    /// Returns whether writing to one of the files would change the other.
    func isSame(as other: FileIdentity) -> Bool {
        if node != nil || other.node != nil { return node == other.node && !isCharacterDevice }
        guard let folder else { return false }
        return folder == other.folder && name == other.name
    }

    /// Returns the folder of a path, with the slash after it; empty for the current folder.
    ///
    /// - Edges: compares bytes, because a slash and a combining accent after it are one `Character`, which is not equal
    ///   to a slash.
    static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(decoding: path.utf8[...$0], as: UTF8.self) } ?? ""
    }
}
