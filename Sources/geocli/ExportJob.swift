internal import Catalog
internal import Export
internal import Geo
internal import Query

/// Reads the layers of an export and writes them.
struct ExportJob {
    let catalog: Catalog
    let filter: BookstoreFilter
    var limit: Int?
    var collision = CollisionOptions()
    var template = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
    /// Which runs' changes.
    var span = ChangeSpan.after(run: 0)
    /// The way into another coordinate system.
    var projection: PlaneProjection?

    /// Writes the layers to `path` or standard output.
    ///
    /// - Returns: for each layer how many rows it has.
    func write(
        _ layers: [MapFileOptions.Layer], to path: String?, _ options: ListingOptions
    ) throws -> [(layer: MapFileOptions.Layer, count: MapDocument.Count)] {
        let shapes = try layers.map { try shape($0, options) }
        let document = try MapDocument(path: path, options, layers: shapes, projection: projection)
        let counts = try layers.map { ($0, try add($0, to: document)) }
        try document.commit()
        return counts
    }

    private func shape(_ layer: MapFileOptions.Layer, _ options: ListingOptions) throws -> LayerShape {
        switch layer {
        case .bookstores: try bookstores.shape(named: layer.rawValue, keys: options.fields)
        case .clusters: try clusters.shape(named: layer.rawValue, keys: options.fields)
        case .changes: try changes.shape(named: layer.rawValue, keys: options.fields)
        }
    }

    private func add(_ layer: MapFileOptions.Layer, to document: MapDocument) throws -> MapDocument.Count {
        switch layer {
        case .bookstores:
            try document.add(bookstores, named: layer.rawValue) { writer in
                try catalog.forEachRow(filter, limit: limit, body: writer.write)
            }
        case .clusters:
            try document.add(clusters, named: layer.rawValue) { writer in
                try ClusterQuery.forEachLevel(
                    of: catalog, filter, template: template, options: collision, limit: limit, body: writer.write)
            }
        case .changes:
            try document.add(changes, named: layer.rawValue) { writer in
                var changed = ChangeFilter()
                changed.span = span
                changed.bookstores = filter
                _ = try catalog.forEachChange(changed, limit: limit, body: writer.write)
            }
        }
    }

    private var bookstores: ListingSchema<CatalogRow> { projected(.bookstoreRows) }

    private var clusters: ListingSchema<LevelRow<CatalogEntry>> { projected(.levels()) }

    private var changes: ListingSchema<CatalogChange> { projected(.changesOnMap) }

    private func projected<Row>(_ schema: ListingSchema<Row>) -> ListingSchema<Row> {
        projection.map { schema.projected(by: $0) } ?? schema
    }
}
