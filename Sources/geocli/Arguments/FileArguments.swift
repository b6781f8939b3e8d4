internal import ArgumentParser
internal import GeocliAddresses
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

    private static func isFile(_ path: String) -> Bool { FileSystem.facts(path)?.isFolder == false }
}

/// A file that a command reads once from start to end: a path, or `-` for standard input.
enum InputFile {
    /// Opens the file. Reading it throws a `PlainError` if it is not text, but an archive or a workbook, for example.
    ///
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
    static func check(_ words: [String], db: String?) throws {
        // A text that is not a location names no file. A command that needs a location reports the error.
        guard case .file(let catalog)? = try? Environment.catalogPlace(db) else { return }
        let own = ([""] + Catalog.sideEndings).compactMap { FileSystem.facts(Environment.realPath(catalog) + $0) }
        for word in words where word != "-" {
            guard let file = FileSystem.facts(word), own.contains(where: file.isSame) else { continue }
            let shown = DisplayText.singleLine(word)
            throw UsageError(
                en: "\(shown) is the catalog itself and can't be an input; choose another file",
                ko: "\(shown)\(.topic) 카탈로그 파일이라 입력으로 읽을 수 없습니다. 다른 파일을 지정하세요")
        }
    }

    static func isRegular(_ path: String) -> Bool { path != "-" && FileSystem.facts(path)?.isRegular == true }
}

struct AddressOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "File with the imported addresses (default: addresses.sqlite in geocli's data folder).",
            ko: "가져온 주소 데이터 파일 (기본값: geocli 데이터 폴더의 addresses.sqlite)", value: .path),
        completion: .file())
    var addressesDb: String?

    /// Returns the path for reading; nil if neither XDG_DATA_HOME nor HOME is set.
    func readPath() throws -> String? {
        guard let path = try place() else { return nil }
        if addressesDb != nil, !FileCheck.exists(path) { throw AddressBook.missing(path) }
        return path
    }

    /// Throws a `PlainError` if no addresses are imported, so that a table without coordinates would have no points.
    func checkImported() throws {
        if let path = try readPath(), let book = try AddressBook(path: path), try !book.regions().isEmpty { return }
        throw PlainError(
            .noInput,
            en:
                "no columns with coordinates are named (--lat, --lon), and no addresses are imported to find the points; import them with 'geocli addresses import', or name the columns",
            ko:
                "좌표 열(--lat, --lon)을 지정하지 않았고, 좌표를 찾을 주소 데이터도 없습니다. 'geocli addresses import'로 주소를 가져오거나 좌표 열을 지정하세요")
    }

    func path() throws -> String {
        if let path = try place() { return path }
        throw UsageError(
            en:
                "the path of the file with the addresses is unknown: neither XDG_DATA_HOME nor HOME is set; give --addresses-db PATH",
            ko: "주소 데이터의 위치를 알 수 없습니다(XDG_DATA_HOME과 HOME이 모두 없음). --addresses-db로 경로를 지정하세요")
    }

    private func place() throws -> String? {
        if let addressesDb {
            guard !addressesDb.isEmpty else {
                throw UsageError(
                    en: "--addresses-db is empty; give it a path", ko: "--addresses-db 값이 비어 있습니다. 경로를 쓰세요")
            }
            return addressesDb
        }
        return Self.usual()
    }

    /// The path of the imported addresses in geocli's data folder; nil if the folder is not known.
    static func usual() -> String? {
        Environment.folder("XDG_DATA_HOME", ".local/share").map { $0.path + "/addresses.sqlite" }
    }
}

enum FileCheck {
    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the folder of a path, without the slash after it; the root for a path in the root.
    static func folder(of path: String) -> String {
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.utf8.startIndex
        return end == path.utf8.startIndex ? "/" : String(decoding: path.utf8[..<end], as: UTF8.self)
    }

    static func areSame(_ first: String, _ second: String) -> Bool {
        guard let first = FileSystem.facts(first), let second = FileSystem.facts(second) else { return false }
        return first.isSame(as: second)
    }
}
