import GeocliGeo
import TestSupport
import Testing

@testable import GeocliCatalog
@testable internal import GeocliDatabase
@testable internal import GeocliPlaces

@Suite struct PointPackerTests {
    /// An R*Tree that SQLite fills itself, for comparison.
    private func makeOrdinaryTree(_ table: PointRows) throws {
        try table.db.transaction(.immediate) { db in
            try db.execute(
                """
                CREATE VIRTUAL TABLE ordinary USING rtree_i32 (id, west, east, south, north);
                INSERT INTO ordinary SELECT id, floor(longitude * 1e7), ceil(longitude * 1e7), floor(latitude * 1e7),
                    ceil(latitude * 1e7) FROM place WHERE latitude IS NOT NULL
                """)
        }
    }

    private func expectSameRows(_ table: PointRows, boxes: Int, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func find(_ tree: String, _ cell: [Int64]) throws -> [Int64] {
            try table.ids(
                "SELECT id FROM \(tree) WHERE east >= ? AND west <= ? AND north >= ? AND south <= ? ORDER BY id", cell)
        }
        var found = 0
        for _ in 0..<boxes {
            let town = [at(127, 37.5), at(-70, -33), at(179.9, -17), at(0, 0)].randomElement(using: &random)!
            let half = Double.random(in: 0...1, using: &random) * (town.longitude == 0 ? 180 : 0.1)
            let cell = [
                (town.longitude - half) * 1e7, (town.longitude + half) * 1e7, (town.latitude - half / 2) * 1e7,
                (town.latitude + half / 2) * 1e7,
            ].map { Int64($0) }
            let packed = try find("place_rtree", cell)
            #expect(try packed == find("ordinary", cell), "seed \(seed), \(cell)")
            found += packed.count
        }
        #expect(found > boxes, "the boxes were empty")
    }

    /// Leaves with as many entries as packing gives them, one entry more or less, and trees of 1, 2 and 3 levels.
    @Test(arguments: [0, 1, 2, 45, 46, 47, 51, 52, 92, 93, 2115, 2116, 2117, 6000])
    func everySizePassesSQLitesOwnCheck(count: Int) throws {
        let table = try PointRows(PointRows.points(count, seed: UInt64(count)))
        try table.pack()
        #expect(try table.check() == ["ok"])
        #expect(try table.ids("SELECT id FROM place_rtree ORDER BY id") == Array(0..<Int64(count)).map { $0 + 1 })
        // A node gets at most 46 of its 51 cells.
        let leaves = (count + 45) / 46
        #expect(try table.ids("SELECT count(DISTINCT nodeno) FROM place_rtree_rowid") == [Int64(leaves)])
        // A second packing replaces the first.
        try table.pack()
        #expect(try table.check() == ["ok"])
        #expect(try table.ids("SELECT count(*) FROM place_rtree") == [Int64(count)])
    }

    @Test(arguments: [1, 2] as [UInt64])
    func aPackedTreeAnswersLikeAnOrdinaryOne(seed: UInt64) throws {
        let table = try PointRows(PointRows.points(8000, seed: seed))
        try table.add([nil, at(1, 1), nil])
        try makeOrdinaryTree(table)
        try table.pack()
        try expectSameRows(table, boxes: 2000, seed: seed)
        let columns = "SELECT id, west, east, south, north"
        #expect(
            try table.ids("SELECT count(*) FROM (\(columns) FROM place_rtree EXCEPT \(columns) FROM ordinary)") == [
                0
            ])
        #expect(
            try table.ids("SELECT count(*) FROM (\(columns) FROM ordinary EXCEPT \(columns) FROM place_rtree)") == [
                0
            ])
    }

    @Test(arguments: [3, 4] as [UInt64])
    func sqliteChangesAPackedTreeAsAnyOther(seed: UInt64) throws {
        let table = try PointRows(PointRows.points(4000, seed: seed))
        try makeOrdinaryTree(table)
        try table.pack()
        var random = SeededGenerator(seed: seed)
        let extra = try table.ids("SELECT count(*) FROM pragma_table_info('place_rtree')")[0] - 5
        try table.db.transaction(.immediate) { db in
            for round in 0..<10_000 {
                let id = Int64.random(in: 1...6000, using: &random)
                try db.execute("DELETE FROM place_rtree WHERE id = \(id); DELETE FROM ordinary WHERE id = \(id)")
                // The tree first grows, then loses almost all entries.
                guard round < 5000, round % 3 > 0 else { continue }
                let x = Int64(Double.random(in: 1269e6...1271e6, using: &random))
                let y = Int64(Double.random(in: 374e6...376e6, using: &random))
                let values = [id, x, x + 1, y, y].map(String.init).joined(separator: ", ")
                try db.execute(
                    """
                    INSERT INTO place_rtree VALUES (\(values)\(String(repeating: ", 8", count: Int(extra))));
                    INSERT INTO ordinary VALUES (\(values))
                    """)
            }
        }
        #expect(try table.check() == ["ok"])
        try expectSameRows(table, boxes: 500, seed: seed)
    }

    @Test func aLostRootIsMadeAnew() throws {
        let table = try PointRows(PointRows.points(300, seed: 1))
        try table.pack()
        try table.db.execute("DELETE FROM place_rtree_node WHERE nodeno = 1")
        try table.pack()
        #expect(try table.check() == ["ok"])
    }

    /// With constraints off, a catalog may hold coordinates beyond 32 bits, which SQLite can't index. The packer
    /// reports damage and does not crash.
    @Test func aPlaceBeyondTheWorldIsDamage() throws {
        let table = try PointRows(PointRows.points(10, seed: 1))
        try table.db.execute(
            "PRAGMA ignore_check_constraints = ON; UPDATE place SET longitude = 1e300 WHERE id = 3")
        #expect(throws: CatalogDamage.self) { try table.pack() }
    }
}

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
            #expect(sort.count == count)
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
            case 1 where !heap.isEmpty:
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
