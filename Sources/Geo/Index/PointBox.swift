/// The smallest box of floats around a position. The computed gaps between it and other boxes are never too wide,
/// except for the rounding error that `limit` allows for.
struct PointBox {
    private let west: Float
    private let east: Float
    private let south: Float
    private let north: Float
    private let bottom: Float
    private let top: Float

    init(_ place: SIMD3<Double>) {
        (west, east) = (Float(roundedDown: place.x), Float(roundedUp: place.x))
        (south, north) = (Float(roundedDown: place.y), Float(roundedUp: place.y))
        (bottom, top) = (Float(roundedDown: place.z), Float(roundedUp: place.z))
    }

    /// Returns the greatest squared gap that is still within the limit: the squared limit plus the rounding error of
    /// gaps. This error is below a millionth after a few operations on floats. The result is finite, so that the
    /// infinite gap to an empty box is always greater.
    @inline(__always)
    static func limit(_ square: Double) -> Float { min(Float(square) * 1.000001, .greatestFiniteMagnitude) }

    /// Returns the squares of the distances to eight boxes; infinite for empty ones.
    ///
    /// - Edges: the relative rounding error is less than a millionth.
    @inline(__always)
    func squaredGaps(to boxes: SpaceBoxes) -> SIMD8<Float> {
        let eastward = Self.gap(boxes.west - east, west - boxes.east)
        let northward = Self.gap(boxes.south - north, south - boxes.north)
        let upward = Self.gap(boxes.bottom - top, bottom - boxes.top)
        return eastward * eastward + northward * northward + upward * upward
    }

    /// Returns the squares of the distances to the farthest corners of eight boxes.
    ///
    /// - Edges: the relative rounding error is less than a millionth.
    @inline(__always)
    func squaredReaches(to boxes: SpaceBoxes) -> SIMD8<Float> {
        let eastward = Self.greater(boxes.east - west, east - boxes.west)
        let northward = Self.greater(boxes.north - south, north - boxes.south)
        let upward = Self.greater(boxes.top - bottom, top - boxes.bottom)
        return eastward * eastward + northward * northward + upward * upward
    }

    /// Returns the gap along one axis, on either side; 0 where the box contains the position.
    @inline(__always)
    private static func gap(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
        let greater = greater(one, other)
        return greater.replacing(with: 0, where: greater .< 0)
    }

    @inline(__always)
    private static func greater(_ one: SIMD8<Float>, _ other: SIMD8<Float>) -> SIMD8<Float> {
        one.replacing(with: other, where: other .> one)
    }
}
