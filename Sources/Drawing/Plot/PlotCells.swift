/// Which small squares of the map have a dot in them: one bit each, so that memory does not grow with the dots.
struct PlotCells {
    /// The side of a square in pixels.
    private(set) var side: Double
    /// How many squares have a dot.
    private(set) var count = 0
    private let columns: Int
    private let rows: Int
    private var bits: [UInt64]

    /// Empty squares over a map of this size.
    init(width: Double, height: Double, side: Double) {
        self.side = side
        columns = Int((width / side).rounded(.up)) + 1
        rows = Int((height / side).rounded(.up)) + 1
        bits = Array(repeating: 0, count: (columns * rows + 63) / 64)
    }

    /// Puts a dot at so many pixels from the map's upper left corner.
    mutating func insert(x: Double, y: Double) {
        let place = Int(y / side) * columns + Int(x / side)
        let bit: UInt64 = 1 << UInt64(place % 64)
        if bits[place / 64] & bit == 0 {
            bits[place / 64] |= bit
            count += 1
        }
    }

    /// The middles of the squares with a dot, row by row, in pixels from the map's upper left corner.
    func forEach(_ body: (PlotPoint) throws -> Void) rethrows {
        for (index, word) in bits.enumerated() where word != 0 {
            var rest = word
            while rest != 0 {
                let place = index * 64 + rest.trailingZeroBitCount
                rest &= rest - 1
                try body(
                    PlotPoint(
                        x: (Double(place % columns) + 0.5) * side, y: (Double(place / columns) + 0.5) * side))
            }
        }
    }

    /// The same dots in squares of twice the side.
    func coarser(width: Double, height: Double) -> PlotCells {
        var cells = PlotCells(width: width, height: height, side: side * 2)
        forEach { cells.insert(x: $0.x, y: $0.y) }
        return cells
    }
}
