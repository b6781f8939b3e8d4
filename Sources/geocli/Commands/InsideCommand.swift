internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

/// `geocli inside FILE.geojson|DISTRICT`: the places in polygons.
struct InsideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "inside", en: "List the places inside polygons or a district, edges included, ordered by id.",
        ko: "다각형이나 자치구 안의 장소를 번호순으로 보여 줍니다. 경계선에 놓인 장소도 포함합니다.",
        about: Words(
            en:
                "A search in a district needs its outline in the catalog; import outlines with 'geocli layers import --role districts'. The sample includes outlines.",
            ko: "자치구로 찾으려면 카탈로그에 자치구 경계가 있어야 합니다. 'geocli layers import --role districts'로 가져오세요. 샘플에는 경계가 들어 있습니다."),
        examples: """
            $ geocli inside mapo
            $ geocli inside 마포 --kind used --format csv
            $ geocli inside area.geojson -o inside.geojson
            """)

    @Argument(
        help: ArgumentHelp(
            "A GeoJSON file with polygons, - for standard input, or a district: 마포구, 마포, mapo or mapo-gu.",
            ko: "다각형이 든 GeoJSON 파일, 표준 입력(-), 자치구 이름(마포구, 마포, mapo, mapo-gu)", value: .argument("FILE|DISTRICT")),
        completion: .districtsOrFiles)
    var place: String

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [place], isPrivate: filters.marked != nil).with(
            links: sorting.links)
        let order = try sorting.order(withoutDistance: SortOptions.noDistance)
        if var served = try sorting.served(filters, common) {
            try ServedListing.refuse("--as-of", if: past.asOf != nil)
            guard case .district(let name) = try PlaceArgument(self.place, db: nil) else {
                return try ServedListing.refuse("FILE", if: true)
            }
            served.add("area", name)
            served.add("limit", output.limit)
            return try served.write(["inside"], to: listing)
        }
        let place = try PlaceArgument(place, db: common.db)
        try list(try past.source(common), place, order, listing)
    }

    private func list(
        _ catalog: some PlaceSource, _ place: PlaceArgument, _ order: PlaceOrder?, _ listing: ListingOutput
    ) throws {
        let shops = try ShopRows(catalog, isUnique: sorting.unique)
        let filter = try shops.narrowed(try filters.filter(catalog, common), in: catalog, standing: .withPoint)
        let limit = try output.limitCount()
        try past.tell(catalog, common)
        var ids = try ids(in: place, catalog, filter).sorted()
        if let order { ids = try order.ids(limit: limit) { try catalog.forEachRow(ids: ids, body: $0) } }
        try Listing.write(.places, of: catalog, shops, listing, id: \.id) { writer in
            try catalog.forEachEntry(ids: ids.prefix(limit ?? ids.count), body: writer.write)
        }
    }

    /// Returns the ids of the places in any of the polygons.
    private func ids(
        in place: PlaceArgument, _ catalog: some PlaceSource, _ filter: PlaceFilter
    ) throws -> Set<Int64> {
        switch place {
        case .district(let word):
            guard let file = catalog as? Catalog else { throw PlaceArgument.noOutlines }
            return try file.ids(in: try file.outline(named: word).area, filter)
        case .file(let source):
            var file = PolygonFile(source)
            var ids: Set<Int64> = []
            while let area = try file.nextTogether() { ids.formUnion(try catalog.ids(in: area, filter)) }
            return ids
        }
    }
}
