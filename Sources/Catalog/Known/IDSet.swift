/// A set of place numbers. It has one bit for each possible number, so a million numbers take 125 kB.
struct IDSet {
    private var words: [UInt64]
    private var touched: Range<Int>?
    /// The number of members.
    private(set) var count = 0

    /// Creates an empty set with room for numbers up to `last`.
    init(upTo last: Int64) { words = Array(repeating: 0, count: Int(last / 64) + 1) }

    /// Whether the set contains `id`.
    func contains(_ id: Int64) -> Bool {
        let word = Int(id >> 6)
        return words.indices.contains(word) && words[word] & 1 << UInt64(id & 63) != 0
    }

    /// Inserts `id`; returns false if the set already contains it.
    @discardableResult
    mutating func insert(_ id: Int64) -> Bool {
        let word = Int(id >> 6)
        let bit: UInt64 = 1 << UInt64(id & 63)
        guard words[word] & bit == 0 else { return false }
        words[word] |= bit
        count += 1
        let former = touched ?? word..<word + 1
        touched = min(former.lowerBound, word)..<max(former.upperBound, word + 1)
        return true
    }

    /// Calls `body` with each number in this set that is not in `other`, in ascending order.
    func forEach(notIn other: IDSet, _ body: (Int64) throws -> Void) rethrows {
        for word in touched ?? 0..<0 {
            var rest = words[word] & ~(other.words.indices.contains(word) ? other.words[word] : 0)
            while rest != 0 {
                try body(Int64(word) << 6 | Int64(rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
    }

    /// Removes all numbers.
    ///
    /// - Complexity: O(m), m numbers between the lowest and the highest member.
    mutating func removeAll() {
        for word in touched ?? 0..<0 { words[word] = 0 }
        touched = nil
        count = 0
    }
}
