internal import GeocliDatabase

/// How SQLite keeps a node of the bookstores' R*Tree, in a row of `bookstore_rtree_node`:
///
///     depth of the tree (node 1, the root, alone) | number of cells | cells, the rest zeros
///     cell: id of the bookstore, above the leaves number of the node | low, high of each dimension
///
/// Numbers are big-endian: 16 bits for depth and count, 64 for ids, 32 for coordinates. Leaves have depth 0.
/// - Source: SQLite 3.40.1, ext/rtree/rtree.c: "Database Format of R-Tree Tables", getNodeSize.
struct RTreeLayout: Equatable {
    /// The number of the root.
    static let root: Int64 = 1
    /// No more cells than these in a node (RTREE_MAXCELLS).
    private static let mostCells = 51
    /// No tree that SQLite takes is higher (RTREE_MAX_DEPTH).
    static let mostDepth = 40
    static let headerBytes = 4
    /// No node that SQLite takes is smaller (getNodeSize).
    static let leastNodeBytes = 448

    /// Longitude and latitude, and behind them, since schema 5, `PointTraits`.
    let dimensions: Int
    /// The bytes of every node of this tree.
    let nodeBytes: Int

    var cellBytes: Int { 8 + 8 * dimensions }

    /// So many cells are in a full node.
    var capacity: Int { (nodeBytes - Self.headerBytes) / cellBytes }

    /// The layout of the tree as it stands.
    ///
    /// The first node says how large all are; where it is lost, what SQLite would choose.
    init(_ db: Database, hasTraits: Bool) throws {
        dimensions = hasTraits ? 3 : 2
        let cellBytes = 8 + 8 * dimensions
        let root = try db.integer("SELECT length(data) FROM bookstore_rtree_node WHERE nodeno = 1").map { Int($0) }
        let page = try db.count("PRAGMA page_size")
        let usual = min(page - 64, Self.headerBytes + cellBytes * Self.mostCells)
        nodeBytes = root.flatMap { $0 >= Self.leastNodeBytes && $0 <= page - 64 ? $0 : nil } ?? usual
    }
}
