internal import GeocliDatabase
internal import GeocliGeo

/// Walks the nodes of the index of places that meet a box.
///
/// A cell strictly inside the box's own cell holds a point of the box: the rounding is monotone, so a point west of the
/// box has a cell that begins no further east than the box's does, and likewise for the other edges. Only for the few
/// others the exact coordinates are to be looked at.
struct BoxSearch {
    /// The box in units of the index, rounded outward; without crossing the antimeridian.
    private let cell: IndexCell
    private let filter: PointFilter

    init(_ box: BoundingBox, _ filter: PointFilter) {
        precondition(!box.crossesAntimeridian)
        cell = IndexCell(box)
        self.filter = filter
    }

    /// Calls `body` with the bookstores whose cells meet the box and that the filter admits, in no order, until it returns
    /// false.
    ///
    /// - Parameter body: is told whether the bookstore is surely in the box.
    /// - Returns: false where `body` did.
    func run(in tree: RTreeReader, body: (_ id: Int64, _ isSure: Bool) throws -> Bool) throws -> Bool {
        var walk = RTreeReader.Walk()
        var nodes: [(number: Int64, depth: Int?)] = [(RTreeLayout.root, nil)]
        while let next = nodes.popLast() {
            let goesOn = try tree.read(next.number, depth: next.depth, on: &walk) { node in
                for place in 0..<node.count {
                    let found = node[place]
                    guard meets(found), filter.mayAdmit(found.leastTraits, found.greatestTraits) else { continue }
                    if node.depth > 0 {
                        nodes.append((found.id, node.depth - 1))
                    } else if try !body(found.id, isInside(found)) {
                        return false
                    }
                }
                return true
            }
            guard goesOn else { return false }
        }
        return true
    }

    private func meets(_ found: RTreeNode.Cell) -> Bool {
        Int64(found.east) >= cell.west && Int64(found.west) <= cell.east && Int64(found.north) >= cell.south
            && Int64(found.south) <= cell.north
    }

    private func isInside(_ found: RTreeNode.Cell) -> Bool {
        Int64(found.west) > cell.west && Int64(found.east) < cell.east && Int64(found.south) > cell.south
            && Int64(found.north) < cell.north
    }
}
