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
    ///
    /// - Throws: every error of the source.
    mutating func press(_ keys: [KeyPress]) throws {
        for key in keys where state.outcome == nil {
            if key.concernsList { try search() }
            state.press(key)
        }
        if state.outcome == nil { try search() }
    }

    /// Takes the terminal's new size.
    mutating func resize(to size: TerminalSize) { state.resize(listHeight: TypeAheadView.listHeight(size)) }

    // MARK: Running

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

    // MARK: Terminals

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
