internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliGeo
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

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

    @Option(ClusterQuestion.zoom, value: .zoom) var zoom: String?
    @Flag(ClusterQuestion.allZooms) var allZooms = false
    @Flag(ClusterQuestion.members) var members = false

    @Option(
        help: ArgumentHelp(
            "Read points from a file (CSV, TSV, JSON or GeoJSON) instead of the catalog; - is standard input.",
            ko: "카탈로그 대신 쓸 점: CSV, TSV, JSON, GeoJSON 파일. -는 표준 입력입니다.", value: .file),
        completion: .file())
    var from: String?

    @OptionGroup var points: PointFileOptions

    @Option(help: ArgumentHelp("Column of the id in the file (default: id).", ko: "파일의 번호 열 (기본값: id)", value: .column))
    var id: String?

    @Option(ClusterQuestion.box, value: .box) var bbox: String?
    @Flag(ClusterQuestion.unique) var unique = false

    @OptionGroup(title: HelpSection.markers) var pass: CollisionArguments<LocalPass>
    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.output) var links: LinkOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<MarkerRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [from], isPrivate: filters.marked != nil).with(
            links: links.links)
        if from == nil, id != nil {
            throw UsageError(en: "--id only works with --from FILE", ko: "--id 옵션은 --from과 함께 쓰세요")
        }
        try PointFileOptions.checkFrom(from, points.local)
        try points.check()
        var given = Given(.option)
        given.add(ClusterQuestion.zoom, zoom)
        given.add(ClusterQuestion.allZooms, flag: allZooms)
        given.add(ClusterQuestion.members, flag: members)
        given.add(ClusterQuestion.box, bbox)
        given.add(ClusterQuestion.unique, flag: unique)
        given.add(.unboundedLimit, output.limit)
        pass.add(to: &given)
        filters.add(to: &given)
        if let from, links.server == nil { return try list(from, try ClusterQuestion(given), listing) }
        let question = CommandQuestion(
            given: given, output: listing, common: common, server: links.server,
            local: filters.local + [("--from", from != nil)])
        try question.ask(ClusterQuestion.self) { try common.catalogOfPlaces() }
    }

    private func list(_ from: String, _ question: ClusterQuestion, _ listing: ListingOutput) throws {
        guard !question.hasFilters else {
            throw UsageError(
                en: "filters only work with the catalog; leave them out with --from",
                ko: "필터는 카탈로그에만 쓸 수 있습니다. --from과 함께 쓰지 마세요")
        }
        guard !question.hasShops else {
            throw UsageError(
                en: "--unique only works with the catalog; leave it out with --from",
                ko: "--unique는 카탈로그에만 쓸 수 있습니다. --from과 함께 쓰지 마세요")
        }
        let source = try points.open(from, db: common.db)
        do {
            let members = try MarkerFile.members(
                source, names: points.names(id: id), skipsBad: points.skipBad, template: question.template,
                opened: { Listing.tell($0, common) }, skipped: { Listing.tell($0, common) })
            try write(try ClusterQuery(members, options: question.options), question, listing)
        } catch let error as GeoError {
            throw InputFileError(error, in: source.name)
        }
    }

    private func write(
        _ query: ClusterQuery<FilePoint>, _ question: ClusterQuestion, _ listing: ListingOutput
    ) throws {
        guard let zoom = question.zoom else {
            return try Listing.write(.levels(), listing) { writer in
                try query.forEachLevel(in: question.box) { row in
                    if writer.rowCount < question.limit { try writer.write(row) }
                }
            }
        }
        let isWhole = question.includesHidden
        try Listing.write(.clusters(withMembers: isWhole), listing) { writer in
            try query.forEachRow(zoom: zoom, includesHidden: isWhole, in: question.box) { row in
                if writer.rowCount < question.limit { try writer.write(row) }
            }
        }
    }
}
