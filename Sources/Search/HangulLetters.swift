internal import GeocliText

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

    /// Returns the word that these letters spell if every jamo is in a syllable; nil if a jamo is left over.
    ///
    /// There is at most one such word, because a consonant before a vowel begins a syllable, and any other consonant
    /// ends one.
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
