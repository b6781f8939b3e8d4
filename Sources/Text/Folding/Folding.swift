internal import CGeocliText

/// Text made comparable, so that texts that people see as the same word are equal.
package enum Folding {
    /// Returns `text` in NFC and case folded. Full-width and half-width forms become plain, white space becomes single
    /// blanks between words, and control and invisible characters are removed.
    ///
    /// Compatibility jamo stay as they are (NFKC would turn ㅊ into another character), so a query of initial consonants
    /// keeps its form. A conjoining jamo outside a syllable becomes a compatibility jamo.
    ///
    /// Every kind of dot between words becomes · (`EquivalentSigns`). A single character that shows a word in brackets or
    /// in a circle becomes the word: ㈜ becomes (주), and ㊑ becomes 株.
    ///
    /// - Edges: only the first 4 KiB of a longer text count.
    /// - Source: Unicode standard §3.13 (default caseless matching), UAX #15 (NFC; NFKC of enclosed words), by
    ///   utf8proc.
    package static func folded(_ whole: String) -> String {
        // The time to sort combining marks grows with the square of their number, and a text may consist of marks only.
        let text = whole.head(bytes: 4096)
        if let quick = quicklyFolded(text) { return quick }
        let options = [UTF8PROC_STABLE, UTF8PROC_COMPOSE, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE]
        var folded = UnicodeMapping.mapped(text, options: options)
        // Some characters can compose only at this point, after an invisible character between them was removed or
        // their widths became plain. The composed character may have to be folded or removed again.
        while true {
            let next = UnicodeMapping.mapped(plain(folded), options: options)
            if next.utf8.elementsEqual(folded.utf8) { return folded }
            folded = next
        }
    }

    /// Returns the letters, marks and digits of a folded text (Unicode general categories L, M and N).
    package static func squeezed(_ folded: String) -> String {
        let isPlain = folded.utf8.allSatisfy {
            0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || 0xEA...0xED ~= $0 || 0x80...0xBF ~= $0
        }
        // These first bytes begin Hangul syllables and a few other characters. A text with one of the others takes the
        // slower path.
        if isPlain, folded.unicodeScalars.allSatisfy({ $0.value < 0x80 || Hangul.isSyllable($0) }) { return folded }
        return String(String.UnicodeScalarView(folded.unicodeScalars.filter(isWordCharacter)))
    }

    /// Returns whether a character is a letter, a mark or a digit.
    package static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        if Hangul.isSyllable(scalar) { return true }
        if scalar.isASCII { return 0x61...0x7A ~= scalar.value | 0x20 || 0x30...0x39 ~= scalar.value }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
            return true
        default: return false
        }
    }

    /// Returns `text` in NFC. A text of more than 4 KiB stays as it is, because the time to sort combining marks grows
    /// with the square of their number.
    package static func composed(_ text: String) -> String {
        guard text.utf8.count <= 4096 else { return text }
        if text.utf8.withContiguousStorageIfAvailable(isComposed) ?? false { return text }
        return UnicodeMapping.mapped(text, options: [UTF8PROC_STABLE, UTF8PROC_COMPOSE])
    }

    /// Whether a text consists only of ASCII, CJK ideographs and Hangul syllables. None of these characters has another
    /// form, or forms another character with its neighbors.
    private static func isComposed(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var lead: UInt8 = 0
        for byte in text where byte >= 0x80 {
            if byte < 0xC0 {
                // U+A000…U+ABFF and U+D780…U+D7FF hold more than plain syllables.
                if lead == 0xEA, byte < 0xB0 { return false }
                if lead == 0xED, byte > 0x9D { return false }
                lead = 0
            } else {
                guard 0xE4...0xED ~= byte else { return false }
                lead = byte
            }
        }
        return true
    }

    /// Returns `text` in Unicode's compatibility composed normal form, NFKC.
    package static func compatible(_ text: String) -> String {
        UnicodeMapping.mapped(text, options: [UTF8PROC_STABLE, UTF8PROC_COMPOSE, UTF8PROC_COMPAT])
    }

    /// Returns the ASCII digits of `text`, in order.
    package static func digits(_ text: String) -> String {
        String(decoding: text.utf8.filter { 0x30...0x39 ~= $0 }, as: UTF8.self)
    }

    /// Folds a text of ASCII, CJK ideographs and precomposed Hangul byte by byte; returns nil for any other text.
    private static func quicklyFolded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var lead: UInt8 = 0
        var isSpaced = false
        for byte in text.utf8 {
            switch byte {
            case 0x09...0x0D, 0x20:
                isSpaced = true
                continue
            case 0x00...0x1F, 0x7F: continue
            case 0x80...0xBF:
                // U+A000…U+ABFF and U+D780…U+D7FF hold more than plain syllables.
                if lead == 0xEA, byte < 0xB0 { return nil }
                if lead == 0xED, byte > 0x9D { return nil }
            case 0x21...0x7E, 0xE4...0xED: break
            default: return nil
            }
            if isSpaced, !bytes.isEmpty { bytes.append(0x20) }
            isSpaced = false
            bytes.append(0x41...0x5A ~= byte ? byte | 0x20 : byte)
            lead = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns `text` with single blanks, without control characters, in plain widths, and with one sign for all signs
    /// of the same meaning.
    private static func plain(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isSpaced = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isSpaced = true
            } else if scalar.properties.generalCategory != .control {
                if isSpaced, !scalars.isEmpty { scalars.append(" ") }
                isSpaced = false
                if let sign = EquivalentSigns.plain(scalar) {
                    scalars.append(contentsOf: sign)
                } else {
                    scalars.append(narrow(scalar))
                }
            }
        }
        return String(scalars)
    }

    /// Returns the plain form of a full-width ASCII character, a half-width katakana or jamo, or a jamo outside a
    /// syllable; other characters stay.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        // Case folding has already turned U+FF21 into U+FF41, so nothing is upper case here.
        case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
        case 0xFF61...0xFF9F: katakana[Int(scalar.value - 0xFF61)]
        default: Hangul.compatibilityJamo(scalar) ?? scalar
        }
    }

    /// The full forms of half-width katakana from U+FF61 (Unicode's code chart). The sound marks are combining
    /// characters.
    private static let katakana = Array(
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}".unicodeScalars)
}

/// The mappings of utf8proc: normal forms, case folding, removal of characters.
enum UnicodeMapping {
    static func mapped(_ text: String, options: [utf8proc_option_t]) -> String {
        let bits = utf8proc_option_t(options.reduce(0) { $0 | $1.rawValue })
        var result: UnsafeMutablePointer<UInt8>?
        var copy = text
        let length = copy.withUTF8 { utf8proc_map($0.baseAddress, $0.count, &result, bits) }
        // A Swift string is always valid UTF-8, so the mapping can fail only for lack of memory.
        guard length >= 0, let result else { return text }
        defer { free(result) }
        return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
    }
}

/// Characters that people type for the same sign or word.
enum EquivalentSigns {
    /// Returns the sign or word that people mean by a character; nil for a character that means itself. ㆍ (U+318D) and
    /// its conjoining form (U+119E) are also a vowel of old Korean; in shop names they are the dot of a Korean
    /// keyboard.
    static func plain(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        switch scalar.value {
        case 0x119E, 0x2022, 0x2024, 0x2027, 0x2219, 0x22C5, 0x30FB, 0x318D, 0xFF65: [dot]
        case 0x3200...0x321E, 0x3220...0x3247, 0x3260...0x327E, 0x3280...0x32B0, 0x32D0...0x32FE: word(in: scalar)
        default: nil
        }
    }

    /// The middle dot, U+00B7: the dot of Korean phone keyboards, and the NFC form of U+0387.
    private static let dot: Unicode.Scalar = "\u{B7}"

    /// Returns the word of an enclosed character, with its brackets (UAX #15, NFKC). A jamo in it becomes the jamo that
    /// keyboards type. The characters are those of Unicode's Enclosed CJK Letters and Months block, except numbers,
    /// months and units.
    private static func word(in scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        let word = UnicodeMapping.mapped(
            String(scalar), options: [UTF8PROC_STABLE, UTF8PROC_COMPAT, UTF8PROC_COMPOSE])
        return word.unicodeScalars.map { Hangul.compatibilityJamo($0) ?? $0 }
    }
}
