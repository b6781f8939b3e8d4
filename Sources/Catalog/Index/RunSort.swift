internal import GeocliDatabase
internal import GeocliGeo

/// An entry that `RankSort`, `RunSort` and `SpreadSort` sort.
protocol RunEntry: Comparable, BitwiseCopyable {
    /// The most significant part of the order: an entry with a smaller number is less.
    var rank: UInt64 { get }
}

/// Sorts entries whose ranks are spread over a range: puts each entry into a bucket by its rank, then sorts each
/// bucket.
///
/// In a profile of an ingest of a million rows, Swift's own sort of all entries took a quarter of the time in which
/// keys are read and compared; this sort takes a tenth of it.
enum RankSort {
    /// The maximum number of buckets, as a power of 2.
    private static let bucketBits = 16
    /// A bucket with more entries than this is divided again. This happens if few ranks are far from all others.
    private static let largeBucket = 1024

    /// - Complexity: O(n) for ranks that are spread evenly, O(n log n) for any; two copies of the entries in memory.
    static func sort<Entry: RunEntry>(_ entries: inout [Entry]) {
        guard let first = entries.first else { return }
        var (least, greatest) = (first.rank, first.rank)
        for entry in entries { (least, greatest) = (min(least, entry.rank), max(greatest, entry.rank)) }
        guard least < greatest else { return entries.sort() }
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
                sort(UnsafeMutableBufferPointer(rebasing: sorted[start..<end]))
                start = end
            }
        }
    }

    /// Sorts a bucket. Its ranks are closer together than those of all entries, so dividing comes to an end.
    private static func sort<Entry: RunEntry>(_ bucket: UnsafeMutableBufferPointer<Entry>) {
        guard bucket.count > 1 else { return }
        guard bucket.count > largeBucket else {
            var bucket = bucket
            return bucket.sort()
        }
        var entries = Array(bucket)
        sort(&entries)
        _ = bucket.update(fromContentsOf: entries)
    }
}

/// Sorts any number of entries in little memory. Entries that do not fit in memory wait in sorted runs on disk.
///
/// SQLite's own sorter takes five times as long, because it compares records instead of numbers.
final class RunSort<Entry: RunEntry> {
    /// The number of entries that are read from a run at a time.
    private let blockLength = WaitingBlocks.usualSize / MemoryLayout<Entry>.stride

    private var entries: [Entry] = []
    private var waiting: WaitingBlocks?
    private var runs: [Int] = []
    private let runLength: Int

    /// - Parameter runLength: the maximum number of entries in memory; other values are for tests. By default, points
    ///   take 5 MB, and another 5 MB while they are sorted.
    init(runLength: Int = 1 << 17) { self.runLength = runLength }

    func add(_ entry: Entry) throws {
        entries.append(entry)
        if entries.count == runLength { try spill() }
    }

    /// Calls `body` with all added entries, in order. Then discards them.
    func forEach(_ body: (Entry) throws -> Void) throws {
        if let waiting {
            if !entries.isEmpty { try spill() }
            entries = []
            try merge(waiting, body)
        } else {
            RankSort.sort(&entries)
            for entry in entries { try body(entry) }
        }
        (entries, waiting, runs) = ([], nil, [])
    }

    private func spill() throws {
        let waiting = try waiting ?? WaitingBlocks()
        self.waiting = waiting
        RankSort.sort(&entries)
        let blocks = (entries.count + blockLength - 1) / blockLength
        for block in 0..<blocks {
            let range = block * blockLength..<min((block + 1) * blockLength, entries.count)
            try entries[range].withUnsafeBytes { try waiting.store($0, Self.key(run: runs.count, block: block)) }
        }
        runs.append(blocks)
        entries.removeAll(keepingCapacity: true)
    }

    fileprivate static func key(run: Int, block: Int) -> Int64 { Int64(run) << 32 | Int64(block) }

    private func merge(_ waiting: WaitingBlocks, _ body: (Entry) throws -> Void) throws {
        var tails = runs.indices.map { Tail(run: $0, blocks: runs[$0]) }
        var heads = BinaryHeap<Head>()
        for run in tails.indices {
            if let entry = try tails[run].next(waiting) { heads.insert(Head(entry: entry, run: run)) }
        }
        while let head = heads.first {
            try body(head.entry)
            if let entry = try tails[head.run].next(waiting) {
                heads.replaceFirst(with: Head(entry: entry, run: head.run))
            } else {
                _ = heads.removeFirst()
            }
        }
    }

    /// The next entry of a run: the first one that `body` has not received yet.
    private struct Head: Comparable {
        let entry: Entry
        let run: Int

        static func < (left: Head, right: Head) -> Bool { left.entry < right.entry }
    }

    private struct Tail {
        let run: Int
        let blocks: Int
        private var nextBlock = 0
        private var entries: [Entry] = []
        private var nextEntry = 0

        init(run: Int, blocks: Int) {
            self.run = run
            self.blocks = blocks
        }

        mutating func next(_ waiting: WaitingBlocks) throws -> Entry? {
            if nextEntry == entries.count {
                guard nextBlock < blocks else { return nil }
                try read(waiting)
            }
            defer { nextEntry += 1 }
            return entries[nextEntry]
        }

        private mutating func read(_ waiting: WaitingBlocks) throws {
            let read: [Entry]? = try waiting.entries(RunSort.key(run: run, block: nextBlock))
            guard let read, !read.isEmpty else { throw CatalogDamage.lostBlock }
            entries = read
            nextBlock += 1
            nextEntry = 0
        }
    }
}

/// Sorts any number of entries whose ranks are evenly spread over all numbers, such as hashes, in little memory.
///
/// Each entry waits on disk with the entries whose ranks have the same first bits. Each such part is then sorted in
/// memory. A part that is too large for memory is sorted by `RunSort`, for example if many entries have the same rank.
/// `RunSort` works for any ranks, but it must merge all its runs, block by block.
final class SpreadSort<Entry: RunEntry> {
    private let partBits = 8
    private let maximumLength: Int
    private let blockLength = WaitingBlocks.usualSize / MemoryLayout<Entry>.stride

    /// The last added entries, which are not in their parts yet. Many entries are put into their parts together,
    /// because Swift's checks before each change of an array take longer than the change.
    private var fresh: [Entry] = []
    private let freshLength = 1 << 11
    private var parts: [Part]
    private var waiting: WaitingBlocks?
    private var blockCount: Int64 = 0

    private struct Part {
        var entries: [Entry] = []
        var blocks: [Int64] = []
    }

    /// - Parameter maximumLength: other values are for tests.
    init(maximumLength: Int = 1 << 19) {
        self.maximumLength = maximumLength
        parts = Array(repeating: Part(), count: 1 << partBits)
    }

    func add(_ entry: Entry) throws {
        fresh.append(entry)
        if fresh.count == freshLength { try spread() }
    }

    private func spread() throws {
        try parts.withUnsafeMutableBufferPointer { parts in
            for entry in fresh {
                let part = Int(entry.rank >> UInt64(64 - partBits))
                parts[part].entries.append(entry)
                if parts[part].entries.count == blockLength { try store(&parts[part]) }
            }
        }
        fresh.removeAll(keepingCapacity: true)
    }

    private func store(_ part: inout Part) throws {
        let waiting = try waiting ?? WaitingBlocks()
        self.waiting = waiting
        try part.entries.withUnsafeBytes { try waiting.store($0, blockCount) }
        part.blocks.append(blockCount)
        part.entries.removeAll(keepingCapacity: true)
        blockCount += 1
    }

    /// Calls `body` with all added entries, in order. Then discards them.
    func forEach(_ body: (Entry) throws -> Void) throws {
        try spread()
        for index in parts.indices {
            let part = parts[index]
            parts[index] = Part()
            let count = part.entries.count + part.blocks.count * blockLength
            if count > maximumLength {
                let sort = RunSort<Entry>()
                try forEach(of: part, sort.add)
                try sort.forEach(body)
            } else {
                var entries: [Entry] = []
                entries.reserveCapacity(count)
                try forEach(of: part) { entries.append($0) }
                RankSort.sort(&entries)
                for entry in entries { try body(entry) }
            }
        }
        (waiting, blockCount) = (nil, 0)
    }

    private func forEach(of part: Part, _ body: (Entry) throws -> Void) throws {
        for block in part.blocks {
            guard let entries: [Entry] = try waiting?.entries(block) else { throw CatalogDamage.lostBlock }
            for entry in entries { try body(entry) }
        }
        for entry in part.entries { try body(entry) }
    }
}

extension WaitingBlocks {
    /// Returns the entries of a block, which this process has stored; nil if no block has this number.
    func entries<Entry: BitwiseCopyable>(_ number: Int64) throws -> [Entry]? {
        try take(number) { bytes in
            [Entry](unsafeUninitializedCapacity: bytes.count / MemoryLayout<Entry>.stride) { entries, count in
                count = entries.count
                let whole = bytes.prefix(count * MemoryLayout<Entry>.stride)
                UnsafeMutableRawBufferPointer(entries).copyMemory(from: UnsafeRawBufferPointer(rebasing: whole))
            }
        }
    }
}
