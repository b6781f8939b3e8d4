internal import GeocliText

/// The kinds of files that portals and browsers deliver instead of text, recognized by their first bytes.
enum FileSignature: CaseIterable {
    case gzip, zip, oldExcel, utf16, pdf, sqlite

    /// Creates the kind of a file that begins with these bytes; nil for text.
    init?(_ start: [UInt8]) {
        guard let found = Self.allCases.first(where: { $0.starts.contains(where: start.starts(with:)) }) else {
            return nil
        }
        self = found
    }

    /// The bytes with which such a file can begin.
    ///
    /// - Source: the magic numbers of `file(1)`.
    private var starts: [[UInt8]] {
        switch self {
        case .gzip: [[0x1F, 0x8B]]
        case .zip: [[0x50, 0x4B, 0x03, 0x04], [0x50, 0x4B, 0x05, 0x06]]
        case .oldExcel: [[0xD0, 0xCF, 0x11, 0xE0]]
        case .utf16: [[0xFF, 0xFE], [0xFE, 0xFF]]
        case .pdf: [Array("%PDF".utf8)]
        case .sqlite: [Array("SQLite format 3".utf8)]
        }
    }

    /// What the file is and what to do with it, if a page of a declared feed was expected.
    var advice: Words {
        switch self {
        case .gzip:
            Words(
                en: "is compressed with gzip; unpack it with gunzip first", ko: "gzip으로 압축되어 있습니다. gunzip으로 먼저 푸세요")
        case .zip:
            Words(
                en:
                    "is a ZIP archive or an Excel workbook (.xlsx), despite its name; unpack it, or save the sheet as CSV",
                ko: "이름과 달리 ZIP 또는 Excel(.xlsx) 파일입니다. 압축을 풀거나 시트를 CSV로 저장하세요")
        case .oldExcel:
            Words(
                en: "is an old Excel workbook (.xls), despite its name; save the sheet as CSV",
                ko: "이름과 달리 예전 Excel(.xls) 파일입니다. 시트를 CSV로 저장하세요")
        case .utf16:
            Words(
                en: "is text in UTF-16; convert it with iconv -f UTF-16 -t UTF-8 and declare UTF-8",
                ko: "UTF-16 텍스트입니다. iconv -f UTF-16 -t UTF-8로 변환하고 UTF-8로 선언하세요")
        case .pdf:
            Words(en: "is a PDF document; download the CSV, JSON or XML file", ko: "PDF 문서입니다. CSV, JSON, XML 파일을 받으세요")
        case .sqlite: Words(en: "is an SQLite database, not a page", ko: "페이지가 아니라 SQLite 데이터베이스입니다")
        }
    }

    /// What the file is and what to do with it, if a person's own file was expected.
    var adviceForOwnFile: Words {
        switch self {
        case .gzip:
            Words(
                en: "is compressed with gzip; unpack it, or run: gunzip -c FILE | geocli ingest - …",
                ko: "gzip으로 압축되어 있습니다. 압축을 풀거나 'gunzip -c 파일 | geocli ingest - …'로 수집하세요")
        case .zip:
            Words(
                en: "is a ZIP archive or an Excel file; save the sheet as CSV (UTF-8)",
                ko: "ZIP이나 Excel 파일입니다. 시트를 CSV(UTF-8)로 저장하세요")
        case .oldExcel:
            Words(en: "is an Excel file; save the sheet as CSV (UTF-8)", ko: "Excel 파일입니다. 시트를 CSV(UTF-8)로 저장하세요")
        case .utf16: Words(en: "is UTF-16; save it as UTF-8", ko: "UTF-16입니다. UTF-8로 저장하세요")
        case .pdf: Words(en: "is a PDF document; save the table as CSV (UTF-8)", ko: "PDF 문서입니다. 표를 CSV(UTF-8)로 저장하세요")
        case .sqlite:
            Words(
                en: "is an SQLite database; export a table from it as CSV or GeoJSON",
                ko: "SQLite 데이터베이스입니다. 표를 CSV나 GeoJSON으로 내보내세요")
        }
    }
}
