internal import GeocliText

/// The values of a column as bytes, which the page reads with `Assets/packed.js`.
struct PackedColumn {
    private var bytes: [UInt8] = []

    /// Adds the low `count` bytes of a number, the lowest first.
    mutating func append(_ value: UInt64, bytes count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * index))) }
    }

    /// Adds a number of any size: seven bits per byte, the lowest first.
    ///
    /// The highest bit is set in all bytes but the last. Negative numbers are mapped to odd numbers, the others to even
    /// ones.
    ///
    /// - Source: LEB128 with the zigzag of Protocol Buffers.
    mutating func append(varying value: Int64) {
        var rest = UInt64(bitPattern: value &<< 1 ^ value >> 63)
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// The column in base 64.
    var text: String { Base64.text(bytes) }
}
