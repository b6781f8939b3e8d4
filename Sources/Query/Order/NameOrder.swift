internal import GeocliText

/// The order of names that a Korean reader expects: signs and blanks, digits, Hangul, Hanja, then Latin and all other
/// letters. Within each group, names are ordered by the code points of the folded text. For Hangul syllables, this is
/// 가나다 order.
///
/// Case, width and repeated blanks make no difference, as in search.
///
/// - Source: the order of scripts is that of Unicode CLDR for Korean, which puts Hangul and Hanja before Latin.
enum NameOrder {
    /// Returns the key of a text. Names are ordered by their keys, which are compared number by number.
    ///
    /// - Edges: only the first 4 KiB are used (`Folding.folded`).
    /// - Complexity: O(length).
    static func key(_ text: String) -> [UInt32] {
        // A scalar value takes 21 bits.
        Folding.folded(text).unicodeScalars.map { script(of: $0) << 24 | $0.value }
    }

    private static func script(of scalar: Unicode.Scalar) -> UInt32 {
        switch scalar.value {
        case 0xAC00...0xD7A3, 0x1100...0x11FF, 0x3131...0x318E, 0xA960...0xA97C, 0xD7B0...0xD7FB: return 2
        case 0x30...0x39: return 1
        case 0x61...0x7A: return 4
        case 0x00..<0x80: return 0
        default: break
        }
        if scalar.properties.isIdeographic { return 3 }
        if scalar.properties.numericType == .decimal { return 1 }
        return Folding.isWordCharacter(scalar) ? 4 : 0
    }
}
