internal import GeocliText
internal import Glibc

/// Writes CSV or TSV.
///
/// CSV follows RFC 4180. Its lines end in LF, or in CRLF for Excel. TSV has one line for each row and no quotes. In
/// TSV, formulas are guarded only for Excel.
///
/// For Excel, phone numbers have their national form, which no spreadsheet reads as a number. A text that a spreadsheet
/// would read as a number begins with an apostrophe, like a guarded formula. Excel and LibreOffice both keep such a
/// cell as text. Two other ways do not work: LibreOffice shows the formula `="0234"` as text unless the user lets it
/// evaluate formulas, and a TAB before the text would end the cell in TSV.
struct DelimitedRows: RowEncoder {
    private let keys: [String]
    private let separator: UInt8
    private let lineEnd: String
    private let isForExcel: Bool
    private let hasByteOrderMark: Bool
    private let isGuarded: Bool
    private let isSingleLine: Bool

    init(keys: [String], csv options: ListingOptions) {
        self.keys = keys
        separator = UInt8(ascii: ",")
        isForExcel = options.isForExcel
        lineEnd = options.isForExcel ? "\r\n" : "\n"
        hasByteOrderMark = options.isForExcel
        isGuarded = !options.isRaw
        isSingleLine = options.isTerminal
    }

    init(keys: [String], tsv options: ListingOptions) {
        self.keys = keys
        separator = UInt8(ascii: "\t")
        isForExcel = options.isForExcel
        lineEnd = options.isForExcel ? "\r\n" : "\n"
        hasByteOrderMark = options.isForExcel
        isGuarded = options.isForExcel && !options.isRaw
        isSingleLine = true
    }

    mutating func begin(into bytes: inout [UInt8]) {
        if hasByteOrderMark { bytes += [0xEF, 0xBB, 0xBF] }
        line(keys.map(OutputValue.code), into: &bytes)
    }

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        if isForExcel || !putPlain(values, into: &bytes) {
            line(isForExcel ? values.map(forExcel) : values, into: &bytes)
        }
    }

    mutating func end(into bytes: inout [UInt8]) {}

    private func line(_ values: [OutputValue], into bytes: inout [UInt8]) {
        for position in values.indices {
            if position > 0 { bytes.append(separator) }
            append(values[position], to: &bytes)
        }
        bytes.append(contentsOf: lineEnd.utf8)
    }

    /// Writes a line of plain values; returns false if any value is not plain.
    private func putPlain(_ values: [OutputValue], into bytes: inout [UInt8]) -> Bool {
        // A row of one empty cell needs quotes, so a row of one cell is never written here.
        guard values.count > 1 else { return false }
        // Room for a separator, an apostrophe and two quotes in each cell.
        var room = 4 * values.count + 2
        for value in values {
            guard let valueRoom = value.plainCellRoom else { return false }
            room += valueRoom
        }
        bytes.appendRow(room: room) { cursor in
            values.withUnsafeBufferPointer { values in
                for position in values.indices {
                    if position > 0 { cursor.put(separator) }
                    putPlain(values[position], into: &cursor)
                }
            }
            cursor.put(UInt8(ascii: "\n"))
        }
        return true
    }

    @inline(__always)
    private func putPlain(_ value: OutputValue, into cursor: inout ByteCursor) {
        let start = cursor.position
        value.putPlainCell(into: &cursor)
        guard value.isText, cursor.position > start else { return }
        if isGuarded, value.isForeignText,
            FormulaStart.isThere(UnsafeBufferPointer(start: start, count: cursor.position - start))
        {
            cursor.insert(UInt8(ascii: "'"), at: start)
        }
        // A plain value has no quotes or line ends, so only a comma makes quotes necessary.
        guard separator == UInt8(ascii: ",") else { return }
        guard memchr(start, Int32(separator), cursor.position - start) != nil else { return }
        cursor.insert(UInt8(ascii: "\""), at: start)
        cursor.put(UInt8(ascii: "\""))
    }

    private func append(_ value: OutputValue, to bytes: inout [UInt8]) {
        let start = bytes.count
        if isSingleLine {
            bytes.append(contentsOf: DisplayText.singleLine(value.cell).utf8)
        } else {
            value.appendCell(to: &bytes)
        }
        if isGuarded, isMisread(value, bytes[start...]) { bytes.insert(UInt8(ascii: "'"), at: start) }
        if separator == UInt8(ascii: ",") { quote(from: start, &bytes) }
    }

    private func isMisread(_ value: OutputValue, _ cell: ArraySlice<UInt8>) -> Bool {
        if value.isForeignText, cell.withUnsafeBufferPointer(FormulaStart.isThere) { return true }
        guard isForExcel, value.isText else { return false }
        return NumberLook.matches(String(decoding: cell, as: UTF8.self), countsDates: value.isForeignText)
    }

    private func forExcel(_ value: OutputValue) -> OutputValue {
        guard case .code(let text) = value.kept, let national = NationalPhone.text(e164: text) else {
            return value
        }
        return .code(national)
    }

    private func quote(from start: Int, _ bytes: inout [UInt8]) {
        // Most readers skip an empty line, so a row of one empty cell gets quotes.
        let isLoneAndEmpty = start == bytes.count && keys.count == 1
        guard isLoneAndEmpty || bytes[start...].contains(where: Self.needsQuotes) else { return }
        let cell = Array(bytes[start...])
        bytes.removeSubrange(start...)
        bytes.append(UInt8(ascii: "\""))
        for byte in cell {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func needsQuotes(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        default: false
        }
    }
}

/// Finds texts that a spreadsheet would turn into a number, a date, a time or a truth value when it opens a CSV file.
///
/// `0234` would lose its zero, `1e5` would become 100000, `3-4` would become a day in March, and a number of 20 digits
/// would keep only 15 of them.
///
/// - Source: Microsoft, "Set import options" and "Long numbers are displayed incorrectly in Excel" (General cells, 15
///   digits); LibreOffice Help, "Importing and Exporting CSV files" (column type Standard, date recognition).
enum NumberLook {
    /// Dates, times and truth values count only if `countsDates` is true: not for values that geocli itself writes, in
    /// which spreadsheets should recognize them.
    static func matches(_ cell: String, countsDates: Bool) -> Bool {
        // Spreadsheets do not read a longer text as a number, a date or a time.
        guard cell.utf8.count <= 400 else { return false }
        let text = halfWidth(cell)
        if countsDates, ["true", "false"].contains(text.lowercased()) { return true }
        guard text.contains(where: \.isNumber) else { return false }
        return isNumber(text) || countsDates && isDateOrTime(text)
    }

    /// Without outer blanks, and with ASCII for full-width forms: East Asian editions of Excel read both alike.
    private static func halfWidth(_ cell: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in cell.unicodeScalars {
            let isFull = 0xFF01...0xFF5E ~= scalar.value
            scalars.append(isFull ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
        }
        return String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// With signs, groups of thousands, a fraction, an exponent, a percent sign, a currency, or parentheses.
    private static func isNumber(_ text: String) -> Bool {
        var rest = text.utf8.filter { !"+-()$% ".utf8.contains($0) }[...]
        for currency in ["\u{20A9}", "\u{FFE6}", "\u{20AC}"] where text.hasPrefix(currency) {
            rest = rest.dropFirst(currency.utf8.count)
        }
        let isSigned = text.utf8.dropFirst().contains(UInt8(ascii: "-"))
        let parts = rest.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        guard parts.count <= 2, parts.count == 2 || !isSigned, let mantissa = parts.first, hasDigits(mantissa) else {
            return false
        }
        let points = mantissa.count { $0 == UInt8(ascii: ".") }
        guard points <= 1, mantissa.allSatisfy({ isDigit($0) || ".,".utf8.contains($0) }) else { return false }
        return parts.count == 1 || hasDigits(parts[1]) && parts[1].allSatisfy(isDigit)
    }

    /// Whether the text is a day (`3-4`, `2026/9/21`), a fraction or a time (`10:30`). A phone number is none of these,
    /// because it has a group of three digits, or two groups of four.
    private static func isDateOrTime(_ text: String) -> Bool {
        let groups = text.utf8.split(omittingEmptySubsequences: false) { "-/.: ".utf8.contains($0) }
        guard 2...6 ~= groups.count, groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return false }
        let long = groups.count { $0.count > 2 }
        return long <= 1 && groups.allSatisfy { $0.count <= 2 || $0.count == 4 }
    }

    private static func hasDigits(_ text: some Sequence<UInt8>) -> Bool { text.contains(where: isDigit) }

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

/// The characters that spreadsheets read as the start of a formula.
///
/// - Source: OWASP, "CSV Injection": `=`, `+`, `-`, `@`, TAB, CR, LF. With East Asian input, Excel accepts the
///   full-width forms too. Some importers (Google Sheets, LibreOffice, converters to XLSX) first remove leading blanks
///   (CWE-1236; zvory/csv-safe #25).
package enum FormulaStart {
    package static func isThere(_ cell: String) -> Bool {
        var cell = cell
        return cell.withUTF8 { isThere($0) }
    }

    /// - Complexity: O(1) for a text that begins with a letter, a digit or a Hangul syllable, else O(n), n leading
    ///   blanks.
    @inline(__always)
    static func isThere(_ cell: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = cell.first else { return false }
        return mayBegin(first) && isThere(after: first, cell)
    }

    /// Control characters, the blank, `+`, `-`, `=`, `@`, DEL, and the first bytes of characters that are blanks (C2,
    /// E1, E2, E3, EF) or full-width forms (EF).
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
