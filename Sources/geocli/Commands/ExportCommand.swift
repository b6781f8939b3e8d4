internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliProjection
internal import GeocliQuery
internal import GeocliText

struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "export",
        en:
            "Write a file for map tools. GeoJSON, GeoPackage and KML files also state the source, license, date and hash of the data.",
        ko: "지도 프로그램용 파일을 만듭니다. GeoJSON, GeoPackage, KML 파일에는 데이터의 출처, 이용 조건, 기준일, 해시도 담습니다.",
        about: Words(
            en: "The extension of -o selects the format. The same data gives the same bytes.",
            ko: "형식은 -o의 확장자로 정해집니다. 데이터가 같으면 파일도 바이트까지 같습니다."),
        examples: """
            $ geocli export --kind used -o shops.geojson
            $ geocli export --layer places,clusters,changes -o shops.gpkg
            $ geocli export --crs EPSG:5186 -o shops.csv
            """)

    @OptionGroup var file: MapFileOptions
    @OptionGroup(title: HelpSection.output) var rows: OutputOptions<FileRows>
    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.clusters) var pass: CollisionArguments<LocalPass>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let place = try rows.place(common, reading: [], isPrivate: filters.marked != nil)
        var options = rows.options()
        options.format = try file.format(rows)
        options.hasRecordSeparators = file.rs
        try rows.checkTextOptions(options.format)
        let layers = try file.layers(options.format)
        try check(layers)
        let projection = try file.projection(options.format)
        guard options.format != .gpkg || rows.path != nil else { throw OutputFile.needsFile(nil) }
        let source = try past.source(common, uncorrected: values.uncorrected)
        try export(source, try withDistricts(layers, options.format, source), options, projection, to: place)
    }

    private func export(
        _ catalog: some PlaceSource, _ layers: [MapFileOptions.Layer], _ options: ListingOptions,
        _ projection: PlaneProjection?, to place: OutputDestination
    ) throws {
        var options = options
        let shops = try ShopRows(catalog, isUnique: file.unique)
        let wanted = try filters.filter(catalog, common)
        let filter = try shops.narrowed(wanted, in: catalog, standing: .any)
        var job = ExportJob(source: catalog, filter: filter, markerFilter: filter, shops: shops)
        if layers.contains(.clusters) {
            job.markerFilter = try shops.narrowed(wanted, in: catalog, standing: .withPoint)
        }
        job.limit = try rows.limitCount()
        job.collision = try pass.words().options(allZooms: true)
        job.template = try pass.words().template()
        job.span = try file.since.map { try ChangeSpan(argument: try Environment.day($0), .option) } ?? .after(run: 0)
        job.projection = projection
        try past.tell(catalog, common)
        job.words = try catalog.placeWords()
        options.sources = SourceNotes.statements(try catalog.lastGoodRuns())
        options.provenance = Provenance.members(options.sources)
        let progress = ProgressLine(
            Words(en: "places written", ko: "저장한 장소"),
            isAllowed: !common.quiet && !(Console.outputIsTerminal && rows.path == nil))
        let isWhole =
            progress.isShown && filters.isEmpty && past.asOf == nil
            && Set(layers).isSubset(of: [.places, .districts])
        let total = isWhole ? try (catalog as? any PlaceArchive)?.status().total : nil
        job.onRows = { progress.step($0, of: total) }
        let counts = try job.write(layers, to: place, options)
        Console.clearProgress()
        tell(counts, options.format, projection)
        try shops.tell(isQuiet: common.quiet)
        if rows.failEmpty, counts.allSatisfy({ $0.layer == .districts || $0.count.rows == 0 }) {
            throw ExitStatus.empty
        }
    }

    /// Adds the districts to a GeoPackage whose layers the user did not choose, if a person
    /// imported outlines into the catalog. With the program's own ones, the file would differ from that of a server.
    private func withDistricts(
        _ layers: [MapFileOptions.Layer], _ format: ListingFormat, _ source: any PlaceSource
    ) throws -> [MapFileOptions.Layer] {
        guard format == .gpkg, file.layer.isEmpty, let archive = source as? any PlaceArchive,
            let source = try archive.outlineSource(), source.sha256 != Ground.districtSource.sha256
        else { return layers }
        return layers + [.districts]
    }

    private func check(_ layers: [MapFileOptions.Layer]) throws {
        func refuse(_ option: String?, without layer: MapFileOptions.Layer) throws {
            guard let option, !layers.contains(layer) else { return }
            throw UsageError(
                en:
                    "\(option) is for the \(layer.rawValue) layer; add --layer \(layer.rawValue) or leave out \(option)",
                ko:
                    "\(option) 옵션은 \(layer.rawValue) 레이어에만 씁니다. --layer \(layer.rawValue)\(.object) 함께 쓰거나 \(option) 옵션을 빼세요"
            )
        }
        try refuse(file.since == nil ? nil : "--since", without: .changes)
        try refuse(pass.givenOption, without: .clusters)
        guard past.asOf == nil || !layers.contains(.changes) else {
            throw UsageError(
                en: "--as-of can't be combined with the layer \"changes\"; limit that layer with --since",
                ko: "--as-of는 changes 레이어와 함께 쓸 수 없습니다. 변경 내역의 시작점은 --since로 정하세요")
        }
    }

    private func tell(
        _ counts: [(layer: MapFileOptions.Layer, count: MapDocument.Count)], _ format: ListingFormat,
        _ projection: PlaneProjection?
    ) {
        // Districts are outlines, so no point can be missing from their layer.
        let isAlone = counts.count { $0.layer != .districts } == 1
        for (layer, count) in counts where count.withoutPoint > 0 {
            Console.note(
                Self.pointless(count, layer, format, isAlone: isAlone), isQuiet: common.quiet)
        }
        guard let projection else { return }
        for (layer, count) in counts where count.outside > 0 {
            let place = isAlone ? "" : "\(layer.rawValue): "
            let (outside, crs) = (count.outside, projection.crs.description)
            Console.complain(
                en:
                    "warning: \(place)\(outside) row\(outside == 1 ? " is" : "s are") outside the area of use of \(crs) and got no coordinates",
                ko: "주의: \(place)\(crs) 좌표계의 범위를 벗어난 행 \(outside)개에는 좌표가 없습니다")
        }
    }

    private static func pointless(
        _ count: MapDocument.Count, _ layer: MapFileOptions.Layer, _ format: ListingFormat, isAlone: Bool
    ) -> Words {
        let place = isAlone ? "" : "\(layer.rawValue): "
        let (rows, without) = (count.rows, count.withoutPoint)
        let has = without == 1 ? "has" : "have"
        guard format == .gpkg else {
            return Words(
                en:
                    "\(place)\(without) of \(rows) rows \(has) no point and \(without == 1 ? "is" : "are") not in the \(format.rawValue) file",
                ko: "\(place)\(rows)행 가운데 \(without)행은 좌표가 없어 \(format.rawValue)에서 뺐습니다")
        }
        return Words(
            en:
                "\(place)\(without) of \(rows) rows \(has) no geometry in the gpkg file, because \(without == 1 ? "it has" : "they have") no point",
            ko: "\(place)\(rows)행 가운데 \(without)행은 좌표가 없어 gpkg에 도형 없이 담았습니다")
    }
}

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
    var span = ChangeSpan.after(run: 0)
    var projection: PlaneProjection?
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
