internal import GeocliDatabase

/// Sorts any number of entries whose ranks are evenly spread over all numbers, such as hashes, in little memory.
///
/// Each entry waits on disk with the entries whose ranks have the same first bits. Each such part is then sorted in
/// memory. A part that is too large for memory is sorted by `RunSort`, for example if many entries have the same rank.
/// `RunSort` works for any ranks, but it must merge all its runs, block by block.
final class SpreadSort<Entry: RunEntry> {
    private let partBits = 8
    /// The maximum number of entries of a part that is sorted in memory.
    private let maximumLength: Int
    private let blockLength = WaitingBlocks.usualSize / MemoryLayout<Entry>.stride

    /// The last added entries, which are not in their parts yet. Many entries are put into their parts together, because
    /// Swift's checks before each change of an array take longer than the change.
    private var fresh: [Entry] = []
    private let freshLength = 1 << 11
    private var parts: [Part]
    private var waiting: WaitingBlocks?
    private var blockCount: Int64 = 0

    private struct Part {
        var entries: [Entry] = []
        /// The numbers of the blocks on disk.
        var blocks: [Int64] = []
    }

    /// - Parameter maximumLength: other values are for tests.
    init(maximumLength: Int = 1 << 19) {
        self.maximumLength = maximumLength
        parts = Array(repeating: Part(), count: 1 << partBits)
    }

    /// Adds an entry.
    func add(_ entry: Entry) throws {
        fresh.append(entry)
        if fresh.count == freshLength { try spread() }
    }

    /// Puts the fresh entries into their parts.
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
