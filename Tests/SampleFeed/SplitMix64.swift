/// Random 64-bit numbers that are the same on every machine and with every Swift version. Not a
/// `RandomNumberGenerator`, because the standard library may change how it turns bits into numbers in a range.
/// - Source: Sebastiano Vigna's splitmix64.c (public domain, https://prng.di.unimi.it/splitmix64.c), after Steele, Lea
///   and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct SplitMix64 {
    /// What the numbers are used for. Each row has an independent sequence for each use.
    enum Stream: UInt64 {
        case id = 1
        case site
        case text
        case flaw
    }

    private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var state: UInt64

    /// Starts the same sequence as the published C code with its state set to `seed`.
    init(seed: UInt64) {
        state = seed
    }

    /// Starts the sequence of one row, without computing the sequences of the rows before it.
    init(seed: UInt64, row: Int, stream: Stream) {
        // Each part is mixed before the next is added. With sums of gammas, neighboring rows would share a sequence.
        let rowState = Self.mix(seed &+ Self.gamma) &+ UInt64(row)
        state = Self.mix(Self.mix(rowState) &+ stream.rawValue &* Self.gamma)
    }

    mutating func next() -> UInt64 {
        state &+= Self.gamma
        return Self.mix(state)
    }

    /// Returns a whole number in 0..<`bound`. The bias is one in 2⁶⁴/`bound`, which does not matter for a sample.
    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    mutating func chance(percent: Int) -> Bool {
        below(100) < percent
    }

    /// Returns a number in `range`, without its upper end.
    mutating func uniform(_ range: Range<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * (Double(next() >> 11) * 0x1p-53)
    }

    /// Returns a number from a bell curve with mean 0 and standard deviation 1, always within ±6.
    /// - Source: the sum of twelve uniform numbers (Irwin and Hall, 1927). The method of Box and Muller needs log and
    ///   cos, whose last bits differ between C libraries. Additions give the same bits everywhere.
    mutating func bell() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += uniform(0..<1) }
        return sum
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
