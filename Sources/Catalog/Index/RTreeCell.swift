/// A cell of a node: its id, and the low and high edges of each dimension, in pairs.
struct RTreeCell {
    /// The edges of an empty cell. Joined with another cell's edges, they give the other cell's edges.
    static let nothing = SIMD8<Int32>(.max, .min, .max, .min, .max, .min, .max, .min)
    private static let isHigh: SIMDMask<SIMD8<Int32>> = SIMD8<Int32>(0, 1, 0, 1, 0, 1, 0, 1) .== 1

    /// In a leaf, a place's id; above the leaves, a node's number.
    let id: Int64
    /// West, east, south, north, least traits and greatest traits, followed by two zeros.
    let edges: SIMD8<Int32>

    /// Returns the edges of the smallest cell that contains both cells.
    static func join(_ left: SIMD8<Int32>, _ right: SIMD8<Int32>) -> SIMD8<Int32> {
        pointwiseMin(left, right).replacing(with: pointwiseMax(left, right), where: isHigh)
    }
}
