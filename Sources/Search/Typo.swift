internal import GeocliText

/// Words that differ from a word in one letter: a letter is inserted, removed or replaced, or two neighboring letters
/// or syllables are swapped.
///
/// - Source: the edits of Damerau, "A technique for computer detection and correction of spelling errors" (1964); jamo
///   are the letters of Hangul.
enum Typo {
    /// The minimum number of letters of a word. A shorter word differs in only one letter from too many other words.
    private static let leastLetters = 4
    /// The maximum number of letters of a word; a longer word has too many neighbors.
    private static let maximumLetters = 60

    /// Minimum syllables of a word in which syllables are swapped.
    private static let leastSyllables = 3
    /// A word with fewer letters than this matches only at the start of a word in a name.
    private static let fewLetters = 6

    private static let consonants = Array("ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    private static let latin = Array("abcdefghijklmnopqrstuvwxyz".unicodeScalars)
    private static let jamo = consonants + Hangul.vowels

    /// Returns the neighbors of a folded word: the words that differ from it in one letter, each once. A word with bare
    /// jamo has no neighbors.
    static func neighbors(_ word: String) -> [String] {
        let scalars = Array(word.unicodeScalars)
        guard !scalars.contains(where: HangulLetters.isJamo) else { return [] }
        let letters = HangulLetters.letters(scalars)
        guard letters.count <= maximumLetters, letters.count(where: Folding.isWordCharacter) >= leastLetters else {
            return []
        }
        var seen: Set<String> = [word]
        var found: [String] = []
        forEachEdit(letters) { edited in
            if let neighbor = HangulLetters.word(edited), seen.insert(neighbor).inserted { found.append(neighbor) }
        }
        guard scalars.count >= leastSyllables else { return found }
        for position in scalars.indices.dropLast() where Hangul.isSyllable(scalars[position]) {
            var swapped = scalars
            swapped.swapAt(position, position + 1)
            let neighbor = String(String.UnicodeScalarView(swapped))
            if seen.insert(neighbor).inserted { found.append(neighbor) }
        }
        return found
    }

    /// Returns whether a word is so short that many other words differ from it in only one letter.
    static func isShort(_ word: String) -> Bool {
        HangulLetters.letters(word.unicodeScalars).count { !alphabet($0).isEmpty } < fewLetters
    }

    /// Returns the letters that may replace a letter; none for a character outside these alphabets.
    private static func alphabet(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if HangulLetters.isJamo(scalar) { return jamo }
        return 0x61...0x7A ~= scalar.value ? latin : []
    }

    private static func forEachEdit(_ letters: [Unicode.Scalar], _ body: ([Unicode.Scalar]) -> Void) {
        for position in letters.indices {
            let choices = alphabet(letters[position])
            guard !choices.isEmpty else { continue }
            var edited = letters
            for choice in choices {
                edited[position] = choice
                body(edited)
            }
            body(Array(letters[..<position] + letters[(position + 1)...]))
            insert(choices, into: letters, at: position, body)
            // Inserts each letter of the current letter's alphabet before the current letter. Also inserts these
            // letters after the current letter if the next letter has another alphabet or if the current letter is
            // the last one.
            let next = letters.dropFirst(position + 1).first
            if next.map({ alphabet($0) != choices }) ?? true { insert(choices, into: letters, at: position + 1, body) }
            if let next, next != letters[position], !alphabet(next).isEmpty {
                var swapped = letters
                swapped.swapAt(position, position + 1)
                body(swapped)
            }
        }
    }

    private static func insert(
        _ choices: [Unicode.Scalar], into letters: [Unicode.Scalar], at position: Int,
        _ body: ([Unicode.Scalar]) -> Void
    ) {
        var edited = letters
        edited.insert(" ", at: position)
        for choice in choices {
            edited[position] = choice
            body(edited)
        }
    }
}
