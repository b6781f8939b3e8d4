import Testing

@testable import GeocliText

/// Files that are not text are called by their name, and the message says how to convert them.
@Suite struct FileKindTests {
    /// A local header of a ZIP archive with an empty file.
    private static func entry(_ name: String) -> [UInt8] {
        [0x50, 0x4B, 0x03, 0x04, 20, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
            + [UInt8(name.utf8.count), 0, 0, 0] + Array(name.utf8)
    }

    private static let sqlite = Array("SQLite format 3\0".utf8) + [UInt8](repeating: 1, count: 52)
    private static let table: [UInt8] =
        [0x03, 126, 11, 28, 2, 0, 0, 0, 65, 0, 20, 0] + [UInt8](repeating: 0, count: 20) + Array("NAME".utf8)
    private static let archive =
        Array("data/p.csv".utf8) + [UInt8](repeating: 0, count: 247) + Array("ustar".utf8) + [0, 0x30, 0x30]

    static let binary: [(start: [UInt8], says: [String])] = [
        ([0x1F, 0x8B, 8, 0], ["compressed with gzip", "gunzip FILE"]),
        (Array("BZh91AY".utf8), ["bzip2", "bunzip2"]), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], ["xz", "unxz"]),
        ([0x28, 0xB5, 0x2F, 0xFD, 0], ["Zstandard", "unzstd"]),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], ["7z", "7z x"]),
        (entry("places.csv"), ["a ZIP archive", "unzip FILE"]), ([0x50, 0x4B, 0x05, 0x06, 0, 0], ["a ZIP archive"]),
        (entry("doc.kml"), ["a KMZ file", "unzip FILE doc.kml", "ogr2ogr -f GeoJSON"]),
        (entry("images/icon-1.png") + entry("doc.kml"), ["a KMZ file"]),
        (entry("[Content_Types].xml") + entry("xl/workbook.xml"), ["Excel workbook (.xlsx)", "CSV"]),
        (entry("[Content_Types].xml") + entry("word/document.xml"), ["an Office document"]),
        (entry("mimetype") + Array("application/vnd.oasis.opendocument.spreadsheet".utf8), [".ods", "CSV"]),
        (entry("mapo.shp"), ["a zipped shapefile", "ogr2ogr -f GeoJSON -t_srs EPSG:4326"]),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1], ["old Excel workbook (.xls)", "HWP"]),
        ([0xFF, 0xFE, 0x31, 0], ["UTF-16", "iconv -f UTF-16"]), ([0xFE, 0xFF, 0, 0x31], ["UTF-16"]),
        (Array("%PDF-1.7".utf8), ["PDF"]), (Array("PAR1".utf8) + [21, 4], ["a Parquet file", "ogr2ogr -f GeoJSON"]),
        (sqlite + Array("\0\0\0\0".utf8), ["an SQLite database", "sqlite3 -csv"]),
        (sqlite + Array("GPKG".utf8), ["a GeoPackage", "ogr2ogr -f GeoJSON"]),
        (Array("SQLite format 3\0".utf8), ["an SQLite database"]),
        ([0, 0, 0x27, 0x0A, 0, 0], ["a shapefile", "ogr2ogr"]), (table, ["a dBASE table", "OLD.shp"]),
        (archive, ["a tar archive", "tar -xf"]), (Array("fgb".utf8) + [3, 0x66], ["a FlatGeobuf file", "ogr2ogr"]),
        (
            Array("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n".utf8),
            ["Git LFS", "git lfs pull"]
        ),
        (Array("<!DOCTYPE html><title>로그인</title>".utf8), ["a web page (HTML)"]),
        (Array("\u{FEFF}\r\n\n  <HTML lang=ko>".utf8), ["a web page (HTML)"]),
        (Array("<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC><html/>".utf8), ["a web page (HTML)"]),
        (Array("callback({\"total\":2});".utf8), ["JavaScript", "(JSONP); ask the service without a callback"]),
        (Array("/**/jQuery1.x_2 ( [ {}]".utf8), ["(JSONP)"]), (Array("parseResponse({})".utf8), ["(JSONP)"]),
        (Array("<?xml version=\"1.0\"?>\n<osm version=\"0.6\"></osm>".utf8), ["OpenStreetMap XML", "[out:json]"]),
        (Array("<osm generator=\"x\"/>".utf8), ["OpenStreetMap XML", "OLD.osm points"]),
        (Array("<script>location.href='/login'</script>".utf8), ["a web page (HTML)"]),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D], ["a PNG picture"]), ([0xFF, 0xD8, 0xFF, 0xE1], ["a JPEG picture"]),
    ]

    private func text(_ bytes: [UInt8], named name: String = "p.csv", pieces size: Int) throws -> [UInt8] {
        var rest = bytes[...]
        let source = ByteSource(name: name) {
            defer { rest = rest.dropFirst(size) }
            return Array(rest.prefix(size))
        }
        return try #require(try source.ofText().readAll(limit: .max))
    }

    @Test(arguments: binary.indices) func aBinaryFileIsCalledByItsName(_ index: Int) {
        let (start, says) = Self.binary[index]
        for size in [1, 7, 1000] where size == 1000 || start != Self.archive {
            let error = #expect(throws: PlainError.self, "\(says)") { try text(start, pieces: size) }
            #expect(error?.exit == .data && error?.words.en.hasPrefix("p.csv is ") ?? false)
            for part in says { #expect(error?.words.en.contains(part) ?? false, "\(error?.words.en ?? "-")") }
            #expect(error?.words.ko.contains { "가"..."힣" ~= $0 } ?? false)
        }
    }

    /// Without a byte order mark, the zeros of ASCII characters show the order of the bytes.
    @Test func utf16WithoutAMarkIsNamed() {
        for text in ["번호,이름,위도,경도\n1,책방,37.5,126.9\n", "a,b\n", "{\"type\":\"FeatureCollection\"}"] {
            let little = Array(text.utf16).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            let big = Array(text.utf16).flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            for (bytes, name) in [(little, "UTF-16LE"), (big, "UTF-16BE")] {
                let error = #expect(throws: PlainError.self) { try self.text(bytes, pieces: 1000) }
                #expect(error?.words.en == "p.csv is UTF-16 text; convert it: iconv -f \(name) -t UTF-8 OLD > NEW")
            }
        }
    }

    @Test func theNameTellsWhatAnArchiveHolds() {
        for (name, says) in [("My Places.KMZ", "a KMZ file"), ("p.xlsx", "Excel"), ("p.zip", "a ZIP archive")] {
            let error = #expect(throws: PlainError.self) {
                try text(Self.entry("a.bin"), named: name, pieces: 1000)
            }
            #expect(error?.words.en.contains(says) ?? false)
        }
    }

    @Test(arguments: [
        "", "P", "PK", "PAR", "Parking,lat,lon\n", "BZ,1\n", "GIF,1\n", "SQLite formats,1\n", "%,1\n", "II,MM\n",
        "{\"type\":\"FeatureCollection\"}", "\u{FEFF}id,name\n", "fgb,1\n", "Rar,1\n", "7z,1\n", "ustar,1\n",
        "한글,위도,경도\n", "version,url\n1,https://git-lfs.github.com/spec/\n", "id,note\n1,<html>\n", "a\0b\0,c\0d\0\n",
        "area([m2]),lat\n", "f(x),1\n", "f ({x}),1\n", "/**,1\n", "osm,lat\n", "<osmose/>", "name\n", "note (\"a\")\n",
        "<kml><description><html></description></kml>", "<metadata/>", "\0,\0\n", " \n\n \n",
        String(repeating: "a", count: 257) + "ustar",
    ])
    func textArrivesUnchanged(_ words: String) throws {
        for size in [1, 3, 1000] { #expect(try text(Array(words.utf8), pieces: size) == Array(words.utf8)) }
    }

    /// Any first byte of CP949 begins a text.
    @Test func cp949ArrivesUnchanged() throws {
        for first in UInt8(0x81)...0xFE where first != 0xFE && first != 0xFF {
            let bytes = [first, 0xA1] + Array(",37.5,126.9\n1,2,3,4,5,6,7,8,9,0,1,2,3\n".utf8)
            #expect(try text(bytes, pieces: 1000) == bytes)
        }
    }
}
