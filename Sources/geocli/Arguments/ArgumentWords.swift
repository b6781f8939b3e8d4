/// The command line's words, prepared for the parser.
enum ArgumentWords {
    /// Returns `words` with a blank before each word that looks like a negative number. `--marked` without a value gets
    /// a blank value, so that the parser does not take the next word as its value.
    ///
    /// A word that looks like a number is always a value, never an option, as in `bbox -10,35,5,44`. The blank stops
    /// the parser from reading the word as an option; every value is trimmed when it is read.
    static func normalized(_ words: [String]) -> [String] {
        var isLiteral = false
        return words.map { word in
            if word == "--" { isLiteral = true }
            if !isLiteral, word == "--marked" { return "--marked= " }
            return !isLiteral && looksLikeNumber(word) ? " " + word : word
        }
    }

    /// Returns `mine show 1` for `mine notes show 1`, and does the same for the other verbs that take a note. Other
    /// words after `mine notes` are a text to find.
    static func withoutNotes(_ words: [String]) -> [String] {
        guard words.count > 3, words.starts(with: ["mine", "notes"]),
            ["show", "edit", "remove", "restore"].contains(words[2]),
            looksLikeNote(words[3]) || ["-h", "--help", "--help-all"].contains(words[3])
        else { return words }
        return ["mine"] + words.dropFirst(2)
    }

    /// Returns whether a word looks like a note's number, or like at least four hexadecimal digits of a note's id.
    private static func looksLikeNote(_ word: String) -> Bool {
        let word = word.lowercased()
        let number = word.hasPrefix("#") ? word.dropFirst() : word[...]
        if !number.isEmpty, number.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return true }
        return word.utf8.count >= 4
            && word.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 || $0 == 0x2D } && !word.hasPrefix("-")
    }

    private static func looksLikeNumber(_ word: String) -> Bool {
        guard word.hasPrefix("-") else { return false }
        let rest = word.dropFirst().lowercased()
        guard let first = rest.utf8.first else { return false }
        return 0x30...0x39 ~= first || first == UInt8(ascii: ".") || rest.hasPrefix("nan") || rest.hasPrefix("inf")
    }
}
