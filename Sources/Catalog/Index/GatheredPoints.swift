internal import GeocliDatabase
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliText

/// The points of places, with their traits, gathered for the index of places.
///
/// A class because it owns the file of a sort.
final class GatheredPoints {
    private let sort: RunSort<PointEntry>
    private var districts: DistrictNumbers

    init(_ db: Database) {
        sort = RunSort()
        districts = DistrictNumbers(db)
    }

    /// Adds the point of a place.
    ///
    /// - Parameters:
    ///   - district: its name in UTF-8.
    ///   - flags: `PointTraits.flags`.
    /// - Throws: `CatalogDamage` for a value that violates the schema's constraints.
    func add(
        id: Int64, longitude: Double, latitude: Double, district: UnsafeRawBufferPointer?, flags: Int32
    ) throws {
        let number = try districts.number(district)
        let traits = PointTraits.make(district: number, flags: flags)
        let entry = try PointEntry(id: id, longitude: longitude, latitude: latitude, traits: traits)
        districts.note(number, at: entry.position)
        try sort.add(entry)
    }

    /// Gives the district of a place without a point a code, so that `district_code` has the districts of all places.
    func note(district: UnsafeRawBufferPointer?) throws { _ = try districts.number(district) }

    /// Writes the codes of the districts. Then calls `body` with each point and the codes, in the order of the Hilbert
    /// curve. At the end, discards the points.
    func forEach(_ db: Database, _ body: (PointEntry, _ codes: [Int32]) throws -> Void) throws {
        let codes = try districts.write(db)
        try sort.forEach { try body($0, codes) }
    }
}

/// A place's point that will be added to the index of points, with its position along the Hilbert curve. An entry
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

    /// Returns the entry's point, for a page of the index.
    ///
    /// - Parameter codes: the codes of districts, by number; a number past the end of the array is its own code.
    func point(_ codes: [Int32]) -> PagedPoint {
        let number = traits >> PointTraits.flagBits
        let district = Int(number) < codes.count ? codes[Int(number)] : number
        return PagedPoint(
            id: id, longitude: longitude, latitude: latitude,
            traits: PointTraits.make(district: district, flags: traits & (1 << PointTraits.flagBits - 1)))
    }

    static func < (left: PointEntry, right: PointEntry) -> Bool {
        left.position == right.position ? left.id < right.id : left.position < right.position
    }
}
