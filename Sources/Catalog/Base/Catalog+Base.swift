internal import GeocliDatabase
public import GeocliPlaces

extension Catalog {
    /// Returns the layers of the base map with their shapes, in the order of drawing. Returns no layers if none were
    /// imported, or if the schema is from before base maps.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a shape that can't be read, or for a missing table.
    /// - Complexity: O(v), v positions; all of them are in memory.
    public func baseLayers() throws -> [BaseLayer] { try read(BaseTable.layers) }

    /// Returns the layers of the base map without their shapes, in the order of drawing.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a source that can't be read, or for a missing table.
    public func baseSummaries() throws -> [BaseLayerSummary] { try read(BaseTable.summaries) }

    /// Returns the roles of the layers that can be removed, including damaged layers. Does not read the layers' shapes.
    public func baseRolesToRemove() throws -> [BaseRole] { try read(BaseTable.rolesToRemove) }
}
