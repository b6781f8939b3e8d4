internal import GeocliText

/// The keys of a Korean keyboard, for text that was typed while the keyboard was set to the other alphabet.
///
/// - Source: KS X 5002 (2-beolsik).
enum KeyboardLayout {
    private static let jamo: [Unicode.Scalar: Unicode.Scalar] = [
        "q": "ㅂ", "w": "ㅈ", "e": "ㄷ", "r": "ㄱ", "t": "ㅅ", "y": "ㅛ", "u": "ㅕ", "i": "ㅑ", "o": "ㅐ", "p": "ㅔ",
        "a": "ㅁ", "s": "ㄴ", "d": "ㅇ", "f": "ㄹ", "g": "ㅎ", "h": "ㅗ", "j": "ㅓ", "k": "ㅏ", "l": "ㅣ",
        "z": "ㅋ", "x": "ㅌ", "c": "ㅊ", "v": "ㅍ", "b": "ㅠ", "n": "ㅜ", "m": "ㅡ",
        "Q": "ㅃ", "W": "ㅉ", "E": "ㄸ", "R": "ㄲ", "T": "ㅆ", "O": "ㅒ", "P": "ㅖ",
    ]
    private static let keys = Dictionary(uniqueKeysWithValues: jamo.map { ($1, $0) })
    private static let pairs: [Unicode.Scalar: (Unicode.Scalar, Unicode.Scalar)] = [
        "ㅘ": ("ㅗ", "ㅏ"), "ㅙ": ("ㅗ", "ㅐ"), "ㅚ": ("ㅗ", "ㅣ"), "ㅝ": ("ㅜ", "ㅓ"), "ㅞ": ("ㅜ", "ㅔ"), "ㅟ": ("ㅜ", "ㅣ"),
        "ㅢ": ("ㅡ", "ㅣ"),
    ]

    /// Returns what the same keys type in Hangul, such as 책방 for `corqkd`, and what they type if caps lock was on, such
    /// as 책방 for `CORQKD`. The result is empty for a text that gives no Hangul or leaves a vowel outside a syllable.
    static func hangul(_ text: String) -> [String] {
        let letters = text.unicodeScalars.filter { $0.properties.isAlphabetic }
        guard !letters.isEmpty, letters.allSatisfy(\.isASCII) else { return [] }
        let locked = String(String.UnicodeScalarView(text.unicodeScalars.map(otherCase)))
        return [text, locked].compactMap { typed in
            let written = syllables(typed.unicodeScalars.map { jamo[$0] ?? jamo[lowercase($0)] ?? $0 })
            return written.contains(where: HangulLetters.isVowel) ? nil : String(String.UnicodeScalarView(written))
        }
    }

    private static func otherCase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.isASCII, scalar.properties.isAlphabetic else { return scalar }
        return Unicode.Scalar(scalar.value ^ 0x20) ?? scalar
    }

    /// Returns what the same keys type in Latin letters, such as book for ㅠㅐㅐㅏ; nil for a text without Hangul or with
    /// letters that are not Hangul.
    static func latin(_ folded: String) -> String? {
        var typed = String.UnicodeScalarView()
        var hasHangul = false
        for letter in HangulLetters.letters(folded.unicodeScalars) {
            let parts = (pairs[letter] ?? Hangul.parts(ofFinal: letter)).map { [$0.0, $0.1] } ?? [letter]
            for part in parts {
                if let key = keys[part] {
                    typed.append(lowercase(key))
                    hasHangul = true
                } else {
                    guard !part.properties.isAlphabetic else { return nil }
                    typed.append(part)
                }
            }
        }
        return hasHangul ? String(typed) : nil
    }

    private static func lowercase(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        0x41...0x5A ~= scalar.value ? Unicode.Scalar(scalar.value | 0x20) ?? scalar : scalar
    }

    /// Returns typed jamo as syllables; a jamo outside a syllable stays unchanged.
    private static func syllables(_ typed: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var written: [Unicode.Scalar] = []
        var rest = typed[...]
        while let letter = rest.popFirst() {
            guard let initial = Hangul.initials.firstIndex(of: letter), let vowel = vowel(&rest) else {
                written.append(letter)
                continue
            }
            written.append(Hangul.Syllable(initial: initial, vowel: vowel, final: final(&rest)).scalar)
        }
        return written
    }

    private static func vowel(_ rest: inout ArraySlice<Unicode.Scalar>) -> Int? {
        guard let first = rest.first, let single = Hangul.vowels.firstIndex(of: first) else { return nil }
        rest.removeFirst()
        guard let next = rest.first, let double = pairs.first(where: { $0.value == (first, next) })?.key else {
            return single
        }
        rest.removeFirst()
        return Hangul.vowels.firstIndex(of: double)
    }

    /// Returns the index of the final that the next consonants form; 0 if there is none. A consonant before a vowel is
    /// not part of the final, because it begins the next syllable.
    private static func final(_ rest: inout ArraySlice<Unicode.Scalar>) -> Int {
        let next = Array(rest.prefix(3))
        func isVowel(_ position: Int) -> Bool { position < next.count && HangulLetters.isVowel(next[position]) }
        guard let first = next.first, first != "\u{0}", let single = Hangul.finals.firstIndex(of: first), !isVowel(1)
        else { return 0 }
        rest.removeFirst()
        guard next.count > 1, !isVowel(2),
            let double = Hangul.finals.firstIndex(where: {
                Hangul.parts(ofFinal: $0).map { $0 == (first, next[1]) } ?? false
            })
        else { return single }
        rest.removeFirst()
        return double
    }
}

/// The forms that the last syllable of a text can take as typing continues.
enum PartialSyllable {
    private static let longerVowels: [Unicode.Scalar: [Unicode.Scalar]] = [
        "ㅗ": ["ㅘ", "ㅙ", "ㅚ"], "ㅜ": ["ㅝ", "ㅞ", "ㅟ"], "ㅡ": ["ㅢ"],
    ]
    private static let longerFinals: [Unicode.Scalar: [Unicode.Scalar]] = [
        "ㄱ": ["ㄳ"], "ㄴ": ["ㄵ", "ㄶ"], "ㄹ": ["ㄺ", "ㄻ", "ㄼ", "ㄽ", "ㄾ", "ㄿ", "ㅀ"], "ㅂ": ["ㅄ"],
    ]

    /// Returns a folded text once for each later form of its last syllable; nothing for a text that does not end in
    /// one. An open syllable gets each final, and each longer vowel: 책바 gives 책박, 책밖, …, 책방, … A closed syllable gets
    /// each longer final, and its final may also belong to the next syllable: 책방잉 gives 책방이ㅇ.
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
