import GeocliText
import Testing

@testable import geocli

/// The drawing of the type-ahead screen.
@Suite struct TypeAheadFrameTests {
    private static let rows = [
        TypeAheadRow(id: 1, cells: ["돌담책방", "new", "송파구", "송파구 글자비로13길 110"]),
        TypeAheadRow(id: 2, cells: ["nix", "used", "", "서대문구 두루마리로 86"]),
    ]

    private static func state(
        _ text: String, _ results: TypeAheadResults = TypeAheadResults(rows: rows), hasMore: Bool = false,
        _ size: TerminalSize, _ keys: [KeyPress] = []
    ) -> TypeAheadState {
        var state = TypeAheadState()
        state.resize(listHeight: TypeAheadView.listHeight(size))
        if !text.isEmpty {
            state.press(.text(text))
            state.take(results, hasMore: hasMore)
        }
        for key in keys { state.press(key) }
        return state
    }

    private static func frame(
        _ text: String, _ results: TypeAheadResults = TypeAheadResults(rows: rows), hasMore: Bool = false,
        size: TerminalSize = TerminalSize(rows: 24, columns: 80), language: Language = .english, keys: [KeyPress] = []
    ) -> TypeAheadFrame {
        TypeAheadView(prompt: "search> ", language: language)
            .frame(state(text, results, hasMore: hasMore, size, keys), size)
    }

    @Test func aFrameIsTheTextTheNoteAndTheList() {
        let frame = Self.frame("책방", keys: [.down, .left])
        #expect(
            frame.lines == [
                "search> 책방", "2/2  Enter chooses, Esc leaves",
                "  돌담책방  new   송파구  송파구 글자비로13길 110",
                "> nix       used          서대문구 두루마리로 86",
            ])
        #expect(frame.selectedLine == 3)
        #expect(frame.cursorColumn == 10, "8 of the prompt, 2 of a syllable")
    }

    @Test func theNoteSaysWhatThereIsToKnow() {
        func note(_ text: String, _ results: TypeAheadResults, hasMore: Bool = false, _ language: Language = .english)
            -> String
        { Self.frame(text, results, hasMore: hasMore, language: language).lines[1] }
        let found = TypeAheadResults(rows: Self.rows, note: "showing results for \"책방\"")
        #expect(note("x", found) == "1/2  showing results for \"책방\"")
        #expect(note("x", TypeAheadResults(rows: Self.rows), hasMore: true) == "1/2+  Enter chooses, Esc leaves")
        #expect(note("x", TypeAheadResults(rows: Self.rows), .korean) == "1/2  Enter: 선택, Esc: 나가기")
        #expect(note("x", TypeAheadResults()) == "nothing found")
        #expect(note("x", TypeAheadResults(), .korean) == "결과가 없습니다")
        #expect(note("x", TypeAheadResults(note: "did you mean y?")) == "did you mean y?")
        let hint = "type part of a name, an address or a phone number; press Esc to quit"
        #expect(Self.frame("").lines == ["search> ", hint])
        #expect(note(" ", TypeAheadResults()) == hint)
        #expect(note(" ", TypeAheadResults(), .korean) == "이름, 주소, 전화번호의 일부를 입력하세요. Esc: 나가기")
    }

    @Test func fewRowsShowTheTextThenTheSelectedRowThenTheNote() {
        func shown(_ rows: Int, _ text: String = "x") -> [String] {
            Self.frame(text, size: TerminalSize(rows: rows, columns: 10), keys: [.down]).lines.map {
                String($0.prefix(3))
            }
        }
        #expect(shown(1) == ["> x"])
        #expect(shown(2) == ["> x", "> n"])
        #expect(shown(3) == ["> x", "2/2", "> n"])
        #expect(shown(4) == ["> x", "2/2", "  돌", "> n"])
        #expect(shown(2, "") == ["> ", "typ"])
    }

    @Test(arguments: [3, 12, 24, 40])
    func rowsFillTheScreen(height: Int) {
        let rows = (1...50).map { TypeAheadRow(id: $0, cells: ["\($0)"]) }
        let size = TerminalSize(rows: height, columns: 80)
        #expect(Self.frame("x", TypeAheadResults(rows: rows), size: size).lines.count == height)
    }

    @Test func aLongTextKeepsItsCursorInSight() {
        let size = TerminalSize(rows: 5, columns: 20)
        let text = (0..<60).map { "\($0 % 10)" }.joined()
        let end = Self.frame(text, size: size)
        #expect(end.lines[0] == "search> 90123456789" && end.cursorColumn == 19)
        let start = Self.frame(text, size: size, keys: [.home])
        #expect(start.lines[0] == "search> 0123456789…" && start.cursorColumn == 8)
        let syllables = Self.frame(String(repeating: "책", count: 60), size: size, keys: [.left])
        #expect(syllables.lines[0] == "search> 책책책책책…" && syllables.cursorColumn == 18)
    }

    @Test(arguments: [1, 2, 3, 5, 24], [1, 2, 3, 4, 5, 10, 20, 33, 80, 300])
    func noLineIsWiderThanTheTerminalNorTheFrameHigher(rows: Int, columns: Int) {
        let size = TerminalSize(rows: rows, columns: columns)
        let hostile = HostileText.names.enumerated().map { number, name in
            TypeAheadRow(id: Int64(number), cells: [name, "new\u{1B}[5m", "=구\u{1B}[0m\n()", "주소\u{202E}\t\(name)"])
        }
        let note = "note\r\n\u{1B}]0;title\u{7}" + String(repeating: "책", count: 200)
        for keys in [
            [], [KeyPress.home], [.pageDown, .pageDown, .left, .left, .left], Array(repeating: .down, count: 60),
        ] {
            for text in ["책", "", String(repeating: "e\u{301}책🇰🇷\u{110E}\u{1162}\u{11A8}", count: 20)] {
                let results = TypeAheadResults(rows: hostile, note: note)
                let frame = Self.frame(text, results, size: size, keys: keys)
                #expect(frame.lines.count <= max(1, rows))
                #expect(frame.cursorColumn <= columns - 1)
                for line in frame.lines {
                    #expect(DisplayText.width(line) <= max(0, columns - 1), "\(line.debugDescription)")
                    #expect(HostileText.isPrintable(line) && !line.contains("\n"), "\(line.debugDescription)")
                }
            }
        }
    }

    @Test func drawingLeavesTheCursorInTheText() {
        let frame = TypeAheadFrame(lines: ["> 책", "note", "> a"], selectedLine: 2, cursorColumn: 4)
        let start = "\u{1B}[?25l\r> 책\u{1B}[K\r\nnote\u{1B}[K\r\n"
        let end = "\u{1B}[K\u{1B}[J\r\u{1B}[2A\u{1B}[4C\u{1B}[?25h"
        #expect(frame.drawing(isStyled: true) == "\(start)\u{1B}[7m> a\u{1B}[0m\(end)")
        #expect(frame.drawing(isStyled: false) == "\(start)> a\(end)", "the sign alone tells under NO_COLOR")
        let alone = TypeAheadFrame(lines: [""], selectedLine: nil, cursorColumn: 0)
        #expect(alone.drawing(isStyled: true) == "\u{1B}[?25l\r\u{1B}[K\u{1B}[J\r\u{1B}[?25h")
    }
}
