internal import ArgumentParser
internal import Catalog
internal import Export

/// `geocli list`: all bookstores that the filters admit.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "All bookstores that the filters admit, by id.",
        discussion: "Example: geocli list --kind used --district mapo --has phone")

    @OptionGroup var filters: FilterOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    func run() throws {
        let catalog = try common.catalog()
        let filter = try filters.filter(catalog)
        let limit = try output.limitCount()
        try Listing.write(.bookstores, output, common) { writer in
            try catalog.forEachEntry(filter, limit: limit, body: writer.write)
        }
    }
}
