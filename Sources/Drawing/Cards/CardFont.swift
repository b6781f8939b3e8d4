internal import GeocliText

/// The font of share cards and the measured widths of its characters.
///
/// - Source: the `hmtx` tables of NanumMyeongjo 1.020 as packaged by Debian (fonts-nanum). Regular and Bold have the
///   same widths. Characters that the font lacks get the width that they have in common fonts, rounded up.
enum CardFont {
    /// The space above the baseline for letters, in letter sizes.
    static let ascent = 0.92
    /// The space below the baseline for letters, in letter sizes.
    static let descent = 0.24

    /// The number of width units in one letter size.
    static let unitsPerSize = 1024.0

    private static let hangul = 973
    private static let emoji = 1331
    /// The widths of U+0020 to U+007E.
    private static let ascii = [
        307, 379, 328, 632, 632, 901, 879, 180, 374, 374, 654, 654, 280, 654, 280, 444,
        550, 550, 550, 550, 550, 550, 550, 550, 550, 550, 420, 420, 561, 654, 561, 537,
        874, 744, 627, 745, 806, 627, 568, 806, 866, 327, 387, 745, 627, 1044, 865, 865,
        567, 865, 745, 520, 685, 745, 746, 1044, 806, 745, 745, 374, 1024, 374, 514, 514,
        222, 515, 575, 475, 575, 455, 336, 515, 575, 276, 276, 575, 276, 864, 575, 575,
        575, 575, 395, 395, 336, 575, 515, 814, 575, 515, 455, 374, 514, 374, 737,
    ]

    /// Returns the width of text on one line, in units.
    static func units(_ text: String, _ face: CardFace) -> Int { text.reduce(0) { $0 + units($1, face) } }

    /// Returns the width of a character with its marks. An emoji made of several parts counts as one picture.
    static func units(_ character: Character, _ face: CardFace) -> Int {
        let scalars = character.unicodeScalars
        if scalars.contains(where: { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }) { return emoji }
        return scalars.reduce(0) { $0 + (face == .measured ? measured($1) : usual($1)) }
    }

    private static func measured(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7E: ascii[Int(scalar.value) - 0x20]
        case 0xAC00...0xD7A3, 0x3131...0x318E, 0x1100...0x115F, 0x3041...0x30F6, 0x3000...0x3019: hangul
        case 0xA0: ascii[0]
        case 0xB7, 0x2018, 0x2019, 0x201B: 296
        case 0x201C, 0x201D, 0x201F: 451
        case 0xAB, 0xBB, 0x2013...0x2016, 0x2020...0x2022, 0x2025, 0x2026, 0x203B, 0x0391...0x03A9, 0x03B1...0x03C9,
            0x0401, 0x0410...0x0451, 0xFF01...0xFF5E:
            hangul
        default: usual(scalar)
        }
    }

    /// Returns the width of a character in other fonts: about the average of common fonts.
    private static func usual(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        switch scalar.value {
        // Common serif fonts have slightly wider Latin letters than the measured one.
        case 0x20...0x7E: return ascii[Int(scalar.value) - 0x20] * 17 / 16
        // Vowels and finals of old Korean are drawn in the square of the initial before them.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        case 0xAB, 0xBB: return 560
        case 0xB7, 0x2018, 0x2019: return 330
        case 0x201C, 0x201D: return 500
        case 0xC0...0x24F, 0x1E00...0x1EFF, 0x0370...0x03FF, 0x1F00...0x1FFF:
            return scalar.properties.isLowercase ? 600 : 780
        case 0x0400...0x052F: return scalar.properties.isLowercase ? 640 : 800
        case 0x0590...0x05FF: return 620
        case 0x0600...0x06FF, 0x0750...0x077F, 0xFB50...0xFDFF, 0xFE70...0xFEFC: return 560
        case 0x0E00...0x0EFF: return 640
        default: return Int(unitsPerSize)
        }
    }
}
