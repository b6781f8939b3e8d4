internal import GeocliText
internal import Glibc

/// The names in a folder.
enum FolderNames {
    /// Returns the names in the open folder, in the order of their bytes.
    ///
    /// - Edges: names that are not UTF-8 are left out, because geocli writes no such names.
    static func all(_ descriptor: Int32, _ path: String) throws -> [String] { try both(descriptor, path).names }

    /// Returns the names in the open folder, in the order of their bytes. The names that are not UTF-8 are returned
    /// separately, with U+FFFD in place of wrong bytes.
    static func both(_ descriptor: Int32, _ path: String) throws -> (names: [String], wrong: [String]) {
        let copy = dup(descriptor)
        guard copy >= 0, let stream = fdopendir(copy) else { throw PlainError.unreadable(path, errno) }
        defer { closedir(stream) }
        rewinddir(stream)
        var (names, wrong): ([String], [String]) = ([], [])
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    guard let name = String(validatingCString: $0) else { return wrong.append(String(cString: $0)) }
                    if name != ".", name != ".." { names.append(name) }
                }
            }
        }
        return (names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, wrong.sorted())
    }

    /// Creates a folder and its parents, for this user only. Their names are on disk when the call returns.
    static func make(_ path: String) throws {
        guard !path.isEmpty, access(path, F_OK) != 0 else { return }
        let slash = path.lastIndex(of: "/")
        if let slash { try make(String(path[..<slash])) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw PlainError.unwritable(path, errno) }
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = Glibc.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw PlainError.unwritable(parent, errno) }
        defer { close(descriptor) }
        if let number = PlainFile.sync(descriptor) { throw PlainError.unwritable(parent, number) }
    }
}
