internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliText

/// Sorts any number of entries in little memory. Entries that do not fit in memory wait in sorted runs in a temporary
/// table. SQLite keeps that table in a nameless file.
///
/// SQLite's own sorter takes five times as long, because it compares records instead of numbers.
final class RunSort<Entry: Comparable & BitwiseCopyable> {
    /// The number of entries that are read from a run at a time. Points take 40 KB.
    private let blockLength = 1 << 10

    /// The number of added entries.
    private(set) var count = 0
    private let db: Database
    private let table: String
    private var entries: [Entry] = []
    /// The number of blocks of each run in the temporary table.
    private var runs: [Int] = []
    private let runLength: Int

    /// - Parameters:
    ///   - table: the name of the temporary table, which nothing else uses.
    ///   - runLength: the maximum number of entries in memory; other values are for tests. By default, points take
    ///     10 MB, and another 5 MB while they are sorted.
    init(_ db: Database, table: String, runLength: Int = 1 << 18) {
        self.db = db
        self.table = table
        self.runLength = runLength
    }

    func add(_ entry: Entry) throws {
        entries.append(entry)
        count += 1
        if entries.count == runLength { try spill() }
    }

    /// Calls `body` with all added entries, in order. Then discards them.
    func forEach(_ body: (Entry) throws -> Void) throws {
        if runs.isEmpty {
            entries.sort()
            for entry in entries { try body(entry) }
        } else {
            if !entries.isEmpty { try spill() }
            entries = []
            try merge(body)
            try db.execute("DROP TABLE temp.\(table)")
        }
        (entries, runs, count) = ([], [], 0)
    }

    private func spill() throws {
        if runs.isEmpty {
            try db.execute(
                """
                DROP TABLE IF EXISTS temp.\(table);
                CREATE TEMP TABLE \(table) (id INTEGER PRIMARY KEY, entries BLOB NOT NULL)
                """)
        }
        entries.sort()
        let insert = try Statement(db, "INSERT INTO temp.\(table) VALUES (?, ?)")
        let blocks = (entries.count + blockLength - 1) / blockLength
        for block in 0..<blocks {
            let range = block * blockLength..<min((block + 1) * blockLength, entries.count)
            insert.bind(1, Self.key(run: runs.count, block: block))
            try entries[range].withUnsafeBytes { bytes in
                insert.bind(2, bytes)
                try insert.run()
            }
        }
        runs.append(blocks)
        entries.removeAll(keepingCapacity: true)
    }

    fileprivate static func key(run: Int, block: Int) -> Int64 { Int64(run) << 32 | Int64(block) }

    private func merge(_ body: (Entry) throws -> Void) throws {
        let select = try Statement(db, "SELECT entries FROM temp.\(table) WHERE id = ?")
        var tails = runs.indices.map { Tail(run: $0, blocks: runs[$0]) }
        var heads = BinaryHeap<Head>()
        for run in tails.indices {
            if let entry = try tails[run].next(select) { heads.insert(Head(entry: entry, run: run)) }
        }
        while let head = heads.first {
            try body(head.entry)
            if let entry = try tails[head.run].next(select) {
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

        mutating func next(_ select: Statement) throws -> Entry? {
            if nextEntry == entries.count {
                guard nextBlock < blocks else { return nil }
                try read(select)
            }
            defer { nextEntry += 1 }
            return entries[nextEntry]
        }

        private mutating func read(_ select: Statement) throws {
            defer { select.reset() }
            select.bind(1, RunSort.key(run: run, block: nextBlock))
            guard try select.step() else {
                throw CatalogDamage.row(
                    Words(en: "a temporary table has lost a row", ko: "임시 테이블에서 행이 사라졌습니다"))
            }
            // The bytes can be loaded as entries, because this process wrote them.
            entries = select.withBytes(0) { bytes in
                (0..<bytes.count / MemoryLayout<Entry>.stride).map {
                    bytes.loadUnaligned(fromByteOffset: $0 * MemoryLayout<Entry>.stride, as: Entry.self)
                }
            }
            guard !entries.isEmpty else {
                throw CatalogDamage.row(
                    Words(en: "a temporary table has lost a value", ko: "임시 테이블에서 값이 사라졌습니다"))
            }
            nextBlock += 1
            nextEntry = 0
        }
    }
}
