internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport

/// `geocli districts check`: places that lie outside their district.
struct DistrictsCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "check", en: "List places whose point is outside their district, ordered by id.",
        ko: "피드에 적힌 자치구 밖에 좌표가 있는 장소를 번호순으로 보여 줍니다.",
        examples: """
            $ geocli districts check
            $ geocli districts check --district mapo --format table
            $ geocli districts check --fields id,name,district,point_district -o wrong.csv
            """)

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<MisplacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [], isPrivate: filters.marked != nil)
        let catalog = try common.catalogOfPlaces()
        let filter = try filters.filter(catalog, common)
        let limit = try output.limitCount()
        if try catalog.districtOutlines().isEmpty { NoOutlines.tell(common) }
        try Listing.write(.misplaced, listing) { writer in
            try catalog.forEachMisplaced(filter, limit: limit, body: writer.write)
        }
    }
}
