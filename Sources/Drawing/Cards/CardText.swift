internal import GeocliText

/// A text prepared for a card: paragraphs, each split into pieces that are never broken.
struct CardText {

    /// One line of the text as it was written.
    struct Paragraph: Equatable {
        var pieces: [CardPiece]
        /// Whether the line is read from right to left.
        var isRightToLeft: Bool
    }

    /// The paragraphs. A paragraph without pieces is a gap: it is never the first or the last, and no two gaps follow
    /// each other.
    private(set) var paragraphs: [Paragraph] = []

    /// The font of the whole text.
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

    /// Splits a text at the line ends of all systems.
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

    /// Returns whether the first letter with a direction is read from right to left; nil if no letter has a direction.
    ///
    /// - Source: Unicode UAX #9, rules P2 and P3, for the scripts that are written from right to left.
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
