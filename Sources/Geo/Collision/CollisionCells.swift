/// The spots in each cell, at one zoom.
///
/// The cells of a layer are squares of 2^k units, so the world is a whole number of cells. Sixteen neighboring cells,
/// four by four, are a *block*: one entry of a hash table with open addressing. An entry has a key, the index of its
/// first cell with markers, and one bit for each of the sixteen cells: 1 if the cell has markers, otherwise 0. The bits
/// follow the order of the curve:
///
///      0  1  4  5
///      2  3  6  7
///      8  9 12 13
///     10 11 14 15
/// - Complexity: 8 bytes for each cell with markers and 24 to 48 for each block with markers.
struct CollisionCells: ~Copyable {
    /// The spots of a cell: from the first present spot up to, but not including, `end`.
    struct Cell {
        var start: Int32
        var end: Int32
    }

    struct Selection {
        let firstCell: Int
        let cells: UInt32
        var wanted: UInt32
    }

    private struct Block {
        var key: UInt64
        var firstCell: Int32
        /// The cells with markers, as bits; 0 only in an empty entry.
        var cells: UInt32
    }

    struct Layer {
        /// The binary logarithm of the side of a cell in units.
        var cellBits: Int64
        /// The greatest reach of any box of the layer, in units.
        var reach: CollisionBox
        /// The cells of the layer, and the number of their blocks.
        var cells: Range<Int>
        var blocks: Int
    }

    let layers: UnsafeMutableBufferPointer<Layer>
    private var cells = UnsafeMutableBufferPointer<Cell>.allocate(capacity: 0)
    private var cellCount = 0
    private var blocks = UnsafeMutableBufferPointer<Block>.allocate(capacity: 0)
    private var hashShift: UInt64 = 64

    init(for field: CollisionField) { layers = .allocate(capacity: field.layers.count) }

    deinit {
        layers.deallocate()
        cells.deallocate()
        blocks.deallocate()
    }

    /// Finds the cells of the spots in `present`, at the scale of `level`.
    /// - Complexity: O(m), m spots; a word of 64 spots in one cell takes as long as one spot.
    mutating func build(_ field: CollisionField, _ tables: CollisionTables, present: borrowing SpotSet, level: Int) {
        let shift = CollisionPlane.shift(level: level)
        cellCount = 0
        for (index, layer) in field.layers.enumerated() {
            let bits = Int64(CollisionPlane.cellBits(layer.cellBits, level: level))
            let first = cellCount
            let blocks = findCells(layer, tables, present, bits: bits)
            layers[index] = Layer(
                cellBits: bits, reach: layer.reach.scaled(shift: shift), cells: first..<cellCount, blocks: blocks)
        }
        makeTable(blocks: layers.reduce(0) { $0 + $1.blocks })
        for index in layers.indices { enterBlocks(ofLayer: index, tables) }
    }

    private func enterBlocks(ofLayer index: Int, _ tables: CollisionTables) {
        // The pointer is copied, because with ThreadSanitizer the compiler (6.3.1) fails on a write through a property
        // of a noncopyable value.
        let blocks = blocks
        let bits = layers[index].cellBits
        var lastKey = UInt64.max
        var block = 0
        for cell in layers[index].cells {
            let point = tables.points[Int(cells[cell].start)]
            let (row, column) = (min(point.y, CollisionPlane.side - 1) &>> bits, point.x &>> bits)
            let key = Self.key(layer: index, row: row &>> 2, column: column &>> 2)
            if key != lastKey {
                block = emptyEntry(for: key)
                blocks[block] = Block(key: key, firstCell: Int32(truncatingIfNeeded: cell), cells: 0)
                lastKey = key
            }
            blocks[block].cells |= 1 &<< UInt32(truncatingIfNeeded: Self.rowBits(row) | Self.columnBits(column))
        }
    }

    /// Appends the cells of a layer, runs of present spots that lie in one square. Returns the number of their blocks.
    private mutating func findCells(
        _ layer: CollisionLayer, _ tables: CollisionTables, _ present: borrowing SpotSet, bits: Int64
    ) -> Int {
        guard layer.count > 0 else { return 0 }
        let last = CollisionPlane.side - 1
        let range = layer.start..<layer.start + layer.count
        var blockCount = 0
        // No cell has this row and column.
        var (row, column): (Int64, Int64) = (-8, -8)
        for word in range.lowerBound >> 6...(range.upperBound - 1) >> 6 {
            var rest = present.words[word] & SpotSet.mask(word, range)
            guard rest != 0 else { continue }
            if cellCount &+ 64 > cells.count { makeRoom() }
            let around = tables.bounds[word]
            let isOneCell =
                around.west &>> bits == around.east &>> bits
                && min(around.north, last) &>> bits == min(around.south, last) &>> bits
            while rest != 0 {
                let spot = word << 6 | rest.trailingZeroBitCount
                let point = tables.points[spot]
                let end = isOneCell ? word << 6 | (63 - rest.leadingZeroBitCount) : spot
                rest = isOneCell ? 0 : rest & (rest &- 1)
                let (nextRow, nextColumn) = (min(point.y, last) &>> bits, point.x &>> bits)
                if nextRow != row || nextColumn != column {
                    if nextRow &>> 2 != row &>> 2 || nextColumn &>> 2 != column &>> 2 { blockCount &+= 1 }
                    (row, column) = (nextRow, nextColumn)
                    cells[cellCount].start = Int32(truncatingIfNeeded: spot)
                    cellCount &+= 1
                }
                cells[cellCount &- 1].end = Int32(truncatingIfNeeded: end &+ 1)
            }
        }
        return blockCount
    }

    private mutating func makeRoom() {
        let larger = UnsafeMutableBufferPointer<Cell>.allocate(capacity: cells.count + cells.count / 2 + 1024)
        larger.initialize(repeating: Cell(start: 0, end: 0))
        _ = larger.update(fromContentsOf: cells[..<cellCount])
        cells.deallocate()
        cells = larger
    }

    private mutating func makeTable(blocks blockCount: Int) {
        // At most two thirds of the entries are used, and at least one stays empty.
        let bits = max(1, Int.bitWidth - (blockCount + blockCount / 2).leadingZeroBitCount)
        if blocks.count != 1 << bits {
            blocks.deallocate()
            blocks = .allocate(capacity: 1 << bits)
        }
        hashShift = UInt64(64 - bits)
        blocks.initialize(repeating: Block(key: 0, firstCell: 0, cells: 0))
    }

    /// Returns the empty entry for a key that is not in the table.
    private func emptyEntry(for key: UInt64) -> Int {
        var entry = firstEntry(for: key)
        while blocks[entry].cells != 0 { entry = (entry &+ 1) & (blocks.count &- 1) }
        return entry
    }

    /// Returns the cells of a block that have markers and whose bits are set in `cells`.
    @inline(__always)
    func selection(layer: Int, row: Int64, column: Int64, cells: UInt32) -> Selection {
        let key = Self.key(layer: layer, row: row, column: column)
        var entry = firstEntry(for: key)
        while blocks[entry].cells != 0, blocks[entry].key != key { entry = (entry &+ 1) & (blocks.count &- 1) }
        let block = blocks[entry]
        return Selection(firstCell: Int(block.firstCell), cells: block.cells, wanted: block.cells & cells)
    }

    @inline(__always)
    func first(of selection: Selection) -> Cell { cell(selection, bit: selection.wanted & (0 &- selection.wanted)) }

    @inline(__always)
    func last(of selection: Selection) -> Cell {
        cell(selection, bit: 1 << UInt32(truncatingIfNeeded: 31 &- selection.wanted.leadingZeroBitCount))
    }

    @inline(__always)
    private func cell(_ selection: Selection, bit: UInt32) -> Cell {
        cells[selection.firstCell &+ (selection.cells & (bit &- 1)).nonzeroBitCount]
    }

    private static func key(layer: Int, row: Int64, column: Int64) -> UInt64 {
        UInt64(truncatingIfNeeded: layer) << 56 | UInt64(truncatingIfNeeded: row) << 28
            | UInt64(truncatingIfNeeded: column)
    }

    @inline(__always)
    private func firstEntry(for key: UInt64) -> Int {
        // An odd number near 2^64/φ, where φ is the golden ratio, spreads neighbors far apart (Knuth, 6.4).
        Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> hashShift)
    }

    private static func rowBits(_ row: Int64) -> Int64 { (row & 2) << 2 | (row & 1) << 1 }
    private static func columnBits(_ column: Int64) -> Int64 { (column & 2) << 1 | column & 1 }

    /// Returns the cells of a block in the rows from `first` to `last`, counted from the first row of the block.
    @inline(__always)
    static func cells(inRows first: Int64, _ last: Int64) -> UInt32 {
        // Each row takes 16 bits. The northernmost row has the lowest bits.
        lanes(0xCC00_3300_00CC_0033, max(first, 0), min(last, 3))
    }

    /// Returns the cells of a block in the columns from `first` to `last`, counted from its first column.
    @inline(__always)
    static func cells(inColumns first: Int64, _ last: Int64) -> UInt32 {
        lanes(0xA0A0_5050_0A0A_0505, max(first, 0), min(last, 3))
    }

    @inline(__always)
    private static func lanes(_ lanes: UInt64, _ first: Int64, _ last: Int64) -> UInt32 {
        var wanted = lanes & (.max &<< UInt64(16 &* first)) & (.max &>> UInt64(16 &* (3 &- last)))
        wanted |= wanted >> 32
        return UInt32(truncatingIfNeeded: (wanted | wanted >> 16) & 0xFFFF)
    }
}

/// A set of spots, stored as bits so that searches skip empty ranges quickly. Bit s of `words` tells whether spot s is
/// in the set; bit w of `summary`, whether word w contains any spot.
struct SpotSet: ~Copyable {
    let words: UnsafeMutableBufferPointer<UInt64>
    private let summary: UnsafeMutableBufferPointer<UInt64>

    init(count: Int) {
        words = .allocate(capacity: (count + 63) / 64)
        words.initialize(repeating: 0)
        summary = .allocate(capacity: (words.count + 63) / 64)
        summary.initialize(repeating: 0)
    }

    deinit {
        words.deallocate()
        summary.deallocate()
    }

    /// Returns the bits of `word` whose spots are in `range`; at least one must be.
    @inline(__always)
    static func mask(_ word: Int, _ range: Range<Int>) -> UInt64 {
        var mask = UInt64.max
        if word == range.lowerBound >> 6 { mask &= .max << UInt64(range.lowerBound & 63) }
        if word == (range.upperBound - 1) >> 6 { mask &= .max >> UInt64(63 - (range.upperBound - 1) & 63) }
        return mask
    }

    func fill(withBothOf one: borrowing SpotSet, and other: borrowing SpotSet, without third: borrowing SpotSet) {
        for word in words.indices { words[word] = one.words[word] & other.words[word] & ~third.words[word] }
        for group in summary.indices {
            var bits: UInt64 = 0
            for word in group << 6..<min(group << 6 + 64, words.count) where words[word] != 0 {
                bits |= 1 << UInt64(word & 63)
            }
            summary[group] = bits
        }
    }

    func removeAll() {
        words.update(repeating: 0)
        summary.update(repeating: 0)
    }

    /// The words are not changed in place, because under ThreadSanitizer the compiler (6.3.1) fails on a change through
    /// a property of a noncopyable value.
    func insert(_ spot: Int) {
        words[spot >> 6] = words[spot >> 6] | 1 << UInt64(spot & 63)
        summary[spot >> 12] = summary[spot >> 12] | 1 << UInt64(spot >> 6 & 63)
    }

    @inline(__always)
    func contains(_ spot: Int) -> Bool { words[spot >> 6] & 1 << UInt64(spot & 63) != 0 }

    @inline(__always)
    func remove(_ spot: Int) { remove(1 << UInt64(spot & 63), inWord: spot >> 6) }

    /// Removes several spots of one word, given as bits.
    @inline(__always)
    func remove(_ bits: UInt64, inWord word: Int) {
        let rest = words[word] & ~bits
        words[word] = rest
        if rest == 0 { summary[word >> 6] = summary[word >> 6] & ~(1 << UInt64(word & 63)) }
    }

    /// Returns the first word from `word` to `last` that has spots; nil if there is none.
    @inline(__always)
    func firstWord(from word: Int, through last: Int) -> Int? {
        var group = word >> 6
        var bits = summary[group] & (.max << UInt64(word & 63))
        while bits == 0 {
            group &+= 1
            guard group <= last >> 6 else { return nil }
            bits = summary[group]
        }
        let found = group << 6 | bits.trailingZeroBitCount
        return found <= last ? found : nil
    }
}
