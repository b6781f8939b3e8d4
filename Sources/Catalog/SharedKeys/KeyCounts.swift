/// Counts of keys, with two bits for each slot. With 4 MB of such counts, a pass over a million rows finds the keys
/// that several rows may share.
struct KeyCounts {
    private var slots: [UInt8]
    private let mask: UInt64

    /// - Parameter rows: the approximate number of rows that will be counted.
    init(rows: Int) {
        var count = 1024
        while count < rows * 16 { count *= 2 }
        slots = Array(repeating: 0, count: count / 4)
        mask = UInt64(count - 1)
    }

    /// Counts a key.
    mutating func add(_ key: UInt64) {
        let (index, shift) = place(key)
        guard slots[index] >> shift & 3 < 3 else { return }
        slots[index] += 1 << shift
    }

    /// Whether there may be enough rows with this key to judge them together.
    func isShared(_ key: UInt64) -> Bool {
        let (index, shift) = place(key)
        return Int(slots[index] >> shift & 3) >= min(3, IssueKeys.sort(key).fewest)
    }

    private func place(_ key: UInt64) -> (index: Int, shift: UInt8) {
        // The two lowest bits are the sort of the key.
        let slot = key >> 2 & mask
        return (Int(slot >> 2), UInt8(slot & 3) * 2)
    }
}
