internal import GeocliText

/// Writes a true-color picture as a PNG file.
///
/// - Source: W3C Portable Network Graphics (PNG) Specification, third edition.
enum PNGPicture {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Returns the PNG file of a picture.
    ///
    /// - Parameter pixels: red, green and blue of each pixel, row by row from the top.
    static func bytes(width: Int, height: Int, pixels: [UInt8]) -> [UInt8] {
        precondition(pixels.count == 3 * width * height)
        var lines: [UInt8] = []
        lines.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            // Filter 2 stores each line as its difference from the line above. In a map, most differences are 0.
            lines.append(2)
            for position in row * 3 * width..<(row + 1) * 3 * width {
                lines.append(pixels[position] &- (row > 0 ? pixels[position - 3 * width] : 0))
            }
        }
        // Bit depth 8; color type 2 (red, green, blue); compression 0 and filter method 0, which are the only ones;
        // interlace 0 (none).
        let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0]
        return signature + chunk("IHDR", header) + chunk("IDAT", Zlib.packed(lines)) + chunk("IEND", [])
    }

    private static func chunk(_ name: StaticString, _ body: [UInt8]) -> [UInt8] {
        let named = Array("\(name)".utf8) + body
        return bigEndian(UInt32(body.count)) + named + bigEndian(Zlib.crc32(named))
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }
}
