internal import Glibc
internal import Text

/// What stands at a path, told from the file's first bytes before SQLite touches it.
enum CatalogFile {
    enum State {
        /// Nothing there.
        case missing
        /// A file without content, as a killed first ingest may leave it.
        case empty
        /// A catalog.
        case catalog
    }

    /// What stands at `path`.
    ///
    /// - Throws: `CatalogError` for another program's file, for what is no database, for a schema that this program does not
    ///   know, and for what can't be read.
    /// - Source: SQLite's file format, §1.3: the magic at 0, the user version at 60, the application id at 68.
    static func inspect(_ path: String) throws(CatalogError) -> State {
        let header = try firstBytes(path, count: 100)
        guard let header else { return .missing }
        if header.isEmpty { return .empty }
        guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw .foreign(path, because: Words(en: "no SQLite database", ko: "SQLite 데이터베이스가 아님"))
        }
        let applicationID = header[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard applicationID == UInt32(bitPattern: Schema.applicationID) else {
            throw .foreign(path, because: Words(en: "another program's database", ko: "다른 프로그램의 데이터베이스"))
        }
        // The log may hold a later version; that is looked at when SQLite has opened the file.
        let version = Int32(bitPattern: header[60..<64].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
        guard version >= 0 else { throw .nonsense(path, version: Int(version)) }
        guard version <= Schema.version else { throw .newer(path, version: Int(version)) }
        return .catalog
    }

    /// The path as SQLite must be given it: `file:` at its start would make it a URI, a colon a database in memory.
    static func literal(_ path: String) -> String {
        path.hasPrefix("file:") || path.hasPrefix(":") ? "./" + path : path
    }

    /// The first bytes of a file, nil if it is not there.
    private static func firstBytes(_ path: String, count: Int) throws(CatalogError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw unreadable(path, errno)
        }
        defer { close(descriptor) }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let got = read(descriptor, buffer.baseAddress, count)
            if got < 0 { failure = errno }
            filled = max(got, 0)
        }
        guard failure == 0 else { throw unreadable(path, failure) }
        return bytes
    }

    private static func unreadable(_ path: String, _ number: Int32) -> CatalogError {
        let reason = String(cString: strerror(number))
        return CatalogError(
            .io, en: "cannot open the catalog \(path): \(reason); check the path and its permissions",
            ko: "카탈로그 \(path)을(를) 열 수 없습니다: \(reason); 경로와 권한을 확인하세요")
    }

    /// Makes the folder that will hold `path`, and those above it.
    static func makeFolder(for path: String) throws(CatalogError) {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        let folder = String(path[..<slash])
        guard access(folder, F_OK) != 0 else { return }
        try makeFolder(for: folder)
        guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
            let reason = String(cString: strerror(errno))
            throw CatalogError(
                .io, en: "cannot make the folder \(folder): \(reason); name another place with --db",
                ko: "폴더 \(folder)을(를) 만들 수 없습니다: \(reason); --db로 다른 위치를 지정하세요")
        }
    }
}
