internal import GeocliText

/// A text prepared for a card: paragraphs, each split into pieces that are never broken.
struct CardText {

    struct Paragraph: Equatable {
        var pieces: [CardPiece]
        var isRightToLeft: Bool
    }

    /// The paragraphs. A paragraph without pieces is a gap: it is never the first or the last, and no two gaps follow
    /// each other.
    private(set) var paragraphs: [Paragraph] = []

    let face: CardFace

    var isEmpty: Bool { paragraphs.isEmpty }

    /// Prepares a text: removes control characters, composes letters, and turns each run of blanks into one blank.
    init(_ text: String) {
        face = CardFace(text)
        var before = false
        for line in Self.lines(text) {
            let pieces = CardPieces.pieces(of: Self.clean(line), face)
            if pieces.isEmpty {
                guard let last = paragraphs.last, !last.pieces.isEmpty else { continue }
            }
            before = Self.isRightToLeft(line) ?? before
            paragraphs.append(Paragraph(pieces: pieces, isRightToLeft: before))
        }
        if let last = paragraphs.last, last.pieces.isEmpty { paragraphs.removeLast() }
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    /// Returns a line in NFC, without characters that are invisible or forbidden in XML.
    private static func clean(_ line: Substring) -> String {
        var kept = String.UnicodeScalarView()
        var marks = 0
        for scalar in DisplayText.singleLine(Folding.composed(String(line))).unicodeScalars {
            let isMark = [.nonspacingMark, .enclosingMark].contains(scalar.properties.generalCategory)
            marks = isMark ? marks + 1 : 0
            // A soft hyphen only matters where lines break inside words. No language has more than four marks on a
            // letter, but a joke may have so many that they cover the lines above.
            if scalar.value == 0xAD || scalar.value == 0xFEFF || scalar.value & 0xFFFE == 0xFFFE || marks > 4 {
                continue
            }
            kept.append(scalar)
        }
        // A line of only marks and joiners has nothing visible.
        let isVisible = kept.contains {
            ![.nonspacingMark, .enclosingMark, .format, .unassigned].contains($0.properties.generalCategory)
        }
        return isVisible ? String(kept) : ""
    }

    /// Whether the first letter with a direction is read from right to left; nil without such a letter (Unicode UAX #9,
    /// P2 and P3, for the scripts that are written from right to left).
    private static func isRightToLeft(_ line: Substring) -> Bool? {
        for scalar in line.unicodeScalars {
            switch scalar.value {
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
            default: if scalar.properties.isAlphabetic { return false }
            }
        }
        return nil
    }
}

/// A part of a line that is never broken: a word with its punctuation.
struct CardPiece: Equatable {
    var text: String
    /// In units of `CardFont`: the blank before the piece on the same line (0 without a blank), and the text.
    var blankBefore: Int
    var units: Int
}

/// Splits a line into the pieces that are never broken.
///
/// A piece is a word: the text between two blanks. Punctuation that is separated from its word by a blank stays with
/// it, so that no line begins with a closing sign or ends with an opening one. A line may also end between Chinese
/// characters or kana, which are written without blanks, but never within a word that contains Hangul.
enum CardPieces {
    static func pieces(of line: String, _ face: CardFace = .measured) -> [CardPiece] {
        let words = line.split { $0.isWhitespace && $0 != "\u{A0}" && $0 != "\u{202F}" }
        var pieces: [CardPiece] = []
        var quotes: [Character: Int] = [:]
        var joinsNext = false
        let blank = CardFont.units(" ", face)
        for word in words {
            let isJoined = joinsNext || beginsClosing(word, quotes)
            for character in word where isStraight(character) { quotes[character, default: 0] += 1 }
            joinsNext = endsOpening(word, quotes)
            for (index, part) in parts(of: word).enumerated() {
                let text = String(part)
                let units = CardFont.units(text, face)
                if index == 0, isJoined, !pieces.isEmpty {
                    pieces[pieces.count - 1].text += " \(text)"
                    pieces[pieces.count - 1].units += blank + units
                } else {
                    pieces.append(CardPiece(text: text, blankBefore: index == 0 ? blank : 0, units: units))
                }
            }
        }
        return pieces
    }

    /// Returns whether a piece must not begin a line: a closing sign, or only signs without a letter.
    private static func beginsClosing(_ word: Substring, _ quotes: [Character: Int]) -> Bool {
        guard let first = word.first else { return false }
        if isStraight(first) { return word.count == 1 && quotes[first, default: 0] % 2 == 1 }
        // A line of speech may begin with an ellipsis before a letter.
        return isClosing(first) || "…·%".contains(first) && word.allSatisfy { isClosing($0) || "…·%".contains($0) }
    }

    /// - Parameter quotes: how many straight quotation marks there are up to the end of the word.
    private static func endsOpening(_ word: Substring, _ quotes: [Character: Int]) -> Bool {
        guard let last = word.last else { return false }
        return isStraight(last) ? word.count == 1 && quotes[last, default: 0] % 2 == 1 : isOpening(last)
    }

    private static func isStraight(_ character: Character) -> Bool { character == "\"" || character == "'" }

    static func isOpening(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.properties.generalCategory {
        case .openPunctuation, .initialPunctuation: true
        default: character == "¿" || character == "¡"
        }
    }

    static func isClosing(_ character: Character) -> Bool {
        switch character.unicodeScalars.first?.properties.generalCategory {
        case .closePunctuation, .finalPunctuation: true
        default: ",.!?;:、。，．！？：；‥々〜".contains(character)
        }
    }

    /// Returns the parts of a word. A line may end between two parts.
    private static func parts(of word: Substring) -> [Substring] {
        guard !word.unicodeScalars.contains(where: { Hangul.isSyllable($0) }) else { return [word] }
        var parts: [Substring] = []
        var start = word.startIndex
        for index in word.indices.dropFirst() {
            let (before, after) = (word[word.index(before: index)], word[index])
            let isGap = before == "\u{200B}" || isFree(before, after)
            if isGap {
                parts.append(word[start..<index])
                start = index
            }
        }
        parts.append(word[start...])
        return parts.filter { $0 != "\u{200B}" }
    }

    /// Returns whether a line may end between two characters of a text that is written without blanks.
    private static func isFree(_ before: Character, _ after: Character) -> Bool {
        guard isIdeograph(before) || isIdeograph(after), !isOpening(before), !isClosing(after) else { return false }
        // Small kana and the long vowel sign belong to the character before them.
        return !"ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ…·".contains(after) && !isStraight(after) && !isStraight(before)
    }

    private static func isIdeograph(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        return scalar.properties.isIdeographic || 0x3041...0x30FF ~= scalar.value
    }
}

enum CardFace {
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

    var families: String {
        switch self {
        case .measured:
            "NanumMyeongjo, 'Nanum Myeongjo', AppleMyungjo, 'Noto Serif KR', 'Noto Serif CJK KR', Batang, serif"
        case .system: "'Noto Serif', 'Times New Roman', serif"
        }
    }
}

/// The font of share cards and the measured widths of its characters.
///
/// - Source: the `hmtx` tables of NanumMyeongjo 1.020 as packaged by Debian (fonts-nanum). Regular and Bold have the
///   same widths. Characters that the font lacks get the width that they have in common fonts, rounded up.
enum CardFont {
    /// The spaces above and below the baseline for letters, in letter sizes.
    static let ascent = 0.92
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
