internal import CGeocliText

/// A decompressor of a gzip body that arrives in pieces. It can tell whether the body was complete.
package final class Gunzip {
    private let stream: UnsafeMutablePointer<z_stream>
    private var isAtEnd = false
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    package init() {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        // Because 16 is added to the window size, zlib accepts only a gzip header, and not its own header.
        let code = inflateInit2_(stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(code == Z_OK, "zlib of another version, or no memory")
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Decompresses the next piece. `take` gets at most 64 KiB at a time, and returns false to stop. Throws
    /// `GunzipError` for bytes that are not gzip, or whose checksum is wrong.
    package func unpack(_ piece: UnsafeBufferPointer<UInt8>, take: (UnsafeBufferPointer<UInt8>) -> Bool)
        throws(GunzipError)
    {
        stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.baseAddress)
        stream.pointee.avail_in = UInt32(piece.count)
        defer { stream.pointee.next_in = nil }
        var wantsMore = true
        while wantsMore, stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0 {
            if isAtEnd {
                guard stream.pointee.avail_in > 0 else { return }
                // Another member may follow (RFC 1952, §2.2); anything else after the end is damage.
                inflateReset(stream)
                isAtEnd = false
            }
            let count = try step()
            wantsMore = buffer.withUnsafeBufferPointer { take(UnsafeBufferPointer(rebasing: $0[..<count])) }
        }
    }

    /// Throws `GunzipError(.truncated)` unless the last member is complete.
    package func finish() throws(GunzipError) {
        guard isAtEnd else { throw GunzipError(code: .truncated) }
    }

    private func step() throws(GunzipError) -> Int {
        var code: Int32 = Z_OK
        let count = buffer.withUnsafeMutableBufferPointer { output in
            stream.pointee.next_out = output.baseAddress
            stream.pointee.avail_out = UInt32(output.count)
            code = inflate(stream, Z_NO_FLUSH)
            return output.count - Int(stream.pointee.avail_out)
        }
        if code == Z_STREAM_END {
            isAtEnd = true
        } else if code != Z_OK, code != Z_BUF_ERROR {
            throw GunzipError(code: .damaged)
        }
        return count
    }
}

package struct GunzipError: Error, Equatable {
    package enum Code: String, Sendable {
        case truncated, damaged
    }

    package let code: Code
}

/// Compression in zlib's format (RFC 1950), for bytes that are stored. The format's checksum reveals damage.
package enum Deflate {
    package static func packed(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(compressBound(UInt(bytes.count)))) { buffer, count in
            var size = UInt(buffer.count)
            let code = compress2(buffer.baseAddress, &size, bytes, UInt(bytes.count), Z_DEFAULT_COMPRESSION)
            precondition(code == Z_OK, "the bound is large enough")
            count = Int(size)
        }
    }

    /// Returns the decompressed bytes of a buffer; nil if they are not `count` bytes, or are damaged.
    package static func unpacked(_ packed: UnsafeRawBufferPointer, count: Int) -> [UInt8]? {
        guard let start = packed.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        var isGood = false
        let bytes = [UInt8](unsafeUninitializedCapacity: max(count, 1)) { buffer, filled in
            // At least one byte of room: without room, zlib does not check for more data.
            var size = UInt(buffer.count)
            isGood = uncompress(buffer.baseAddress, &size, start, UInt(packed.count)) == Z_OK && size == UInt(count)
            filled = isGood ? count : 0
        }
        return isGood ? bytes : nil
    }
}

/// Compression of the bodies of HTTP responses with gzip (RFC 1952).
package enum Gzip {
    /// Returns the compressed bytes, without a file name or a time, so the same bytes always give the same result.
    package static func packed(_ bytes: [UInt8]) -> [UInt8] {
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

/// Compression with zlib, and the checksum that formats with compressed bytes use.
package enum Zlib {
    /// Returns `bytes` as a zlib stream (RFC 1950); the same bytes give the same stream with the same zlib.
    package static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var length = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(length))
        let code = compress2(&packed, &length, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
        precondition(code == Z_OK, "no memory: compressBound gives room enough")
        packed.removeLast(packed.count - Int(length))
        return packed
    }

    /// Returns the CRC-32 of `bytes` (ISO 3309, as in PNG and gzip).
    package static func crc32(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: CGeocliText.crc32(0, bytes, UInt32(bytes.count)))
    }
}
