internal import CText

/// Text made comparable: what a person means by "the same word".
public enum Folding {
    /// `text` in NFC, case folded, full-width ASCII made plain, all white space taken out.
    ///
    /// Compatibility jamo stay as they are (NFKC would turn ㅊ into another character), so a query of initial
    /// consonants keeps its form.
    ///
    /// - Edges: of a longer text only the first 4 KiB count.
    /// - Complexity: O(length); ASCII and Hangul syllables take a short way.
    /// - Source: Unicode standard §3.13 (default caseless matching), UAX #15 (NFC), by utf8proc.
    public static func folded(_ whole: String) -> String {
        // Putting marks into their order takes the square of their number, and a text may hold nothing else.
        let text = whole.head(bytes: 4096)
        if let quick = quicklyFolded(text) { return quick }
        let mapped = mapped(text, options: [UTF8PROC_STABLE, UTF8PROC_COMPOSE, UTF8PROC_CASEFOLD])
        // Characters that a space or a width kept apart may now compose.
        return composed(withoutSpaces(mapped))
    }

    /// `text` in Unicode's composed normal form, NFC.
    public static func composed(_ text: String) -> String {
        mapped(text, options: [UTF8PROC_STABLE, UTF8PROC_COMPOSE])
    }

    /// The ASCII digits of `text`, in order.
    public static func digits(_ text: String) -> String {
        String(decoding: text.utf8.filter { 0x30...0x39 ~= $0 }, as: UTF8.self)
    }

    /// Only for ASCII, CJK ideographs and precomposed Hangul, whose folding is the same byte by byte.
    private static func quicklyFolded(_ text: String) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var lead: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x41...0x5A: bytes.append(byte | 0x20)
            case 0x09...0x0D, 0x20: break
            case 0x80...0xBF:
                // U+A000…U+ABFF and U+D780…U+D7FF hold more than plain syllables.
                if lead == 0xEA, byte < 0xB0 { return nil }
                if lead == 0xED, byte > 0x9D { return nil }
                bytes.append(byte)
            case 0x00...0x7F, 0xE4...0xED: bytes.append(byte)
            default: return nil
            }
            lead = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func mapped(_ text: String, options: [utf8proc_option_t]) -> String {
        let bits = utf8proc_option_t(options.reduce(0) { $0 | $1.rawValue })
        var result: UnsafeMutablePointer<UInt8>?
        var copy = text
        let length = copy.withUTF8 { utf8proc_map($0.baseAddress, $0.count, &result, bits) }
        // A Swift string is always valid UTF-8, so only a lack of memory can fail here.
        guard length >= 0, let result else { return text }
        defer { free(result) }
        return String(decoding: UnsafeBufferPointer(start: result, count: length), as: UTF8.self)
    }

    private static func withoutSpaces(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
            scalars.append(narrow(scalar))
        }
        return String(scalars)
    }

    /// The plain form of a full-width ASCII character.
    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard 0xFF01...0xFF5E ~= scalar.value, let plain = Unicode.Scalar(scalar.value - 0xFEE0) else { return scalar }
        // Case folding ran before; U+FF21 has become U+FF41 there, so nothing is upper case here.
        return plain
    }
}
