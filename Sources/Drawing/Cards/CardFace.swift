internal import GeocliText

/// The font for a text.
enum CardFace {
    /// The font with known widths.
    case measured
    /// The system's serif font, for a text with letters that the measured font lacks or draws as wide as Hangul
    /// (Cyrillic, Greek). The whole text uses this font, because two fonts in one word look like a mistake.
    case system

    /// Chooses the font for a text: the measured font for Hangul, Chinese, Japanese and plain Latin letters.
    init(_ text: String) {
        var isOther = false
        self = .measured
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            if Hangul.isSyllable(scalar) || DisplayText.width(String(scalar)) == 2 { return }
            if 0x1100...0x11FF ~= scalar.value { return }
            isOther = isOther || !scalar.isASCII
        }
        if isOther { self = .system }
    }

    /// The names of the fonts, for `font-family`.
    var families: String {
        switch self {
        case .measured:
            "NanumMyeongjo, 'Nanum Myeongjo', AppleMyungjo, 'Noto Serif KR', 'Noto Serif CJK KR', Batang, serif"
        case .system: "'Noto Serif', 'Times New Roman', serif"
        }
    }
}
