/// Hangul by arithmetic: syllables and their jamo (Unicode standard §3.12, code charts of U+3130 and U+FFA0).
package enum Hangul {
    /// The initial consonants in the order of syllables, as compatibility jamo.
    package static let initials = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ".unicodeScalars)
    /// The vowels in the order of syllables.
    package static let vowels = Array("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ".unicodeScalars)
    /// The final consonants in the order of syllables, from 1; 0 is none.
    package static let finals = Array("\u{0}ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ".unicodeScalars)

    /// A syllable's jamo, as indices into `initials`, `vowels` and `finals`.
    package struct Syllable: Equatable, Sendable {
        /// The index into `initials`, 0 to 18.
        package var initial: Int
        /// The index into `vowels`, 0 to 20.
        package var vowel: Int
        /// The index into `finals`, 0 (none) to 27.
        package var final: Int

        package init(initial: Int, vowel: Int, final: Int = 0) {
            self.initial = initial
            self.vowel = vowel
            self.final = final
        }

        package init?(_ scalar: Unicode.Scalar) {
            guard Hangul.isSyllable(scalar) else { return nil }
            let number = Int(scalar.value - 0xAC00)
            self.init(initial: number / 588, vowel: number % 588 / 28, final: number % 28)
        }

        package var scalar: Unicode.Scalar {
            Unicode.Scalar(UInt32(0xAC00 + (initial * 21 + vowel) * 28 + final)) ?? "\u{FFFD}"
        }
    }

    /// Returns whether a character is a precomposed syllable, 가 to 힣.
    package static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { 0xAC00...0xD7A3 ~= scalar.value }

    /// Returns the initial consonant of a syllable, as a compatibility jamo; nil for any other character.
    package static func initial(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        isSyllable(scalar) ? initials[Int(scalar.value - 0xAC00) / 588] : nil
    }

    /// Returns whether a character is a bare consonant that a syllable can begin with, ㄱ to ㅎ.
    package static func isInitial(_ scalar: Unicode.Scalar) -> Bool {
        0x3131...0x314E ~= scalar.value && initialBits >> (scalar.value - 0x3131) & 1 == 1
    }

    private static let initialBits: UInt32 = initials.reduce(0) { $0 | 1 << ($1.value - 0x3131) }

    /// Returns the two consonants of a double final such as ㄳ; nil for any other character.
    package static func parts(ofFinal scalar: Unicode.Scalar) -> (Unicode.Scalar, Unicode.Scalar)? {
        switch scalar {
        case "ㄳ": ("ㄱ", "ㅅ")
        case "ㄵ": ("ㄴ", "ㅈ")
        case "ㄶ": ("ㄴ", "ㅎ")
        case "ㄺ": ("ㄹ", "ㄱ")
        case "ㄻ": ("ㄹ", "ㅁ")
        case "ㄼ": ("ㄹ", "ㅂ")
        case "ㄽ": ("ㄹ", "ㅅ")
        case "ㄾ": ("ㄹ", "ㅌ")
        case "ㄿ": ("ㄹ", "ㅍ")
        case "ㅀ": ("ㄹ", "ㅎ")
        case "ㅄ": ("ㅂ", "ㅅ")
        default: nil
        }
    }

    /// Returns the compatibility jamo of a conjoining or half-width jamo; nil for any other character.
    static func compatibilityJamo(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x1100...0x1112: initials[Int(scalar.value - 0x1100)]
        case 0x1161...0x1175: vowels[Int(scalar.value - 0x1161)]
        case 0x11A8...0x11C2: finals[Int(scalar.value - 0x11A7)]
        case 0xFFA1...0xFFBE: Unicode.Scalar(scalar.value - 0xFFA1 + 0x3131)
        case 0xFFC2...0xFFC7: Unicode.Scalar(scalar.value - 0xFFC2 + 0x314F)
        case 0xFFCA...0xFFCF: Unicode.Scalar(scalar.value - 0xFFCA + 0x3155)
        case 0xFFD2...0xFFD7: Unicode.Scalar(scalar.value - 0xFFD2 + 0x315B)
        case 0xFFDA...0xFFDC: Unicode.Scalar(scalar.value - 0xFFDA + 0x3161)
        default: nil
        }
    }
}

/// The order in which people number files: `page_2` before `page_10`.
package enum NaturalOrder {
    /// Returns whether `left` comes first. Runs of digits compare by value, everything else by UTF-8 bytes. If all of
    /// that is equal (`01` and `1`), the bytes decide.
    package static func isBefore(_ left: String, _ right: String) -> Bool {
        let pieces = (split(left), split(right))
        for (a, b) in zip(pieces.0, pieces.1) where a != b {
            guard isNumber(a), isNumber(b) else { return a.lexicographicallyPrecedes(b) }
            let values = (a.drop { $0 == zero }, b.drop { $0 == zero })
            guard values.0.elementsEqual(values.1) else {
                return values.0.count == values.1.count
                    ? values.0.lexicographicallyPrecedes(values.1) : values.0.count < values.1.count
            }
        }
        return pieces.0.count == pieces.1.count
            ? left.utf8.lexicographicallyPrecedes(right.utf8) : pieces.0.count < pieces.1.count
    }

    private static let zero = UInt8(ascii: "0")

    private static func isNumber(_ piece: [UInt8]) -> Bool { piece.first.map { 0x30...0x39 ~= $0 } ?? false }

    private static func split(_ text: String) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        for byte in text.utf8 {
            if let last = pieces.last, isNumber(last) == isNumber([byte]) {
                pieces[pieces.count - 1].append(byte)
            } else {
                pieces.append([byte])
            }
        }
        return pieces
    }
}
