internal import GeocliText

/// Ids of records.
public enum MineID {
    /// Returns a new id that no other device can choose: a random UUID.
    ///
    /// - Source: RFC 9562, version 4.
    public static func random() -> String {
        var source = SystemRandomNumberGenerator()
        return uuid(source.next(), source.next(), version: 4)
    }

    /// Computes an id from these words. The same words give the same id on every device.
    ///
    /// For this reason, two devices that mark one place on one list write the same record, and a second import adds
    /// nothing.
    ///
    /// - Source: RFC 9562, version 8.
    public static func named(_ words: String...) -> String {
        var hash = SHA256()
        hash.update(Array(words.joined(separator: "\0").utf8))
        let (high, low) = hash.head()
        return uuid(high, low, version: 8)
    }

    private static func uuid(_ high: UInt64, _ low: UInt64, version: UInt64) -> String {
        let high = high & ~0xF000 | version << 12
        let low = low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = [high, low].map { number in
            let text = String(number, radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }.joined()
        var parts: [Substring] = []
        var rest = digits[...]
        for count in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return parts.joined(separator: "-")
    }
}
