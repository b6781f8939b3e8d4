internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery

/// Reads the layers of an export and writes them.
struct ExportJob<Source: PlaceSource> {
    let source: Source
    /// Selects the rows of the layers of places and changes.
    let filter: PlaceFilter
    /// Selects the rows of the layer of clusters, which can have only rows with a point.
    var markerFilter: PlaceFilter
    let shops: ShopRows
    var limit: Int?
    var collision = CollisionOptions()
    var template = Marker(id: .integer(0), coordinate: Coordinate(uncheckedLongitude: 0, latitude: 0))
    /// The runs whose changes are exported.
    var span = ChangeSpan.after(run: 0)
    /// The projection into another coordinate system; nil for longitude and latitude.
    var projection: PlaneProjection?
    /// What the places are called.
    var words = PlaceWords.bookstores
    /// Called with the number of places of a layer that were written since the last call.
    var onRows: (Int) -> Void = { _ in }

    /// Writes the layers to `place`.
    ///
    /// - Returns: the number of rows of each layer.
    func write(
        _ layers: [MapFileOptions.Layer], to place: OutputDestination, _ options: ListingOptions
    ) throws -> [(layer: MapFileOptions.Layer, count: MapDocument.Count)] {
        // Errors must be thrown before the file is created.
        for layer in layers where layer != .places { _ = try catalog(for: layer) }
        let shapes = try layers.map { try shape($0, options) }
        let document = try MapDocument(at: place, options, layers: shapes, projection: projection)
        let counts = try layers.map { ($0, try add($0, to: document)) }
        try document.commit()
        return counts
    }

    private static func needsFile(_ layer: MapFileOptions.Layer) -> UsageError {
        UsageError(
            en: "the \(layer.rawValue) layer is not on the server; give --db the path of the catalog file",
            ko: "\(layer.rawValue) 레이어는 서버에 없습니다. --db로 카탈로그 파일을 지정하세요")
    }

    private func shape(_ layer: MapFileOptions.Layer, _ options: ListingOptions) throws -> LayerShape {
        switch layer {
        case .places: try places.shape(named: layer.rawValue, keys: options.fields)
        case .clusters: try clusters.shape(named: layer.rawValue, keys: options.fields)
        case .changes: try changes.shape(named: layer.rawValue, keys: options.fields)
        case .districts: try districts.shape(named: layer.rawValue, keys: nil)
        }
    }

    private func add(_ layer: MapFileOptions.Layer, to document: MapDocument) throws -> MapDocument.Count {
        switch layer {
        case .places:
            try document.add(places, named: layer.rawValue) { writer in
                writer.onRow = { row in
                    shops.count(row.id)
                    onRows(1)
                }
                try PlacePieces.writeAll(of: source, filter, limit: limit, shops, to: writer, onRows: onRows)
            }
        case .clusters:
            try document.add(clusters, named: layer.rawValue) { writer in
                let catalog = try catalog(for: layer)
                try catalog.holdSnapshot()
                let markers = try CatalogClusters(of: catalog, markerFilter, template: template, options: collision)
                try markers.forEachLevel(of: catalog, limit: limit ?? .max) { row in
                    shops.count(row.item.id)
                    try writer.write(row)
                }
            }
        case .changes:
            try document.add(changes, named: layer.rawValue) { writer in
                var changed = ChangeFilter()
                changed.span = span
                changed.places = filter
                _ = try catalog(for: layer).forEachChange(changed, limit: limit, body: writer.write)
            }
        case .districts:
            try document.add(districts, named: layer.rawValue, withAllFields: true) { writer in
                for summary in try catalog(for: layer).districtSummaries() { try writer.write(summary) }
            }
        }
    }

    /// Returns the catalog's file, which holds the data of the layer.
    ///
    /// - Throws: `UsageError` for a server.
    private func catalog(for layer: MapFileOptions.Layer) throws -> Catalog {
        guard let catalog = source as? Catalog else { throw Self.needsFile(layer) }
        return catalog
    }

    private var places: ListingSchema<Source.Listed> { projected(shops.shown(CatalogColumns.places(), \.id)) }

    private var clusters: ListingSchema<LevelRow<CatalogEntry>> { projected(shops.shown(.levels(), \.item.id)) }

    private var districts: ListingSchema<DistrictSummary> { projected(.districts) }

    private var changes: ListingSchema<CatalogChange> { projected(.changesOnMap) }

    private func projected<Row>(_ schema: ListingSchema<Row>) -> ListingSchema<Row> {
        var schema = projection.map { schema.projected(by: $0) } ?? schema
        schema.words = words
        return schema
    }
}
