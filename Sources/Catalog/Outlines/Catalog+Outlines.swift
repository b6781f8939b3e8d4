internal import GeocliDatabase
internal import GeocliGeo
public import GeocliPlaces
internal import GeocliText

extension Catalog {
    /// The districts' outlines, by name; none where none were imported, and in a catalog of a schema without them.
    ///
    /// - Throws: `CatalogError(.corrupt)` for an outline that can't be read and for a lost table.
    /// - Complexity: O(v), v vertices; all of them are in memory.
    public func districtOutlines() throws -> [DistrictOutline] {
        try read(OutlineTable.outlines)
    }

    /// Whether there is anything of outlines to remove, damaged or not; their areas are not read.
    public func hasOutlinesToRemove() throws -> Bool { try read { try !OutlineTable.isEmpty($0) } }

    /// Where the outlines come from; nil where there are none.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a lost table.
    public func outlineSource() throws -> OutlineSource? {
        try read(OutlineTable.source)
    }
}
