internal import GeocliDatabase

/// A writer of the tables of an R*Tree. The caller adds the cells in the order in which the leaves must have them.
///
/// The total number of cells determines how many cells each node gets. Within a level, these numbers differ by at most
/// one. A node is written when its last cell is added, so only one node of each level is in memory. Nodes are numbered
/// consecutively; the root's number is 1.
final class RTreeWriter {
    private let db: Database
    private let layout: RTreeLayout
    /// The levels, from the leaves to the root.
    private var levels: [Level] = []
    private var lastNode = RTreeLayout.root
    /// The nodes that are not leaves: one for every 2,100 places.
    private var innerNodes: Set<Int64> = []
    /// The least and the greatest place id so far.
    private var firstID = Int64.max - 1
    private var lastID = Int64.min
    private let insertNode: Statement
    private let insertParent: Statement

    /// - Parameter count: the number of cells that will be added.
    init(_ db: Database, _ layout: RTreeLayout, count: Int) throws {
        self.db = db
        self.layout = layout
        insertNode = try Statement(db, "INSERT INTO place_rtree_node VALUES (?, ?)")
        insertParent = try Statement(db, "INSERT INTO place_rtree_parent VALUES (?, ?)")
        var cells = count
        repeat {
            let level = Level(layout, cells: cells)
            levels.append(level)
            cells = level.nodes
        } while cells > 1
        if count == 0 { try write(levels[0], at: 0) }
    }

    /// Adds a cell to the leaves.
    func add(_ cell: RTreeCell) throws {
        firstID = min(firstID, cell.id)
        lastID = max(lastID, cell.id)
        try add(cell, to: 0)
    }

    private func add(_ cell: RTreeCell, to index: Int) throws {
        let level = levels[index]
        level.append(cell)
        guard level.isFull else { return }
        let number = try write(level, at: index)
        let edges = level.hull
        level.startNode()
        if index + 1 < levels.count { try add(RTreeCell(id: number, edges: edges), to: index + 1) }
    }

    /// Writes a node, and records it as the parent of its children. Returns the node's number.
    @discardableResult
    private func write(_ level: Level, at index: Int) throws -> Int64 {
        let isRoot = index == levels.count - 1
        if !isRoot { lastNode += 1 }
        let number = isRoot ? RTreeLayout.root : lastNode
        level.writeHeader(depth: isRoot ? index : 0)
        try level.withBytes { bytes in
            insertNode.bind(1, number)
            insertNode.bind(2, bytes)
            try insertNode.run()
        }
        guard index > 0 else { return number }
        innerNodes.insert(number)
        for child in level.ids {
            insertParent.bind(1, child)
            insertParent.bind(2, number)
            try insertParent.run()
        }
        return number
    }

    /// Writes the leaf number of each place, ordered by id. Handles one window of ids at a time, and reads all
    /// leaves again for each window.
    func writeLeafNumbers() throws {
        let insert = try RowInserter(db, into: "place_rtree_rowid", columnCount: 2)
        var next = firstID
        while next <= lastID {
            let first = next
            var leaves = [UInt32](repeating: 0, count: Int(min(Self.windowLength, lastID - first + 1)))
            next = .max
            try forEachLeafCell { id, leaf in
                guard id >= first else { return }
                let offset = id - first
                if offset < leaves.count { leaves[Int(offset)] = leaf } else { next = min(next, id) }
            }
            var offsets: [UInt32] = []
            offsets.reserveCapacity(leaves.count)
            for (offset, leaf) in leaves.enumerated() where leaf != 0 { offsets.append(UInt32(offset)) }
            try insert.insert(count: offsets.count) { statement, row, position in
                let offset = Int(offsets[row])
                statement.bind(position, first + Int64(offset))
                statement.bind(position + 1, Int64(leaves[offset]))
            }
        }
    }

    /// The number of ids in a window. A window takes 16 MB.
    private static let windowLength: Int64 = 1 << 21

    private func forEachLeafCell(_ body: (_ id: Int64, _ leaf: UInt32) -> Void) throws {
        let nodes = try Statement(db, "SELECT nodeno, data FROM place_rtree_node")
        while try nodes.step() {
            let number = nodes.integer(0)
            // The number fits into 32 bits, because this writer numbered the nodes upward from 1.
            guard !innerNodes.contains(number) else { continue }
            nodes.withBytes(1) { bytes in
                let count = Int(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: 2, as: UInt16.self)))
                for cell in 0..<count {
                    let start = RTreeLayout.headerBytes + cell * layout.cellBytes
                    body(Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: Int64.self)), UInt32(number))
                }
            }
        }
    }

    /// The nodes of one level. Only the node that is being filled is in memory.
    private final class Level {
        let nodes: Int
        private(set) var hull = RTreeCell.nothing
        private let layout: RTreeLayout
        private let cells: Int
        private var node = 0
        private var cellsInNode = 0
        private var bytes: [UInt8]

        init(_ layout: RTreeLayout, cells: Int) {
            self.layout = layout
            self.cells = cells
            nodes = max(1, (cells + layout.packedCells - 1) / layout.packedCells)
            bytes = [UInt8](repeating: 0, count: layout.nodeBytes)
        }

        /// The number of cells that the current node will have. Cells are distributed evenly: node i gets the cells
        /// from i·cells/nodes to (i + 1)·cells/nodes.
        private var share: Int { (node + 1) * cells / nodes - node * cells / nodes }

        var isFull: Bool { cellsInNode == share }

        var ids: [Int64] {
            bytes.withUnsafeBytes { bytes in
                (0..<cellsInNode).map {
                    Int64(
                        bigEndian: bytes.loadUnaligned(
                            fromByteOffset: RTreeLayout.headerBytes + $0 * layout.cellBytes, as: Int64.self))
                }
            }
        }

        func append(_ cell: RTreeCell) {
            precondition(cellsInNode < layout.capacity)
            let start = RTreeLayout.headerBytes + cellsInNode * layout.cellBytes
            bytes.withUnsafeMutableBytes { bytes in
                bytes.storeBytes(of: cell.id.bigEndian, toByteOffset: start, as: Int64.self)
                for edge in 0..<2 * layout.dimensions {
                    bytes.storeBytes(
                        of: cell.edges[edge].bigEndian, toByteOffset: start + 8 + 4 * edge, as: Int32.self)
                }
            }
            hull = RTreeCell.join(hull, cell.edges)
            cellsInNode += 1
        }

        func writeHeader(depth: Int) {
            bytes.withUnsafeMutableBytes { bytes in
                bytes.storeBytes(of: UInt16(depth).bigEndian, toByteOffset: 0, as: UInt16.self)
                bytes.storeBytes(of: UInt16(cellsInNode).bigEndian, toByteOffset: 2, as: UInt16.self)
                // Clears the rest of the previous node.
                for offset in RTreeLayout.headerBytes + cellsInNode * layout.cellBytes..<bytes.count {
                    bytes[offset] = 0
                }
            }
        }

        func withBytes(_ body: (UnsafeRawBufferPointer) throws -> Void) rethrows { try bytes.withUnsafeBytes(body) }

        func startNode() {
            node += 1
            cellsInNode = 0
            hull = RTreeCell.nothing
        }
    }
}
