internal import GeocliDatabase
internal import GeocliGeo

/// A search for the bookstores in a box, through the nodes of the index of places that meet the box.
///
/// A cell that is strictly inside the box's cell belongs to a point inside the box, because the rounding is monotone.
/// For example, the cell of a point west of the box begins at or west of the western edge of the box's cell. The same
/// is true of the other edges. So only the few other cells need a check of their points' exact coordinates.
struct BoxSearch {
    /// The box in units of the index, rounded outward; it does not cross the antimeridian.
    private let cell: IndexCell
    private let filter: TraitFilter

    init(_ box: BoundingBox, _ filter: TraitFilter) {
        precondition(!box.crossesAntimeridian)
        cell = IndexCell(box)
        self.filter = filter
    }

    /// Calls `body` with the bookstores whose cells meet the box and that the filter admits, in no particular order.
    /// Stops if `body` returns false.
    ///
    /// - Parameter body: its second argument says whether the bookstore is certainly in the box.
    /// - Returns: false if `body` returned false.
    func run(in tree: RTreeReader, body: (_ id: Int64, _ isSure: Bool) throws -> Bool) throws -> Bool {
        var walk = RTreeReader.Walk()
        var nodes: [(number: Int64, depth: Int?)] = [(RTreeLayout.root, nil)]
        while let next = nodes.popLast() {
            let goesOn = try tree.read(next.number, depth: next.depth, on: &walk) { node in
                for index in 0..<node.count {
                    let found = node[index]
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
