internal import Glibc

/// The kind of a file that is not data in text: of its entry in the file system, or of its content.
package struct FileKind: Sendable {
    /// What the file is and what to do with it, as the end of a sentence that begins with the file's name.
    package let words: Words
    /// Whether the file is a web page. A service may send one during its maintenance.
    package private(set) var isWebPage = false

    private init(en: String, ko: String) { words = Words(en: en, ko: ko) }

    /// Returns the words for a file that is not a regular one; `mode` is `st_mode` of `stat(2)`.
    package static func words(_ mode: UInt32) -> Words {
        switch mode & S_IFMT {
        case S_IFDIR: Words(en: "a folder", ko: "폴더")
        case S_IFIFO: Words(en: "a pipe", ko: "파이프")
        case S_IFSOCK: Words(en: "a socket", ko: "소켓")
        case S_IFCHR, S_IFBLK: Words(en: "a device", ko: "장치")
        default: Words(en: "not a regular file", ko: "특수 파일")
        }
    }

    // MARK: Content

    /// Returns the kind of a file that begins with these bytes; nil for text with data.
    ///
    /// - Parameter name: the name of the file. Its ending tells what is in a ZIP archive.
    /// - Source: the magic numbers of `file(1)`.
    private init?(_ start: [UInt8], named name: String) {
        if start.starts(with: Self.zip) || start.starts(with: Self.emptyZIP) {
            self = Self.archive(start, name.lowercased())
        } else if Self.isTableOfShapefile(start) {
            self = .converted("a dBASE table, as in a shapefile", "dBASE 테이블(셰이프파일의 .dbf)", from: "OLD.shp")
        } else if start.starts(with: Self.sqlite) {
            // The application id is at byte 68.
            let isPackage = start.dropFirst(68).prefix(2).elementsEqual("GP".utf8)
            self = isPackage ? .converted("a GeoPackage", "GeoPackage", from: "OLD.gpkg") : .database
        } else if start.prefix(257).contains(0), start.dropFirst(257).prefix(5).elementsEqual("ustar".utf8) {
            self = .packed("a tar archive", "tar 압축", "tar -xf")
        } else if let found = Self.magic.first(where: { start.starts(with: $0.bytes) }) {
            self = found.kind
        } else if Self.isWebPage(start) {
            self = .webPage
        } else if Self.isCall(start) == true {
            self = .call
        } else if Self.isOpenStreetMap(start) {
            self = .openStreetMap
        } else if let zero = Self.zeroOfUTF16(start) {
            self = .utf16(zero % 2 == 0 ? "UTF-16BE" : "UTF-16LE")
        } else {
            return nil
        }
    }

    /// The text at the start of a file, without a byte order mark and blanks.
    private static func opening(_ start: [UInt8]) -> ArraySlice<UInt8> {
        (start.starts(with: byteOrderMark) ? start.dropFirst(3) : start[...]).drop { $0 <= 0x20 }
    }

    /// The number of bytes in which a web page is recognized, also after an XML declaration.
    private static let webPageBytes = 400

    /// - Source: WHATWG, "MIME Sniffing", 7.1, without the tags that may begin an XML document.
    private static let webPageStarts = ["<!doctype html", "<html", "<head>", "<script", "<meta ", "<iframe"]

    private static func isWebPage(_ start: [UInt8]) -> Bool {
        let opening = String(decoding: Self.opening(start).prefix(webPageBytes), as: UTF8.self).lowercased()
        return webPageStarts.contains(where: opening.hasPrefix)
            || opening.hasPrefix("<?xml") && webPageStarts.prefix(2).contains(where: opening.contains)
    }

    /// Whether the text calls a function of JavaScript with a JSON value, as in `callback({"a": 1});`; nil if the bytes
    /// end before that is clear. A column may be called `area(m2)`.
    private static func isCall(_ start: [UInt8]) -> Bool? {
        let opening = opening(start)
        // Some services begin with an empty comment.
        let comment = Array("/**/".utf8)
        if opening.count < comment.count, comment.starts(with: opening) { return nil }
        let text = opening.starts(with: comment) ? opening.dropFirst(comment.count) : opening
        if text.isEmpty { return nil }
        let name = text.prefix(maximumNameBytes).prefix(while: isOfName)
        guard let first = name.first, !(0x30...0x39 ~= first) else { return false }
        var rest = text.dropFirst(name.count).drop { $0 <= 0x20 }
        for wanted in ["(", "{["] {
            guard let byte = rest.first else { return nil }
            guard wanted.utf8.contains(byte) else { return false }
            if wanted == "(" { rest = rest.dropFirst().drop { $0 <= 0x20 } }
        }
        let isObject = rest.first == UInt8(ascii: "{")
        guard let next = rest.dropFirst().drop(while: { $0 <= 0x20 }).first else { return nil }
        return (isObject ? "\"}" : "{]").utf8.contains(next)
    }

    private static let maximumNameBytes = 100

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Whether the root of an XML document is that of OpenStreetMap's format.
    private static func isOpenStreetMap(_ start: [UInt8]) -> Bool {
        let opening = String(decoding: opening(start).prefix(webPageBytes), as: UTF8.self)
        return opening.hasPrefix("<osm ") || opening.hasPrefix("<?xml") && opening.contains("<osm ")
    }

    /// Returns the index of the first zero of characters of two bytes without a byte order mark; nil for other bytes. At
    /// least an eighth of the characters are ASCII, their zeros stand on one side, and a separator is among them.
    private static func zeroOfUTF16(_ start: [UInt8]) -> Int? {
        let start = start.prefix(startBytes)
        let zeros = start.indices.filter { start[$0] == 0 }
        guard zeros.count >= 4, zeros.count * 16 >= start.count, Set(zeros.map { $0 % 2 }).count == 1 else {
            return nil
        }
        let hasSeparator = zeros.contains { $0 ^ 1 < start.endIndex && separators.contains(start[$0 ^ 1]) }
        return hasSeparator ? zeros.first : nil
    }

    private static let separators = Array(",;\t\n\r{[<".utf8)

    private static let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04]
    private static let emptyZIP: [UInt8] = [0x50, 0x4B, 0x05, 0x06]
    private static let sqlite = Array("SQLite format 3".utf8)
    private static let dBASEVersions: Set<UInt8> = [0x03, 0x83, 0x8B, 0xF5]

    private static let magic: [(bytes: [UInt8], kind: FileKind)] = [
        ([0x1F, 0x8B], .packed("compressed with gzip", "gzip 압축", "gunzip")),
        (Array("BZh".utf8), .packed("compressed with bzip2", "bzip2 압축", "bunzip2")),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .packed("compressed with xz", "xz 압축", "unxz")),
        ([0x28, 0xB5, 0x2F, 0xFD], .packed("compressed with Zstandard", "Zstandard 압축", "unzstd")),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27], .packed("a 7z archive", "7z 압축", "7z x")),
        (Array("Rar!".utf8), .packed("a RAR archive", "RAR 압축", "unrar x")),
        (
            [0xD0, 0xCF, 0x11, 0xE0],
            FileKind(
                en: "is an old Excel workbook (.xls) or another old Office or HWP file; save the table as CSV (UTF-8)",
                ko: "예전 Excel(.xls)이나 한글(HWP) 등의 문서입니다. 표를 CSV(UTF-8)로 저장하세요")
        ),
        ([0xFF, 0xFE], .utf16("UTF-16")), ([0xFE, 0xFF], .utf16("UTF-16")),
        (
            Array("version https://git-lfs.github.com/spec/".utf8),
            FileKind(
                en: "is a Git LFS pointer, not the data; fetch the data: git lfs pull",
                ko: "데이터가 아니라 Git LFS 포인터입니다. 데이터를 받으세요: git lfs pull")
        ),
        (
            Array("%PDF".utf8),
            FileKind(
                en: "is a PDF document; find the same data as CSV or GeoJSON",
                ko: "PDF 문서입니다. 같은 데이터를 CSV나 GeoJSON으로 받으세요")
        ),
        (
            Array("PAR1".utf8),
            FileKind(
                en:
                    "is a Parquet file; convert it: ogr2ogr -f GeoJSON NEW.geojson OLD.parquet, or duckdb -c \"COPY 'OLD.parquet' TO 'NEW.csv'\"",
                ko:
                    "Parquet 파일입니다. 변환하세요: ogr2ogr -f GeoJSON 새파일.geojson 파일.parquet, 또는 duckdb -c \"COPY '파일.parquet' TO '새파일.csv'\""
            )
        ),
        (Array("ARROW1".utf8), .converted("an Arrow file", "Arrow", from: "OLD.arrow")),
        (Array("FEA1".utf8), .converted("a Feather file", "Feather", from: "OLD.feather")),
        ([0x66, 0x67, 0x62, 0x03], .converted("a FlatGeobuf file", "FlatGeobuf", from: "OLD.fgb")),
        ([0x00, 0x00, 0x27, 0x0A], .converted("a shapefile", "셰이프파일(.shp)", from: "OLD.shp")),
        (
            [0x00, 0x00, 0x00, 0x0D, 0x0A, 0x09],
            .converted("an OpenStreetMap extract (PBF)", "OpenStreetMap PBF", from: "OLD.osm.pbf points")
        ),
        ([0x89, 0x50, 0x4E, 0x47], .picture("PNG")), ([0xFF, 0xD8, 0xFF], .picture("JPEG")),
        (Array("GIF8".utf8), .picture("GIF")), ([0x49, 0x49, 0x2A, 0x00], .picture("TIFF")),
        ([0x4D, 0x4D, 0x00, 0x2A], .picture("TIFF")),
    ]

    private static func archive(_ start: [UInt8], _ name: String) -> FileKind {
        let inner = fileNames(inZIP: start)
        func holds(_ ending: String) -> Bool { inner.contains { $0.hasSuffix(ending) } }
        if name.hasSuffix(".kmz") || holds(".kml") {
            return FileKind(
                en:
                    "is a KMZ file (zipped KML); unpack it: unzip FILE doc.kml, or convert it: ogr2ogr -f GeoJSON NEW.geojson OLD.kmz",
                ko: "KMZ 파일(압축한 KML)입니다. 'unzip 파일 doc.kml'로 풀거나 'ogr2ogr -f GeoJSON 새파일.geojson 파일.kmz'로 변환하세요")
        }
        if inner.contains(where: { $0.hasPrefix("word/") || $0.hasPrefix("ppt/") }) {
            return FileKind(
                en: "is an Office document; save its table as CSV (UTF-8)", ko: "Office 문서입니다. 표를 CSV(UTF-8)로 저장하세요")
        }
        if name.hasSuffix(".xlsx") || inner.contains(where: { $0.hasPrefix("xl/") || $0 == "[content_types].xml" }) {
            return FileKind(
                en: "is an Excel workbook (.xlsx); save the sheet as CSV (UTF-8)",
                ko: "Excel 파일(.xlsx)입니다. 시트를 CSV(UTF-8)로 저장하세요")
        }
        if String(decoding: start.dropFirst(30).prefix(100), as: UTF8.self).contains("oasis.opendocument") {
            return FileKind(
                en: "is an OpenDocument file such as .ods; save the sheet as CSV (UTF-8)",
                ko: ".ods 같은 OpenDocument 파일입니다. 시트를 CSV(UTF-8)로 저장하세요")
        }
        if holds(".shp") || holds(".dbf") {
            return .converted("a zipped shapefile", "ZIP으로 묶은 셰이프파일", from: "/vsizip/OLD.zip")
        }
        return .packed("a ZIP archive", "ZIP 압축", "unzip")
    }

    /// Returns the names of the first files in a ZIP archive, in lower case (APPNOTE.TXT 4.3.7, "Local file header").
    private static func fileNames(inZIP start: [UInt8]) -> [String] {
        var names: [String] = []
        var rest = start.prefix(64 << 10)
        while rest.count > 30, names.count < 20 {
            if rest.starts(with: zip) {
                let first = rest.startIndex
                let length = Int(rest[first + 26]) | Int(rest[first + 27]) << 8
                names.append(String(decoding: rest.dropFirst(30).prefix(length), as: UTF8.self).lowercased())
            }
            rest = rest.dropFirst()
            rest = rest[(rest.firstIndex(of: 0x50) ?? rest.endIndex)...]
        }
        return names
    }

    /// - Source: "Data File Header Structure for the dBASE Version 7 Table File": version, then year, month and day.
    private static func isTableOfShapefile(_ start: [UInt8]) -> Bool {
        start.count >= 32 && dBASEVersions.contains(start[0]) && 1...12 ~= start[2] && 1...31 ~= start[3]
            && start[12...13].allSatisfy { $0 == 0 }
    }

    private static func utf16(_ name: String) -> FileKind {
        FileKind(
            en: "is UTF-16 text; convert it: iconv -f \(name) -t UTF-8 OLD > NEW",
            ko: "UTF-16 텍스트입니다. 변환하세요: iconv -f \(name) -t UTF-8 파일 > 새파일")
    }

    private static let webPage: FileKind = {
        var kind = FileKind(
            en: "is a web page (HTML), perhaps one to sign in; download the data itself",
            ko: "웹 페이지(HTML)입니다. 로그인 화면일 수 있으니 데이터 파일을 다시 받으세요")
        kind.isWebPage = true
        return kind
    }()

    private static let call = FileKind(
        en: "is JavaScript that calls a function with JSON (JSONP); ask the service without a callback",
        ko: "JSON을 함수로 감싼 자바스크립트(JSONP)입니다. 주소에서 callback을 빼고 다시 받으세요")

    private static let openStreetMap = FileKind(
        en:
            "is OpenStreetMap XML, whose names are in tags; ask Overpass for JSON ([out:json] and 'out center;'), or convert it: ogr2ogr -f GeoJSON NEW.geojson OLD.osm points",
        ko:
            "이름이 태그에 있는 OpenStreetMap XML입니다. Overpass에서 JSON([out:json], 'out center;')으로 받거나 변환하세요: ogr2ogr -f GeoJSON 새파일.geojson 파일.osm points"
    )

    private static let database = FileKind(
        en: "is an SQLite database; export a table from it: sqlite3 -csv -header OLD 'SELECT * FROM …' > NEW.csv",
        ko: "SQLite 데이터베이스입니다. 테이블을 내보내세요: sqlite3 -csv -header 파일 'SELECT * FROM …' > 새파일.csv")

    private static func packed(_ en: String, _ ko: String, _ command: String) -> FileKind {
        FileKind(en: "is \(en); unpack it: \(command) FILE", ko: "\(ko) 파일입니다. 먼저 푸세요: \(command) 파일")
    }

    private static func converted(_ en: String, _ ko: String, from old: String) -> FileKind {
        FileKind(
            en: "is \(en); convert it: ogr2ogr -f GeoJSON -t_srs EPSG:4326 NEW.geojson \(old)",
            ko:
                "\(ko) 파일입니다. 변환하세요: ogr2ogr -f GeoJSON -t_srs EPSG:4326 새파일.geojson \(old.replacing("OLD", with: "파일"))"
        )
    }

    private static func picture(_ name: String) -> FileKind {
        FileKind(
            en: "is a \(name) picture, not data; give the data as CSV or GeoJSON",
            ko: "\(name) 그림입니다. CSV나 GeoJSON 파일을 지정하세요")
    }

    private static let startBytes = 512

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The maximum number of blanks before a web page.
    private static let maximumBlanks = 64 << 10

    /// Whether more bytes are needed to tell the kind of a file that begins with these bytes.
    private static func isUndecided(_ start: [UInt8]) -> Bool {
        guard !start.isEmpty else { return false }
        let opening = Self.opening(start)
        if opening.isEmpty { return start.count < maximumBlanks }
        if opening.first == UInt8(ascii: "<"), opening.count < webPageBytes { return true }
        guard start.count < startBytes else { return false }
        if isCall(start) == nil { return true }
        if start.count == 1 || start.contains(0) || start.starts(with: zip) || start.starts(with: sqlite) {
            return true
        }
        if start.count < 32, dBASEVersions.contains(start[0]) { return true }
        return ([byteOrderMark, zip, emptyZIP, sqlite] + magic.map(\.bytes)).contains {
            start.count < $0.count && $0.starts(with: start)
        }
    }

    /// Reads the beginning of a file.
    ///
    /// - Returns: the kind of a file that is not data in text, the bytes so far, and a source with the same bytes as `source`.
    package static func recognize(
        _ source: ByteSource
    ) throws -> (kind: FileKind?, start: [UInt8], whole: ByteSource) {
        var start = try source.next()
        // A pipe may deliver the bytes one by one.
        while isUndecided(start) {
            let chunk = try source.next()
            if chunk.isEmpty { break }
            start += chunk
        }
        return (FileKind(start, named: source.name), start, source.starting(with: start))
    }
}

extension ByteSource {
    /// Returns a source with the same bytes. Reading it throws a `PlainError` if the bytes are not data in text but a
    /// file of another kind, such as an archive, a workbook or a web page.
    package func ofText() -> ByteSource {
        var text: ByteSource?
        return ByteSource(name: name, endingLike: self) { [self] in
            if let text { return try text.next() }
            let (kind, _, whole) = try FileKind.recognize(self)
            if let kind { throw PlainError.notText(kind, in: name) }
            text = whole
            return try whole.next()
        }
    }
}

extension PlainError {
    package static func notText(_ kind: FileKind, in file: String) -> PlainError {
        let shown = DisplayText.singleLine(file)
        return PlainError(.data, en: "\(shown) \(kind.words.en)", ko: "\(shown)\(.topic) \(kind.words.ko)")
    }

    /// Returns the error for XML where points are expected.
    package static func markup(in file: String) -> PlainError {
        let shown = DisplayText.singleLine(file)
        return PlainError(
            .data,
            en:
                "\(shown) is XML; convert GPX or KML: ogr2ogr -f GeoJSON NEW.geojson OLD.gpx waypoints, or OLD.kml; 'geocli mine import' reads both as they are",
            ko:
                "\(shown)\(.topic) XML입니다. GPX나 KML이면 변환하세요: ogr2ogr -f GeoJSON 새파일.geojson 파일.gpx waypoints(KML은 파일.kml). 'geocli mine import'는 그대로 읽습니다"
        )
    }

    /// Returns the error for a path that must lead to a regular file, because the file is opened more than once or must
    /// have an end.
    public static func notAFile(_ path: String, mode: UInt32) -> PlainError {
        let kind = FileKind.words(mode)
        return PlainError(
            .data, en: "\(path) is \(kind.en); give a regular file", ko: "\(path)\(.topic) \(kind.ko)입니다. 일반 파일을 지정하세요")
    }
}
