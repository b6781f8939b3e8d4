extension DisplayText {
    /// Returns `text` as lines of at most `columns` columns. The text is broken at blanks; only a word that is wider
    /// than a line is broken inside.
    ///
    /// - Parameter maximumLines: the maximum number of lines; if the text is longer, the last line ends in an ellipsis.
    /// - Edges: returns at least one line, and treats `columns` below 1 as 1. Blanks around a break are left out. An
    ///   ellipsis replaces a character that is wider than a line.
    /// - Complexity: O(n), n at most about eight times the columns of all lines.
    public static func wrapped(_ text: String, columns: Int, maximumLines: Int) -> [String] {
        let columns = max(columns, 1)
        // This also limits the length of a text with very many combining marks.
        let text = truncated(text, columns: columns * maximumLines)
        guard width(text) > columns else { return [text] }
        var lines = WrappedLines(columns: columns)
        for word in text.split(separator: " ") {
            guard width(String(word)) > columns else {
                lines.add(word)
                continue
            }
            // A long word may be a name with a second name in brackets after it. The second name goes to the next line
            // as a whole if it fits there.
            for (position, part) in parts(of: word).enumerated() { lines.add(part, isGlued: position > 0) }
        }
        guard lines.all.count > maximumLines else { return lines.all }
        let last = lines.all[maximumLines - 1]
        let cut = width(last) < columns ? last + "…" : truncated(last + "……", columns: columns)
        return lines.all.prefix(maximumLines - 1) + [cut]
    }
}

/// Returns a long word split before the first bracket inside it; the whole word if there is none.
private func parts(of word: Substring) -> [Substring] {
    guard let bracket = word.dropFirst().firstIndex(where: { "([（［".contains($0) }) else { return [word] }
    return [word[..<bracket], word[bracket...]]
}

/// Lines that are filled word by word.
private struct WrappedLines {
    let columns: Int
    private(set) var all = [""]
    /// The columns that the last line takes.
    private var used = 0

    init(columns: Int) { self.columns = columns }

    /// - Parameter isGlued: whether the word follows the previous one without a blank.
    mutating func add(_ word: Substring, isGlued: Bool = false) {
        let width = DisplayText.width(String(word))
        if isGlued {
            if used + width > columns, width <= columns { begin() }
        } else if used > 0, used + 1 + width <= columns || width > columns && used + 2 < columns {
            put(" ", width: 1)
        } else if used > 0 {
            begin()
        }
        guard used + width > columns else { return put(String(word), width: width) }
        for character in word {
            let width = DisplayText.width(String(character))
            if width > columns {
                put(character: "…", width: 1)
            } else {
                put(character: String(character), width: width)
            }
        }
    }

    private mutating func put(character: String, width: Int) {
        if used + width > columns { begin() }
        put(character, width: width)
    }

    private mutating func put(_ text: String, width: Int) {
        all[all.count - 1] += text
        used += width
    }

    private mutating func begin() {
        all.append("")
        used = 0
    }
}
