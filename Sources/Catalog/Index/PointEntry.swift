internal import GeocliGeo

/// A bookstore's point as the index of places keeps it, with its place along the Hilbert curve; 32 bytes, so that many
/// can be sorted in little memory.
struct PointEntry: Comparable {
    /// Along `HilbertCurve`.
    let position: UInt64
    let id: Int64
    /// The cell's lower edges. Its upper edges are these or the next numbers.
    private let west: Int32
    private let south: Int32
    /// 1 where the eastern edge is not the western one, 2 for north and south.
    private let overhang: Int32
    /// `PointTraits`, with the number of the district in place of its code.
    private let traits: Int32

    /// - Parameter traits: as `PointTraits` has them, but with the number that `DistrictNumbers` gives the district.
    /// - Throws: `CatalogDamage` for what the schema's constraints keep out.
    init(id: Int64, longitude: Double, latitude: Double, traits: Int32) throws {
        guard abs(longitude) <= 180, abs(latitude) <= 90 else {
            throw CatalogDamage.row("bookstore \(id) has no place on earth")
        }
        let cell = IndexCell(Coordinate(uncheckedLongitude: longitude, latitude: latitude))
        self.id = id
        self.traits = traits
        west = Int32(cell.west)
        south = Int32(cell.south)
        overhang = Int32((cell.east - cell.west) + 2 * (cell.north - cell.south))
        position = HilbertCurve.position(
            x: UInt32(bitPattern: west) &+ 1 << 31, y: UInt32(bitPattern: south) &+ 1 << 31)
    }

    /// The edges as a node of the index has them.
    ///
    /// - Parameter codes: the codes of districts, by their numbers; a number behind their end is its own code.
    func cell(_ codes: [Int32]) -> RTreeCell {
        let number = traits >> PointTraits.flagBits
        let district = Int(number) < codes.count ? codes[Int(number)] : number
        let low = district << PointTraits.flagBits | traits & (1 << PointTraits.flagBits - 1)
        return RTreeCell(
            id: id,
            edges: [
                west, west + (overhang & 1), south, south + (overhang >> 1), low, low + PointTraits.breadth, 0, 0,
            ])
    }

    static func < (left: PointEntry, right: PointEntry) -> Bool {
        left.position == right.position ? left.id < right.id : left.position < right.position
    }
}
