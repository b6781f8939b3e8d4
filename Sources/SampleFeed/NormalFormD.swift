/// Splits Hangul syllables into their letters.
enum NormalFormD {
    /// Returns UTF-8 text with each syllable split into its letters (normal form D), as macOS does in file names.
    ///
    /// - Edges: other characters stay unchanged.
    /// - Source: The Unicode Standard, section 3.12, "Hangul Syllable Decomposition".
    static func decomposed(_ text: [UInt8]) -> [UInt8] {
        var letters = String.UnicodeScalarView()
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            guard (0xAC00...0xD7A3).contains(scalar.value) else {
                letters.append(scalar)
                continue
            }
            let syllable = scalar.value - 0xAC00
            let final = syllable % 28
            let parts = [0x1100 + syllable / 588, 0x1161 + syllable % 588 / 28] + (final > 0 ? [0x11A7 + final] : [])
            letters.append(contentsOf: parts.compactMap(Unicode.Scalar.init))
        }
        return Array(String(letters).utf8)
    }
}
