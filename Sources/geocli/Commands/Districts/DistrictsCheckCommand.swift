internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport

/// `geocli districts check`: bookstores that lie outside the district that they state.
struct DistrictsCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Bookstores whose point lies in another district than they state, or in none, by id.",
        discussion: "Example: geocli districts check --format table")

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<MisplacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let catalog = try common.catalogOfBookstores()
        let filter = try filters.filter(catalog, common)
        let limit = try output.limitCount()
        if try catalog.districtOutlines().isEmpty { NoOutlines.tell(common) }
        try Listing.write(.misplaced, listing) { writer in
            try catalog.forEachMisplaced(filter, limit: limit, body: writer.write)
        }
    }
}
