internal import GeocliText

/// The known names that a person may have meant by a misspelled word.
public enum Spelling {
    /// The minimum number of letters in the start of a name; a shorter start fits too many names.
    private static let leastPrefix = 2
    /// The maximum number of edits. A name with more edits is another word.
    private static let mostEdits = 2
    /// The maximum length of a compared word. Comparing longer words takes time, and no option, field or district is
    /// longer.
    private static let longestWord = 64

    /// Returns the names that are spelled most like `word`, each once, in their original order. The result is empty if
    /// no name is near.
    ///
    /// A name is near if it begins with the word and the word has two letters or more. A name is also near if it
    /// differs from the word by at most one edit for every three letters, and by at most two edits in all. An edit
    /// inserts, removes or replaces a letter, or swaps two neighboring letters. A Hangul name may differ by one jamo
    /// for every four jamo, or by one syllable for every three syllables, but by at most two in either case. Case,
    /// width and leading dashes make no difference.
    public static func near(_ word: String, among names: some Sequence<String>, limit: Int = 3) -> [String] {
        let wanted = key(word)
        guard wanted.unicodeScalars.count <= longestWord else { return [] }
        var found: [(name: String, edits: Int)] = []
        for name in names where !found.contains(where: { $0.name == name }) {
            if let edits = edits(from: wanted, to: key(name)) { found.append((name, edits)) }
        }
        let least = found.map(\.edits).min()
        return found.filter { $0.edits == least }.prefix(limit).map(\.name)
    }

    /// Returns the number of edits between two sequences (optimal string alignment).
    ///
    /// - Source: Damerau, "A technique for computer detection and correction of spelling errors" (1964).
    /// - Complexity: O(n m).
    public static func distance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
        var before: [Int] = []
        var row = Array(0...right.count)
        for line in left.indices {
            var next = [line + 1]
            for column in right.indices {
                let replaced = row[column] + (left[line] == right[column] ? 0 : 1)
                var least = min(replaced, row[column + 1] + 1, next[column] + 1)
                if line > 0, column > 0, left[line] == right[column - 1], left[line - 1] == right[column] {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }

    private static func key(_ text: String) -> String {
        Folding.folded(String(text.trimmingBlanks().drop { $0 == "-" }))
    }

    /// Returns the number of edits between a word and a name; 1 if the word is a start of the name; nil if the two are
    /// not near.
    private static func edits(from word: String, to name: String) -> Int? {
        guard !word.isEmpty, name.unicodeScalars.count <= longestWord else { return nil }
        if word == name { return 0 }
        if word.unicodeScalars.count >= leastPrefix, name.unicodeScalars.starts(with: word.unicodeScalars) { return 1 }
        let syllables = (Array(word.unicodeScalars), Array(name.unicodeScalars))
        let letters = (HangulLetters.letters(syllables.0), HangulLetters.letters(syllables.1))
        let edits = distance(letters.0, letters.1)
        let isLatin = letters.0.count == syllables.0.count && letters.1.count == syllables.1.count
        if edits <= allowed(letters.0.count, letters.1.count, lettersForEach: isLatin ? 3 : 4) { return edits }
        guard !isLatin else { return nil }
        let changed = distance(syllables.0, syllables.1)
        // A name that is near only by its syllables ranks after every name that is near by its letters.
        return changed <= allowed(syllables.0.count, syllables.1.count, lettersForEach: 3) ? mostEdits + changed : nil
    }

    private static func allowed(_ left: Int, _ right: Int, lettersForEach: Int) -> Int {
        min(mostEdits, max(left, right) / lettersForEach)
    }
}
