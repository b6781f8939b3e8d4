internal import GeocliText

/// The forms that the last syllable of a text can take as typing continues.
enum PartialSyllable {
    private static let longerVowels: [Unicode.Scalar: [Unicode.Scalar]] = [
        "ㅗ": ["ㅘ", "ㅙ", "ㅚ"], "ㅜ": ["ㅝ", "ㅞ", "ㅟ"], "ㅡ": ["ㅢ"],
    ]
    private static let longerFinals: [Unicode.Scalar: [Unicode.Scalar]] = [
        "ㄱ": ["ㄳ"], "ㄴ": ["ㄵ", "ㄶ"], "ㄹ": ["ㄺ", "ㄻ", "ㄼ", "ㄽ", "ㄾ", "ㄿ", "ㅀ"], "ㅂ": ["ㅄ"],
    ]

    /// Returns a folded text once for each later form of its last syllable. An open syllable gets each final, and each
    /// longer vowel: 책바 gives 책박, 책밖, …, 책방, … A closed syllable gets each longer final, and its final may also belong
    /// to the next syllable: 책방잉 gives 책방이ㅇ.
    ///
    /// - Edges: the result is empty for a text that does not end in a syllable.
    static func completions(_ folded: String) -> [String] {
        guard let last = folded.unicodeScalars.last, let syllable = Hangul.Syllable(last) else { return [] }
        let start = String(String.UnicodeScalarView(folded.unicodeScalars.dropLast()))
        return (syllable.final == 0 ? opened(syllable) : closed(syllable)).map { start + $0 }
    }

    private static func opened(_ syllable: Hangul.Syllable) -> [String] {
        let vowels = [syllable.vowel] + indices(of: longerVowels[Hangul.vowels[syllable.vowel]], in: Hangul.vowels)
        return vowels.flatMap { vowel in
            Hangul.finals.indices.map { Hangul.Syllable(initial: syllable.initial, vowel: vowel, final: $0) }
        }
        .filter { $0 != syllable }.map { String($0.scalar) }
    }

    private static func closed(_ syllable: Hangul.Syllable) -> [String] {
        let final = Hangul.finals[syllable.final]
        let longer = indices(of: longerFinals[final], in: Hangul.finals).map {
            String(Hangul.Syllable(initial: syllable.initial, vowel: syllable.vowel, final: $0).scalar)
        }
        var shorter = syllable
        let (kept, moved) = Hangul.parts(ofFinal: final) ?? ("\u{0}", final)
        shorter.final = Hangul.finals.firstIndex(of: kept) ?? 0
        return longer + [String(shorter.scalar) + String(moved)]
    }

    private static func indices(of letters: [Unicode.Scalar]?, in all: [Unicode.Scalar]) -> [Int] {
        (letters ?? []).compactMap(all.firstIndex)
    }
}
