internal import GeocliText
internal import Glibc

/// A list on the terminal that narrows with each key of a text, until a row of it is chosen.
///
/// It is drawn on standard error's terminal, in place, below the line where the program was called, and cleared at its
/// end; standard output is left alone.
struct TypeAheadScreen {
    /// The text and how many rows at most give the rows.
    typealias Source = (_ text: String, _ atMost: Int) throws -> TypeAheadResults

    /// Nobody leafs through more; the text is there to narrow them.
    private static let mostRows = 100
    /// So long after ESC comes what a terminal sends behind it, over a slow line too; a person is slower.
    private static let escapeMilliseconds = 50

    private let view: TypeAheadView
    private let limit: Int
    private let source: Source
    private(set) var state = TypeAheadState()
    private var decoder = KeyDecoder()

    /// A screen that begins with `initialText` typed; the list holds no more than `limit` rows.
    init(prompt: Words, initialText: String, limit: Int? = nil, source: @escaping Source) {
        view = TypeAheadView(prompt: prompt.text(Console.language) + "> ", language: Console.language)
        self.limit = min(limit ?? Self.mostRows, Self.mostRows)
        self.source = source
        state.press(.text(DisplayText.singleLine(initialText)))
    }

    /// Runs until a row is chosen; its id, nil if the person left.
    ///
    /// - Throws: what the source throws; `UsageError` where there is no terminal that can show it.
    mutating func run() throws -> Int64? {
        try Self.checkTerminal()
        return try RawTerminal.use { terminal in try run(on: terminal) }
    }

    /// What keys do, one after the other: one that concerns the list finds the answer to the text typed before it.
    ///
    /// - Throws: what the source throws.
    mutating func press(_ keys: [KeyPress]) throws {
        for key in keys where state.outcome == nil {
            if key.concernsList { try search() }
            state.press(key)
        }
        if state.outcome == nil { try search() }
    }

    /// Takes a new size of the terminal.
    mutating func resize(to size: TerminalSize) { state.resize(listHeight: TypeAheadView.listHeight(size)) }

    // MARK: Running

    private mutating func run(on terminal: RawTerminal) throws -> Int64? {
        let isStyled = (Environment.variable("NO_COLOR") ?? "").isEmpty
        var size = terminal.size
        resize(to: size)
        // The line stands there while the first search runs.
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

    /// The size that the terminal has now.
    ///
    /// A terminal that becomes narrower breaks the lines drawn and scrolls them away, each time leaving some behind; so
    /// from the first change on the screen is an alternate one.
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
        // One more tells whether there are more.
        var results = try source(state.line.text, limit + 1)
        let hasMore = results.rows.count > limit
        results.rows = Array(results.rows.prefix(limit))
        state.take(results, hasMore: hasMore)
    }

    // MARK: Terminals

    private static func checkTerminal() throws {
        guard isatty(0) == 1, Console.errorIsTerminal else { throw noTerminal }
        let kind = Environment.variable("TERM") ?? ""
        guard !kind.isEmpty, kind != "dumb" else { throw dumbTerminal }
    }

    static let noTerminal = UsageError(
        en: "--interactive needs standard input and standard error to be a terminal; leave it out and give TEXT",
        ko: "--interactive에는 표준 입력과 표준 오류가 터미널이어야 합니다; 빼고 찾을 글(TEXT)을 주세요")

    private static let dumbTerminal = UsageError(
        en:
            "--interactive needs a terminal whose cursor can be moved, and TERM names none; set TERM, or give TEXT alone",
        ko: "--interactive에는 커서를 옮길 수 있는 터미널이 필요한데 TERM이 그렇지 않습니다; TERM을 설정하거나 찾을 글(TEXT)만 주세요")
}

/// How much a terminal shows.
struct TerminalSize: Equatable {
    let rows: Int
    let columns: Int
}
