internal import GeocliDatabase

/// The layout of a node of the places' R*Tree, in a row of `place_rtree_node`:
///
///     depth of the tree (only in the root, node 1) | number of cells | cells, the rest zeros
///     cell: id of the place (above the leaves: number of the node) | low, high of each dimension
///
/// Numbers are big-endian: 16 bits for depth and count, 64 for ids, 32 for coordinates. Leaves have depth 0.
/// - Source: SQLite 3.40.1, ext/rtree/rtree.c: "Database Format of R-Tree Tables", getNodeSize.
struct RTreeLayout: Equatable {
    /// The number of the root.
    static let root: Int64 = 1
    /// The maximum number of cells in a node (RTREE_MAXCELLS).
    private static let maximumCells = 51
    static let headerBytes = 4
    /// The minimum size of a node that SQLite accepts (getNodeSize).
    static let leastNodeBytes = 448

    /// The number of dimensions: longitude, latitude and `PointTraits`.
    let dimensions = 3
    /// The size of every node of this tree in bytes.
    let nodeBytes: Int

    var cellBytes: Int { 8 + 8 * dimensions }

    /// The number of cells in a full node.
    var capacity: Int { (nodeBytes - Self.headerBytes) / cellBytes }

    /// The maximum number of cells that a node gets when the tree is built. The first new cell would split a full node.
    /// A split is slow: it changes one row for each moved cell, and these rows are far apart.
    var packedCells: Int { capacity - capacity / 10 }

    /// Reads the layout of the existing tree.
    ///
    /// All nodes have the size of the root. If the root is missing or has an impossible size, the size is the one that
    /// SQLite would choose.
    init(_ db: Database) throws {
        let cellBytes = 8 + 8 * dimensions
        let root = try db.integer("SELECT length(data) FROM place_rtree_node WHERE nodeno = 1").map { Int($0) }
        let page = try db.count("PRAGMA page_size")
        let usual = min(page - 64, Self.headerBytes + cellBytes * Self.maximumCells)
        nodeBytes = root.flatMap { $0 >= Self.leastNodeBytes && $0 <= page - 64 ? $0 : nil } ?? usual
    }
}
