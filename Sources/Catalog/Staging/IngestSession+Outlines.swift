public import GeocliPlaces

extension IngestSession {
    /// How many bookstores do not lie in the district they state, after `publish`; nil where there are no outlines.
    ///
    /// - Throws: `CatalogError`: `.corrupt` for an outline that can't be read and for a lost table.
    public func misplacedCount(run: Int64) throws -> MisplacedCount? {
        do {
            let map = DistrictMap(try OutlineTable.outlines(db))
            return map.isEmpty ? nil : try MisplacedCount(of: map, db, run: run)
        } catch {
            throw CatalogError(meaning: error, path: "the catalog") ?? error
        }
    }
}
