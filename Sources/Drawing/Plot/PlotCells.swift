/// The small squares of the map that have a dot. Each square is one bit, so memory does not grow with the number of
/// dots.
struct PlotCells {
    /// The side of a square in pixels.
    private(set) var side: Double
    /// The number of squares with a dot.
    private(set) var count = 0
    private let columns: Int
    private let rows: Int
    private var bits: [UInt64]

    /// Makes a grid without dots over a map of this size.
    init(width: Double, height: Double, side: Double) {
        self.side = side
        columns = Int((width / side).rounded(.up)) + 1
        rows = Int((height / side).rounded(.up)) + 1
        bits = Array(repeating: 0, count: (columns * rows + 63) / 64)
    }

    /// Adds a dot at `x` and `y` pixels from the map's upper left corner.
    mutating func insert(x: Double, y: Double) {
        let index = Int(y / side) * columns + Int(x / side)
        let bit: UInt64 = 1 << UInt64(index % 64)
        if bits[index / 64] & bit == 0 {
            bits[index / 64] |= bit
            count += 1
        }
    }

    /// Calls `body` with the middle of each square that has a dot, row by row, in pixels from the map's upper left
    /// corner.
    func forEach(_ body: (PlotPoint) throws -> Void) rethrows {
        for (index, word) in bits.enumerated() where word != 0 {
            var rest = word
            while rest != 0 {
                let square = index * 64 + rest.trailingZeroBitCount
                rest &= rest - 1
                try body(
                    PlotPoint(
                        x: (Double(square % columns) + 0.5) * side, y: (Double(square / columns) + 0.5) * side))
            }
        }
    }

    /// Returns the same dots in squares of twice the side.
    func coarser(width: Double, height: Double) -> PlotCells {
        var cells = PlotCells(width: width, height: height, side: side * 2)
        forEach { cells.insert(x: $0.x, y: $0.y) }
        return cells
    }
}
