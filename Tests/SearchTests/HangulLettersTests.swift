import Foundation
import TestSupport
import Testing

@testable import GeocliSearch

@Suite struct HangulLettersTests {
    @Test(arguments: [
        ("책방", "ㅊㅐㄱㅂㅏㅇ"), ("값", "ㄱㅏㅄ"), ("까", "ㄲㅏ"), ("과", "ㄱㅘ"), ("a책 1", "aㅊㅐㄱ 1"), ("", ""), ("ㅊ", "ㅊ"), ("漢", "漢"),
    ])
    func lettersAreTheJamoOfSyllables(word: String, letters: String) {
        #expect(HangulLetters.letters(word.unicodeScalars) == Array(letters.unicodeScalars))
    }

    @Test func everySyllableHasTheLettersOfItsCanonicalDecomposition() {
        for value in UInt32(0xAC00)...0xD7A3 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let jamo = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            let names = jamo.map { $0.properties.name?.split(separator: " ").last ?? "?" }
            let letters = HangulLetters.letters([scalar]).map { $0.properties.name?.split(separator: " ").last ?? "" }
            #expect(letters == names, "\(scalar)")
        }
    }

    @Test func theLettersOfAWordWriteThatWordAlone() {
        for seed in UInt64(1)...2000 {
            var random = SeededGenerator(seed: seed)
            let scalars = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
                Int.random(in: 0...5, using: &random) == 0
                    ? Array("a1 -漢".unicodeScalars).randomElement(using: &random)
                    : Unicode.Scalar(UInt32.random(in: 0xAC00...0xD7A3, using: &random))
            }
            let word = String(String.UnicodeScalarView(scalars))
            #expect(HangulLetters.word(HangulLetters.letters(scalars)) == word, "seed \(seed): \(word)")
        }
    }

    @Test(arguments: [
        "ㅊ", "ㅏ", "ㅊㅊㅐ", "ㅊㅐㄱㅂ", "ㅊㅐㅏ", "ㄳㅏ", "ㄱㅏㄸ", "ㄱㅏㄱㄱ", "aㄱ", "ㄱㅏㄱㅅㅅㅏㅏ", "ㄱaㅏ", "ㄱㅏㄸa",
    ])
    func lettersThatBelongToNoSyllableGiveNoWord(letters: String) {
        #expect(HangulLetters.word(Array(letters.unicodeScalars)) == nil)
    }

    @Test func randomLettersGiveAWordOfThoseLettersOrNone() {
        var words = 0
        for seed in UInt64(1)...20_000 {
            var random = SeededGenerator(seed: seed)
            let letters = (0..<Int.random(in: 0...7, using: &random)).compactMap { _ in
                Array("ㄱㄳㄸㅇㅏㅘㅣa1".unicodeScalars).randomElement(using: &random)
            }
            guard let word = HangulLetters.word(letters) else { continue }
            words += 1
            #expect(HangulLetters.letters(word.unicodeScalars) == letters, "seed \(seed)")
            #expect(!word.unicodeScalars.contains(where: HangulLetters.isJamo), "seed \(seed)")
        }
        #expect(words > 500)
    }
}
