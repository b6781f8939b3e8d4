internal import GRDB
internal import Geo

/// A bookstore's point as the index of places keeps it, with its place along the Hilbert curve; 32 bytes, so that many
/// can be sorted in little memory.
struct PlaceEntry: Comparable {
    /// Along `HilbertCurve`.
    let position: UInt64
    let id: Int64
    /// The cell's lower edges. Its upper edges are these or the next numbers.
    private let west: Int32
    private let south: Int32
    /// 1 where the eastern edge is not the western one, 2 for north and south.
    private let overhang: Int32
    private let unused: Int32 = 0

    /// - Throws: `DatabaseError(.SQLITE_CORRUPT)` for what the schema's constraints keep out.
    init(id: Int64, longitude: Double, latitude: Double) throws {
        guard abs(longitude) <= 180, abs(latitude) <= 90 else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "bookstore \(id) has no place on earth")
        }
        let cell = IndexCell(Coordinate(uncheckedLongitude: longitude, latitude: latitude))
        self.id = id
        west = Int32(cell.west)
        south = Int32(cell.south)
        overhang = Int32((cell.east - cell.west) + 2 * (cell.north - cell.south))
        position = HilbertCurve.position(
            x: UInt32(bitPattern: west) &+ 1 << 31, y: UInt32(bitPattern: south) &+ 1 << 31)
    }

    /// The edges as a node of the index has them.
    var cell: RTreeCell {
        RTreeCell(
            id: id,
            edges: [west, west + (overhang & 1), south, south + (overhang >> 1), 0, 0, 0, 0])
    }

    static func < (left: PlaceEntry, right: PlaceEntry) -> Bool {
        left.position == right.position ? left.id < right.id : left.position < right.position
    }
}
