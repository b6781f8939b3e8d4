internal import GeocliText

/// The layout of the type-ahead screen: the text with its cursor, a line of information, the list.
struct TypeAheadView {
    /// The text before the input.
    let prompt: String
    let language: Language

    /// Returns the height of the list: 0 for a screen of one row; otherwise all rows but two, and at least one.
    static func listHeight(_ size: TerminalSize) -> Int { max(0, size.rows <= 2 ? size.rows - 1 : size.rows - 2) }

    /// Returns the frame for a terminal of `size`.
    ///
    /// - Edges: a terminal of one row shows only the text; two rows also show the selected row below it; three rows
    ///   show the note between them.
    func frame(_ state: TypeAheadState, _ size: TerminalSize) -> TypeAheadFrame {
        let columns = max(0, size.columns - 1)
        let (input, cursor) = input(state.line, columns)
        let shown = state.results.rows.dropFirst(state.firstShown).prefix(Self.listHeight(size))
        let hasNote = size.rows > 2 || size.rows == 2 && shown.isEmpty
        let note = hasNote ? [DisplayText.truncated(DisplayText.singleLine(note(state)), columns: columns)] : []
        let widths = widths(state.results.rows, columns)
        let rows = zip(shown.indices, shown).map { row, content in
            line(content, widths, isSelected: row == state.selected, columns)
        }
        return TypeAheadFrame(
            lines: [input] + note + rows,
            selectedLine: rows.isEmpty ? nil : 1 + note.count + state.selected - state.firstShown,
            cursorColumn: cursor,
            marks: (rows.isEmpty ? [] : Array(repeating: [], count: 1 + note.count))
                + rows.map { MatchMarks.ranges(of: state.line.text, in: DisplayText.singleLine($0)) })
    }

    // MARK: The text

    /// Returns the line, scrolled so that the cursor is visible, and the cursor's column.
    private func input(_ line: EditedLine, _ columns: Int) -> (String, Int) {
        let safe = DisplayText.singleLine(prompt)
        // A narrow terminal keeps its columns for the text.
        let shownPrompt = DisplayText.width(safe) * 2 <= columns ? safe : columns >= 4 ? "> " : ""
        let room = columns - DisplayText.width(shownPrompt)
        var before = line.before
        while DisplayText.width(before) > room { before.removeFirst() }
        let after = DisplayText.truncated(line.after, columns: room - DisplayText.width(before))
        return (shownPrompt + before + after, DisplayText.width(shownPrompt + before))
    }

    // MARK: The note

    private func note(_ state: TypeAheadState) -> String {
        if state.isBlank {
            return Words(
                en: "type part of a name, an address or a phone number; press Esc to quit",
                ko: "이름, 주소, 전화번호의 일부를 입력하세요. Esc: 나가기"
            ).text(language)
        }
        guard !state.results.rows.isEmpty else {
            return state.results.note ?? Words(en: "nothing found", ko: "결과가 없습니다").text(language)
        }
        let place = "\(state.selected + 1)/\(state.results.rows.count)\(state.hasMore ? "+" : "")"
        let keys = Words(en: "Enter chooses, Esc leaves", ko: "Enter: 선택, Esc: 나가기")
        return place + "  " + (state.results.note ?? keys.text(language))
    }

    // MARK: The list

    private func line(_ row: TypeAheadRow, _ widths: [Int], isSelected: Bool, _ columns: Int) -> String {
        var line = isSelected ? ">" : " "
        for (cell, width) in zip(row.cells, widths) {
            let text = DisplayText.truncated(DisplayText.singleLine(cell), columns: width)
            line += " " + text + String(repeating: " ", count: max(0, width - DisplayText.width(text)) + 1)
        }
        while line.count > 1, line.last == " " { line.removeLast() }
        return DisplayText.truncated(line, columns: columns)
    }

    /// Returns the column widths. They are equal for all rows, so that the list does not jump when it scrolls. The name
    /// takes at most two fifths of the line, and the last cell takes the rest.
    private func widths(_ rows: [TypeAheadRow], _ columns: Int) -> [Int] {
        let count = rows.map(\.cells.count).max() ?? 0
        return (0..<count).map { cell in
            let widest = rows.map { $0.cells.count > cell ? DisplayText.width($0.cells[cell]) : 0 }.max() ?? 0
            return min(widest, cell == 0 ? max(16, columns * 2 / 5) : cell == count - 1 ? columns : 10)
        }
    }
}

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
