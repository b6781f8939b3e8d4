internal import GeocliText

/// The characters that spreadsheets read as the start of a formula.
///
/// - Source: OWASP, "CSV Injection": `=`, `+`, `-`, `@`, TAB, CR, LF. With East Asian input, Excel accepts the
///   full-width forms too. Some importers (Google Sheets, LibreOffice, converters to XLSX) first remove leading blanks
///   (CWE-1236; zvory/csv-safe #25).
package enum FormulaStart {
    /// Returns whether the text of a cell may be read as a formula.
    package static func isThere(_ cell: String) -> Bool {
        var cell = cell
        return cell.withUTF8 { isThere($0) }
    }

    /// Returns whether the text of a cell, UTF-8, may be read as a formula.
    ///
    /// - Complexity: O(1) for a text that begins with a letter, a digit or a Hangul syllable, else O(n), n leading
    ///   blanks.
    @inline(__always)
    static func isThere(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = cell.first else { return false }
        return mayBegin(first) && isThere(after: first, cell)
    }

    /// Returns whether a text with this first byte must be checked further.
    ///
    /// These bytes are control characters, the blank, `+`, `-`, `=`, `@`, DEL, and the first bytes of characters that
    /// are blanks (C2, E1, E2, E3, EF) or full-width forms (EF).
    @inline(__always)
    private static func mayBegin(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x2B, 0x2D, 0x3D, 0x40, 0x7F, 0xC2, 0xE1, 0xE2, 0xE3, 0xEF: true
        default: false
        }
    }

    private static func isThere(after first: UInt8, _ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        if [UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n")].contains(first) { return true }
        var iterator = cell.makeIterator()
        var decoder = UTF8()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            switch scalar {
            case "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FE66}", "\u{FE62}", "\u{FE63}",
                "\u{FE6B}":
                return true
            // Blanks and invisible characters are skipped, because a formula may begin after them.
            case "\u{FEFF}", "\u{200B}": continue
            default: guard scalar.properties.isWhitespace || DisplayText.isUnsafe(scalar) else { return false }
            }
        }
        return false
    }
}
