/// Quick looks at the UTF-8 of names and addresses, so that a pass over all rows makes no texts of plain rows.
enum NameBytes {
    private typealias Bytes = UnsafeBufferPointer<UInt8>

    /// Returns whether `PlaceholderName` must look at a name. All others have at least two Hangul syllables, no Latin
    /// letters, and none of the syllables with which its words begin.
    static func mayBePlaceholder(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count <= 64 else { return false }
        var syllables = 0
        var position = 0
        while position < name.count {
            let byte = name[position]
            guard byte >= 0x80 else {
                if byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A { return true }
                position += 1
                continue
            }
            guard isSyllable(name, position) else { return true }
            let code =
                UInt32(byte & 0xF) << 12 | UInt32(name[position + 1] & 0x3F) << 6
                | UInt32(name[position + 2] & 0x3F)
            if first.contains(code) { return true }
            syllables += 1
            position += 3
        }
        return syllables < 2
    }

    /// The syllables with which a word of `PlaceholderName` begins.
    private static let first = Set("테시임미없이상명확준입샘삭".unicodeScalars.map(\.value))

    /// Returns whether a Hangul syllable stands at a position.
    @inline(__always)
    static func isSyllable(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        guard position + 2 < bytes.count else { return false }
        let (one, two, three) = (bytes[position], bytes[position + 1], bytes[position + 2])
        guard one >= 0xEA, one <= 0xED else { return false }
        if one == 0xEA { return two >= 0xB0 }
        if one == 0xED { return two < 0x9E || two == 0x9E && three <= 0xA3 }
        return true
    }

    /// Returns whether `word` is the first word of `text` that ends with its last syllable.
    static func isFirstOfItsKind(
        _ word: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard word.count > 3 else { return false }
        let ending = word[(word.count - 3)...]
        var start = 0
        while start < text.count {
            var end = start
            while end < text.count, text[end] != 0x20 { end += 1 }
            if end - start >= 3, text[(end - 3)..<end].elementsEqual(ending) {
                return text[start..<end].elementsEqual(word)
            }
            start = end + 1
        }
        return false
    }
}
