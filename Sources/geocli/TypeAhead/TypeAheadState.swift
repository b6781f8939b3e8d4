internal import GeocliText

/// The state of the type-ahead screen, and the effect of keys on it.
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
    /// Set when the screen must end.
    private(set) var outcome: Outcome?
    /// The number of list rows that fit on the screen.
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
