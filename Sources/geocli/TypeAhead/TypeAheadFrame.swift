internal import GeocliText

/// What the type-ahead screen shows at one moment: lines without control characters, each shorter than the terminal is
/// wide, so that none wraps.
struct TypeAheadFrame: Equatable {
    /// The line that is typed in, then what stands below it.
    let lines: [String]
    /// The line of the selected row.
    let selectedLine: Int?
    /// The column of the cursor in the first line, from 0.
    let cursorColumn: Int

    /// What draws it over the former frame, from the cursor's line on; the cursor stays in that line.
    ///
    /// - Parameter isStyled: whether the selected line may be in reverse video.
    /// - Source: ECMA-48 §8.3 (CUU, CUF, EL, ED, SGR), xterm's ctlseqs (DECTCEM).
    func drawing(isStyled: Bool) -> String {
        var bytes = "\u{1B}[?25l\r"
        for (number, line) in lines.enumerated() {
            let isReversed = isStyled && number == selectedLine
            bytes += number > 0 ? "\r\n" : ""
            // The last gate before the terminal; the view has nothing unsafe in its lines.
            let line = DisplayText.singleLine(line)
            bytes += (isReversed ? "\u{1B}[7m\(line)\u{1B}[0m" : line) + "\u{1B}[K"
        }
        bytes += "\u{1B}[J\r" + (lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : "")
        return bytes + (cursorColumn > 0 ? "\u{1B}[\(cursorColumn)C" : "") + "\u{1B}[?25h"
    }
}
