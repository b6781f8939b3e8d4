/// A position of a ring that may continue beyond ±180°: a longitude as in the file, and full turns to add.
struct RingVertex: Sendable {
    /// Degrees; the vertex is at longitude + 360 · turn.
    let longitude: Double
    let latitude: Double
    let turn: Int

    /// The position in the plane, rounded to a double. The vertex with the lesser number of two is farther west.
    var approximateX: Double { turn == 0 ? longitude : longitude + 360 * Double(turn) }

    /// The result is exact: longitudes are within ±180, so vertices one turn apart are equal only at 180 and -180.
    func isWest(of other: RingVertex) -> Bool {
        switch other.turn - turn {
        case 0: longitude < other.longitude
        case 1: !(longitude == 180 && other.longitude == -180)
        case let turns: turns > 1
        }
    }
}

/// An exact test of which side of a line a position is on.
/// - Source: the floating-point filter is Shewchuk's, "Adaptive Precision Floating-Point Arithmetic and Fast Robust
///   Geometric Predicates" (1997), §4.2. If the filter can't decide, whole numbers do. They replace Shewchuk's
///   expansions, which are exact only if no product underflows; a coordinate may be as small as 5e-324.
enum Orientation {
    /// Returns a positive number if `place` is to the left of the line, a negative one to the right, and 0 on the line.
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

    /// Computes the sign with whole numbers: the longitudes as multiples of one unit, the smallest of their last bits,
    /// and the latitudes likewise.
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

/// A whole number of any size, for the few decisions where doubles are not exact enough.
struct ExactInteger: Sendable {
    private let isNegative: Bool
    /// The magnitude in words of 64 bits, the least significant first, without zeros at the end; empty for 0.
    private let words: [UInt64]

    private init(isNegative: Bool, words: [UInt64]) {
        let count = words.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        self.words = Array(words.prefix(count))
        self.isNegative = isNegative
    }

    /// `value` must be a whole number of units of 2^`unitExponent`.
    init(_ value: Double, unitExponent: Int) {
        guard value != 0 else {
            self.init(isNegative: false, words: [])
            return
        }
        let (significand, exponent) = Self.parts(value)
        let shift = exponent - unitExponent
        precondition(shift >= 0)
        var words = [UInt64](repeating: 0, count: shift / 64 + 2)
        words[shift / 64] = significand << UInt64(shift % 64)
        if shift % 64 > 0 { words[shift / 64 + 1] = significand >> UInt64(64 - shift % 64) }
        self.init(isNegative: value < 0, words: words)
    }

    /// Returns an exponent e such that all `values` are whole multiples of 2^e.
    static func unitExponent(of values: [Double]) -> Int {
        values.filter { $0 != 0 }.map { parts($0).exponent }.min() ?? 0
    }

    var signum: Int { words.isEmpty ? 0 : isNegative ? -1 : 1 }

    static func + (left: ExactInteger, right: ExactInteger) -> ExactInteger {
        if left.isNegative == right.isNegative {
            return ExactInteger(isNegative: left.isNegative, words: sum(left.words, right.words))
        }
        return isLess(left.words, right.words)
            ? ExactInteger(isNegative: right.isNegative, words: difference(right.words, left.words))
            : ExactInteger(isNegative: left.isNegative, words: difference(left.words, right.words))
    }

    static func - (left: ExactInteger, right: ExactInteger) -> ExactInteger {
        left + ExactInteger(isNegative: !right.isNegative, words: right.words)
    }

    static func * (left: ExactInteger, right: ExactInteger) -> ExactInteger {
        var words = [UInt64](repeating: 0, count: left.words.count + right.words.count)
        for (i, factor) in left.words.enumerated() {
            var carry: UInt64 = 0
            for (j, other) in right.words.enumerated() {
                let product = factor.multipliedFullWidth(by: other)
                let (partial, firstOverflow) = words[i + j].addingReportingOverflow(product.low)
                let (total, secondOverflow) = partial.addingReportingOverflow(carry)
                words[i + j] = total
                carry = product.high + (firstOverflow ? 1 : 0) + (secondOverflow ? 1 : 0)
            }
            words[i + right.words.count] = carry
        }
        return ExactInteger(isNegative: left.isNegative != right.isNegative, words: words)
    }

    /// Splits a double into significand · 2^exponent, without its sign.
    private static func parts(_ value: Double) -> (significand: UInt64, exponent: Int) {
        let pattern = value.significandBitPattern
        // A subnormal number has no hidden bit. Its exponent is that of the smallest normal number.
        return value.isSubnormal
            ? (pattern, -1074) : (pattern | 1 << 52, Int(value.exponentBitPattern) - 1075)
    }

    private static func isLess(_ left: [UInt64], _ right: [UInt64]) -> Bool {
        left.count != right.count
            ? left.count < right.count : left.reversed().lexicographicallyPrecedes(right.reversed())
    }

    private static func sum(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        var words: [UInt64] = []
        var carry: UInt64 = 0
        for index in 0..<max(left.count, right.count) {
            let (partial, firstOverflow) = word(left, index).addingReportingOverflow(word(right, index))
            let (total, secondOverflow) = partial.addingReportingOverflow(carry)
            words.append(total)
            carry = firstOverflow || secondOverflow ? 1 : 0
        }
        return words + [carry]
    }

    /// Subtracts `right` from `left`; `left` must not be less than `right`.
    private static func difference(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        var words: [UInt64] = []
        var borrow: UInt64 = 0
        for index in left.indices {
            let (partial, firstOverflow) = left[index].subtractingReportingOverflow(word(right, index))
            let (total, secondOverflow) = partial.subtractingReportingOverflow(borrow)
            words.append(total)
            borrow = firstOverflow || secondOverflow ? 1 : 0
        }
        return words
    }

    private static func word(_ words: [UInt64], _ index: Int) -> UInt64 { index < words.count ? words[index] : 0 }
}
