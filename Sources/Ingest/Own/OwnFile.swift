internal import GeocliSearch
internal import GeocliText

/// A person's own file before its rows are read: what the file is, and which byte separates its columns.
struct OwnFile {
    private let columns: FileColumns
    private let name: String

    /// Creates the reader of a file; nil for the pages of a declared feed.
    init?(_ feed: Feed, name: String) {
        guard let columns = feed.columns else { return nil }
        self.columns = columns
        self.name = name
    }

    /// Returns the file, after checking that its first bytes can belong to a table or GeoJSON.
    ///
    /// - Throws: `FileShapeError`.
    func checked(_ source: ByteSource) throws -> ByteSource {
        var start: [UInt8] = []
        while start.count < 16, case let chunk = try source.next(), !chunk.isEmpty { start += chunk }
        try checkKind(start)
        var first: [UInt8]? = start
        return ByteSource(name: source.name) {
            defer { first = nil }
            if let first, !first.isEmpty { return first }
            return try source.next()
        }
    }

    /// Returns the error to show instead of `error`. If the encoding is wrong, the returned error names the option.
    func explaining(_ error: any ExplainedError, _ encoding: TextEncoding) -> any ExplainedError {
        switch error {
        case let error as CSVError where error.code == .encoding: FileShapeError.encoding(.utf8, in: name)
        case let error as JSONError where error.code == .encoding: FileShapeError.encoding(.utf8, in: name)
        case let error as TextEncodingError where error.offset != nil: FileShapeError.encoding(encoding, in: name)
        default: error
        }
    }

    private func checkKind(_ bytes: [UInt8]) throws {
        guard let found = FileSignature(bytes) else { return }
        throw FileShapeError(name, found.adviceForOwnFile.en, found.adviceForOwnFile.ko)
    }

    /// Throws an error for a table where GeoJSON is expected, and for JSON where a table is expected.
    ///
    /// - Parameter first: the first byte that is not white space; nil in an empty file.
    func checkForm(_ first: UInt8?) throws {
        guard let first else { throw FileShapeError(name, "is empty", "비어 있습니다") }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == 0x1E
        if columns.isTable, isJSON {
            throw FileShapeError(
                name, "is JSON, not a table; GeoJSON has its points in geometries, so leave out --lat and --lon",
                "표가 아니라 JSON입니다. GeoJSON의 좌표는 도형에 있으니 --lat와 --lon을 빼세요")
        }
        if !columns.isTable, first == UInt8(ascii: "[") {
            throw FileShapeError(
                name, "is a JSON list, not GeoJSON; write a declaration with 'geocli feeds new'",
                "GeoJSON이 아니라 JSON 목록입니다. 'geocli feeds new'로 선언을 만드세요")
        }
        if !columns.isTable, !isJSON {
            throw FileShapeError(
                name,
                "is not GeoJSON; if the file is a table, also name the columns of the point: --lat COLUMN --lon COLUMN",
                "GeoJSON이 아닙니다. 표라면 좌표가 있는 열도 지정하세요: --lat 열 --lon 열")
        }
    }

    /// Checks that the file has all columns that the command line names.
    ///
    /// - Parameter header: the columns of a table, or the properties of all Features.
    func check(_ header: [String]) throws {
        for (option, column) in columns.required where !header.contains(column) {
            throw FileShapeError.noColumn(column, option, among: header, in: name)
        }
        for (option, column) in columns.required + [("--kind", columns.kind ?? "")]
        where header.count(where: { $0 == column }) > 1 {
            throw FileShapeError.columnTwice(column, option, in: name)
        }
    }

    /// Returns the kind of all places; nil if the file has a column of this name, or if the command line gives no kind.
    ///
    /// - Throws: `FileShapeError` for a word that is neither a column nor a kind, or that looks like a column.
    func kindOfAll(_ header: [String]) throws -> String? {
        guard let kind = columns.kind, !header.contains(kind) else { return nil }
        guard columns.isKindWord, Spelling.near(kind, among: header).isEmpty else {
            throw FileShapeError.noColumn(kind, "--kind", among: header, in: name)
        }
        return kind
    }

    /// Returns the note about the kind that all places get.
    static func note(kindOfAll kind: String) -> Words {
        Words(en: "the kind of all places is \(kind)", ko: "모든 장소의 종류는 \(kind)입니다")
    }
}
