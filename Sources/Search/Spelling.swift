internal import GeocliText

/// The known names that a person may have meant by a misspelled word.
package enum Spelling {
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
    package static func near(_ word: String, among names: some Sequence<String>, limit: Int = 3) -> [String] {
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
    package static func distance<Letter: Equatable>(_ left: [Letter], _ right: [Letter]) -> Int {
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

/// Conversion of words into their letters and back. The letters of a syllable are its jamo; other characters stay
/// unchanged.
enum HangulLetters {
    /// Returns the letters of a word. A double final such as ㄳ is one letter.
    static func letters(_ word: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
        word.flatMap { scalar in
            guard let syllable = Hangul.Syllable(scalar) else { return [scalar] }
            let open = [Hangul.initials[syllable.initial], Hangul.vowels[syllable.vowel]]
            return syllable.final == 0 ? open : open + [Hangul.finals[syllable.final]]
        }
    }

    /// Returns the word that these letters spell if every jamo is in a syllable; nil if a jamo is left over. There is
    /// at most one such word, because a consonant before a vowel begins a syllable, and any other consonant ends one.
    static func word(_ letters: [Unicode.Scalar]) -> String? {
        var word = String.UnicodeScalarView()
        var position = 0
        while position < letters.count {
            let letter = letters[position]
            guard isJamo(letter) else {
                word.append(letter)
                position += 1
                continue
            }
            guard let (syllable, length) = syllable(letters[position...]) else { return nil }
            word.append(syllable.scalar)
            position += length
        }
        return String(word)
    }

    static func isJamo(_ scalar: Unicode.Scalar) -> Bool { 0x3131...0x3163 ~= scalar.value }

    static func isVowel(_ scalar: Unicode.Scalar) -> Bool { 0x314F...0x3163 ~= scalar.value }

    /// Returns the syllable that the letters begin with, and the number of its letters.
    private static func syllable(_ letters: ArraySlice<Unicode.Scalar>) -> (Hangul.Syllable, Int)? {
        let letters = Array(letters.prefix(4))
        guard letters.count > 1, let initial = Hangul.initials.firstIndex(of: letters[0]),
            let vowel = Hangul.vowels.firstIndex(of: letters[1])
        else { return nil }
        let isClosed =
            letters.count > 2 && isJamo(letters[2]) && !isVowel(letters[2])
            && !(letters.count > 3 && isVowel(letters[3]))
        guard isClosed else { return (Hangul.Syllable(initial: initial, vowel: vowel), 2) }
        guard let final = Hangul.finals.firstIndex(of: letters[2]) else { return nil }
        return (Hangul.Syllable(initial: initial, vowel: vowel, final: final), 3)
    }
}
