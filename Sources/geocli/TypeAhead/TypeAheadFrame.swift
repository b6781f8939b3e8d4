internal import GeocliText

/// The content of the type-ahead screen at one moment: lines without control characters. Each line is narrower than the
/// terminal, so none wraps.
struct TypeAheadFrame: Equatable {
    /// The input line, then the lines below it.
    let lines: [String]
    /// The index of the selected row's line.
    let selectedLine: Int?
    /// The cursor's column in the first line, from 0.
    let cursorColumn: Int
    /// The ranges of characters of each line that the text matches; none for lines without an entry.
    var marks: [[Range<Int>]] = []

    /// Returns the bytes that draw this frame over the previous one, from the cursor's line on; the cursor stays in
    /// that line.
    ///
    /// - Parameter isStyled: whether the selected line may be in reverse video, and matches in bold.
    /// - Source: ECMA-48 §8.3 (CUU, CUF, EL, ED, SGR), xterm's ctlseqs (DECTCEM).
    func drawing(isStyled: Bool) -> String {
        var bytes = "\u{1B}[?25l\r"
        for (number, line) in lines.enumerated() {
            let isReversed = isStyled && number == selectedLine
            bytes += number > 0 ? "\r\n" : ""
            // This is the last check before the terminal; the view already keeps unsafe characters out of its lines.
            let line = DisplayText.singleLine(line)
            let shown = isStyled && number < marks.count ? Self.bold(marks[number], in: line) : line
            bytes += (isReversed ? "\u{1B}[7m\(shown)\u{1B}[0m" : shown) + "\u{1B}[K"
        }
        bytes += "\u{1B}[J\r" + (lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : "")
        return bytes + (cursorColumn > 0 ? "\u{1B}[\(cursorColumn)C" : "") + "\u{1B}[?25h"
    }

    /// Returns the line with some of its characters in bold, which is also visible in reverse video.
    private static func bold(_ ranges: [Range<Int>], in line: String) -> String {
        guard !ranges.isEmpty else { return line }
        let characters = Array(line)
        var (text, end) = ("", 0)
        for range in ranges where range.upperBound <= characters.count {
            text += String(characters[end..<range.lowerBound])
            text += "\u{1B}[1m\(String(characters[range]))\u{1B}[22m"
            end = range.upperBound
        }
        return text + String(characters[end...])
    }
}
