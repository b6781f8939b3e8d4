internal import GeocliText

@testable internal import GeocliCatalog
@testable internal import GeocliPlaces
@testable internal import Scale

/// Packed bodies and packed pages.
enum PackingTarget {
    /// The largest unpacked size in this target; in a real run, the HTTP client sets the limit.
    private static let limit = 1 << 17

    static func checkGunzip(_ bytes: [UInt8]) throws {
        let whole = try unpacked([bytes])
        let size = 1 + Int(checksum(bytes) % 23)
        let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
        let other = try unpacked(pieces)
        // After the limit, whether damage is noticed depends on the pieces.
        if whole.end != "too long", other.end != "too long" {
            try demand(whole.end == other.end, "in pieces \(other.end), at once \(whole.end)")
        }
        if whole.end == "whole" { try demand(whole.bytes == other.bytes, "other bytes in pieces") }
        // Any input can be the content of a gzip with one stored block.
        let content = bytes.prefix(0xFFFF)
        let back = try unpacked([Array(stored(content))])
        try demand(back.bytes == Array(content) && back.end == "whole", "stored bytes: \(back.end)")
        // A gzip that is cut at any byte is reported.
        let cut = stored(content).dropLast(1 + Int(checksum(bytes) % 12))
        try demand(try unpacked([Array(cut)]).end == "truncated", "a cut gzip passes")
    }

    private static func unpacked(_ pieces: [[UInt8]]) throws -> (bytes: [UInt8], end: String) {
        let gunzip = Gunzip()
        var bytes: [UInt8] = []
        var isTooLong = false
        do throws(GunzipError) {
            for piece in pieces where !isTooLong {
                try piece.withUnsafeBufferPointer { piece throws(GunzipError) in
                    try gunzip.unpack(piece) { part in
                        guard part.count <= 64 << 10, bytes.count <= limit else {
                            isTooLong = true
                            return false
                        }
                        bytes += part
                        return true
                    }
                }
            }
            if !isTooLong { try gunzip.finish() }
        } catch { return (bytes, error.code.rawValue) }
        return (bytes, isTooLong ? "too long" : "whole")
    }

    /// A gzip without compression, built by hand (RFC 1952 §2.3, RFC 1951 §3.2.4).
    private static func stored(_ content: ArraySlice<UInt8>) -> [UInt8] {
        func little(_ value: UInt32, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> (8 * UInt32($0)) & 255) }
        }
        let length = UInt32(content.count)
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1] + little(length, 2) + little(~length & 0xFFFF, 2) + content
            + little(crc32(content), 4) + little(length, 4)
    }

    private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum: UInt32 = ~0
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }

    /// A Parquet file's footer: bytes after it are ignored, and the names take no more bytes than the footer.
    static func checkParquet(_ bytes: [UInt8]) throws {
        guard let names = ParquetFooter.names(bytes) else { return }
        try demand(
            names.reduce(0) { $0 + $1.utf8.count } <= bytes.count, "\(names.count) names in \(bytes.count) bytes")
        try demand(ParquetFooter.names(bytes + [0, 255]) == names, "bytes after the footer change it")
    }

    /// A packed page from a catalog in which the page or its stored size may be damaged.
    static func checkDeflate(_ bytes: [UInt8]) throws {
        func unpacked(_ bytes: [UInt8], count: Int) -> [UInt8]? {
            bytes.withUnsafeBytes { Deflate.unpacked($0, count: count) }
        }
        try demand(unpacked(Deflate.packed(bytes), count: bytes.count) == bytes, "packed bytes are lost")
        let sum = Int64(bitPattern: checksum(bytes))
        for size in [sum, sum >> 20, sum >> 44, sum >> 54, 0, -1, .max, .min] {
            let found = PageArchive.unpacked(bytes, size: size, sha256: "")
            try demand(found == nil, "bytes that no hash vouches for")
            if 0...Int64(1 << 20) ~= size, let found = unpacked(bytes, count: Int(size)) {
                try demand(found.count == Int(size), "\(found.count) bytes for \(size)")
            }
        }
    }
}
