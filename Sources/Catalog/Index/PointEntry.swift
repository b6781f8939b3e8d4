internal import GeocliGeo
internal import GeocliText

/// A place's point that will be added to the indexes of points, with its position along the Hilbert curve. An entry
/// takes 40 bytes, so a million entries take 40 MB.
struct PointEntry: RunEntry {
    /// The position along `HilbertCurve`.
    let position: UInt64
    let id: Int64
    private let longitude: Double
    private let latitude: Double
    /// `PointTraits`, but with the district's number instead of its code.
    private let traits: Int32

    var rank: UInt64 { position }

    /// - Parameter traits: `PointTraits`, but with the district's number from `DistrictNumbers` instead of its code.
    /// - Throws: `CatalogDamage` for a value that violates the schema's constraints.
    init(id: Int64, longitude: Double, latitude: Double, traits: Int32) throws {
        guard abs(longitude) <= 180, abs(latitude) <= 90 else {
            throw CatalogDamage.offEarth(id)
        }
        self.id = id
        self.longitude = longitude
        self.latitude = latitude
        self.traits = traits
        position = HilbertCurve.position(
            of: PagedPoint(id: id, longitude: longitude, latitude: latitude, traits: traits))
    }

    /// Returns the entry's cell, for a node of the R*Tree.
    ///
    /// - Parameter codes: the codes of districts, by number; a number past the end of the array is its own code.
    func cell(_ codes: [Int32]) -> RTreeCell {
        // Degrees times ten million, rounded outward, as in `PointIndex.cell`.
        func edge(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Int32 { Int32((degrees * 1e7).rounded(rule)) }
        let low = finalTraits(codes)
        return RTreeCell(
            id: id,
            edges: [
                edge(longitude, .down), edge(longitude, .up), edge(latitude, .down), edge(latitude, .up), low,
                low + PointTraits.breadth, 0, 0,
            ])
    }

    /// Returns the entry's point, for a page of the index.
    func point(_ codes: [Int32]) -> PagedPoint {
        PagedPoint(id: id, longitude: longitude, latitude: latitude, traits: finalTraits(codes))
    }

    private func finalTraits(_ codes: [Int32]) -> Int32 {
        let number = traits >> PointTraits.flagBits
        let district = Int(number) < codes.count ? codes[Int(number)] : number
        return district << PointTraits.flagBits | traits & (1 << PointTraits.flagBits - 1)
    }

    static func < (left: PointEntry, right: PointEntry) -> Bool {
        left.position == right.position ? left.id < right.id : left.position < right.position
    }
}
