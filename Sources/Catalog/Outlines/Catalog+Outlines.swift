internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// Returns the outlines of districts, ordered by name. Returns none if none were imported, or if the schema is too
    /// old to have outlines.
    ///
    /// - Throws: `CatalogError(.corrupt)` for an outline that can't be read, or for a missing table.
    /// - Complexity: O(v), v vertices; all of them are in memory.
    public func districtOutlines() throws -> [DistrictOutline] {
        try read(OutlineTable.outlines)
    }

    /// Returns the source of the outlines; nil if there are none.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a missing table.
    public func outlineSource() throws -> OutlineSource? {
        try read(OutlineTable.source)
    }
}
