import GeocliGeo
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct RunSortTests {
    /// Entries that fit in memory, entries that do not, and numbers of entries that are multiples of the run length.
    @Test(arguments: [(0, 100), (99, 100), (100, 100), (101, 100), (5000, 100), (5000, 2048), (4096, 2048)])
    func entriesComeInOrderHoweverLittleFitsInMemory(count: Int, runLength: Int) throws {
        var random = SeededGenerator(seed: 7)
        let entries = try PointRows.points(count, seed: 7).map {
            try PointEntry(
                id: .random(in: 1...1 << 40, using: &random), longitude: $0.longitude, latitude: $0.latitude, traits: 0)
        }
        let sort = RunSort<PointEntry>(runLength: runLength)
        for _ in 0..<2 {
            for entry in entries { try sort.add(entry) }
            var sorted: [PointEntry] = []
            try sort.forEach { sorted.append($0) }
            #expect(sorted == entries.sorted())
        }
    }

    private struct Ranked: RunEntry {
        let rank: UInt64
        let id: Int

        static func < (left: Ranked, right: Ranked) -> Bool { (left.rank, left.id) < (right.rank, right.id) }
    }

    /// Ranks that are spread, equal, far apart, or almost all in one bucket.
    @Test(arguments: [0, 1, 2, 3, 1000, 70_000], [0, 1, 20, 62, 64])
    func bucketsGiveTheOrderOfASort(count: Int, bits: Int) {
        var random = SeededGenerator(seed: UInt64(count + bits))
        let greatest = bits == 64 ? UInt64.max : 1 << UInt64(bits) - 1
        var entries = (0..<count).map { id in
            let isFar = id % 5000 == 7
            return Ranked(
                rank: isFar ? [0, .max].randomElement(using: &random)! : .random(in: 0...greatest, using: &random),
                id: id * 7919 % max(1, count))
        }
        let sorted = entries.sorted()
        RankSort.sort(&entries)
        #expect(entries == sorted)
    }

    /// Spread ranks, and thousands of entries with one rank; all in memory, or hardly any.
    @Test(arguments: [0, 1, 5000, 200_000], [10, 1000, 1 << 19])
    func partsGiveTheOrderOfASort(count: Int, maximumLength: Int) throws {
        var random = SeededGenerator(seed: UInt64(count + maximumLength))
        let sort = SpreadSort<Ranked>(maximumLength: maximumLength)
        for _ in 0..<2 {
            let entries = (0..<count).map { id in
                Ranked(rank: id % 3 == 0 ? 5 << 60 : random.next(), id: id * 7919 % max(1, count))
            }
            for entry in entries { try sort.add(entry) }
            var found: [Ranked] = []
            try sort.forEach { found.append($0) }
            #expect(found == entries.sorted())
        }
    }

    /// Each step of the curve goes to a neighbour, and the curve visits every cell: checked on its coarsest 2⁵ × 2⁵
    /// cells and on its finest.
    @Test(arguments: [0, 27] as [UInt32])
    func theHilbertCurveGoesThroughEveryCellStepByStep(shift: UInt32) {
        var cells = [(UInt32, UInt32)](repeating: (0, 0), count: 1024)
        var seen: Set<UInt64> = []
        for x in 0..<UInt32(32) {
            for y in 0..<UInt32(32) {
                let position = HilbertCurve.position(x: x << shift, y: y << shift) >> (2 * UInt64(shift))
                guard position < 1024 else {
                    Issue.record("(\(x), \(y)) lies at \(position)")
                    return
                }
                cells[Int(position)] = (x, y)
                seen.insert(position)
            }
        }
        #expect(seen.count == 1024)
        for (left, right) in zip(cells, cells.dropFirst()) {
            let step = abs(Int(left.0) - Int(right.0)) + abs(Int(left.1) - Int(right.1))
            #expect(step == 1, "from \(left) to \(right)")
        }
    }
}

@Suite struct BinaryHeapTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func theLeastComesFirst(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var heap = BinaryHeap<Int>()
        var plain: [Int] = []
        for _ in 0..<3000 {
            let number = Int.random(in: 0...50, using: &random)
            switch Int.random(in: 0...4, using: &random) {
            case 0: #expect(heap.removeFirst() == plain.min().map { plain.remove(at: plain.firstIndex(of: $0)!) })
            case 1 where heap.first != nil:
                plain[plain.firstIndex(of: plain.min()!)!] = number
                heap.replaceFirst(with: number)
            default:
                plain.append(number)
                heap.insert(number)
            }
            #expect(heap.first == plain.min())
        }
    }
}
