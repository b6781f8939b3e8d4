import Foundation
import TestSupport
import Testing

@testable import GeocliText

@Suite struct FoldingTests {
    /// The definition of folding, by Foundation, for alphabets whose lower case equals their case folding.
    private func reference(_ text: String) -> String {
        let plain = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
            if scalar.properties.isWhitespace { return " " }
            let isNothing =
                scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .control
            if isNothing { return nil }
            guard 0xFF01...0xFF5E ~= scalar.value else { return scalar }
            return Unicode.Scalar(scalar.value - 0xFEE0)
        }
        let words = String(String.UnicodeScalarView(plain)).split(separator: " ").joined(separator: " ")
        return words.precomposedStringWithCanonicalMapping.lowercased()
    }

    private func expectReference(_ alphabet: [String], seeds: ClosedRange<UInt64>) {
        for seed in seeds {
            var random = SeededGenerator(seed: seed)
            let text = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                alphabet.randomElement(using: &random)
            }.joined()
            let folded = Folding.folded(text)
            #expect(
                haveSameBytes(folded, reference(text)),
                "seed \(seed): \(text.debugDescription) gave \(folded.debugDescription)")
        }
    }

    private static let quickAlphabet = [
        "a", "Z", "0", "-", "_", "'", "\u{0}", "\u{1F}", " ", "\t", "\n", "\u{0B}", "책", "방", "가", "힣", "漢", "字", "鿿",
        "\u{D7A3}",
        "\u{4E00}", "\u{AC00}", "\u{D780}",
    ]
    private static let slowAlphabet = [
        "é", "É", "ñ", "Å", "ㅊ", "ㅏ", "Я", "Ё", "\u{3000}", "\u{A0}", "\u{2003}", "Ａ", "ｚ", "９", "！", "～", "、", "Δ",
        "😀",
        "\u{D7B0}", "\u{A640}", "\u{A000}", "ゼ", "\u{FEFF}",
    ]

    @Test func theQuickWayGivesWhatTheReferenceGives() { expectReference(Self.quickAlphabet, seeds: 1...600) }

    @Test func theSlowWayGivesWhatTheReferenceGives() {
        expectReference(Self.slowAlphabet, seeds: 1...600)
        expectReference(Self.quickAlphabet + Self.slowAlphabet, seeds: 601...1200)
    }

    /// A single é makes the whole text take the slow path, which must fold every other character as the fast path does.
    @Test func bothWaysAgreeOnEveryCharacter() {
        for value in UInt32(0)...0xFFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let character = String(Character(scalar))
            // The hyphen prevents é from composing with the character.
            let slow = Folding.folded("é-\(character)-")
            let middle = scalar.properties.isWhitespace ? " " : Folding.folded(character)
            #expect(haveSameBytes(slow, "é-\(middle)-"), "U+\(String(value, radix: 16))")
        }
    }

    @Test func bothNormalFormsFoldToTheSame() {
        for text in ["책방", "가각힣", "É", "Å", "ё", "ぜ", "한국 Café", "ệ"] {
            let apart = text.decomposedStringWithCanonicalMapping
            #expect(!haveSameBytes(apart, text))
            #expect(haveSameBytes(Folding.folded(apart), Folding.folded(text)), "\(text)")
            #expect(haveSameBytes(Folding.composed(apart), text))
        }
        #expect(Folding.folded("\u{1112}\u{1161}\u{11AB}") == "한")
        #expect(haveSameBytes(Folding.folded("\u{212B}"), "å"))
    }

    @Test func caseWidthAndSpacesMakeNoDifference() {
        #expect(Folding.folded("ＢＯＯＫ　Ｓｈｏｐ！") == "book shop!")
        #expect(Folding.folded(" Seoul\tBook\r\nShop\u{A0}\u{2028}") == "seoul book shop")
        #expect(Folding.folded("Straße") == "strasse")
        #expect(Folding.folded("ΣΊΣΥΦΟΣ") == Folding.folded("σίσυφος"))
        #expect(Folding.folded("") == "")
        #expect(Folding.folded(" \u{3000}\n") == "")
    }

    @Test func compatibilityJamoStayThemselves() {
        // U+3164 is an invisible filler; U+318D is a dot between words.
        for value in UInt32(0x3131)...0x318E where value != 0x3164 && value != 0x318D {
            let jamo = String(Unicode.Scalar(value).map(Character.init) ?? " ")
            #expect(haveSameBytes(Folding.folded(jamo), jamo), "U+\(String(value, radix: 16))")
        }
        #expect(Folding.folded("ㅊㅂ") == "ㅊㅂ")
        #expect(haveSameBytes(Folding.composed("ㅊ"), "ㅊ"))
    }

    /// The dots that Korean, Japanese and typographic keyboards and old word processors put between words.
    private static let dots = [
        "·", "\u{387}", "\u{119E}", "•", "\u{2024}", "‧", "∙", "⋅", "・", "ㆍ", "･",
    ]

    @Test(arguments: dots)
    func everyDotBetweenWordsIsTheSame(dot: String) {
        #expect(haveSameBytes(Folding.folded("서점\(dot)점"), "서점·점"))
        #expect(haveSameBytes(Folding.folded("ＡＢ\(dot) \(dot)é"), "ab· ·é"))
        #expect(haveSameBytes(Folding.folded(dot), "·"))
        #expect(Folding.squeezed(Folding.folded("서점\(dot)점")) == "서점점")
    }

    @Test(arguments: [
        ("㈜한빛", "(주)한빛"), ("（주）한빛", "(주)한빛"), ("(주)한빛", "(주)한빛"), ("㈔책", "(사)책"), ("㈎㈛", "(가)(하)"), ("㈀", "(ㄱ)"),
        ("㉠㉮㉻", "ㄱ가하"), ("㉼㉽㉾", "참고주의우"), ("㈝㈞", "(오전)(오후)"), ("㈱㊑", "(株)株"), ("㋐㋾", "アヲ"), ("É㈜", "é(주)"),
        ("㉠\u{1161}", "ㄱㅏ"),
    ])
    func enclosedWordsAreTheirWords(text: String, folded: String) {
        #expect(haveSameBytes(Folding.folded(text), folded))
        #expect(haveSameBytes(Folding.folded(folded), folded))
    }

    /// By Foundation, which uses conjoining jamo. Numbers, months and units stay unchanged, because they are not words.
    @Test func theWordsAreThoseOfTheCompatibilityForm() throws {
        let words =
            Array(0x3200...0x321E) + Array(0x3220...0x3247) + Array(0x3260...0x327E) + Array(0x3280...0x32B0)
            + Array(0x32D0...0x32FE)
        let jamo = Dictionary(
            uniqueKeysWithValues: zip(
                "\u{1100}\u{1102}\u{1103}\u{1105}\u{1106}\u{1107}\u{1109}\u{110B}".unicodeScalars,
                "ㄱㄴㄷㄹㅁㅂㅅㅇ".unicodeScalars)
        )
        .merging(zip("\u{110C}\u{110E}\u{110F}\u{1110}\u{1111}\u{1112}".unicodeScalars, "ㅈㅊㅋㅌㅍㅎ".unicodeScalars)) { $1 }
        for value in 0x3200...0x32FF {
            let character = String(try #require(Unicode.Scalar(UInt32(value))))
            let form = character.precomposedStringWithCompatibilityMapping.unicodeScalars.map { jamo[$0] ?? $0 }
            let wanted = words.contains(value) ? String(String.UnicodeScalarView(form)) : character
            #expect(haveSameBytes(Folding.folded(character), wanted), "U+\(String(value, radix: 16))")
        }
    }

    @Test func composingKeepsCaseAndSpaces() {
        #expect(haveSameBytes(Folding.composed("E\u{301} Ａ\u{3000}x"), "É Ａ\u{3000}x"))
        #expect(Folding.composed("") == "")
    }

    @Test func foldedTextIsComposedAlsoWhereASpaceOrAWidthStoodBetween() {
        for text in ["\u{1112} \u{1161}", "Ａ\u{301}", "e \u{301}", "가 \u{11A8}"] {
            let folded = Folding.folded(text)
            #expect(haveSameBytes(folded, Folding.composed(folded)), "\(text.debugDescription)")
            #expect(haveSameBytes(Folding.folded(folded), folded), "\(text.debugDescription)")
        }
    }

    @Test func digitsAreThoseOfASCIIInOrder() {
        #expect(Folding.digits("02-3437-5092~5") == "02343750925")
        #expect(Folding.digits("전화 ０２ ٣ 1") == "1")
        #expect(Folding.digits("") == "")
    }
}
