internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliSearch
internal import GeocliText
internal import Glibc

/// The argument of `inside`: a file or a district.
enum PlaceArgument {
    case file(ByteSource)
    case district(String)

    /// Whether `word` is read as a file: it is `-`, a file of that name exists, or only a file has such a name.
    static func namesFile(_ word: String) -> Bool {
        word == "-" || isFile(word) || word.contains("/") || word.lowercased().hasSuffix("json")
    }

    /// Opens the file that `word` names; any other word is a district. A pipe can be opened only once.
    ///
    /// - Parameter db: the value of `--db`.
    /// - Throws: `ByteSourceError` for a path without a file; `UsageError` for a blank word and for the catalog itself.
    init(_ word: String, db: String?) throws {
        if Self.namesFile(word) {
            self = .file(try InputFile.open(word, db: db))
        } else {
            guard !word.trimmingBlanks().isEmpty else {
                throw UsageError(
                    en:
                        "FILE|DISTRICT is empty; give the path of a GeoJSON file, - for standard input, or a district such as mapo",
                    ko: "FILE|DISTRICT 값이 비어 있습니다. GeoJSON 파일, -(표준 입력), 또는 마포 같은 자치구 이름을 쓰세요")
            }
            self = .district(word)
        }
    }

    private static func isFile(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFDIR
    }
}

/// A file that a command reads once from start to end: a path, or `-` for standard input.
enum InputFile {
    /// Opens the file. Reading it throws a `PlainError` if it is not text, but an archive or a workbook, for example.
    ///
    /// - Parameter db: the value of `--db`.
    /// - Throws: `UsageError` for the catalog itself; `ByteSourceError`.
    static func open(_ word: String, db: String?) throws -> ByteSource {
        guard word != "-" else { return ByteSource.standardInput().ofText() }
        try check([word], db: db)
        return try ByteSource.file(path: word).ofText()
    }

    /// Refuses the catalog's own files as input. They have no usable content, and SQLite would lose its locks when this
    /// process closes a descriptor of such a file.
    ///
    /// - Edges: symbolic links and other names of the file are recognized; a server's catalog has no local file.
    /// - Throws: `UsageError`.
    static func check(_ words: [String], db: String?) throws {
        // A text that is not a location names no file. A command that needs a location reports the error.
        guard case .file(let catalog)? = try? Environment.catalogPlace(db) else { return }
        let own = ([""] + Catalog.sideEndings).compactMap { identity(Environment.realPath(catalog) + $0) }
        for word in words where word != "-" {
            guard let file = identity(word), own.contains(where: { $0 == file }) else { continue }
            let shown = DisplayText.singleLine(word)
            throw UsageError(
                en: "\(shown) is the catalog itself and can't be an input; choose another file",
                ko: "\(shown)\(.topic) 카탈로그 파일이라 입력으로 읽을 수 없습니다. 다른 파일을 지정하세요")
        }
    }

    /// Returns the device and inode number, which identify a file; nil if the file does not exist.
    private static func identity(_ path: String) -> (device: UInt, number: UInt)? {
        var entry = stat()
        return stat(path, &entry) == 0 ? (UInt(entry.st_dev), UInt(entry.st_ino)) : nil
    }
}
