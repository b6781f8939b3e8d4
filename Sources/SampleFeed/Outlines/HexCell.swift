/// A hexagonal cell of a mesh, by its column and row. One of its corners points north. Odd rows are shifted half a cell
/// to the east.
struct HexCell: Hashable {
    let column: Int
    let row: Int

    /// A corner of the mesh, in half cell widths to the east and half edges to the north. The numbers are whole, so the
    /// three cells around a corner compute the same numbers for it.
    struct Corner: Hashable {
        let east: Int
        let north: Int
    }

    /// The cell's middle, in the units of corners.
    var middle: Corner { Corner(east: 2 * column + (row & 1), north: 3 * row) }

    /// The cell's six corners counter-clockwise, beginning with the eastern edge: corners 0 and 1 are the ends of the
    /// edge to neighbor 0.
    var corners: [Corner] {
        let middle = middle
        return [(1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)].map {
            Corner(east: middle.east + $0.0, north: middle.north + $0.1)
        }
    }

    /// The cells across the cell's six edges, in the order of `corners`.
    var neighbors: [HexCell] {
        let odd = row & 1
        return [
            HexCell(column: column + 1, row: row), HexCell(column: column + odd, row: row + 1),
            HexCell(column: column + odd - 1, row: row + 1), HexCell(column: column - 1, row: row),
            HexCell(column: column + odd - 1, row: row - 1), HexCell(column: column + odd, row: row - 1),
        ]
    }
}
