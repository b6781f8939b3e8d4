/// A set of keys that answers quickly for the many keys that are not in it.
struct KeySet {
    private let keys: Set<UInt64>
    /// One bit for each value of a key's low bits: whether any key in the set has this value. The two lowest bits do
    /// not count, because they hold the key's `Sort`.
    private let bits: [UInt64]
    private let mask: UInt64

    init(_ keys: Set<UInt64>) {
        self.keys = keys
        var count = 1024
        while count < keys.count * 16 { count *= 2 }
        mask = UInt64(count - 1)
        var bits = Array(repeating: UInt64(0), count: count / 64)
        for key in keys {
            let place = key >> 2 & mask
            bits[Int(place >> 6)] |= 1 << (place & 63)
        }
        self.bits = bits
    }

    /// - Complexity: O(1).
    func contains(_ key: UInt64) -> Bool {
        let place = key >> 2 & mask
        return bits[Int(place >> 6)] & 1 << (place & 63) != 0 && keys.contains(key)
    }
}
