internal import CGeocliText

/// Characters that people type for the same sign or word.
enum UnitedSigns {
    /// Returns the sign or word that people mean by a character; nil for a character that means itself.
    ///
    /// - Edges: ㆍ (U+318D) and its conjoining form (U+119E) are also a vowel of old Korean. In shop names they are the
    ///   dot of a Korean keyboard, so they are read as the dot.
    static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar.value {
        case 0x119E, 0x2022, 0x2024, 0x2027, 0x2219, 0x22C5, 0x30FB, 0x318D, 0xFF65: [dot]
        case 0x3200...0x321E, 0x3220...0x3247, 0x3260...0x327E, 0x3280...0x32B0, 0x32D0...0x32FE: word(in: scalar)
        default: nil
        }
    }

    /// The middle dot, U+00B7: the dot of Korean phone keyboards, and the NFC form of U+0387.
    private static let dot: Unicode.Scalar = "\u{B7}"

    /// Returns the word of an enclosed character, with its brackets. A jamo in it becomes the jamo that keyboards type.
    ///
    /// - Source: UAX #15 (NFKC). The characters are those of Unicode's Enclosed CJK Letters and Months block, except
    ///   numbers, months and units.
    private static func word(in scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let word = UnicodeMapping.mapped(
            String(scalar), options: [UTF8PROC_STABLE, UTF8PROC_COMPAT, UTF8PROC_COMPOSE])
        return word.unicodeScalars.map { Hangul.compatibilityJamo($0) ?? $0 }
    }
}
