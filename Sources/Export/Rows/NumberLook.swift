/// Finds texts that a spreadsheet would turn into a number, a date, a time or a truth value when it opens a CSV file.
///
/// `0234` would lose its zero, `1e5` would become 100000, `3-4` would become a day in March, and a number of 20 digits
/// would keep only 15 of them.
///
/// - Source: Microsoft, "Set import options" and "Long numbers are displayed incorrectly in Excel" (General cells, 15
///   digits); LibreOffice Help, "Importing and Exporting CSV files" (column type Standard, date recognition).
enum NumberLook {
    /// Returns whether a spreadsheet may read a cell's text as a number, a date, a time or a truth value. Dates, times
    /// and truth values count only if `countsDates` is true. It is false for values that geocli itself writes, because
    /// spreadsheets should recognize the dates and times among them.
    static func isThere(_ cell: String, countsDates: Bool) -> Bool {
        // Spreadsheets do not read a longer text as a number, a date or a time.
        guard cell.utf8.count <= 400 else { return false }
        let text = halfWidth(cell)
        if countsDates, ["true", "false"].contains(text.lowercased()) { return true }
        guard text.contains(where: \.isNumber) else { return false }
        return isNumber(text) || countsDates && isDateOrTime(text)
    }

    /// Returns the text without blanks at its ends, and with ASCII characters instead of full-width forms, because the
    /// East Asian editions of Excel read both in the same way.
    private static func halfWidth(_ cell: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in cell.unicodeScalars {
            let isFull = 0xFF01...0xFF5E ~= scalar.value
            scalars.append(isFull ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
        }
        return String(scalars).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether the text is a number: it may have signs, groups of thousands, a fraction, an exponent, a percent sign, a
    /// currency, or parentheses for a negative number.
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
