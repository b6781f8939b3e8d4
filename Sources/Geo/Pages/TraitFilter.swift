/// A condition on the traits of positions: on the lowest three bits (the flags), and on the number in the bits above
/// them (the code).
///
/// It is a type of its own instead of a closure, because a search applies the condition to every position that is near
/// enough.
public struct TraitFilter: Sendable, Equatable {
    /// The number of bits of the flags.
    public static let flagBits: Int32 = 3
    /// The condition that admits every position.
    public static let all = TraitFilter(flags: .max, codes: nil)

    /// Bit i says whether positions whose flags are i are admitted.
    private let flags: UInt8
    /// The admitted codes, ascending; nil for all codes.
    private let codes: [Int32]?

    /// Creates a condition.
    ///
    /// - Parameters:
    ///   - flags: bit i says whether positions whose flags are i are admitted.
    ///   - codes: the admitted codes, in any order; nil for all.
    public init(flags: UInt8, codes: [Int32]?) {
        self.flags = flags
        self.codes = codes?.sorted()
    }

    /// Whether a position with these traits is admitted.
    @inline(__always)
    public func admits(_ traits: Int32) -> Bool {
        guard flags >> UInt8(truncatingIfNeeded: traits & 7) & 1 != 0 else { return false }
        return codes == nil || hasCode(from: traits >> Self.flagBits, to: traits >> Self.flagBits)
    }

    /// Whether positions with traits from `least` to `greatest` may be admitted.
    @inline(__always)
    public func mayAdmit(_ least: Int32, _ greatest: Int32) -> Bool {
        let (first, last) = (least >> Self.flagBits, greatest >> Self.flagBits)
        if first == last {
            // The bits from (least & 7) to (greatest & 7).
            let span = (UInt16(2) << UInt16(greatest & 7)) &- (UInt16(1) << UInt16(least & 7))
            guard UInt16(flags) & span != 0 else { return false }
        }
        return codes == nil || hasCode(from: first, to: last)
    }

    /// Whether a code in this range is admitted.
    private func hasCode(from first: Int32, to last: Int32) -> Bool {
        guard let codes else { return true }
        var indices = 0..<codes.count
        while let start = indices.first {
            let middle = start + indices.count / 2
            indices = codes[middle] < first ? middle + 1..<indices.upperBound : start..<middle
        }
        return indices.lowerBound < codes.count && codes[indices.lowerBound] <= last
    }
}
