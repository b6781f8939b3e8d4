internal import GeocliDatabase
internal import GeocliPlaces

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

    /// The number of points.
    var count: Int { sort.count }

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

    /// Writes the codes of the districts. Then calls `body` with each point and the codes, in the order of the Hilbert
    /// curve. At the end, discards the points.
    func forEach(_ db: Database, _ body: (PointEntry, _ codes: [Int32]) throws -> Void) throws {
        let codes = try districts.write(db)
        try sort.forEach { try body($0, codes) }
    }
}
