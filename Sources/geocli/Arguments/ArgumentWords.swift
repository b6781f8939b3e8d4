/// The command line's words, prepared for the parser.
enum ArgumentWords {
    /// Returns `words` with a blank before each word that starts with a minus and continues like a number. `--marked`
    /// without a value gets a blank value, because the next word is not its value.
    ///
    /// A word like a number is always a value, never an option: `bbox -10,35,5,44`. The blank stops the parser from
    /// reading it as an option; every value is trimmed when it is read.
    static func normalized(_ words: [String]) -> [String] {
        var isLiteral = false
        return words.map { word in
            if word == "--" { isLiteral = true }
            if !isLiteral, word == "--marked" { return "--marked= " }
            return !isLiteral && looksLikeNumber(word) ? " " + word : word
        }
    }

    private static func looksLikeNumber(_ word: String) -> Bool {
        guard word.hasPrefix("-") else { return false }
        let rest = word.dropFirst().lowercased()
        guard let first = rest.utf8.first else { return false }
        return 0x30...0x39 ~= first || first == UInt8(ascii: ".") || rest.hasPrefix("nan") || rest.hasPrefix("inf")
    }
}
