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

    /// The start of the year 3000 in milliseconds since 1970. A line with this clock or a later one is not read as an
    /// act, because a device with such a wrong clock would leave no clocks for the acts that follow.
    static let endMilliseconds: Int64 = 32_503_680_000_000

    /// The digits of a clock in a line.
    private static let digits = 16

    init(raw: UInt64) { self.raw = raw }

    /// Creates the clock from a line; nil for any other text. The clock may be after the year 2999.
    init?(text: String) {
        guard text.utf8.count == Self.digits,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }),
            let raw = UInt64(text, radix: 16)
        else { return nil }
        self.raw = raw
    }

    /// Creates the clock from a number; nil for a clock after the year 2999.
    init?(checking raw: UInt64) {
        self.raw = raw
        guard isReadable else { return nil }
    }

    /// Whether an act with this clock is read. The clock must be before the year 3000.
    var isReadable: Bool { raw >> 16 < UInt64(Self.endMilliseconds) }

    /// The clock as it is written in a line: 16 hexadecimal digits, which sort correctly as text.
    public var text: String {
        let digits = String(raw, radix: 16)
        return String(repeating: "0", count: Self.digits - digits.utf8.count) + digits
    }

    /// The time of the device's clock, in seconds since 1970.
    public var unixSeconds: Int64 { Int64(raw >> 16) / 1000 }

    /// Returns the clock of the next act after this one.
    ///
    /// - Parameter now: the device's clock, in milliseconds since 1970; a time before 1970 or after the year 2999
    ///   counts as 0.
    /// - Edges: after the last clock of the year 2999, no clock is readable (`isReadable`).
    public func next(now: Int64) -> MineClock {
        let wall = 0..<Self.endMilliseconds ~= now ? UInt64(now) << 16 : 0
        return MineClock(raw: max(wall, raw + 1))
    }

    /// Returns whether `left` is earlier.
    public static func < (left: MineClock, right: MineClock) -> Bool { left.raw < right.raw }
}
