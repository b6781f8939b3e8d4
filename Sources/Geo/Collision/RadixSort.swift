/// Sorts numbers by 64-bit keys, digit by digit.
///
/// - Source: Knuth, The Art of Computer Programming 3, 5.2.5 (distribution sorting, least significant digit first).
package enum RadixSort {
    private struct Pair {
        var key: UInt64
        var value: Int32
    }

    /// With 11 bits, a key has six digits, and the 2048 counters of a digit fill half of the processor's fastest cache.
    private static let digitBits = 11
    private static let digits = 6

    /// Sorts `values` by ascending key; the sort is stable.
    ///
    /// - Complexity: O(n), with 32 bytes of temporary memory for each value. Digits that all keys share are skipped.
    @inline(__always)
    package static func sort(_ values: inout [Int32], by key: (Int32) -> UInt64) {
        let count = values.count
        guard count > 1 else { return }
        withUnsafeTemporaryAllocation(of: Pair.self, capacity: 2 * count) { memory in
            for (index, value) in values.enumerated() {
                memory.initializeElement(at: index, to: Pair(key: key(value), value: value))
            }
            let first = UnsafeMutableBufferPointer(rebasing: memory[..<count])
            let sorted = sort(first, UnsafeMutableBufferPointer(rebasing: memory[count...]))
            for index in values.indices { values[index] = sorted[index].value }
        }
    }

    /// Sorts `pairs`, using `spare`, which has the same size. Returns the buffer that holds the result.
    private static func sort(
        _ pairs: UnsafeMutableBufferPointer<Pair>, _ spare: UnsafeMutableBufferPointer<Pair>
    ) -> UnsafeMutableBufferPointer<Pair> {
        let buckets = 1 << digitBits
        let mask = UInt64(buckets - 1)
        var counts = [Int](repeating: 0, count: digits * buckets)
        for pair in pairs {
            for digit in 0..<digits {
                counts[digit * buckets + Int(pair.key >> UInt64(digit * digitBits) & mask)] &+= 1
            }
        }
        var (source, target) = (pairs, spare)
        for digit in 0..<digits {
            let shift = UInt64(digit * digitBits)
            let base = digit * buckets
            // All keys are in one bucket, so this digit does not change the order.
            if counts[base + Int(source[0].key >> shift & mask)] == source.count { continue }
            var total = 0
            for bucket in base..<base + buckets { (counts[bucket], total) = (total, total + counts[bucket]) }
            counts.withUnsafeMutableBufferPointer { counts in
                for pair in source {
                    let bucket = base &+ Int(truncatingIfNeeded: pair.key >> shift & mask)
                    target.initializeElement(at: counts[bucket], to: pair)
                    counts[bucket] &+= 1
                }
            }
            swap(&source, &target)
        }
        return source
    }
}
