import Foundation
import Testing

@testable import GeocliText

@Suite struct HangulTests {
    private func scalars(_ values: ClosedRange<UInt32>) -> [Unicode.Scalar] { values.compactMap(Unicode.Scalar.init) }

    /// The part of a character's name after the last of `words`: "KIYEOK" of HANGUL LETTER KIYEOK.
    private func letterName(_ scalar: Unicode.Scalar, after word: String) -> String? {
        guard let name = scalar.properties.name, let range = name.range(of: word + " ") else { return nil }
        return String(name[range.upperBound...])
    }

    /// The modern compatibility jamo by their names in the Unicode standard.
    private var compatibilityJamo: [String: Unicode.Scalar] {
        Dictionary(
            uniqueKeysWithValues: scalars(0x3131...0x3163).compactMap { scalar in
                letterName(scalar, after: "HANGUL LETTER").map { ($0, scalar) }
            })
    }

    @Test func everySyllableIsMadeOfTheJamoOfItsCanonicalDecomposition() throws {
        let all = scalars(0xAC00...0xD7A3)
        #expect(all.count == 11_172)
        for scalar in all {
            let syllable = try #require(Hangul.Syllable(scalar))
            let jamo = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.map(\.value)
            let final: [UInt32] = syllable.final == 0 ? [] : [0x11A7 + UInt32(syllable.final)]
            #expect(jamo == [0x1100 + UInt32(syllable.initial), 0x1161 + UInt32(syllable.vowel)] + final)
            #expect(syllable.scalar == scalar)
        }
    }

    @Test func everySetOfJamoComposesToTheCharacterOfTheCanonicalMapping() throws {
        for initial in 0..<19 {
            for vowel in 0..<21 {
                for final in 0..<28 {
                    let values = [0x1100 + initial, 0x1161 + vowel] + (final == 0 ? [] : [0x11A7 + final])
                    let jamo = String(String.UnicodeScalarView(values.compactMap { Unicode.Scalar(UInt32($0)) }))
                    let composed = Array(jamo.precomposedStringWithCanonicalMapping.unicodeScalars)
                    let syllable = Hangul.Syllable(initial: initial, vowel: vowel, final: final)
                    #expect([syllable.scalar] == composed)
                }
            }
        }
        #expect(Hangul.Syllable(initial: 14, vowel: 1).scalar == "채")
    }

    @Test func nothingElseIsASyllable() {
        let others: [Unicode.Scalar] = ["\u{ABFF}", "\u{D7A4}", "ㄱ", "\u{1100}", "a", "\u{0}", "漢", "\u{10FFFF}", "😀"]
        for scalar in others {
            #expect(!Hangul.isSyllable(scalar) && Hangul.Syllable(scalar) == nil && Hangul.initial(scalar) == nil)
        }
        #expect(Hangul.isSyllable("가") && Hangul.isSyllable("힣"))
    }

    @Test func theInitialOfASyllableIsTheLetterOfItsFirstJamo() throws {
        let letters = compatibilityJamo
        for scalar in scalars(0xAC00...0xD7A3) {
            let first = try #require(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first)
            let name = try #require(letterName(first, after: "HANGUL CHOSEONG"))
            #expect(Hangul.initial(scalar) == letters[name], "\(scalar)")
        }
    }

    @Test func aBareConsonantIsAnInitialIfItsCompatibilityMappingIsAModernLeadingJamo() {
        var found = 0
        for scalar in scalars(0x3130...0x318F) {
            let mapped = String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars.first?.value ?? 0
            #expect(Hangul.isInitial(scalar) == (0x1100...0x1112 ~= mapped), "U+\(String(scalar.value, radix: 16))")
            if Hangul.isInitial(scalar) { found += 1 }
        }
        #expect(found == 19)
        for scalar: Unicode.Scalar in ["가", "a", "\u{1100}", "\u{FFA1}", "\u{0}", "\u{10FFFF}"] {
            #expect(!Hangul.isInitial(scalar))
        }
    }

    @Test func aDoubleFinalHasThePartsOfItsName() throws {
        let letters = compatibilityJamo
        var doubles: Set<Unicode.Scalar> = []
        for scalar in scalars(0x3130...0x318F) {
            let parts =
                letterName(scalar, after: "HANGUL LETTER")?.split(separator: "-").map { letters[String($0)] } ?? []
            // ㅲ and similar letters are no longer used.
            guard parts.count == 2, scalar.value <= 0x3163, let first = parts[0], let second = parts[1] else {
                #expect(Hangul.parts(ofFinal: scalar) == nil, "U+\(String(scalar.value, radix: 16))")
                continue
            }
            doubles.insert(scalar)
            #expect(try #require(Hangul.parts(ofFinal: scalar)) == (first, second))
        }
        #expect(doubles == Set("ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ".unicodeScalars))
        #expect(doubles.isSubset(of: Hangul.finals))
    }

    @Test func conjoiningAndHalfWidthJamoHaveTheLettersOfTheirNames() {
        let letters = compatibilityJamo
        var mapped = 0
        for scalar in scalars(0x1100...0x11FF) + scalars(0xFFA0...0xFFDF) + scalars(0x3130...0x318F) + ["a", "가"] {
            let modern: [ClosedRange<UInt32>] = [0x1100...0x1112, 0x1161...0x1175, 0x11A8...0x11C2, 0xFFA1...0xFFDC]
            let name = ["CHOSEONG", "JUNGSEONG", "JONGSEONG", "HALFWIDTH HANGUL LETTER"]
                .compactMap { letterName(scalar, after: $0) }.first
            let letter = modern.contains { $0 ~= scalar.value } ? name.flatMap { letters[$0] } : nil
            #expect(Hangul.compatibilityJamo(scalar) == letter, "U+\(String(scalar.value, radix: 16))")
            if letter != nil { mapped += 1 }
        }
        #expect(mapped == 19 + 21 + 27 + 51)
    }
}
