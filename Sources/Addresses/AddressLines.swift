internal import GeocliText

/// A reader of the lines of a file. Memory does not grow with the file.
struct AddressLines {
    /// The maximum length of a line in bytes. Real lines have about 200 bytes.
    static let longest = 1 << 16

    /// The SHA-256 of all bytes, set after the last line.
    private(set) var sha256 = ""
    /// Whether the last line ended with a line break.
    private(set) var endsWithBreak = true

    /// Calls `body` with each line, without its line break and without a carriage return.
    ///
    /// - Throws: `PlainError` for a line that is too long; any error that `source` or `body` throws.
    mutating func read(_ source: ByteSource, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws {
        var hash = SHA256()
        var rest: [UInt8] = []
        while case let chunk = try source.next(), !chunk.isEmpty {
            hash.update(chunk)
            rest += chunk
            var used = 0
            try rest.withUnsafeBufferPointer { bytes in
                while let end = bytes[used...].firstIndex(of: 0x0A) {
                    try body(Self.line(bytes[used..<end]))
                    used = end + 1
                }
            }
            rest.removeSubrange(..<used)
            guard rest.count <= Self.longest else {
                let shown = DisplayText.singleLine(source.name)
                throw PlainError(
                    .data,
                    en: "\(shown) has a line of more than \(Self.longest) bytes; it is not a file from juso.go.kr",
                    ko: "\(shown)에 \(Self.longest)바이트보다 긴 줄이 있습니다. juso.go.kr에서 받은 파일이 아닙니다")
            }
        }
        endsWithBreak = rest.isEmpty
        if !rest.isEmpty { try rest.withUnsafeBufferPointer { try body(Self.line($0[...])) } }
        sha256 = hash.hexDigest()
    }

    private static func line(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes.last == 0x0D ? bytes.dropLast() : bytes)
    }
}
