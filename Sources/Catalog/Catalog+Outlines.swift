internal import GRDB
internal import Geo
internal import Text

extension Catalog {
    /// The districts' outlines, by name; none where none were imported, and in a catalog of a schema without them.
    ///
    /// - Throws: `CatalogError(.corrupt)` for an outline that can't be read.
    /// - Complexity: O(v), v vertices; all of them are in memory.
    public func districtOutlines() throws -> [DistrictOutline] {
        try read { db in
            guard try Schema.userVersion(db) >= Schema.withOutlines else { return [] }
            return try OutlineTable.outlines(db)
        }
    }

    /// Where the outlines come from; nil where there are none.
    public func outlineSource() throws -> OutlineSource? {
        try read { db in
            guard try Schema.userVersion(db) >= Schema.withOutlines else { return nil }
            return try OutlineTable.source(db)
        }
    }
}
