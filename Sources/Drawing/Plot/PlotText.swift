internal import GeocliText

/// Text as an SVG file holds it.
enum PlotText {
    /// Fonts that have Hangul, on the systems people have.
    static let fonts =
        "Pretendard, 'Apple SD Gothic Neo', 'Noto Sans KR', 'Noto Sans CJK KR', NanumGothic, 'Malgun Gothic', sans-serif"

    /// `text` as content or attribute: on one line, its markup taken literally, and no character that XML forbids.
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

    /// Pixels with one decimal.
    static func number(_ pixels: Double) -> String { DecimalText.text(pixels, maximumDecimals: 1) }

    /// About how wide text is: half an em for each column of a terminal, and a little more for Latin letters.
    static func width(_ text: String, size: Double) -> Double {
        text.unicodeScalars.reduce(0) { sum, scalar in
            sum + size * (scalar.isASCII ? 0.56 : 0.5 * Double(DisplayText.width(String(scalar))))
        }
    }

    /// A whole number with commas between thousands.
    static func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    /// Lines of whole words, none wider than `width` unless one word is.
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
