import GeocliText
import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct PartialSyllableTests {
    /// The keys of a syllable, one for each jamo; a double vowel or final needs two.
    private func keys(_ syllable: Hangul.Syllable) -> [Unicode.Scalar] {
        let vowels: [Unicode.Scalar: [Unicode.Scalar]] = [
            "ㅘ": ["ㅗ", "ㅏ"], "ㅙ": ["ㅗ", "ㅐ"], "ㅚ": ["ㅗ", "ㅣ"], "ㅝ": ["ㅜ", "ㅓ"], "ㅞ": ["ㅜ", "ㅔ"], "ㅟ": ["ㅜ", "ㅣ"],
            "ㅢ": ["ㅡ", "ㅣ"],
        ]
        let vowel = Hangul.vowels[syllable.vowel]
        let final = Hangul.finals[syllable.final]
        let finals = Hangul.parts(ofFinal: final).map { [$0.0, $0.1] } ?? (syllable.final == 0 ? [] : [final])
        return [Hangul.initials[syllable.initial]] + (vowels[vowel] ?? [vowel]) + finals
    }

    @Test func completionsAreTheSyllablesThatMoreKeysGive() {
        var random = SeededGenerator(seed: 17)
        for number in 0..<150 {
            let initial = Int.random(in: 0..<19, using: &random)
            let typed = Hangul.Syllable(
                initial: initial, vowel: Int.random(in: 0..<21, using: &random),
                final: number % 3 == 0 ? 0 : Int.random(in: 0..<28, using: &random))
            let own = keys(typed)
            var expected: Set<String> = []
            for vowel in 0..<21 {
                for final in 0..<28 {
                    let later = Hangul.Syllable(initial: initial, vowel: vowel, final: final)
                    let isLater = later != typed && keys(later).starts(with: own)
                    if isLater { expected.insert("책" + String(later.scalar)) }
                }
            }
            if typed.final != 0 {
                // If the next letter is a vowel, the last consonant moves to the next syllable.
                let parts = Hangul.parts(ofFinal: Hangul.finals[typed.final])
                var open = typed
                open.final = parts.flatMap { Hangul.finals.firstIndex(of: $0.0) } ?? 0
                expected.insert("책" + String(open.scalar) + String(parts?.1 ?? Hangul.finals[typed.final]))
            }
            let found = PartialSyllable.completions("책" + String(typed.scalar))
            #expect(Set(found) == expected, "\(typed.scalar)")
            #expect(found.count == expected.count, "\(typed.scalar)")
        }
    }

    @Test(arguments: [
        ("책바", "책방"), ("책방잉", "책방이ㅇ"), ("고", "과"), ("고", "곽"), ("고", "괴"), ("달", "닭"), ("갑", "값"), ("의저", "의정"),
        ("닭", "달ㄱ"),
        ("값", "갑ㅅ"), ("우", "웬"), ("마포 책바", "마포 책방"),
    ])
    func whatIsMeantIsAmongThem(typed: String, meant: String) {
        #expect(PartialSyllable.completions(typed).contains(meant))
    }

    @Test(arguments: [("가", "나"), ("가", "가"), ("각", "갂"), ("과", "고"), ("가", "까")])
    func whatTakesOtherKeysIsNot(typed: String, other: String) {
        #expect(!PartialSyllable.completions(typed).contains(other))
    }

    @Test(arguments: ["", "book", "책방 ", "책1", "책-", "ㅊ", "책ㅂ", "漢", "ㅏ", "책\u{301}"])
    func aTextWithoutASyllableAtItsEndHasNone(text: String) { #expect(PartialSyllable.completions(text).isEmpty) }
}
