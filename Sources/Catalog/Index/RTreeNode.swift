/// A node of the bookstores' R*Tree. It is valid until the next step of the statement that read it.
struct RTreeNode {
    /// A cell of a node: a bookstore's id or a node's number, the edges in units of `IndexCell`, and the least and
    /// greatest `PointTraits` in the cell.
    struct Cell {
        let id: Int64
        let west: Int32
        let east: Int32
        let south: Int32
        let north: Int32
        let leastTraits: Int32
        let greatestTraits: Int32
    }

    let count: Int
    /// The number of levels below this node; 0 for a leaf.
    let depth: Int
    /// The bytes of the node; `init` has checked that there are at least 4 + count · cellBytes.
    private let bytes: UnsafeRawBufferPointer
    private let cellBytes: Int
    private let hasTraits: Bool

    /// Reads a node; fails if the bytes can't be a node.
    ///
    /// - Parameter depth: the number of levels below the node; nil for the root, whose bytes contain this number.
    init?(_ bytes: UnsafeRawBufferPointer, _ layout: RTreeLayout, depth: Int?) {
        guard bytes.count >= RTreeLayout.leastNodeBytes else { return nil }
        count = Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
        cellBytes = layout.cellBytes
        guard RTreeLayout.headerBytes + count * cellBytes <= bytes.count else { return nil }
        self.depth = depth ?? Int(UInt16(bigEndian: bytes.loadUnaligned(as: UInt16.self)))
        guard self.depth <= RTreeLayout.maximumDepth else { return nil }
        hasTraits = layout.dimensions == 3
        self.bytes = bytes
    }

    /// Returns the cell at `index`; its traits are 0 if the tree has none.
    ///
    /// - Precondition: 0 ≤ index < count.
    subscript(index: Int) -> Cell {
        assert(index >= 0 && index < count)
        let start = RTreeLayout.headerBytes &+ index &* cellBytes
        let x = word(start &+ 8)
        let y = word(start &+ 16)
        let traits = hasTraits ? word(start &+ 24) : 0
        return Cell(
            id: Int64(bitPattern: word(start)), west: Self.high(x), east: Self.low(x), south: Self.high(y),
            north: Self.low(y), leastTraits: Self.high(traits),
            greatestTraits: Self.low(traits) &- (hasTraits ? PointTraits.breadth : 0))
    }

    private func word(_ offset: Int) -> UInt64 {
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    private static func high(_ word: UInt64) -> Int32 { Int32(truncatingIfNeeded: word >> 32) }
    private static func low(_ word: UInt64) -> Int32 { Int32(truncatingIfNeeded: word) }
}
