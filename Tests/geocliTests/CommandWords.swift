/// A command line as one line of text: in tables of cases, and as the name of a golden file.
enum CommandWords {
    /// The words of `line`: divided by blanks, `'…'` keeps blanks and commas in one word, `''` is an empty word.
    static func split(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in line {
            switch character {
            case "'":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return words
    }

    /// A command line as a file name: `%` and `/` become `%25` and `%2F`, nothing else changes.
    static func fileName(_ line: String) -> String {
        String(line.flatMap { $0 == "%" ? Array("%25") : $0 == "/" ? Array("%2F") : [$0] })
    }

    /// The command line that a file name stands for.
    static func line(fileName: String) -> String {
        fileName.replacing("%2F", with: "/").replacing("%25", with: "%")
    }
}
