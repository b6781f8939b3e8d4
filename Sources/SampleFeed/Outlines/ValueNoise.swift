/// Random numbers that change smoothly from position to position, drawn from a seed.
///
/// - Source: value noise, which has random numbers at the points of a square grid and joins them by Hermite's 3t² - 2t³
///   (the joining is from K. Perlin, "An image synthesizer", SIGGRAPH 1985).
struct ValueNoise {
    let seed: UInt64
    /// The distance between the points of the grid.
    let scale: Double

    /// Returns the number at a position, from -1 to 1.
    func value(x: Double, y: Double) -> Double {
        let (column, row) = ((x / scale).rounded(.down), (y / scale).rounded(.down))
        let (right, up) = (Self.smooth(x / scale - column), Self.smooth(y / scale - row))
        let (i, j) = (Int(column), Int(row))
        let south = corner(i, j) + (corner(i + 1, j) - corner(i, j)) * right
        let north = corner(i, j + 1) + (corner(i + 1, j + 1) - corner(i, j + 1)) * right
        return south + (north - south) * up
    }

    private func corner(_ column: Int, _ row: Int) -> Double {
        var random = SplitMix64(
            seed: seed &+ UInt64(bitPattern: Int64(column)), row: row & 0xFFFF_FFFF, stream: .border)
        return random.uniform(-1..<1)
    }

    private static func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }
}
