/// An exact test of which side of a line a position is on.
///
/// - Source: the floating-point filter is Shewchuk's, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
///   Geometric Predicates" (1997), §4.2. If the filter can't decide, whole numbers do. They replace Shewchuk's
///   expansions, which are exact only if no product underflows; a coordinate may be as small as 5e-324.
enum Orientation {
    /// Returns a positive number if `place` is to the left of the line from `from` to `to`, a negative one if it is to
    /// the right, and 0 if it is on the line.
    static func sign(_ from: RingVertex, _ to: RingVertex, _ place: RingVertex) -> Int {
        let (southward, northward) = (from.latitude - place.latitude, to.latitude - place.latitude)
        let left = offset(from, place) * northward
        let right = offset(to, place) * southward
        let determinant = left - right
        var bound = relativeBound * (abs(left) + abs(right)) + underflowBound
        if from.turn != place.turn || to.turn != place.turn { bound += turnBound * (abs(southward) + abs(northward)) }
        if determinant > bound { return 1 }
        if determinant < -bound { return -1 }
        return exactSign(from, to, place)
    }

    /// The maximum error of the determinant relative to its products: (3 + 16ε)ε with ε = 2⁻⁵³, rounded up.
    private static let relativeBound = 0x1.8000000000002p-52
    /// A number greater than the sum of all rounding errors of subnormal numbers.
    private static let underflowBound = Double.leastNormalMagnitude
    /// A number greater than the rounding error of a difference between longitudes after full turns are added: two
    /// roundings of numbers below 2¹⁰.
    private static let turnBound = 0x1p-41

    private static func offset(_ vertex: RingVertex, _ place: RingVertex) -> Double {
        let offset = vertex.longitude - place.longitude
        return vertex.turn == place.turn ? offset : offset + 360 * Double(vertex.turn - place.turn)
    }

    /// Returns the sign, computed exactly with whole numbers. The longitudes are whole multiples of one unit: the
    /// smallest of their last bits. The unit of the latitudes is found in the same way.
    static func exactSign(_ from: RingVertex, _ to: RingVertex, _ place: RingVertex) -> Int {
        let unitX = ExactInteger.unitExponent(of: [360, from.longitude, to.longitude, place.longitude])
        let unitY = ExactInteger.unitExponent(of: [from.latitude, to.latitude, place.latitude])
        func east(_ vertex: RingVertex) -> ExactInteger {
            let turns = ExactInteger(360 * Double(vertex.turn - place.turn), unitExponent: unitX)
            let offset =
                ExactInteger(vertex.longitude, unitExponent: unitX)
                - ExactInteger(place.longitude, unitExponent: unitX)
            return offset + turns
        }
        func north(_ vertex: RingVertex) -> ExactInteger {
            ExactInteger(vertex.latitude, unitExponent: unitY) - ExactInteger(place.latitude, unitExponent: unitY)
        }
        return (east(from) * north(to) - north(from) * east(to)).signum
    }
}
