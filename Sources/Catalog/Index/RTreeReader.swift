internal import GeocliDatabase

/// A reader of the nodes of the bookstores' R*Tree. SQLite's own cursors would need a function call and a row for each
/// cell.
final class RTreeReader {
    /// One walk through the tree.
    struct Walk {
        /// The number of nodes that may be read before the existing nodes are counted.
        fileprivate var nodesLeft = 1000
        fileprivate var isCounted = false
    }

    let layout: RTreeLayout
    private let nodes: Statement
    private let size: Statement

    init(_ db: Database, hasTraits: Bool) throws {
        layout = try RTreeLayout(db, hasTraits: hasTraits)
        nodes = try Statement(db, "SELECT data FROM bookstore_rtree_node WHERE nodeno = ?")
        size = try Statement(
            db,
            """
            SELECT (SELECT max(nodeno) FROM bookstore_rtree_node), page_count, page_size
            FROM pragma_page_count, pragma_page_size
            """)
    }

    /// Calls `body` with a node, which is valid during the call.
    ///
    /// - Parameter depth: the number of levels below the node; nil for the root.
    /// - Throws: `CatalogDamage` for a damaged node, or if a walk meets more nodes than exist. In the second case,
    ///   nodes refer to each other in a circle.
    func read<Result>(
        _ number: Int64, depth: Int?, on walk: inout Walk, _ body: (RTreeNode) throws -> Result
    ) throws -> Result {
        walk.nodesLeft -= 1
        if walk.nodesLeft < 0 { try count(&walk) }
        nodes.bind(1, number)
        defer { nodes.reset() }
        guard try nodes.step() else { throw Self.damage(number) }
        return try nodes.withBytes(0) { bytes in
            guard let node = RTreeNode(bytes, layout, depth: depth) else { throw Self.damage(number) }
            return try body(node)
        }
    }

    /// Limits how many nodes a walk may read. A tree can't have more nodes than its greatest node number says, or more
    /// nodes than fit in the file.
    private func count(_ walk: inout Walk) throws {
        defer { size.reset() }
        guard !walk.isCounted, try size.step() else { throw Self.damage(RTreeLayout.root) }
        walk.isCounted = true
        let room = size.integer(1).multipliedReportingOverflow(by: size.integer(2)).partialValue
        walk.nodesLeft = Int(min(size.integer(0), room / Int64(RTreeLayout.leastNodeBytes)))
    }

    private static func damage(_ node: Int64) -> CatalogDamage { .placeIndex(node: node) }
}
