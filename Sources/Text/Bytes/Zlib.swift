internal import CGeocliText

/// Compression with zlib, and the checksum that formats with compressed bytes use.
public enum Zlib {
    /// Returns `bytes` as a zlib stream (RFC 1950).
    ///
    /// - Complexity: O(n); the same bytes give the same stream with the same zlib.
    public static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        let code = compress2(&packed, &length, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
        precondition(code == Z_OK, "no memory: compressBound gives room enough")
        packed.removeLast(packed.count - Int(length))
        return packed
    }

    /// Returns the CRC-32 of `bytes` (ISO 3309, as in PNG and gzip).
    public static func crc32(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: CGeocliText.crc32(0, bytes, UInt32(bytes.count)))
    }
}
