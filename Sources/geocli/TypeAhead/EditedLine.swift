internal import GeocliText

/// A line of text that the user is typing, with a cursor that is never inside a character.
struct EditedLine: Equatable {
    /// A search text is short. A search for a whole pasted file would take long and find nothing.
    static let maximumBytes = 512

    /// The text before the cursor.
    private(set) var before = ""
    /// The text after the cursor.
    private(set) var after = ""

    /// The whole line.
    var text: String { before + after }

    /// Inserts `new` before the cursor. If the line would be too long, the end of `new` is left out.
    mutating func insert(_ new: String) {
        before += new.head(bytes: max(0, Self.maximumBytes - text.utf8.count))
        settle()
    }

    /// Deletes the character before the cursor: a whole syllable, in any normal form.
    mutating func deleteBackward() {
        _ = before.popLast()
        settle()
    }

    /// Deletes the character after the cursor.
    mutating func deleteForward() {
        if !after.isEmpty { after.removeFirst() }
        settle()
    }

    /// Deletes the word before the cursor and the blanks after it.
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

    /// Keeps the cursor between characters. An edit may join text on both sides into one character, for example an
    /// initial typed before a vowel. That character then moves to one side of the cursor.
    private mutating func settle() {
        while let last = before.last, let next = after.first, (String(last) + String(next)).count == 1 { moveRight() }
    }
}
