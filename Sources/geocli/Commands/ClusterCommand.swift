internal import ArgumentParser
internal import GeocliExport
internal import GeocliGeo
internal import GeocliQuery
internal import GeocliText

/// `geocli cluster`: the visible and the hidden markers of a map that hides colliding markers.
struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster",
        abstract: "The markers a map shows when colliding ones are hidden, and what each hides.",
        discussion: """
            Examples: geocli cluster --zoom 12 --format geojson · geocli cluster --all-zooms -o shops.geojson
            """)

    @Option(help: ArgumentHelp("The zoom, 0 to 22, whole or fractional.", valueName: "zoom"))
    var zoom: String?

    @Flag(help: "The lowest zoom at which each marker is shown, instead of one zoom; implies stable.")
    var allZooms = false

    @Flag(help: "Also the hidden markers, with the one that hides each.")
    var members = false

    @Option(
        help: ArgumentHelp("Any points (CSV, TSV or GeoJSON, or -) instead of the catalog.", valueName: "file"),
        completion: .file())
    var from: String?

    @Option(help: ArgumentHelp("Print only what lies in this box; it limits nothing else.", valueName: "W,S,E,N"))
    var bbox: String?

    @OptionGroup(title: HelpSection.markers) var pass: CollisionArguments
    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.output) var links: LinkOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<MarkerRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [from]).with(links: links.links)
        let options = try pass.options(allZooms: allZooms)
        let zoom = try wantedZoom()
        if let zoom { try pass.check(zoom: zoom) }
        let box = try bbox.map { try BoundingBox(argument: [$0], named: "--bbox") }
        let template = try pass.template()
        if let from {
            guard filters.isEmpty else {
                throw UsageError(
                    en: "filters only work with the catalog; leave them out with --from",
                    ko: "필터는 카탈로그에만 쓸 수 있습니다; --from과 함께 쓰지 마세요")
            }
            let source = try InputFile.open(from, db: common.db)
            do {
                let members = try MarkerFile.members(source, template: template) { passedOver in
                    Listing.tell(withoutGeometry: passedOver, common)
                } columns: { columns in
                    Listing.tell(columns, common)
                }
                let query = try ClusterQuery(members, options: options)
                try write(query, zoom, box, listing, .clusters(withMembers: self.members), .levels())
            } catch let error as GeoError {
                throw InputFileError(error, in: source.name)
            }
        } else {
            let catalog = try common.catalogOfBookstores()
            let entries = try ClusterQuery.members(of: catalog, try filters.filter(catalog, common), template: template)
            let query = try ClusterQuery(entries, options: options)
            try write(query, zoom, box, listing, .clusters(withMembers: members), .levels())
        }
    }

    private func write<Item>(
        _ query: ClusterQuery<Item>, _ zoom: Double?, _ box: BoundingBox?, _ listing: ListingOutput,
        _ clusters: ListingSchema<ClusterRow<Item>>, _ levels: ListingSchema<LevelRow<Item>>
    ) throws {
        let limit = try output.limitCount() ?? .max
        if let zoom {
            try Listing.write(clusters, listing) { writer in
                try query.forEachRow(zoom: zoom, includesHidden: members, in: box) { row in
                    if writer.rowCount < limit { try writer.write(row) }
                }
            }
        } else {
            try Listing.write(levels, listing) { writer in
                try query.forEachLevel(in: box) { row in if writer.rowCount < limit { try writer.write(row) } }
            }
        }
    }

    /// Returns the zoom; nil for all zooms.
    private func wantedZoom() throws -> Double? {
        guard let zoom else {
            guard allZooms else {
                throw UsageError(
                    en: "give --zoom Z (0 to 22), or --all-zooms", ko: "--zoom Z(0에서 22)나 --all-zooms를 주세요")
            }
            guard !members else {
                throw UsageError(
                    en: "--members only works with --zoom, not with --all-zooms", ko: "--members는 --zoom과 함께 쓰세요")
            }
            return nil
        }
        guard !allZooms else {
            throw UsageError(en: "give either --zoom or --all-zooms, not both", ko: "--zoom과 --all-zooms 가운데 하나만 주세요")
        }
        return try ValueArgument.number(zoom, option: "--zoom", in: 0...22)
    }
}
