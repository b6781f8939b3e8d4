internal import GeocliAsking
internal import GeocliText
internal import Glibc

/// A list on the terminal that each typed key narrows, until the user chooses a row.
///
/// It is drawn on standard error's terminal, below the line that started the program, and cleared at the end. It writes
/// nothing to standard output.
struct TypeAheadScreen {
    /// Returns the rows for a text, at most the given number.
    typealias Source = (_ text: String, _ atMost: Int) throws -> TypeAheadResults

    /// People do not scroll through a longer list; they type more text to narrow it.
    private static let maximumRows = 100
    /// The bytes that a terminal sends after ESC arrive within this time, even on a slow line; a person types more
    /// slowly.
    private static let escapeMilliseconds = 50

    private let view: TypeAheadView
    private let limit: Int
    private let source: Source
    private(set) var state = TypeAheadState()
    private var decoder = KeyDecoder()

    /// Creates a screen with `initialText` already typed; the list has at most `limit` rows.
    init(prompt: Words, initialText: String, limit: Int? = nil, source: @escaping Source) {
        view = TypeAheadView(prompt: prompt.text(Console.language) + "> ", language: Console.language)
        self.limit = min(limit ?? Self.maximumRows, Self.maximumRows)
        self.source = source
        state.press(.text(DisplayText.singleLine(initialText)))
    }

    /// Runs until the user chooses a row; returns its id, or nil if the user left.
    ///
    /// - Throws: every error of the source; `UsageError` without a suitable terminal.
    mutating func run() throws -> Int64? {
        try Self.checkTerminal()
        return try RawTerminal.use { terminal in try run(on: terminal) }
    }

    /// Applies keys in order. A key that acts on the list sees the answer to the text typed before it.
    mutating func press(_ keys: [KeyPress]) throws {
        for key in keys where state.outcome == nil {
            if key.concernsList { try search() }
            state.press(key)
        }
        if state.outcome == nil { try search() }
    }

    mutating func resize(to size: TerminalSize) { state.resize(listHeight: TypeAheadView.listHeight(size)) }

    private mutating func run(on terminal: RawTerminal) throws -> Int64? {
        let isStyled = Console.color.isOn(2)
        var size = terminal.size
        resize(to: size)
        // The input line is drawn first, so that it is visible while the first search runs.
        terminal.write(view.frame(state, size).drawing(isStyled: isStyled))
        try search()
        while state.outcome == nil {
            terminal.write(view.frame(state, size).drawing(isStyled: isStyled))
            switch terminal.next(withinMilliseconds: decoder.isUndecided ? Self.escapeMilliseconds : nil) {
            case .bytes(let bytes): try press(decoder.decode(bytes))
            case .silence: try press(decoder.timeOut())
            case .changed: size = resized(terminal, from: size)
            case .closed: state.press(.leave)
            }
        }
        guard case .chosen(let id) = state.outcome else { return nil }
        return id
    }

    /// Returns the terminal's new size.
    ///
    /// A terminal that becomes narrower rewraps and scrolls the drawn lines, and some of them remain each time. So
    /// after the first change, the alternate screen is used.
    private mutating func resized(_ terminal: RawTerminal, from former: TerminalSize) -> TerminalSize {
        terminal.begin()
        let size = terminal.size
        guard size != former else { return size }
        terminal.showAlternateScreen()
        resize(to: size)
        return size
    }

    private mutating func search() throws {
        guard state.isStale else { return }
        guard !state.isBlank else { return state.take(TypeAheadResults(), hasMore: false) }
        // One extra row shows whether there are more.
        var results = try source(state.line.text, limit + 1)
        let hasMore = results.rows.count > limit
        results.rows = Array(results.rows.prefix(limit))
        state.take(results, hasMore: hasMore)
    }

    private static func checkTerminal() throws {
        guard isatty(0) == 1, Console.errorIsTerminal else { throw RawTerminal.noTerminal }
        let kind = Environment.variable("TERM") ?? ""
        guard !kind.isEmpty, kind != "dumb" else { throw dumbTerminal }
    }

    private static let dumbTerminal = UsageError(
        en:
            "--interactive needs a terminal with a movable cursor, but TERM does not name one; set TERM, or leave out --interactive and give TEXT",
        ko:
            "--interactive는 커서를 옮길 수 있는 터미널에서만 쓸 수 있습니다. 지금 TERM 값은 비어 있거나 dumb입니다. TERM을 설정하거나, --interactive를 빼고 검색어(TEXT)만 쓰세요"
    )
}

struct TypeAheadState {
    enum Outcome: Equatable {
        case chosen(Int64)
        case left
    }

    private(set) var line = EditedLine()
    private(set) var results = TypeAheadResults()
    /// Whether there are more rows than `results` holds.
    private(set) var hasMore = false
    /// The index of the row that Enter chooses; 0 without rows.
    private(set) var selected = 0
    /// The index of the first visible row of the list.
    private(set) var firstShown = 0
    private(set) var outcome: Outcome?
    private(set) var listHeight = 0
    /// The text that `results` answers.
    private var answered = ""

    /// Whether `results` answers a text other than the current one.
    var isStale: Bool { line.text != answered }

    /// Whether the text is blank, so there is nothing to search for.
    var isBlank: Bool { line.text.trimmingBlanks().isEmpty }

    /// Takes the answer to the current text and selects the best row.
    mutating func take(_ results: TypeAheadResults, hasMore: Bool) {
        self.results = results
        self.hasMore = hasMore
        answered = line.text
        (selected, firstShown) = (0, 0)
    }

    /// Sets the list's height; the selected row stays visible.
    mutating func resize(listHeight: Int) {
        self.listHeight = listHeight
        select(selected)
    }

    mutating func press(_ key: KeyPress) {
        switch key {
        case .text(let text): line.insert(text)
        case .backspace: line.deleteBackward()
        case .delete: line.deleteForward()
        case .deleteWord: line.deleteWord()
        case .clear: line.clear()
        case .left: line.moveLeft()
        case .right: line.moveRight()
        case .home: line.moveToStart()
        case .end: line.moveToEnd()
        case .up: select(selected - 1)
        case .down: select(selected + 1)
        case .pageUp: select(selected - max(1, listHeight))
        case .pageDown: select(selected + max(1, listHeight))
        // Without a row there is nothing to choose; the text can still change.
        case .enter: if results.rows.indices.contains(selected) { outcome = .chosen(results.rows[selected].id) }
        case .leave: outcome = .left
        }
    }

    private mutating func select(_ row: Int) {
        selected = max(0, min(row, results.rows.count - 1))
        firstShown = min(max(firstShown, selected - max(1, listHeight) + 1), selected)
        // This avoids empty lines below the last row while rows above are hidden, for example after the screen has
        // grown.
        firstShown = max(0, min(firstShown, results.rows.count - listHeight))
    }
}

/// The rows that answer a text, best first.
struct TypeAheadResults: Equatable {
    var rows: [TypeAheadRow] = []
    /// A note about the answer in the screen's language, for example about another spelling that was searched for.
    var note: String?
}

struct TypeAheadRow: Equatable {
    let id: Int64
    /// The cells, the most important first. They may contain any text; the screen makes it harmless.
    let cells: [String]
}

/// The layout of the type-ahead screen: the text with its cursor, a line of information, the list.
struct TypeAheadView {
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
    let lines: [String]
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

/// The parts of a line that a typed text matches literally. Case and blanks make no difference. Initial consonants
/// match their syllables, and a last syllable without a final consonant matches the same syllable with one. A guess
/// (another spelling, another keyboard) has no marks.
enum MatchMarks {
    /// Returns the ranges of `line`, by characters, that match a word of `text`; in order, without overlaps.
    ///
    /// - Complexity: O(n · m), n characters of the line and m of the text.
    static func ranges(of text: String, in line: String) -> [Range<Int>] {
        let characters = Array(line.lowercased())
        // The lower-case form of a few characters has a different length.
        guard characters.count == line.count else { return [] }
        let words = ([text.filter { !$0.isWhitespace }] + text.split(whereSeparator: \.isWhitespace).map(String.init))
            .map { Array($0.lowercased()) }.filter { !$0.isEmpty }
        var ranges: [Range<Int>] = []
        var start = 0
        while start < characters.count {
            let ends = words.compactMap { end(of: $0, from: start, in: characters) }
            guard let end = ends.max() else {
                start += 1
                continue
            }
            ranges.append(start..<end)
            start = end
        }
        return ranges
    }

    /// Returns the end of `word` in `line` if it begins at `start`; blanks of the line do not count.
    private static func end(of word: [Character], from start: Int, in line: [Character]) -> Int? {
        var place = start
        for (position, character) in word.enumerated() {
            if position > 0 { while place < line.count, line[place].isWhitespace { place += 1 } }
            guard place < line.count, matches(character, line[place], isLast: position == word.count - 1) else {
                return nil
            }
            place += 1
        }
        return place
    }

    /// The consonants of the keyboard in the order of the initials of syllables.
    private static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")

    private static func matches(_ typed: Character, _ shown: Character, isLast: Bool) -> Bool {
        if typed == shown { return true }
        guard let syllable = shown.unicodeScalars.first?.value, shown.unicodeScalars.count == 1,
            0xAC00...0xD7A3 ~= syllable
        else { return false }
        let index = Int(syllable - 0xAC00)
        // A syllable consists of one of 19 initials, one of 21 vowels and one of 28 finals (Unicode 3.12). The first
        // final means that there is none, so the syllable is unfinished.
        if let initial = initials.firstIndex(of: typed) { return index / 588 == initial }
        guard isLast, let last = typed.unicodeScalars.first?.value, 0xAC00...0xD7A3 ~= last else { return false }
        return (last - 0xAC00) % 28 == 0 && index / 28 == Int(last - 0xAC00) / 28
    }
}
