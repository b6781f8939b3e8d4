internal import GeocliDatabase

/// Writes the tables of an R*Tree whose cells come in the order in which they are to lie in the leaves.
///
/// How many cells each node gets is known from their number: all nodes of a level have as many, or one more. A node is
/// written when it is full, so one of each level is in memory; its number is the next one, the root's is 1.
final class RTreeWriter {
    private let db: Database
    private let layout: RTreeLayout
    /// From the leaves to the root.
    private var levels: [Level] = []
    private var lastNode = RTreeLayout.root
    /// The nodes that hold no bookstores: one in 2,600 bookstores.
    private var innerNodes: Set<Int64> = []
    /// The least and the greatest id of a bookstore so far.
    private var firstID = Int64.max - 1
    private var lastID = Int64.min
    private let insertNode: Statement
    private let insertParent: Statement

    /// - Parameter count: how many cells will come.
    init(_ db: Database, _ layout: RTreeLayout, count: Int) throws {
        self.db = db
        self.layout = layout
        insertNode = try Statement(db, "INSERT INTO bookstore_rtree_node VALUES (?, ?)")
        insertParent = try Statement(db, "INSERT INTO bookstore_rtree_parent VALUES (?, ?)")
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

    private func add(_ cell: RTreeCell, to place: Int) throws {
        let level = levels[place]
        level.append(cell)
        guard level.isFull else { return }
        let number = try write(level, at: place)
        let edges = level.hull
        level.startNode()
        if place + 1 < levels.count { try add(RTreeCell(id: number, edges: edges), to: place + 1) }
    }

    /// Writes a node, and under which node its children are; its number.
    @discardableResult
    private func write(_ level: Level, at place: Int) throws -> Int64 {
        let isRoot = place == levels.count - 1
        if !isRoot { lastNode += 1 }
        let number = isRoot ? RTreeLayout.root : lastNode
        level.writeHeader(depth: isRoot ? place : 0)
        try level.withBytes { bytes in
            insertNode.bind(1, number)
            insertNode.bind(2, bytes)
            try insertNode.run()
        }
        guard place > 0 else { return number }
        innerNodes.insert(number)
        for child in level.ids {
            insertParent.bind(1, child)
            insertParent.bind(2, number)
            try insertParent.run()
        }
        return number
    }

    /// Writes which leaf each bookstore is in, by id: a window of ids at a time, for which the leaves are read once more.
    func writeLeafNumbers() throws {
        let insert = try Statement(db, "INSERT INTO bookstore_rtree_rowid VALUES (?, ?)")
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
            for (offset, leaf) in leaves.enumerated() where leaf != 0 {
                insert.bind(1, first + Int64(offset))
                insert.bind(2, Int64(leaf))
                try insert.run()
            }
        }
    }

    /// The ids of a window: 16 MB.
    private static let windowLength: Int64 = 1 << 22

    private func forEachLeafCell(_ body: (_ id: Int64, _ leaf: UInt32) -> Void) throws {
        let nodes = try Statement(db, "SELECT nodeno, data FROM bookstore_rtree_node")
        while try nodes.step() {
            let number = nodes.integer(0)
            // One of numbers that this writer gave, from 1 up.
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

    /// The nodes of one height, and the one that is being filled.
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
            nodes = max(1, (cells + layout.capacity - 1) / layout.capacity)
            bytes = [UInt8](repeating: 0, count: layout.nodeBytes)
        }

        /// The cells are dealt out evenly: node i gets those from i·cells/nodes to (i + 1)·cells/nodes.
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
                // What the node before left behind.
                for place in RTreeLayout.headerBytes + cellsInNode * layout.cellBytes..<bytes.count { bytes[place] = 0 }
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
