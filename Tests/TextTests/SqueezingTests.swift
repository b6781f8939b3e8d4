import Foundation
import TestSupport
import Testing

@testable import GeocliText

@Suite struct SqueezingTests {
    /// The definition of folding, by Foundation, for alphabets whose lower case equals their case folding.
    private func reference(_ text: String) -> String {
        var folded = text
        while true {
            let seen = folded.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
                if scalar.properties.isWhitespace { return " " }
                let isNothing =
                    scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .control
                return isNothing ? nil : scalar
            }
            // Compares Unicode scalars: as a `Character`, a blank with a combining mark would not be a blank.
            let words = seen.split(separator: " ").map { String(String.UnicodeScalarView($0)) }
            // Whether a jamo is outside a syllable is known only after syllables are composed.
            let composed = Self.composed(words.joined(separator: " ")).lowercased()
            let plain = String(
                String.UnicodeScalarView(composed.unicodeScalars.flatMap(Self.unenclosed).map(Self.plain)))
            let next = Self.composed(plain).lowercased()
            if haveSameBytes(next, folded) { return next }
            folded = next
        }
    }

    /// NFC. Foundation's NFC composes 가 with a final after it only if the text is decomposed first.
    private static func composed(_ text: String) -> String {
        text.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
    }

    /// The plain characters of an enclosed word such as ㈜; only those in the test's alphabets.
    private static func unenclosed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let words: [Unicode.Scalar: String] = ["㈜": "(주)", "㉠": "ㄱ", "㈀": "(ㄱ)", "㉮": "가", "㊑": "株"]
        return words[scalar].map { Array($0.unicodeScalars) } ?? [scalar]
    }

    /// The character without its width; a jamo as the letter that a keyboard gives.
    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        if 0xFF01...0xFF5E ~= scalar.value { return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar }
        if "ㆍ・•･\u{119E}".unicodeScalars.contains(scalar) { return "·" }
        guard 0x1100...0x11FF ~= scalar.value || 0xFFA1...0xFFDC ~= scalar.value else { return scalar }
        return letters[scalar] ?? scalar
    }

    /// Each conjoining or half-width jamo and the letter of the same name.
    private static let letters: [Unicode.Scalar: Unicode.Scalar] = {
        func names(_ range: ClosedRange<UInt32>, _ word: String) -> [(String, Unicode.Scalar)] {
            range.compactMap(Unicode.Scalar.init).compactMap { scalar in
                guard let name = scalar.properties.name, name.hasPrefix(word) else { return nil }
                return (String(name.dropFirst(word.count)), scalar)
            }
        }
        let byName = Dictionary(uniqueKeysWithValues: names(0x3131...0x3163, "HANGUL LETTER "))
        let jamo =
            names(0x1100...0x1112, "HANGUL CHOSEONG ") + names(0x1161...0x1175, "HANGUL JUNGSEONG ")
            + names(0x11A8...0x11C2, "HANGUL JONGSEONG ") + names(0xFFA1...0xFFDC, "HALFWIDTH HANGUL LETTER ")
        return Dictionary(uniqueKeysWithValues: jamo.compactMap { name, scalar in byName[name].map { (scalar, $0) } })
    }()

    private func randomText(_ alphabet: [String], seed: UInt64) -> String {
        var random = SeededGenerator(seed: seed)
        return (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) }
            .joined()
    }

    private static let jamoAlphabet = [
        "\u{1100}", "\u{1112}", "\u{1161}", "\u{1175}", "\u{11A8}", "\u{11C2}", "\u{FFA1}", "\u{FFBE}", "\u{FFC2}",
        "\u{FFDC}", "\u{FFA0}", "\u{3164}", "\u{115F}", "\u{1160}", "가", "각", "ㄱ", "ㅏ", "ㄳ", " ", "\u{200B}", "-", "a",
        "\u{119E}", "㉠", "㈀", "㉮", "㈜",
    ]
    private static let mixedAlphabet = [
        "a", "Z", "É", "e", "\u{301}", "\u{327}", "Ａ", "ｚ", "９", "！", "\u{3000}", "\u{A0}", "\u{2028}", "\u{85}", " ",
        "\t", "\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{9F}", "\u{AD}", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{FEFF}",
        "\u{2060}", "책", "漢", "か", "\u{3099}", "😀", "Я", "\u{E0001}", "\u{202E}", "·", "_", "ㆍ", "・", "•", "･",
        "\u{119E}", "㈜", "㊑",
    ]

    @Test(arguments: [jamoAlphabet, mixedAlphabet])
    func foldingGivesWhatTheReferenceGives(alphabet: [String]) {
        for seed in UInt64(1)...3000 {
            let text = randomText(alphabet, seed: seed)
            let folded = Folding.folded(text)
            let expected = reference(text)
            #expect(
                haveSameBytes(folded, expected),
                "seed \(seed): \(text.debugDescription) gave \(folded.debugDescription), not \(expected.debugDescription)"
            )
        }
    }

    @Test func foldedTextIsItsOwnFoldingComposedAndOfWordsWithSingleBlanks() {
        for seed in UInt64(1)...4000 {
            let text = randomText(Self.jamoAlphabet + Self.mixedAlphabet, seed: seed)
            let folded = Folding.folded(text)
            #expect(haveSameBytes(Folding.folded(folded), folded), "seed \(seed): \(text.debugDescription)")
            #expect(haveSameBytes(Self.composed(folded), folded), "seed \(seed)")
            let scalars = Array(folded.unicodeScalars)
            #expect(scalars.allSatisfy { $0 == " " || !$0.properties.isWhitespace }, "seed \(seed)")
            #expect(!scalars.contains { $0.properties.generalCategory == .control }, "seed \(seed)")
            #expect(!scalars.contains { $0.properties.isDefaultIgnorableCodePoint }, "seed \(seed)")
            #expect(scalars.first != " " && scalars.last != " ", "seed \(seed)")
            #expect(!zip(scalars, scalars.dropFirst()).contains { $0 == (" ", " ") }, "seed \(seed)")
        }
    }

    @Test(arguments: [
        ("  책방   이음 ", "책방 이음"), ("책\u{0}방\u{7F}", "책방"), ("책\u{200B}방\u{AD}", "책방"), ("\u{FFBA}\u{FFB2}", "ㅊㅂ"),
        ("\u{110E}\u{1107}", "ㅊㅂ"), ("\u{110E}\u{1162}\u{11A8}\u{1107}", "책ㅂ"), ("ＢＯＯＫ　１", "book 1"),
        ("e\u{200B}\u{301}", "é"), ("e\u{1}\u{301}", "é"), ("\u{FFDC}", "ㅣ"), ("\u{11AA}", "ㄳ"), ("\u{3164}", ""),
        ("\t\u{85}\u{2029}", ""), ("\u{1F}", ""),
    ])
    func textsFoldToKnownOnes(text: String, folded: String) { #expect(haveSameBytes(Folding.folded(text), folded)) }

    // MARK: Squeezing

    @Test(arguments: [
        ("책방 이음", "책방이음"), ("책방", "책방"), ("b-side (2호점)", "bside2호점"), ("", ""), ("!?… ·", ""), ("c++", "c"), ("☆", ""),
        ("½ ⅷ ㉠", "½ⅷ"), ("a_b", "ab"), ("e.\u{301}", "e\u{301}"), ("ㅊ ㅂ", "ㅊㅂ"), ("「書」", "書"), ("ABC d", "ABCd"),
        ("\u{A4FF}\u{A000}", "\u{A000}"), ("책\u{A9CF}·방", "책\u{A9CF}방"), ("\u{A9C1}", ""), ("々", "々"),
    ])
    func lettersMarksAndDigitsStay(folded: String, squeezed: String) {
        #expect(haveSameBytes(Folding.squeezed(folded), squeezed))
    }

    @Test func squeezingTakesCharacterByCharacter() {
        for seed in UInt64(1)...2000 {
            let text = randomText(Self.jamoAlphabet + Self.mixedAlphabet + ["\u{A9C1}", "\u{D7FB}", "힣"], seed: seed)
            let kept = text.unicodeScalars.filter { CharacterSet.alphanumerics.contains($0) }
            #expect(haveSameBytes(Folding.squeezed(text), String(String.UnicodeScalarView(kept))), "seed \(seed)")
        }
    }

    @Test func wordCharactersAreTheLettersMarksAndNumbersOfUnicode() {
        var words = 0
        for value in Array(UInt32(0)...0xFFFF) + Array(0x1F000...0x1FFFF) + Array(0x20000...0x200FF) + [
            0xE0100, 0x10FFFF,
        ] {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let category = "\(scalar.properties.generalCategory)"
            let isWord = ["Letter", "Mark", "Number"].contains { category.hasSuffix($0) }
            #expect(Folding.isWordCharacter(scalar) == isWord, "U+\(String(value, radix: 16)) is \(category)")
            if isWord { words += 1 }
        }
        #expect(words > 40_000)
    }
}
