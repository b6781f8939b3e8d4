/// On which side of a line a position lies, decided exactly.
///
/// - Source: the floating-point filter is Shewchuk's, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
///   Geometric Predicates" (1997), §4.2. Where it can't tell, whole numbers decide instead of his expansions: these are
///   exact only where no product underflows, and a coordinate may be as small as 5e-324.
enum Orientation {
    /// Positive where `place` lies to the left of the line from `from` to `to`, negative to the right, 0 on it.
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

    /// (3 + 16ε)ε with ε = 2⁻⁵³, rounded up: the error of the determinant in terms of its products.
    private static let relativeBound = 0x1.8000000000002p-52
    /// More than all rounding below the normal numbers adds up to.
    private static let underflowBound = Double.leastNormalMagnitude
    /// More than the rounding of a difference of longitudes to which full turns were added: two roundings of numbers
    /// below 2¹⁰.
    private static let turnBound = 0x1p-41

    private static func offset(_ vertex: RingVertex, _ place: RingVertex) -> Double {
        let offset = vertex.longitude - place.longitude
        return vertex.turn == place.turn ? offset : offset + 360 * Double(vertex.turn - place.turn)
    }

    /// The same by whole numbers: all longitudes in units of the last bit of any of them, latitudes likewise.
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
