internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport

/// `geocli runs`: past runs, the latest first.
struct RunsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "runs", abstract: "Past runs, the latest first.", discussion: "Example: geocli runs --format table"
    )

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<RunRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let catalog = try common.catalog()
        let limit = try output.limitCount()
        try Listing.write(.runs, listing) { writer in
            try catalog.forEachRun(limit: limit, body: writer.write)
        }
    }
}
