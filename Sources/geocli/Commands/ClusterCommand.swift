internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// `geocli cluster`: the visible and the hidden markers of a map that hides colliding markers.
struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "cluster", en: "List the markers that a map shows when overlapping markers are hidden.",
        ko: "겹치는 마커를 가린 뒤 지도에 남는 마커를 보여 줍니다.",
        about: Words(
            en:
                "Each visible marker is listed with the number of markers that it represents (itself and the markers that it hides), in total and by kind. Give --zoom or --all-zooms.",
            ko: "보이는 마커마다, 자신이 가린 마커까지 합한 수를 전체와 종류별로 보여 줍니다. --zoom이나 --all-zooms가 필요합니다."),
        examples: """
            $ geocli cluster --zoom 12
            $ geocli cluster --zoom 13.5 --members --fields id,visible,hidden_by
            $ geocli cluster --all-zooms -o shops.geojson
            """)

    @Option(
        help: ArgumentHelp("Zoom of the map, 0 to 22, whole or fractional.", ko: "지도의 줌, 0~22. 소수도 됩니다.", value: .zoom))
    var zoom: String?

    @Flag(
        help: ArgumentHelp(
            "List every marker with the lowest zoom at which it is visible, instead of the markers at one zoom. Uses --mode stable.",
            ko: "줌 하나를 정하는 대신, 마커마다 보이기 시작하는 가장 낮은 줌을 구합니다. 이때 --mode는 자동으로 stable이 됩니다."))
    var allZooms = false

    @Flag(
        help: ArgumentHelp(
            "Include hidden markers, each with the marker that hides it.", ko: "가려진 마커도 출력하고, 어느 마커에 가려졌는지 알려 줍니다."))
    var members = false

    @Option(
        help: ArgumentHelp(
            "Read points from a CSV, TSV or GeoJSON file instead of the catalog; - is standard input.",
            ko: "카탈로그 대신 쓸 점: CSV, TSV, GeoJSON 파일. -는 표준 입력입니다.", value: .file),
        completion: .file())
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Only markers in this box; markers outside the box can still hide others.",
            ko: "이 사각형 안의 마커만 출력합니다. 밖에 있는 마커도 다른 마커를 가릴 수 있습니다.", value: .box))
    var bbox: String?

    @Flag(
        help: ArgumentHelp(
            "Use one marker for each shop, even if several feeds have it. The key 'also' lists the shop's other rows.",
            ko: "여러 피드에 있는 같은 가게에는 마커를 하나만 쓰고, 나머지 행의 참조는 'also'에 적습니다."))
    var unique = false

    @OptionGroup(title: HelpSection.markers) var pass: CollisionArguments
    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.output) var links: LinkOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<MarkerRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [from], isPrivate: filters.marked != nil).with(
            links: links.links)
        let options = try pass.options(allZooms: allZooms)
        let zoom = try wantedZoom()
        if let zoom { try pass.check(zoom: zoom) }
        let box = try bbox.map { try BoundingBox(argument: [$0], named: "--bbox") }
        let template = try pass.template()
        if let server = links.server { return try ask(server, listing) }
        if let from {
            try list(from, zoom, box, listing, options, template)
        } else {
            let catalog = try common.catalogOfPlaces()
            let shops = try ShopRows(catalog, isUnique: unique)
            let filter = try shops.narrowed(try filters.filter(catalog, common), in: catalog, standing: .withPoint)
            try catalog.holdSnapshot()
            let markers = try CatalogClusters(of: catalog, filter, template: template, options: options)
            if shops.counts { for id in markers.ids { shops.count(id) } }
            try write(markers, of: catalog, shops, zoom, box, listing)
            try shops.tell(.markers, isQuiet: common.quiet)
        }
    }

    /// Writes the markers of a file of points.
    private func list(
        _ from: String, _ zoom: Double?, _ box: BoundingBox?, _ listing: ListingOutput, _ options: CollisionOptions,
        _ template: Marker
    ) throws {
        guard filters.isEmpty else {
            throw UsageError(
                en: "filters only work with the catalog; leave them out with --from",
                ko: "필터는 카탈로그에만 쓸 수 있습니다. --from과 함께 쓰지 마세요")
        }
        guard !unique else {
            throw UsageError(
                en: "--unique only works with the catalog; leave it out with --from",
                ko: "--unique는 카탈로그에만 쓸 수 있습니다. --from과 함께 쓰지 마세요")
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
    }

    /// Writes what a service answers.
    private func ask(_ server: String, _ listing: ListingOutput) throws {
        try ServedListing.refuse("--from", if: from != nil)
        var served = try ServedListing(server, common)
        try filters.add(to: &served)
        served.add("zoom", zoom)
        served.add("all-zooms", flag: allZooms)
        served.add("members", flag: members)
        served.add("bbox", bbox)
        served.add("unique", flag: unique)
        served.add("limit", output.limit)
        pass.add(to: &served)
        try served.write(["cluster"], to: listing)
    }

    private func write(
        _ markers: CatalogClusters, of catalog: Catalog, _ shops: ShopRows, _ zoom: Double?, _ box: BoundingBox?,
        _ listing: ListingOutput
    ) throws {
        let words = try catalog.placeWords()
        let limit = try output.limitCount() ?? .max
        if let zoom {
            let schema = shops.shown(.clusters(withMembers: members, words), \.item.id).naming(kindsBy: words)
            try Listing.write(schema, listing) { writer in
                try markers.forEachRow(
                    of: catalog, zoom: zoom, includesHidden: members, in: box, limit: limit, body: writer.write)
            }
        } else {
            let schema = shops.shown(.levels(words), \.item.id).naming(kindsBy: words)
            try Listing.write(schema, listing) { writer in
                try markers.forEachLevel(of: catalog, in: box, limit: limit, body: writer.write)
            }
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
                    en: "give --zoom Z (0 to 22), or --all-zooms", ko: "--zoom Z(0~22)나 --all-zooms를 쓰세요")
            }
            guard !members else {
                throw UsageError(
                    en: "--members only works with --zoom, not with --all-zooms", ko: "--members는 --zoom과 함께 쓰세요")
            }
            return nil
        }
        guard !allZooms else {
            throw UsageError(en: "give either --zoom or --all-zooms, not both", ko: "--zoom과 --all-zooms 가운데 하나만 쓰세요")
        }
        return try ValueArgument.number(zoom, option: "--zoom", in: 0...22)
    }
}
