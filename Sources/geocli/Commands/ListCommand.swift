internal import ArgumentParser
internal import Catalog
internal import Export

/// `geocli list`: all bookstores that the filters admit.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", _superCommandName: GeocliCommand.name,
        abstract: "All bookstores that the filters admit, by id.",
        discussion: """
            Examples: geocli list --kind used --district mapo --has phone
                      geocli list --as-of 2026-09-21
            """)

    @OptionGroup var filters: FilterOptions
    @OptionGroup var past: AsOfOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var common: CommonOptions

    func run() throws {
        try list(try past.source(common))
    }

    private func list(_ catalog: some BookstoreSource) throws {
        let filter = try filters.filter(catalog, common)
        let limit = try output.limitCount()
        try past.tell(catalog, common)
        try Listing.write(.listed, output, common) { writer in
            try catalog.forEachRow(filter, limit: limit, body: writer.write)
        }
    }
}
