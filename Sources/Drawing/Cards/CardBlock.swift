/// A text set into a box: the largest letters at which all its lines fit.
struct CardBlock {
    /// A line of text.
    struct Line {
        let text: String
        /// The width in pixels.
        let width: Double
        /// The distance of its baseline from the block's upper edge.
        let baseline: Double
        let isRightToLeft: Bool
    }

    /// The size of the letters in pixels.
    let size: Double
    let lines: [Line]
    /// From the top of the first line's letters to the bottom of the last one's.
    let height: Double

    /// Whether the block is aligned to the right.
    var isRightToLeft: Bool { lines.first?.isRightToLeft ?? false }

    /// What a text may look like.
    struct Look {
        /// The box, in pixels.
        let width: Double
        let height: Double
        /// The largest letters.
        var largest: Double
        /// The smallest letters that are easy to read. Only a text that fits at no such size gets smaller ones.
        var smallest: Double
        /// The distance of lines, in letter sizes.
        var leading = 1.5
    }

    /// A gap between paragraphs, in lines.
    private static let gap = 0.6

    /// Sets `text` into a box.
    ///
    /// - Complexity: O(s · n), s sizes and n pieces, plus that of `CardLines.balanced`.
    init(_ text: CardText, _ look: Look) {
        var size = look.largest
        while !Self.fits(text, look, size) {
            // Each step is one pixel, and at small sizes less, so that any text fits in the end.
            size = size > look.smallest ? max(size - 1, look.smallest) : size * 0.97
        }
        self.size = size
        let width = Self.units(look, size)
        var lines: [Line] = []
        var baseline = CardFont.ascent * size
        for paragraph in text.paragraphs {
            if paragraph.pieces.isEmpty { baseline += Self.gap * look.leading * size }
            for pieces in CardLines.balanced(paragraph.pieces, width: width) {
                let line = pieces.dropFirst().reduce(pieces[0].text) { $0 + ($1.hasBlankBefore ? " " : "") + $1.text }
                lines.append(
                    Line(
                        text: line, width: Double(CardFont.units(line)) * size / CardFont.unitsPerSize,
                        baseline: baseline, isRightToLeft: paragraph.isRightToLeft))
                baseline += look.leading * size
            }
        }
        self.lines = lines
        height = lines.last.map { $0.baseline + CardFont.descent * size } ?? 0
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
        let steps = Double(lines - 1) + gap * Double(gaps)
        return (CardFont.ascent + CardFont.descent + look.leading * steps) * size <= look.height
    }
}
