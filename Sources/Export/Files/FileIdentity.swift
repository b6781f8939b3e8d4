internal import Glibc

/// What makes two paths the same file, whatever they are called: the file itself, or one name in one folder.
struct FileIdentity {
    /// A file's device, and its number there.
    private struct Node: Equatable {
        let device: dev_t
        let number: ino_t

        init(_ information: stat) { (device, number) = (information.st_dev, information.st_ino) }
    }

    /// The file; nil where there is none yet.
    private let node: Node?
    /// Whether it is a character device, which many read and write at once.
    private let isCharacterDevice: Bool
    /// The folder; nil where there is none, and for a descriptor.
    private let folder: Node?
    /// The bytes of the file's name in the folder.
    private let name: [UInt8]

    /// What is at `path`, whose last part is no symbolic link.
    init(path: String) {
        var information = stat()
        let isThere = stat(path, &information) == 0
        node = isThere ? Node(information) : nil
        isCharacterDevice = isThere && information.st_mode & S_IFMT == S_IFCHR
        let start = OutputDestination.folder(of: path)
        folder = stat(start.isEmpty ? "." : start, &information) == 0 ? Node(information) : nil
        name = Array(path.utf8.dropFirst(start.utf8.count))
    }

    /// What a descriptor of this process has open.
    init(descriptor: Int32) {
        var information = stat()
        let isOpen = fstat(descriptor, &information) == 0
        node = isOpen ? Node(information) : nil
        isCharacterDevice = isOpen && information.st_mode & S_IFMT == S_IFCHR
        folder = nil
        name = []
    }

    /// Whether there is such a file.
    var isThere: Bool { node != nil }

    /// Whether to write one would change the other.
    func isSame(as other: FileIdentity) -> Bool {
        if node != nil || other.node != nil { return node == other.node && !isCharacterDevice }
        guard let folder else { return false }
        return folder == other.folder && name == other.name
    }
}
