/// A text laid out in a box, in the largest letters with which all its lines fit. Lengths are in pixels.
struct CardBlock {
    struct Line {
        let text: String
        let width: Double
        /// From the block's upper edge.
        let baseline: Double
        let isRightToLeft: Bool
    }

    let size: Double
    let lines: [Line]
    let face: CardFace
    /// From the top of the first line's letters to the bottom of the last line's.
    let height: Double

    var isRightToLeft: Bool { lines.first?.isRightToLeft ?? false }

    /// The box and the letter sizes that are allowed for a text.
    struct Look {
        let width: Double
        let height: Double
        var largest: Double
        /// The largest letters for a text of more than `fewLines` lines, which would look crowded in larger ones.
        var largestOfMany = Double.infinity
        var fewLines = 3
        /// Smaller letters are hard to read. A text gets them only if it does not fit otherwise.
        var smallest: Double
        /// The distance between baselines, in letter sizes.
        var leading = 1.5
    }

    /// A gap between paragraphs, in lines.
    private static let gap = 0.6

    /// The most that a text may shrink to get better line breaks, as a fraction of its largest size.
    private static let shrinking = 0.12

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

    /// One pixel less, but not below `smallest`; from there on 3% a step, so any text fits in the end.
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

enum CardLines {
    /// Returns the smallest number of lines of at most `width` units; nil if one piece is wider than that.
    static func count(_ pieces: [CardPiece], width: Int) -> Int? {
        var (lines, used) = (0, 0)
        for piece in pieces {
            guard piece.units <= width else { return nil }
            let more = piece.units + piece.blankBefore
            if lines > 0, used + more <= width {
                used += more
            } else {
                (lines, used) = (lines + 1, piece.units)
            }
        }
        return lines
    }

    /// Breaks the pieces into the smallest number of lines, which are about equally long; the last one is not short.
    /// They end where a sentence pauses and not within brackets, and none begins with a word that leans on the word
    /// before it.
    ///
    /// - Precondition: `count` is not nil.
    /// - Source: D. E. Knuth, M. F. Plass, "Breaking paragraphs into lines", Software: Practice and Experience 11
    ///   (1981): the sum of the squares of the unused widths is minimized by dynamic programming.
    /// - Complexity: O(n · w · l) for n pieces, w pieces on a line, l lines.
    static func balanced(_ pieces: [CardPiece], width: Int) -> [[CardPiece]] {
        guard let lines = count(pieces, width: width), lines > 1 else { return pieces.isEmpty ? [] : [pieces] }
        // The least cost of the first i pieces on the lines so far; starts[l][i] is where line l then begins.
        let marks = marks(pieces)
        var costs = [Double](repeating: .infinity, count: pieces.count + 1)
        costs[0] = 0
        var starts: [[Int]] = []
        for line in 0..<lines {
            var next = [Double](repeating: .infinity, count: pieces.count + 1)
            var start = [Int](repeating: 0, count: pieces.count + 1)
            for first in 0..<pieces.count where costs[first] < .infinity {
                var used = 0
                for last in first..<pieces.count {
                    used += pieces[last].units + (last > first ? pieces[last].blankBefore : 0)
                    guard used <= width else { break }
                    let filled = Double(used) / Double(width)
                    let cost = costs[first] + Self.cost(marks, first, last, filled, line > 0)
                    if cost < next[last + 1] { (next[last + 1], start[last + 1]) = (cost, first) }
                }
            }
            costs = next
            starts.append(start)
        }
        var result: [[CardPiece]] = []
        var end = pieces.count
        for start in starts.reversed() {
            result.append(Array(pieces[start[end]..<end]))
            end = start[end]
        }
        return result.reversed()
    }

    /// Returns a penalty for bad lines: different lengths, words that lean on the line above, lines that end within
    /// brackets, and a last line of one short piece.
    static func faults(_ lines: [[CardPiece]]) -> Double {
        let widths = lines.map { $0.reduce(0) { $0 + $1.units + $1.blankBefore } }
        let widest = Double(widths.max() ?? 1)
        let depths = depths(lines.flatMap { $0 })
        var (faults, end) = (0.0, 0)
        for (index, line) in lines.enumerated() {
            let gap = 1 - Double(widths[index]) / widest
            end += line.count
            faults += gap * gap
            if index > 0, let first = line.first, leans(first.text) { faults += 0.2 }
            if index < lines.count - 1, depths[end - 1] > 0 { faults += 0.05 }
            if index > 0, index == lines.count - 1, line.count == 1, gap > 0.65 { faults += 0.3 }
        }
        return faults
    }

    private struct Mark {
        let leans: Bool
        let endsClosing: Bool
        let isInBrackets: Bool
    }

    private static func marks(_ pieces: [CardPiece]) -> [Mark] {
        zip(pieces, depths(pieces)).map { piece, depth in
            Mark(
                leans: leans(piece.text), endsClosing: piece.text.last.map(CardPieces.isClosing) ?? false,
                isInBrackets: depth > 0)
        }
    }

    /// `filled` is the line's width as a fraction of the box's width.
    private static func cost(_ marks: [Mark], _ first: Int, _ last: Int, _ filled: Double, _ isLater: Bool) -> Double {
        var cost = (1 - filled) * (1 - filled)
        if last == marks.count - 1 {
            if isLater, first == last, filled < 0.35 { cost += 0.3 }
        } else {
            if marks[last].endsClosing { cost -= 0.04 }
            if marks[last].isInBrackets { cost += 0.03 }
        }
        if isLater, marks[first].leans { cost += 0.06 }
        return cost
    }

    private static func depths(_ pieces: [CardPiece]) -> [Int] {
        var depth = 0
        return pieces.map { piece in
            for character in piece.text {
                if "([（［〔「『《〈".contains(character) { depth += 1 }
                if ")]）］〕」』》〉".contains(character) { depth = max(0, depth - 1) }
            }
            return depth
        }
    }

    /// The short forms of 것 with their endings. Their first syllables also begin other words, such as 건물 and 거리.
    private static let shortForms: Set<String> = [
        "건", "건가", "건데", "건지", "걸", "걸까", "걸로", "거", "거고", "거나", "거다", "거야", "거지", "거죠", "거라", "거란", "거예요",
    ]

    /// Whether a word is a Korean noun that needs the word before it: 것, 수 and the like with at most one more syllable.
    private static func leans(_ word: String) -> Bool {
        if shortForms.contains(String(word.filter { !CardPieces.isClosing($0) })) { return true }
        guard let first = word.first, "것수줄뿐적데때채듯게만큼리바".contains(first) else { return false }
        return word.count(where: { !CardPieces.isClosing($0) }) <= 2
    }
}
