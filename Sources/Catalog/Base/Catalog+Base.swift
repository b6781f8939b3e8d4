internal import GeocliDatabase
public import GeocliPlaces

extension Catalog {
    /// Returns the layers of the base map with their shapes, in the order of drawing. Returns no layers if none were
    /// imported, or if the schema is from before base maps.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a shape that can't be read, or for a missing table.
    /// - Complexity: O(v), v positions; all of them are in memory.
    public func baseLayers() throws -> [BaseLayer] { try read(BaseTable.layers) }

    /// Returns all layers without their shapes, in the order of drawing: those of the base map, then the outlines of
    /// districts.
    ///
    /// - Throws: `CatalogError(.corrupt)` for a source that can't be read, or for a missing table.
    public func layerSummaries() throws -> [LayerSummary] {
        try read { try BaseTable.summaries($0) + [OutlineTable.summary($0)].compactMap { $0 } }
    }

    /// Returns the roles of the layers that can be removed, including damaged layers. Does not read the layers' shapes.
    public func layersToRemove() throws -> [LayerRole] {
        try read { db in
            try BaseTable.rolesToRemove(db).map(LayerRole.base) + (OutlineTable.isEmpty(db) ? [] : [.districts])
        }
    }
}
