/// The cells of a table as spreadsheets write them: numbers for people, rows without values, and a row of totals.
package enum SpreadsheetCells {
    /// Returns the two numbers of a position in plain decimals: without signs of degrees, characters of full width,
    /// blanks around them and separators of thousands, and with a decimal point. A text that can be read in two ways, or
    /// is not such a number, stays as it is.
    ///
    /// - Parameters:
    ///   - separator: what separates the columns. In the languages in which spreadsheets separate columns with
    ///     semicolons, the comma is the decimal sign.
    ///   - areDegrees: whether the numbers are degrees, and so below a thousand. If not, they are meters.
    package static func plainNumbers(
        _ one: String, _ other: String, separator: UInt8, areDegrees: Bool
    ) -> (String, String) {
        if DecimalText.number(one) != nil, DecimalText.number(other) != nil { return (one, other) }
        let cells = [plain(one), plain(other)]
        let isSemicolon = separator == UInt8(ascii: ";")
        var read = cells.map { areDegrees ? degrees($0) : meters($0, hasDecimalCommas: isSemicolon) }
        // 13,405 may be 13405. If the other cell is 52,52, commas are decimal.
        let areOpen = cells.map(isOpen)
        let areDecimal = zip(cells, areOpen).map { cell, isOpen in !isOpen && cell.count { $0 == "," } == 1 }
        if areDegrees, !isSemicolon, areOpen.contains(true), !areDecimal.contains(true) {
            read = zip(read, areOpen).map { $1 ? nil : $0 }
        }
        return (read[0] ?? one, read[1] ?? other)
    }

    /// Returns the text with characters of normal width, without blanks at its ends, Excel's `'` and a sign of degrees.
    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .format {
            switch scalar.value {
            case 0xFF01...0xFF5E: scalars.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
            case 0x2010, 0x2011, 0x2013, 0x2212: scalars.append("-")
            default: scalars.append(scalar)
            }
        }
        var plain = String(scalars).trimmingBlanks()
        if plain.first == "'" { plain.removeFirst() }
        if plain.last == "°" { plain.removeLast() }
        return plain.trimmingBlanks()
    }

    private static func degrees(_ text: String) -> String? {
        let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
        guard pieces.count == 2, !text.contains(".") else { return number(text) }
        return isDigits(pieces[1]) ? number(pieces.joined(separator: ".")) : nil
    }

    /// Whether the comma of a number may also separate its thousands.
    private static func isOpen(_ text: String) -> Bool {
        let pieces = text.split(separator: ",", omittingEmptySubsequences: false)
        return pieces.count == 2 && pieces[1].utf8.count == 3 && isDigits(pieces[1])
    }

    private static func meters(_ text: String, hasDecimalCommas: Bool) -> String? {
        let text = String(text.filter { !$0.isWhitespace && $0 != "'" && $0 != "’" })
        let (commas, points) = (text.count { $0 == "," }, text.count { $0 == "." })
        var decimal: Character = "."
        if commas == 1, points == 0 {
            // A number below a thousand is no position in meters.
            if hasDecimalCommas || !isOpen(text) { decimal = "," }
        } else if commas == 1, points > 0, let comma = text.firstIndex(of: ","), let point = text.lastIndex(of: ".") {
            if comma > point { decimal = "," }
        } else if points > 1, commas == 0 {
            decimal = ","
        }
        let parts = text.split(separator: decimal, omittingEmptySubsequences: false)
        guard 1...2 ~= parts.count else { return nil }
        let groups = parts[0].split(separator: decimal == "." ? "," : ".", omittingEmptySubsequences: false)
        guard groups.dropFirst().allSatisfy({ $0.utf8.count == 3 && isDigits($0) }) else { return nil }
        return number(groups.joined() + (parts.count > 1 ? ".\(parts[1])" : ""))
    }

    private static func number(_ text: String) -> String? { DecimalText.number(text) == nil ? nil : text }

    private static func isDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    }

    /// Whether a row has no values.
    package static func areBlank(_ row: [String]) -> Bool { row.allSatisfy { $0.trimmingBlanks().isEmpty } }

    /// Whether a row has totals below a table: its first value is a word such as 합계, and the others are not texts.
    package static func areTotals(_ row: [String]) -> Bool {
        guard let start = row.firstIndex(where: { !$0.trimmingBlanks().isEmpty }), row[start].utf8.count < 32,
            totals.contains(row[start].lowercased().filter { !$0.isWhitespace && $0 != ":" })
        else { return false }
        return row[(start + 1)...].allSatisfy { cell in
            guard let first = cell.trimmingBlanks().first else { return true }
            return first.isNumber || first == "-"
        }
    }

    private static let totals: Set<String> = [
        "합계", "총계", "소계", "계", "total", "totals", "grandtotal", "sum", "summe", "gesamt", "gesamtergebnis", "somme",
        "totale", "suma", "合計", "合计", "总计", "總計",
    ]
}
