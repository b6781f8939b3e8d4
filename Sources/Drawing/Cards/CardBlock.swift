/// A text laid out in a box, in the largest letters with which all its lines fit.
struct CardBlock {
    /// A line of text.
    struct Line {
        let text: String
        /// The width in pixels.
        let width: Double
        /// The distance from the block's upper edge to the baseline, in pixels.
        let baseline: Double
        let isRightToLeft: Bool
    }

    /// The size of the letters in pixels.
    let size: Double
    let lines: [Line]
    let face: CardFace
    /// The distance from the top of the first line's letters to the bottom of the last line's, in pixels.
    let height: Double

    /// Whether the block is aligned to the right.
    var isRightToLeft: Bool { lines.first?.isRightToLeft ?? false }

    /// The box and the letter sizes that are allowed for a text.
    struct Look {
        /// The size of the box, in pixels.
        let width: Double
        let height: Double
        /// The size of the largest letters, in pixels.
        var largest: Double
        /// The size of the largest letters for a text of more than `fewLines` lines, in pixels. Such a text would look
        /// crowded in larger letters.
        var largestOfMany = Double.infinity
        var fewLines = 3
        /// The smallest letters that are easy to read, in pixels. A text gets smaller letters only if it does not fit
        /// otherwise.
        var smallest: Double
        /// The distance between baselines, in letter sizes.
        var leading = 1.5
    }

    /// A gap between paragraphs, in lines.
    private static let gap = 0.6

    /// The most that a text may shrink to get better line breaks, as a fraction of its largest size.
    private static let shrinking = 0.12

    /// Lays out `text` in a box.
    ///
    /// - Complexity: O(s · n), s sizes and n pieces, plus that of `CardLines.balanced`.
    init(_ text: CardText, _ look: Look) {
        var size = look.largest
        while !Self.fits(text, look, size) { size = Self.next(size, look) }
        // Slightly smaller letters may give better line breaks.
        var best = (size: size, lines: Self.broken(text, look, size))
        var least = Self.faults(best.lines)
        let most = size
        while size > most * (1 - Self.shrinking), size > look.smallest, least > 0.05 {
            size = Self.next(size, look)
            guard Self.fits(text, look, size) else { continue }
            let lines = Self.broken(text, look, size)
            let faults = Self.faults(lines) + 1.5 * (1 - size / most)
            if faults < least { (best, least) = ((size, lines), faults) }
        }
        self.size = best.size
        face = text.face
        var lines: [Line] = []
        var baseline = CardFont.ascent * best.size
        for (paragraph, broken) in zip(text.paragraphs, best.lines) {
            if broken.isEmpty { baseline += Self.gap * look.leading * best.size }
            for pieces in broken {
                let line = pieces.dropFirst().reduce(pieces[0].text) { $0 + ($1.blankBefore > 0 ? " " : "") + $1.text }
                lines.append(
                    Line(
                        text: line, width: Double(CardFont.units(line, face)) * best.size / CardFont.unitsPerSize,
                        baseline: baseline, isRightToLeft: paragraph.isRightToLeft))
                baseline += look.leading * best.size
            }
        }
        self.lines = lines
        height = lines.last.map { $0.baseline + CardFont.descent * best.size } ?? 0
    }

    /// Returns the next smaller size: one pixel less, but not below `smallest`.
    ///
    /// A text that does not fit even at `smallest` shrinks by 3% a step, so any text fits in the end.
    private static func next(_ size: Double, _ look: Look) -> Double {
        size > look.smallest ? max(size - 1, look.smallest) : size * 0.97
    }

    /// Returns the lines of each paragraph; a gap has no lines.
    private static func broken(_ text: CardText, _ look: Look, _ size: Double) -> [[[CardPiece]]] {
        text.paragraphs.map { CardLines.balanced($0.pieces, width: units(look, size)) }
    }

    private static func faults(_ paragraphs: [[[CardPiece]]]) -> Double {
        paragraphs.reduce(0) { $0 + CardLines.faults($1) }
    }

    private static func units(_ look: Look, _ size: Double) -> Int {
        Int(look.width / size * CardFont.unitsPerSize)
    }

    private static func fits(_ text: CardText, _ look: Look, _ size: Double) -> Bool {
        let width = units(look, size)
        var (lines, gaps) = (0, 0)
        for paragraph in text.paragraphs {
            guard let more = CardLines.count(paragraph.pieces, width: width) else { return false }
            lines += more
            if paragraph.pieces.isEmpty { gaps += 1 }
        }
        guard lines > 0 else { return true }
        guard size <= look.largestOfMany || lines <= look.fewLines else { return false }
        let steps = Double(lines - 1) + gap * Double(gaps)
        return (CardFont.ascent + CardFont.descent + look.leading * steps) * size <= look.height
    }
}
