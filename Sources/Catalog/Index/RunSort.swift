internal import GeocliDatabase
internal import GeocliGeo

/// Sorts any number of entries in little memory. Entries that do not fit in memory wait in sorted runs on disk.
///
/// SQLite's own sorter takes five times as long, because it compares records instead of numbers.
final class RunSort<Entry: RunEntry> {
    /// The number of entries that are read from a run at a time.
    private let blockLength = WaitingBlocks.usualSize / MemoryLayout<Entry>.stride

    private var entries: [Entry] = []
    private var waiting: WaitingBlocks?
    /// The number of waiting blocks of each run.
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

    /// The remaining entries of a run.
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
