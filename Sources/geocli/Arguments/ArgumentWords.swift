/// The words of the command line before the parser sees them.
enum ArgumentWords {
    /// Words that start with a minus and go on like a number are values, never options: `bbox -10,35,5,44`. A blank before
    /// them keeps the parser from taking them for options; every value is trimmed when it is read.
    static func normalized(_ words: [String]) -> [String] {
        var isLiteral = false
        return words.map { word in
            if word == "--" { isLiteral = true }
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
