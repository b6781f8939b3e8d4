internal import GeocliText

/// Text in lines of limited width.
enum WrappedText {
    /// Returns the words in lines of at most `columns` columns of a terminal.
    ///
    /// - Edges: a longer word is a line by itself; without words, the result is empty.
    static func lines(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var width = 0
        for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
            let length = DisplayText.width(word)
            if let last = lines.last, width + 1 + length <= columns {
                lines[lines.count - 1] = last + " " + word
                width += 1 + length
            } else {
                lines.append(word)
                width = length
            }
        }
        return lines
    }
}
