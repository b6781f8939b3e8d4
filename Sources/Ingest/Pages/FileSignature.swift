internal import GeocliText

/// Recognizes, by their first bytes, files that portals and browsers deliver instead of a page.
enum FileSignature {
    /// Returns what a file is that begins with these bytes, and what to do with it; nil for text.
    ///
    /// - Source: the magic numbers of `file(1)`.
    static func advice(_ start: [UInt8]) -> Words? {
        func begins(_ bytes: [UInt8]) -> Bool { start.starts(with: bytes) }
        if begins([0x1F, 0x8B]) {
            return Words(
                en: "is compressed with gzip; unpack it with gunzip first", ko: "gzip으로 압축되어 있습니다. gunzip으로 먼저 푸세요")
        }
        if begins([0x50, 0x4B, 0x03, 0x04]) || begins([0x50, 0x4B, 0x05, 0x06]) {
            return Words(
                en:
                    "is a ZIP archive or an Excel workbook (.xlsx), whatever its name says; unpack it, or save the sheet as CSV",
                ko: "이름과 달리 ZIP 또는 Excel(.xlsx) 파일입니다. 압축을 풀거나 시트를 CSV로 저장하세요")
        }
        if begins([0xD0, 0xCF, 0x11, 0xE0]) {
            return Words(
                en: "is an old Excel workbook (.xls), whatever its name says; save the sheet as CSV",
                ko: "이름과 달리 예전 Excel(.xls) 파일입니다. 시트를 CSV로 저장하세요")
        }
        if begins([0xFF, 0xFE]) || begins([0xFE, 0xFF]) {
            return Words(
                en: "is text in UTF-16; convert it with iconv -f UTF-16 -t UTF-8 and declare UTF-8",
                ko: "UTF-16 텍스트입니다. iconv -f UTF-16 -t UTF-8로 변환하고 UTF-8로 선언하세요")
        }
        if begins(Array("%PDF".utf8)) {
            return Words(
                en: "is a PDF document; take the CSV, JSON or XML file", ko: "PDF 문서입니다. CSV, JSON, XML 파일을 받으세요")
        }
        if begins(Array("SQLite format 3".utf8)) {
            return Words(en: "is an SQLite database, not a page", ko: "페이지가 아니라 SQLite 데이터베이스입니다")
        }
        return nil
    }
}
