internal import GeocliText

/// Rewrites the texts of positions so that characters with the same meaning become the same character.
enum WrittenText {
    /// Returns `text` with characters of normal width, with single blanks, and with the same character for every form
    /// of minus, comma or quote.
    ///
    /// Direction marks, which some programs put around copied numbers, are left out.
    static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isSpaced = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isSpaced = true
                continue
            }
            guard scalar.properties.generalCategory != .format else { continue }
            if isSpaced, !scalars.isEmpty { scalars.append(" ") }
            isSpaced = false
            scalars.append(plain(scalar))
        }
        return String(scalars)
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        // Full-width ASCII.
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        // Hyphens, the en dash, the minus sign and its small form.
        case 0x2010, 0x2011, 0x2013, 0x2212, 0xFE63: "-"
        case 0x3001, 0xFE50, 0xFE51: ","
        case 0xFE54: ";"
        // People type these instead of a degree sign: the masculine ordinal, the ring above and the small circle.
        case 0xBA, 0x2DA, 0x2218: "°"
        case 0x2032, 0x2018, 0x2019, 0x201B, 0xB4, 0x60, 0x2B9, 0x2BC: "'"
        case 0x2033, 0x201C, 0x201D, 0x201F, 0x2BA, 0x3003: "\""
        default: scalar
        }
    }

    /// Returns `text` without brackets that enclose the whole text.
    static func withoutBrackets(_ text: String) -> String {
        var text = text
        // Apps write at most two pairs of brackets.
        for _ in 0..<4 {
            guard let first = text.first, let last = text.last, text.count > 1,
                ["()", "[]", "{}", "<>"].contains(String([first, last]))
            else { break }
            text = String(text.dropFirst().dropLast()).trimmingBlanks()
        }
        return text
    }
}
