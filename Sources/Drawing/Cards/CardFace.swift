internal import GeocliText

/// Which font a text is set in.
enum CardFace {
    /// The font that has measured widths.
    case measured
    /// The system's serif font. A text in a script that the measured font lacks, or draws as wide as Hangul (Cyrillic,
    /// Greek), is set in one font as a whole, because two fonts in one word look like a mistake.
    case system

    /// Chooses for a text: Hangul, Chinese and Japanese, and plain Latin are measured.
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
