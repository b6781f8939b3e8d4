internal import GeocliText

/// Text in the form that an SVG file needs.
enum PlotText {
    /// Fonts with Hangul on common systems.
    static let fonts =
        "Pretendard, 'Apple SD Gothic Neo', 'Noto Sans KR', 'Noto Sans CJK KR', NanumGothic, 'Malgun Gothic', sans-serif"

    /// Returns `text` as content or attribute: on one line, with its markup escaped, and without characters that XML
    /// forbids.
    ///
    /// - Source: XML 1.0 (5th edition), §2.2 and §2.4.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in DisplayText.singleLine(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\u{FFFE}", "\u{FFFF}": continue
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns pixels with at most one decimal.
    static func number(_ pixels: Double) -> String { DecimalText.text(pixels, maximumDecimals: 1) }

    /// Returns the approximate width of text: half an em for each terminal column, a little more for Latin letters.
    static func width(_ text: String, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            sum + size * (scalar.isASCII ? 0.56 : 0.5 * Double(DisplayText.width(String(scalar))))
        }
    }

    /// Returns a whole number with commas between thousands.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// Returns lines of whole words; none is wider than `width`, unless a single word is.
    static func wrapped(_ text: String, size: Double, width: Double) -> [String] {
        var lines: [String] = []
        for word in DisplayText.singleLine(text).split(separator: " ") {
            if let last = lines.last, self.width("\(last) \(word)", size: size) <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
