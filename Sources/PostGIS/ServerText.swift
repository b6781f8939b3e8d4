#if PostGIS
internal import Glibc

/// Texts in a form that PostgreSQL can store. A PostgreSQL text can't contain NUL, but a name from a feed can.
///
/// NUL is stored as U+10FFFF and `0`. U+10FFFF itself, which is never a character, is stored as U+10FFFF and `1`.
/// Everything else is stored unchanged.
enum ServerText {
    private static let mark: [UInt8] = [0xF4, 0x8F, 0xBF, 0xBF]

    /// Appends the stored form of `text`.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        text.withUTF8 { utf8 in
            guard isSpecial(utf8) else { return bytes.append(contentsOf: utf8) }
            var position = 0
            while position < utf8.count {
                if utf8[position] == 0 {
                    bytes += mark + [UInt8(ascii: "0")]
                } else if utf8[position...].starts(with: mark) {
                    bytes += mark + [UInt8(ascii: "1")]
                    position += mark.count - 1
                } else {
                    bytes.append(utf8[position])
                }
                position += 1
            }
        }
    }

    /// Whether stored bytes are the text itself. Only the characters from U+100000 to U+10FFFF begin with the first
    /// byte of the mark, and they are rare in texts.
    static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        return memchr(start, Int32(mark[0]), bytes.count) == nil
    }

    /// Returns the text that is stored as these bytes.
    static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        guard !isPlain(bytes) else { return String(decoding: bytes, as: UTF8.self) }
        var plain: [UInt8] = []
        var position = 0
        while position < bytes.count {
            let rest = bytes[position...]
            guard rest.starts(with: mark), rest.count > mark.count else {
                plain.append(bytes[position])
                position += 1
                continue
            }
            plain += bytes[position + mark.count] == UInt8(ascii: "0") ? [0] : mark
            position += mark.count + 1
        }
        return String(decoding: plain, as: UTF8.self)
    }

    private static func isSpecial(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let start = utf8.baseAddress else { return false }
        return memchr(start, 0, utf8.count) != nil || memchr(start, Int32(mark[0]), utf8.count) != nil
    }
}
#endif
