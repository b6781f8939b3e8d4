public import GeocliPlaces

extension IngestSession {
    /// Returns the number of places outside their district; nil without outlines. Call it after
    /// `publish`.
    ///
    /// - Throws: `CatalogError(.corrupt)` for an outline that can't be read, or for a missing table.
    public func misplacedCount(run: Int64) throws -> MisplacedCount? {
        do {
            let map = DistrictMap(try OutlineTable.outlines(db))
            return map.isEmpty ? nil : try MisplacedCount(of: map, db, run: run)
        } catch {
            throw CatalogError(meaning: error, path: "the catalog") ?? error
        }
    }
}
