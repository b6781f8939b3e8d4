internal import Glibc

/// Functions for the paths of databases.
package enum DatabaseFile {
    /// Returns the URI with which SQLite opens the database at `path` as a file that does not change: without locks,
    /// log or journal.
    ///
    /// - Source: SQLite, "Uniform Resource Identifiers", §3. Bytes with a special meaning are percent-encoded. Two
    ///   slashes before an absolute path stand for an empty host.
    package static func immutableURI(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var escaped: [UInt8] = []
        for byte in path.utf8 {
            switch byte {
            case 0x2D...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: escaped.append(byte)
            default: escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        let start = path.utf8.first == UInt8(ascii: "/") ? "file://" : "file:"
        return start + String(decoding: escaped, as: UTF8.self) + "?immutable=1"
    }

    /// Creates the folder that contains `path`, and all missing folders above it.
    package static func makeFolder(for path: String) throws(FolderFault) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        guard access(folder, F_OK) != 0 else { return }
        try makeFolder(for: folder)
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw FolderFault(folder: folder, number: errno) }
    }
}

/// The error for a folder that the system refused to create.
package struct FolderFault: Error {
    /// The path of the folder.
    package let folder: String
    /// The errno.
    package let number: Int32
}
