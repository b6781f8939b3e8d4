internal import GRDB

extension IngestSession {
    /// How many bookstores do not lie in the district they state, after `publish`; nil where there are no outlines.
    ///
    /// - Throws: `CatalogError(.corrupt)` for an outline that can't be read.
    public func misplacedCount(run: Int64) throws -> MisplacedCount? {
        guard let map = try districtMap(), !map.isEmpty else { return nil }
        return try MisplacedCount(of: map, db, run: run)
    }

    private func districtMap() throws -> DistrictMap? {
        guard try Schema.userVersion(db) >= Schema.withOutlines else { return nil }
        do {
            return DistrictMap(try OutlineTable.outlines(db))
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
            throw CatalogError(error, path: "the catalog")
        }
    }
}
