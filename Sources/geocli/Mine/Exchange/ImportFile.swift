internal import GeocliExport
internal import GeocliMine
internal import GeocliText
internal import Glibc

/// The content of a file to import: copies of our own records, and items from other programs.
struct ImportFile {
    private(set) var copies: [MineCopy] = []
    private(set) var items: [ImportItem] = []
    private(set) var leftOut = ImportLeftOut()
    /// Whether a file is an export of geocli, which may have no records.
    private var isExport = false

    private static let maximumBytes = 256 << 20

    /// Reads a file: JSON, Markdown, CSV, GPX or KML from 'mine export', or GPX, KML, GeoJSON or CSV from another
    /// program.
    init(_ source: ByteSource, _ reading: ImportReading = ImportReading()) throws {
        let bytes = try Self.bytes(source)
        let start = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        switch start {
        case nil: throw Self.unusable(source.name, en: "it is empty", ko: "비어 있습니다")
        case UInt8(ascii: "{"), UInt8(ascii: "["), 0x1E:
            let file = try ImportJSON(bytes, source.name, reading)
            (copies, items, leftOut, isExport) = (file.copies, file.items, file.leftOut, file.isExport)
        case UInt8(ascii: "<") where !Self.isMarkdown(bytes):
            var reader = WaypointReader()
            try reader.read(ByteSource(name: source.name, bytes: bytes))
            (copies, items, leftOut) = (reader.copies, reader.items, reader.leftOut)
        default:
            if Self.isMarkdown(bytes) { readMarkdown(bytes) } else { try readTable(bytes, source.name, reading) }
        }
        items = items.map(\.withoutHTML)
        leftOut.nameless += items.count { $0.name.isEmpty }
        items.removeAll { $0.name.isEmpty }
        guard !copies.isEmpty || !items.isEmpty || isExport else {
            let found = leftOut.words.map { Words(en: ", only \($0.en)", ko: "(\($0.ko))") }
            throw Self.unusable(
                source.name,
                en:
                    "it has no points with names\(found?.en ?? ""); give GPX, KML, GeoJSON or CSV with the names of places",
                ko: "이름이 있는 점이 없습니다\(found?.ko ?? ""). 장소 이름이 있는 GPX, KML, GeoJSON, CSV 파일을 쓰세요")
        }
    }

    /// Reads the Markdown files of a folder that 'mine export' wrote; other files are left out.
    init(_ folder: ImportFolder) throws {
        for path in folder.markdown {
            let bytes = try Self.bytes(try .file(path: path))
            if Self.isMarkdown(bytes) { readMarkdown(bytes) }
        }
        guard isExport else {
            throw Self.unusable(
                folder.path, en: "the folder has no files from 'geocli mine export'",
                ko: "'geocli mine export'로 만든 파일이 없는 폴더입니다")
        }
    }

    private static func bytes(_ source: ByteSource) throws -> [UInt8] {
        guard var bytes = try source.readAll(limit: maximumBytes) else {
            throw unusable(source.name, en: "it is larger than 256 MiB", ko: "256MiB보다 큽니다")
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        return bytes
    }

    private static func unusable(_ name: String, en: String, ko: String) -> PlainError {
        let shown = DisplayText.singleLine(name)
        return PlainError(.data, en: "\(shown) can't be imported: \(en)", ko: "\(shown)\(.object) 가져올 수 없습니다: \(ko)")
    }

    private static let comment = "<!-- geocli {"

    private static func isMarkdown(_ bytes: [UInt8]) -> Bool {
        guard bytes.first == UInt8(ascii: "#") else { return false }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.hasPrefix(MineDocument.title) || text.contains(comment)
    }

    private mutating func readMarkdown(_ bytes: [UInt8]) {
        isExport = true
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        where line.hasPrefix(Self.comment) && line.hasSuffix(" -->") {
            if let copy = MineCopy(text: String(line.dropFirst(Self.comment.count - 1).dropLast(4))) {
                copies.append(copy)
            }
        }
    }

    private mutating func readTable(_ bytes: [UInt8], _ name: String, _ reading: ImportReading) throws {
        guard let table = try ImportTable(bytes, name, reading) else {
            throw Self.unusable(
                name, en: "it has no column with names (store name, name or title); name it with --name",
                ko: "이름 열(store name, name, title)이 없습니다. --name으로 지정하세요")
        }
        (copies, items, leftOut, isExport) = (table.copies, table.items, table.leftOut, table.isExport)
    }
}

/// A folder that 'mine export' wrote, with logs or with Markdown files.
struct ImportFolder {
    let path: String
    /// The names in the folder, in order.
    private let names: [String]

    /// Reads the names in a folder; nil if the path does not lead to a folder.
    init?(_ path: String) throws {
        guard path != "-", FileSystem.facts(path)?.isFolder == true else { return nil }
        guard let names = FileSystem.names(in: path) else {
            let (shown, reason) = (DisplayText.singleLine(path), SystemError.words(errno))
            throw PlainError(
                .inputOutput, en: "cannot read the folder \(shown): \(reason.en); check its permissions",
                ko: "폴더 \(shown)\(.object) 읽을 수 없습니다: \(reason.ko). 권한을 확인하세요")
        }
        self.path = path
        self.names = names.sorted()
    }

    /// Whether the folder has logs, so that it can be merged. The merge itself names the logs that it refuses.
    var hasLogs: Bool { names.contains { $0.lowercased().contains(".jsonl") } }

    /// The paths of the folder's Markdown files. Links are not followed.
    var markdown: [String] {
        names.filter { $0.lowercased().hasSuffix(".md") }.map { "\(path)/\($0)" }
            .filter { FileSystem.ownFacts($0)?.isRegular == true }
    }

    var photos: MinePhotos { MinePhotos(of: MineFolder(path, devices: "", machine: "")) }
}
