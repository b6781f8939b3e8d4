internal import GeocliText

/// Text and numbers in the form that an SVG file needs.
enum SVGText {
    /// Fonts with Hangul on common systems, in the order of preference.
    static let fonts =
        "Pretendard, 'Apple SD Gothic Neo', 'Noto Sans KR', 'Noto Sans CJK KR', NanumGothic, 'Malgun Gothic', sans-serif"

    /// Returns `text` for use as content or attribute: on one line, escaped, and without characters that XML forbids
    /// (XML 1.0, 5th edition, §2.2 and §2.4).
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

    /// Returns a number of pixels with at most one decimal.
    static func number(_ pixels: Double) -> String { DecimalText.text(pixels, maximumDecimals: 1) }

    /// About half an em for each terminal column, and a little more for ASCII characters.
    static func width(_ text: String, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            sum + size * (scalar.isASCII ? 0.56 : 0.5 * Double(DisplayText.width(String(scalar))))
        }
    }

    /// Returns a whole number with commas as thousands separators.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (index, digit) in String(number).reversed().enumerated() {
            if index > 0, index % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// Returns lines of whole words, no wider than `width` unless a single word is wider.
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
