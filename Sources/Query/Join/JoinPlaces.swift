package import GeocliGeo
internal import GeocliText
internal import GeocliThreads

/// The places of a join: those of a file, in memory, in an index.
///
/// Places have numbers from 0 in the order of their ids, so the index, which orders ties by number, orders them by id.
/// - Complexity: memory for each place: 44 bytes in the index, 6 for its boxes, 8 for the id if all ids are whole numbers
///   and otherwise 8 and its text, and 4 and its text for each kept column. Building takes another 40 bytes for each.
package final class JoinPlaces: Sendable {
    package enum IDs: Sendable {
        /// All ids are whole numbers in their usual spelling.
        case numbers([Int64])
        /// The texts by row.
        case texts(TextColumn)
    }

    /// One thread for each processor.
    package static var usualThreads: Int { WorkerThread.usefulCount }

    package let count: Int
    package let ids: IDs
    /// The kept texts, by row.
    package let texts: [TextColumn]
    /// By row; empty if they are not kept.
    private let coordinates: [Coordinate]
    let tree: PackedRTree
    /// The row of each place; nil if the rows are in the order of the ids.
    private let rows: [Int32]?
    package let skipped: SkippedRows

    /// Reads all places, and makes the index on all threads.
    /// - Throws: the errors of the file; `PlainError` if there are more places than `memory` allows.
    package init(
        _ points: PointBlocks, threads: Int, keepsPositions: Bool, memory: JoinMemory
    ) throws {
        let gathered = GatheredPlaces(hasIDs: points.hasIDs, memory)
        try InBlocks.run(points, threads: threads) { block in { try gathered.add(block) } }
        skipped = gathered.skipped
        texts = gathered.texts
        count = gathered.coordinates.count
        (ids, rows) = PlaceOrderByID.order(gathered.takeIDs())
        var places = gathered.takeCoordinates()
        coordinates = keepsPositions ? places : []
        if let rows { places = rows.map { places[Int($0)] } }
        tree = PackedRTree(consume places, both: threads > 1 ? WorkerThread.both : TwoTasks.oneByOne)
    }

    /// Returns the row of a place, by its number.
    func row(of place: Int) -> Int { rows.map { Int($0[place]) } ?? place }

    /// - Precondition: the positions are kept.
    package func coordinate(ofRow row: Int) -> Coordinate { coordinates[row] }
}

/// The places read so far. A class, because threads add to it; each has its turn.
private final class GatheredPlaces: @unchecked Sendable {
    private(set) var coordinates: [Coordinate] = []
    private(set) var texts: [TextColumn] = []
    private(set) var skipped = SkippedRows()
    /// The ids, or the numbers of the rows of a file without ids.
    private var ids: TextColumn?
    private var numbers: [Int64] = []
    private let memory: JoinMemory
    private var isFirst = true

    init(hasIDs: Bool, _ memory: JoinMemory) {
        ids = hasIDs ? TextColumn() : nil
        self.memory = memory
    }

    func add(_ block: PointBlock) throws {
        if isFirst {
            isFirst = false
            texts = block.texts.map { _ in TextColumn() }
            if let count = try memory.expected(from: block) { coordinates.reserveCapacity(count) }
        }
        skipped.add(block)
        let columns = zip(texts + [ids].compactMap(\.self), block.texts + [block.ids].compactMap(\.self))
        let textBytes = columns.reduce(block.textBytes) { $0 + $1.0.byteCount + 4 * $1.0.count }
        try memory.check(coordinates.count + block.coordinates.count, textBytes: textBytes)
        guard columns.allSatisfy({ $0.hasRoom(for: $1) }) else { throw memory.tooMany(coordinates.count) }
        coordinates += block.coordinates
        for (all, new) in columns { all.append(contentsOf: new) }
        if ids == nil { numbers += block.numbers.map(Int64.init) }
        if let failure = block.failure { throw failure }
    }

    func takeCoordinates() -> [Coordinate] {
        defer { coordinates = [] }
        return coordinates
    }

    func takeIDs() -> JoinPlaces.IDs {
        defer { (ids, numbers) = (nil, []) }
        return ids.map(JoinPlaces.IDs.texts) ?? .numbers(numbers)
    }
}

/// The order of ids: whole numbers if all are, otherwise bytes, which is the order of their characters. Equal ids are in
/// the order of their rows.
private enum PlaceOrderByID {
    /// Returns the ids, as numbers if all are, and the rows in the order of the ids; nil if they already are.
    static func order(_ ids: JoinPlaces.IDs) -> (JoinPlaces.IDs, rows: [Int32]?) {
        switch ids {
        case .numbers(let numbers): return (ids, rows(numbers))
        case .texts(let texts):
            guard let numbers = numbers(texts) else { return (ids, rows(texts)) }
            return (.numbers(numbers), rows(numbers))
        }
    }

    private static func rows(_ numbers: [Int64]) -> [Int32]? {
        guard zip(numbers, numbers.dropFirst()).contains(where: { $0 > $1 }) else { return nil }
        var rows = numbers.indices.map(Int32.init)
        RadixSort.sort(&rows) { UInt64(bitPattern: numbers[Int($0)]) ^ 1 << 63 }
        return rows
    }

    private static func rows(_ texts: TextColumn) -> [Int32]? {
        guard texts.count > 1, (1..<texts.count).contains(where: { isLess(texts[$0], texts[$0 - 1]) }) else {
            return nil
        }
        var rows = (0..<Int32(texts.count)).map(\.self)
        RadixSort.sort(&rows) { start(of: texts[Int($0)]) }
        var first = 0
        while first < rows.count {
            let key = start(of: texts[Int(rows[first])])
            var end = first + 1
            while end < rows.count, start(of: texts[Int(rows[end])]) == key { end += 1 }
            rows[first..<end].sort { left, right in
                let (one, other) = (texts[Int(left)], texts[Int(right)])
                return isLess(one, other) || !isLess(other, one) && left < right
            }
            first = end
        }
        return rows
    }

    private static func isLess(_ left: BorrowedText, _ right: BorrowedText) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }

    /// The first eight bytes as a number in the same order.
    private static func start(of text: BorrowedText) -> UInt64 {
        var key: UInt64 = 0
        for index in 0..<8 { key = key << 8 | (index < text.bytes.count ? UInt64(text.bytes[index]) : 0) }
        return key
    }

    /// Returns the ids as whole numbers; nil if any of them is not one in its usual spelling, such as `007`.
    private static func numbers(_ texts: TextColumn) -> [Int64]? {
        var numbers: [Int64] = []
        numbers.reserveCapacity(texts.count)
        for row in 0..<texts.count {
            guard let number = number(texts[row].bytes) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let start = isNegative ? 1 : 0
        // Any 18 digits fit into 64 bits.
        guard 1...18 ~= text.count - start else { return nil }
        guard text[start] != UInt8(ascii: "0") || text.count == 1 else { return nil }
        var value: Int64 = 0
        for index in start..<text.count {
            let digit = text[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int64(digit)
        }
        return isNegative ? -value : value
    }
}
