/// Random 64-bit numbers that are the same on every machine and under every Swift version.
///
/// It doesn't conform to `RandomNumberGenerator`: how the standard library turns such bits into ranges may change.
///
/// - Source: Sebastiano Vigna's splitmix64.c (public domain, https://prng.di.unimi.it/splitmix64.c), after Steele,
///   Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
struct SplitMix64 {
    /// What the numbers are for; each row has one independent sequence for each.
    enum Stream: UInt64 {
        case id = 1
        case site
        case text
        case flaw
        case border
    }

    private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var state: UInt64

    /// The sequence of the published C code with its state set to `seed`.
    init(seed: UInt64) {
        state = seed
    }

    /// The sequence of one row, without running through those of the rows before it.
    init(seed: UInt64, row: Int, stream: Stream) {
        // Each part is mixed before the next is added: sums of plain gammas would make neighbours share a sequence.
        let rowState = Self.mix(seed &+ Self.gamma) &+ UInt64(row)
        state = Self.mix(Self.mix(rowState) &+ stream.rawValue &* Self.gamma)
    }

    /// The next number.
    mutating func next() -> UInt64 {
        state &+= Self.gamma
        return Self.mix(state)
    }

    /// A whole number in 0..<`bound`; the bias of one in 2⁶⁴/`bound` doesn't matter for a sample.
    mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// True `percent` times in a hundred.
    mutating func chance(percent: Int) -> Bool {
        below(100) < percent
    }

    /// A number in `range`, its upper end left out.
    mutating func uniform(_ range: Range<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * (Double(next() >> 11) * 0x1p-53)
    }

    /// A number on a bell curve of mean 0 and deviation 1, never beyond ±6.
    ///
    /// - Source: the sum of twelve uniforms (Irwin and Hall, 1927). Box and Muller's method needs log and cos, whose
    ///   last bit differs between C libraries; additions don't.
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
