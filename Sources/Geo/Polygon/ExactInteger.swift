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

    /// Creates `value` in units of 2^`unitExponent`.
    ///
    /// - Precondition: `value` is a whole number of units (`unitExponent(of:)`).
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

    /// The sign: -1, 0 or 1.
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
