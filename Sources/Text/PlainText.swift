/// Texts that every format can copy unchanged, with or without quotes around them.
public enum PlainText {
    /// Returns whether `bytes` are UTF-8 of only two sorts of characters: ASCII without controls, quotes and
    /// backslashes, and characters of three bytes that don't begin with E2, such as Hangul.
    ///
    /// JSON escapes none of them, and none is unsafe in a terminal (`DisplayText.isUnsafe`: U+200E to U+2069 begin with
    /// E2, all other unsafe characters have one or two bytes). Texts with accents or emoji are not plain, although they
    /// could be copied, too.
    /// - Parameter quotes: whether quotes are allowed.
    /// - Source: Unicode, table 3-7, "Well-Formed UTF-8 Byte Sequences".
    @inlinable
    public static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, quotes: Bool = false) -> Bool {
        guard let start = bytes.baseAddress else { return true }
        let raw = UnsafeRawPointer(start)
        let count = bytes.count
        var position = 0
        while position < count {
            if count - position >= 8 {
                let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                if word & 0x8080_8080_8080_8080 == 0 {
                    guard isPlainASCII(word, quotes: quotes) else { return false }
                    position += 8
                    continue
                }
                if isTwoUsualOfThreeBytes(word) {
                    position += 6
                    continue
                }
            }
            let first = start[position]
            if first < 0x80 {
                guard first >= 0x20, quotes || first != 0x22, first != 0x5C, first != 0x7F else { return false }
                position += 1
                continue
            }
            guard count - position >= 3, first & 0xF0 == 0xE0, first != 0xE2 else { return false }
            let second = start[position + 1]
            guard second & 0xC0 == 0x80, start[position + 2] & 0xC0 == 0x80 else { return false }
            // An overlong sequence, or half of a surrogate pair.
            if first == 0xE0, second < 0xA0 { return false }
            if first == 0xED, second > 0x9F { return false }
            position += 3
        }
        return true
    }

    /// Returns the end of a run of ASCII without controls, quotes and backslashes. The run begins at `start`, and its
    /// length is a multiple of eight.
    @inlinable
    public static func endOfPlainWords(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var end = start
        while raw.count - end >= 8 {
            let word = raw.loadUnaligned(fromByteOffset: end, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0, isPlainASCII(word, quotes: false) else { break }
            end += 8
        }
        return end
    }

    /// Returns whether the first six of eight bytes are two characters of three bytes that begin with E3 to EC, such as
    /// most Hangul syllables. Each of them is well-formed, whatever its second and third byte are.
    @inlinable
    static func isTwoUsualOfThreeBytes(_ word: UInt64) -> Bool {
        // The first byte is the lowest one: 1110xxxx 10xxxxxx 10xxxxxx, twice.
        let bytes = UInt64(littleEndian: word)
        guard bytes & 0x0000_C0C0_F0C0_C0F0 == 0x0000_8080_E080_80E0 else { return false }
        // With 3 added, the low four bits of E0 to EC stay below 16. With 13 added, those of E3 to EF reach 16.
        let low = bytes & 0x0F00_000F
        return (low &+ 0x0300_0003 | ~(low &+ 0x0D00_000D)) & 0x1000_0010 == 0
    }

    /// Returns whether eight bytes of ASCII hold no control, quote, backslash or DEL, as `JSONText` finds them.
    @inlinable
    static func isPlainASCII(_ word: UInt64, quotes: Bool) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = quotes ? ones : word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        // No byte is above 7F here, so adding one sets the highest bit only in a byte that is DEL.
        let special =
            (word &- ones &* 0x20) | (quote &- ones) | (backslashes &- ones) | (word &+ ones)
        return special & (ones &* 0x80) == 0
    }
}

extension String {
    /// Creates the text of bytes that are known to be UTF-8, such as those of a JSON value that was read whole.
    ///
    /// `String(decoding:as:)` checks the bytes again, which takes longer than copying them. For Korean texts, the check
    /// takes a tenth of the time that the whole row takes.
    /// - Precondition: `bytes` are UTF-8. For other bytes the behavior is undefined.
    package init(checked bytes: UnsafeBufferPointer<UInt8>) {
        self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: bytes.allSatisfy { $0 < 0x80 }))
    }
}

/// Korean phone numbers as people in Korea write them.
///
/// - Source: the numbering plan of the Republic of Korea (MSIT notice on the administration of telecommunication
///   numbers): 02 has two digits; the other area codes, 01x, 070, 080 and 060 have three; 050x and 030x have four. The
///   last four digits are a group of their own. 15xx, 16xx and 18xx have no area code.
package enum NationalPhone {
    /// Returns `+82234375092` as `02-3437-5092`; nil for a number that is not Korean or has no known form.
    package static func text(e164 number: String) -> String? {
        let digits = Array(number.utf8.dropFirst(3))
        guard number.utf8.starts(with: "+82".utf8), digits.allSatisfy({ 0x30...0x39 ~= $0 }),
            let first = digits.first, first != UInt8(ascii: "0")
        else { return nil }
        if digits.count == 8, isNationwide(digits) { return joined([digits[..<4], digits[4...]], zero: false) }
        let codeLength = first == UInt8(ascii: "2") ? 1 : isService(digits) ? 3 : 2
        // The group between the code and the last four digits has three or four digits.
        guard 3...4 ~= digits.count - codeLength - 4 else { return nil }
        return joined([digits[..<codeLength], digits[codeLength..<digits.count - 4], digits.suffix(4)], zero: true)
    }

    private static func isNationwide(_ digits: [UInt8]) -> Bool {
        digits[0] == UInt8(ascii: "1") && [UInt8(ascii: "5"), UInt8(ascii: "6"), UInt8(ascii: "8")].contains(digits[1])
    }

    /// Whether the number has a service code of four digits: 0502 to 0509, 0303 and similar.
    private static func isService(_ digits: [UInt8]) -> Bool {
        digits.count >= 10 && [UInt8(ascii: "5"), UInt8(ascii: "3")].contains(digits[0])
            && digits[1] == UInt8(ascii: "0")
    }

    private static func joined(_ groups: [ArraySlice<UInt8>], zero: Bool) -> String {
        (zero ? "0" : "") + groups.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }
}
