/// A cell of a node: what it stands for, and the low and high edges of each dimension side by side.
struct RTreeCell {
    /// Holds nothing; joined with a cell it is that cell.
    static let nothing = SIMD8<Int32>(.max, .min, .max, .min, .max, .min, .max, .min)
    private static let isHigh: SIMDMask<SIMD8<Int32>> = SIMD8<Int32>(0, 1, 0, 1, 0, 1, 0, 1) .== 1

    /// A bookstore's id, above the leaves a node's number.
    let id: Int64
    /// West, east, south, north, least and greatest traits; the rest is 0.
    let edges: SIMD8<Int32>

    /// The smallest edges that hold both.
    static func join(_ left: SIMD8<Int32>, _ right: SIMD8<Int32>) -> SIMD8<Int32> {
        pointwiseMin(left, right).replacing(with: pointwiseMax(left, right), where: isHigh)
    }
}
