/// A set of spots, stored as bits, that can skip empty ranges quickly.
///
/// Bit s of `words` tells whether spot s is in the set. Bit w of `summary` tells whether word w contains any spot.
struct SpotSet: ~Copyable {
    let words: UnsafeMutableBufferPointer<UInt64>
    private let summary: UnsafeMutableBufferPointer<UInt64>

    /// Creates an empty set with room for `count` spots.
    init(count: Int) {
        words = .allocate(capacity: (count + 63) / 64)
        words.initialize(repeating: 0)
        summary = .allocate(capacity: (words.count + 63) / 64)
        summary.initialize(repeating: 0)
    }

    deinit {
        words.deallocate()
        summary.deallocate()
    }

    /// Returns a mask with the bits of `word` whose spots are in `range`. At least one spot of `word` must be in
    /// `range`.
    @inline(__always)
    static func mask(_ word: Int, _ range: Range<Int>) -> UInt64 {
        var mask = UInt64.max
        if word == range.lowerBound >> 6 { mask &= .max << UInt64(range.lowerBound & 63) }
        if word == (range.upperBound - 1) >> 6 { mask &= .max >> UInt64(63 - (range.upperBound - 1) & 63) }
        return mask
    }

    /// Replaces the content with the spots that are in both of two sets and not in a third.
    func fill(withBothOf one: borrowing SpotSet, and other: borrowing SpotSet, without third: borrowing SpotSet) {
        for word in words.indices { words[word] = one.words[word] & other.words[word] & ~third.words[word] }
        for group in summary.indices {
            var bits: UInt64 = 0
            for word in group << 6..<min(group << 6 + 64, words.count) where words[word] != 0 {
                bits |= 1 << UInt64(word & 63)
            }
            summary[group] = bits
        }
    }

    /// Removes all spots.
    func removeAll() {
        words.update(repeating: 0)
        summary.update(repeating: 0)
    }

    /// Adds a spot.
    ///
    /// The words are read and then written instead of being changed in place. With ThreadSanitizer, the compiler
    /// (6.3.1) fails on a change through a property of a noncopyable value.
    func insert(_ spot: Int) {
        words[spot >> 6] = words[spot >> 6] | 1 << UInt64(spot & 63)
        summary[spot >> 12] = summary[spot >> 12] | 1 << UInt64(spot >> 6 & 63)
    }

    /// Returns whether a spot is in the set.
    @inline(__always)
    func contains(_ spot: Int) -> Bool { words[spot >> 6] & 1 << UInt64(spot & 63) != 0 }

    /// Removes a spot.
    @inline(__always)
    func remove(_ spot: Int) { remove(1 << UInt64(spot & 63), inWord: spot >> 6) }

    /// Removes several spots of one word, given as bits.
    @inline(__always)
    func remove(_ bits: UInt64, inWord word: Int) {
        let rest = words[word] & ~bits
        words[word] = rest
        if rest == 0 { summary[word >> 6] = summary[word >> 6] & ~(1 << UInt64(word & 63)) }
    }

    /// Returns the first word from `word` to `last` that has spots; nil if there is none.
    @inline(__always)
    func firstWord(from word: Int, through last: Int) -> Int? {
        var group = word >> 6
        var bits = summary[group] & (.max << UInt64(word & 63))
        while bits == 0 {
            group &+= 1
            guard group <= last >> 6 else { return nil }
            bits = summary[group]
        }
        let found = group << 6 | bits.trailingZeroBitCount
        return found <= last ? found : nil
    }
}
