internal import GeocliPlaces

/// Quick checks of the UTF-8 of names and addresses. With them, a pass over all rows creates no texts for ordinary
/// rows.
enum NameBytes {
    /// Whether `PlaceholderName` must check a name. No check is needed if the name has at least two letters and no
    /// placeholder begins with its first word. This function decides only about names in Hangul syllables and ASCII.
    static func mayBePlaceholder(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        guard name.count <= 64 else { return false }
        var word = OpeningWord()
        var position = 0
        while position < name.count {
            let byte = name[position]
            guard byte >= 0x80 else {
                word.add(ascii: byte)
                position += 1
                continue
            }
            guard isSyllable(name, position) else { return true }
            word.add(syllable: (byte, name[position + 1], name[position + 2]))
            position += 3
        }
        return word.letters < 2 || openings.contains(word.hash)
    }

    /// The first word of a name as `PlaceholderName` compares it: in lower case, without the digits at its end.
    private struct OpeningWord {
        /// The number of letters in the whole name, not counting x, because x is also used as a filler.
        var letters = 0
        /// A hash of the word.
        private(set) var hash = start
        /// A hash of the word, including the digits so far.
        private var withDigits = start
        private var isComplete = false
        private var hasBegun = false

        static let start: UInt64 = 0xcbf2_9ce4_8422_2325

        mutating func add(ascii byte: UInt8) {
            let small = 0x41...0x5A ~= byte ? byte | 0x20 : byte
            let isLetter = 0x61...0x7A ~= small
            if isLetter, small != UInt8(ascii: "x") { letters += 1 }
            guard isLetter || 0x30...0x39 ~= byte || byte == UInt8(ascii: "/") else {
                if hasBegun { isComplete = true }
                return
            }
            add(small)
            if isLetter || byte == UInt8(ascii: "/"), !isComplete { hash = withDigits }
        }

        mutating func add(syllable: (UInt8, UInt8, UInt8)) {
            letters += 1
            add(syllable.0)
            add(syllable.1)
            add(syllable.2)
            if !isComplete { hash = withDigits }
        }

        private mutating func add(_ byte: UInt8) {
            hasBegun = true
            if !isComplete { withDigits = (withDigits ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
    }

    /// The hashes of the words that begin a placeholder, and the hash of an empty word, for a name whose first word has
    /// only digits.
    private static let openings = Set(PlaceholderName.openings.map(hash) + [OpeningWord.start])

    /// - Source: FNV-1a, 64 bits.
    private static func hash(_ word: String) -> UInt64 {
        word.utf8.reduce(OpeningWord.start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Whether a Hangul syllable is at this position.
    @inline(__always)
    static func isSyllable(_ bytes: UnsafeBufferPointer<UInt8>, _ position: Int) -> Bool {
        guard position + 2 < bytes.count else { return false }
        let (one, two, three) = (bytes[position], bytes[position + 1], bytes[position + 2])
        guard one >= 0xEA, one <= 0xED else { return false }
        if one == 0xEA { return two >= 0xB0 }
        if one == 0xED { return two < 0x9E || two == 0x9E && three <= 0xA3 }
        return true
    }

    /// Whether the first word in `text` with the same last syllable as `word` is `word` itself.
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
