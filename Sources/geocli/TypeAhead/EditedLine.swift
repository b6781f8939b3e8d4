internal import GeocliText

/// A line of text that a person is typing, with a cursor in it that never stands inside a character.
struct EditedLine: Equatable {
    /// A search text is short; a paste of a whole file would be looked for in vain, and slowly.
    static let mostBytes = 512

    /// The text in front of the cursor.
    private(set) var before = ""
    /// The text behind it.
    private(set) var after = ""

    /// The whole line.
    var text: String { before + after }

    /// Puts `new` in front of the cursor, as much of it as there is room for.
    mutating func insert(_ new: String) {
        before += new.head(bytes: max(0, Self.mostBytes - text.utf8.count))
        settle()
    }

    /// Deletes the character in front of the cursor: a whole syllable, in whatever form it is written.
    mutating func deleteBackward() {
        _ = before.popLast()
        settle()
    }

    /// Deletes the character behind the cursor.
    mutating func deleteForward() {
        if !after.isEmpty { after.removeFirst() }
        settle()
    }

    /// Deletes the word in front of the cursor, with the blanks between.
    mutating func deleteWord() {
        while let last = before.last, last.isWhitespace { before.removeLast() }
        while let last = before.last, !last.isWhitespace { before.removeLast() }
        settle()
    }

    mutating func clear() { self = EditedLine() }

    mutating func moveLeft() {
        guard let last = before.popLast() else { return }
        after = String(last) + after
    }

    mutating func moveRight() {
        guard !after.isEmpty else { return }
        before.append(after.removeFirst())
    }

    mutating func moveToStart() { (before, after) = ("", text) }

    mutating func moveToEnd() { (before, after) = (text, "") }

    /// Takes what became one character with its neighbour to the same side of the cursor: a vowel, say, in front of
    /// which an initial was typed.
    private mutating func settle() {
        while let last = before.last, let next = after.first, (String(last) + String(next)).count == 1 { moveRight() }
    }
}
