/// Texts as JSON strings. Quotes, backslashes and characters that can control a terminal (`DisplayText.isUnsafe`) are
/// escaped.
///
/// Eight bytes are checked at a time, and runs without anything to escape are copied whole.
enum JSONText {
    /// Appends the JSON string of `text`.
    ///
    /// - Precondition: `text` is the UTF-8 of a string, so no character is cut off at its end.
    /// - Complexity: O(n) bytes; runs without escapes are copied.
    static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var end = firstSpecial(text, from: 0)
        if end == text.count { return appendQuoted(text, to: &bytes) }
        bytes.append(quote)
        var start = 0
        while end < text.count {
            bytes.append(contentsOf: text[start..<end])
            start = end + appendCharacter(text[end...], to: &bytes)
            end = firstSpecial(text, from: start)
        }
        bytes.append(contentsOf: text[start...])
        bytes.append(quote)
    }

    /// Appends the JSON string of `text`.
    ///
    /// - Complexity: O(n) bytes; runs without escapes are copied.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        let isWritten: Void? = text.utf8.withContiguousStorageIfAvailable { append($0, to: &bytes) }
        if isWritten == nil { Array(text.utf8).withUnsafeBufferPointer { append($0, to: &bytes) } }
    }

    private static let quote = UInt8(ascii: "\"")

    private static func appendQuoted(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(addingCapacity: text.count + 2) { span in
            span.append(quote)
            span.withUnsafeMutableBufferPointer { buffer, count in
                // The requested capacity holds the text and both quotes.
                if let source = text.baseAddress, let target = buffer.baseAddress {
                    (target + count).update(from: source, count: text.count)
                }
                count += text.count
            }
            span.append(quote)
        }
    }

    /// Returns the index of the first byte from `start` on that may begin a character to escape; the count if there is
    /// none.
    private static func firstSpecial(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var position = start
        let bytes = UnsafeRawBufferPointer(text)
        while bytes.count - position >= 8,
            !hasSpecial(bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        {
            position += 8
        }
        while position < text.count, !isSpecial(text[position]) { position += 1 }
        return position
    }

    /// Returns whether a byte may begin a character to escape: an ASCII control, a quote, a backslash, DEL, C2 (C1
    /// controls), D8 (U+061C), or E2 (the other characters of `DisplayText.isUnsafe`, U+200E to U+2069). None of these
    /// bytes occurs after the first byte of a character.
    private static func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00...0x1F, 0x22, 0x5C, 0x7F, 0xC2, 0xD8, 0xE2: true
        default: false
        }
    }

    /// Returns whether one of eight bytes is special.
    ///
    /// - Source: S. E. Anderson, "Bit Twiddling Hacks", "Determine if a word has a zero byte" and "... a byte less than
    ///   n": the highest bit of some byte of `(x - 1) & ~x` is set if, and only if, some byte of x is 0.
    private static func hasSpecial(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        func zeros(_ byte: UInt64) -> UInt64 {
            let x = word ^ (ones &* byte)
            return (x &- ones) & ~x
        }
        let ascii = (word &- ones &* 0x20) & ~word | zeros(0x22) | zeros(0x5C) | zeros(0x7F)
        return (ascii | zeros(0xC2) | zeros(0xD8) | zeros(0xE2)) & (ones &* 0x80) != 0
    }

    /// Appends the first character of `rest`, escaped if necessary.
    ///
    /// - Returns: the number of bytes that the character takes in `rest`.
    private static func appendCharacter(_ rest: Slice<UnsafeBufferPointer<UInt8>>, to bytes: inout [UInt8]) -> Int {
        let first = rest[rest.startIndex]
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), first]
        case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
        case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
        case UInt8(ascii: "\t"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
        default:
            var decoder = UTF8()
            var iterator = rest.makeIterator()
            guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return 1 }
            let count = UTF8.width(scalar)
            if DisplayText.isUnsafe(scalar) {
                appendEscape(of: scalar, to: &bytes)
            } else {
                bytes.append(contentsOf: rest.prefix(count))
            }
            return count
        }
        return 1
    }

    /// Appends `\u` and four digits; every unsafe character is below U+10000.
    private static func appendEscape(of scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
        let digits = String(scalar.value, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count))
        bytes.append(contentsOf: digits.utf8)
    }
}
