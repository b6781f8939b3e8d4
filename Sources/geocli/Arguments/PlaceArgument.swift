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

    /// Reads `word` as a file if a file of that name exists, and otherwise as a district.
    ///
    /// - Parameter db: the value of `--db`.
    /// - Throws: `ByteSourceError` for a path without a file; `UsageError` for a blank word and for the catalog itself.
    init(_ word: String, db: String?) throws {
        if word == "-" || Self.isFile(word) {
            self = .file(try InputFile.open(word, db: db))
        } else if word.contains("/") || word.lowercased().hasSuffix("json") {
            // The file does not exist, so this throws the error for a missing file.
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
