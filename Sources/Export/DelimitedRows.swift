internal import Text

/// CSV (RFC 4180, lines end in LF unless meant for Excel) and TSV (one line a row, nothing quoted; as it is unless
/// meant for Excel).
struct DelimitedRows: RowEncoder {
    private let keys: [String]
    private let separator: UInt8
    private let lineEnd: String
    private let hasByteOrderMark: Bool
    private let isGuarded: Bool
    private let isSingleLine: Bool

    init(keys: [String], csv options: ListingOptions) {
        self.keys = keys
        separator = UInt8(ascii: ",")
        lineEnd = options.isForExcel ? "\r\n" : "\n"
        hasByteOrderMark = options.isForExcel
        isGuarded = !options.isRaw
        isSingleLine = options.isTerminal
    }

    init(keys: [String], tsv options: ListingOptions) {
        self.keys = keys
        separator = UInt8(ascii: "\t")
        lineEnd = options.isForExcel ? "\r\n" : "\n"
        hasByteOrderMark = options.isForExcel
        isGuarded = options.isForExcel && !options.isRaw
        isSingleLine = true
    }

    mutating func begin(into bytes: inout [UInt8]) {
        if hasByteOrderMark { bytes += [0xEF, 0xBB, 0xBF] }
        line(keys, into: &bytes)
    }

    mutating func row(_ values: [OutputValue], _ feature: FeatureParts?, into bytes: inout [UInt8]) {
        line(values.map(cell), into: &bytes)
    }

    mutating func end(into bytes: inout [UInt8]) {}

    private func cell(_ value: OutputValue) -> String {
        var text = isSingleLine ? DisplayText.singleLine(value.cell) : value.cell
        // A spreadsheet takes text that starts so for a formula (OWASP, "CSV Injection").
        if isGuarded, value.isForeignText, let first = text.utf8.first, Array("=+-@\t".utf8).contains(first) {
            text = "'" + text
        }
        return text
    }

    private func line(_ cells: [String], into bytes: inout [UInt8]) {
        for (position, cell) in cells.enumerated() {
            if position > 0 { bytes.append(separator) }
            append(cell, to: &bytes)
        }
        bytes.append(contentsOf: lineEnd.utf8)
    }

    private func append(_ cell: String, to bytes: inout [UInt8]) {
        let needsQuotes =
            separator == UInt8(ascii: ",") && cell.utf8.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
        // A line without anything on it is no row to most readers, so a lone empty cell says that it is one.
        guard needsQuotes || cell.isEmpty && keys.count == 1 && separator == UInt8(ascii: ",") else {
            bytes.append(contentsOf: cell.utf8)
            return
        }
        bytes.append(UInt8(ascii: "\""))
        for byte in cell.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
