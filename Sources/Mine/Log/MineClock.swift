/// The time of an act, from a hybrid logical clock: the device's clock in milliseconds, and a counter.
///
/// A new act is later than every act that its device has read, even if the clocks of two devices differ by years.
///
/// - Source: S. Kulkarni et al., "Logical Physical Clocks", OPODIS 2014.
public struct MineClock: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970 in the upper 48 bits, the counter in the lower 16.
    let raw: UInt64

    /// The clock of a log without acts.
    public static let zero = MineClock(raw: 0)

    /// The upper bound of the clocks in lines, so that later acts still get a higher clock.
    private static let maximum = UInt64.max - 1 << 32

    /// The digits of a clock in a line.
    private static let digits = 16

    init(raw: UInt64) { self.raw = raw }

    /// Creates the clock from a line; nil for any other text, or if the clock leaves no room for later acts.
    init?(text: String) {
        guard text.utf8.count == Self.digits,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }),
            let raw = UInt64(text, radix: 16)
        else { return nil }
        self.init(checking: raw)
    }

    /// Creates the clock from a number; nil if the number leaves no room for later acts.
    init?(checking raw: UInt64) {
        guard raw < Self.maximum else { return nil }
        self.raw = raw
    }

    /// The clock as it is written in a line: 16 hexadecimal digits, which sort correctly as text.
    public var text: String {
        let digits = String(raw, radix: 16)
        return String(repeating: "0", count: Self.digits - digits.utf8.count) + digits
    }

    /// The device's clock at that time, in seconds since 1970.
    public var unixSeconds: Int64 { Int64(raw >> 16) / 1000 }

    /// Returns the clock of the next act after this one.
    ///
    /// - Parameter now: the device's clock, in milliseconds since 1970; a negative number counts as 0.
    public func next(now: Int64) -> MineClock {
        let wall = UInt64(max(0, min(now, 1 << 47))) << 16
        return MineClock(raw: max(wall, raw + 1))
    }

    /// Returns whether `left` is earlier.
    public static func < (left: MineClock, right: MineClock) -> Bool { left.raw < right.raw }
}
