internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport

/// `geocli rejects`: the rows that a run rejected, with the reasons.
struct RejectsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rejects", abstract: "Rows that a run set aside or listed without a point, and why.",
        discussion: "Example: geocli rejects --format table")

    @Option(
        name: .customLong("run"),
        help: ArgumentHelp("The run's number (default: the last published one).", valueName: "run"))
    var runNumber: String?

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<RejectRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let run = try runNumber.map { Int64(try ValueArgument.count($0, option: "--run", minimum: 1)) }
        let catalog = try common.catalog()
        let limit = try output.limitCount()
        try Listing.write(.rejects, listing) { writer in
            try catalog.forEachReject(run: run, limit: limit, body: writer.write)
        }
    }
}
