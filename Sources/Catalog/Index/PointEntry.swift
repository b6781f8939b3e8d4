internal import GeocliGeo
internal import GeocliText

/// A bookstore's point as the index of places stores it, with its position along the Hilbert curve. An entry takes 32
/// bytes, so sorting a million takes 32 MB.
struct PointEntry: Comparable {
    /// The position along `HilbertCurve`.
    let position: UInt64
    let id: Int64
    /// The cell's lower edges. Each upper edge is the same number or the next one.
    private let west: Int32
    private let south: Int32
    /// 1 if the eastern edge differs from the western one, plus 2 if the northern edge differs from the southern one.
    private let overhang: Int32
    /// `PointTraits` with the number of the district instead of its code.
    private let traits: Int32

    /// - Parameter traits: `PointTraits`, but with the district's number from `DistrictNumbers`.
    /// - Throws: `CatalogDamage` for a value that violates the schema's constraints.
    init(id: Int64, longitude: Double, latitude: Double, traits: Int32) throws {
        guard abs(longitude) <= 180, abs(latitude) <= 90 else {
            throw CatalogDamage.offEarth(id)
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

    /// Returns the cell for a node of the index.
    ///
    /// - Parameter codes: the codes of districts, by number; a number past the end of the array is its own code.
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
