/// Compression of the bodies of HTTP responses with gzip (RFC 1952).
public enum Gzip {
    /// Returns the compressed bytes, without a file name or a time, so the same bytes always give the same result.
    ///
    /// - Complexity: O(n).
    public static func packed(_ bytes: [UInt8]) -> [UInt8] {
        // A zlib stream is two bytes of header, the compressed bytes, and four bytes of another checksum.
        let packed = Deflate.packed(bytes).dropFirst(2).dropLast(4)
        var result: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        result.reserveCapacity(packed.count + 18)
        result += packed
        for value in [Zlib.crc32(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
            for shift in stride(from: UInt32(0), to: 32, by: 8) {
                result.append(UInt8(truncatingIfNeeded: value >> shift))
            }
        }
        return result
    }
}
