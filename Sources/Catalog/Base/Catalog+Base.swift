internal import GeocliDatabase
public import GeocliPlaces

extension Catalog {
    /// Returns the layers of the ground, in the order of drawing; none if none were imported, or if the schema is too
    /// old for them.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a shape that can't be read, or a lost table.
    /// - Complexity: O(v), v positions; all of them are in memory.
    public func baseLayers() throws -> [BaseLayer] { try read(BaseTable.layers) }

    /// Returns the layers of the ground without their shapes, in the order of drawing.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a source that can't be read, or a lost table.
    public func baseSummaries() throws -> [BaseLayerSummary] { try read(BaseTable.summaries) }

    /// Returns the roles of layers to remove, even of damaged ones; does not read their shapes.
    public func baseRolesToRemove() throws -> [BaseRole] { try read(BaseTable.rolesToRemove) }
}
