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

    /// Returns whether a spreadsheet may read the cell as something other than its text.
    private func isMisread(_ value: OutputValue, _ cell: ArraySlice<UInt8>) -> Bool {
        if value.isForeignText, cell.withUnsafeBufferPointer(FormulaStart.isThere) { return true }
        guard isForExcel, value.isText else { return false }
        return NumberLook.isThere(String(decoding: cell, as: UTF8.self), countsDates: value.isForeignText)
    }

    /// Returns the value, or its national form if it is a phone number.
    private func forExcel(_ value: OutputValue) -> OutputValue {
        guard case .code(let text) = value.kept, let national = NationalPhone.text(e164: text) else {
            return value
        }
        return .code(national)
    }

    /// Puts quotes around the cell that begins at `start`, if it needs them.
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
