internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

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
        try Listing.write(.runs.speaking("reason", Self.reason), listing) { writer in
            try catalog.forEachRun(limit: limit, body: writer.write)
        }
    }

    /// Returns why a run was refused, in the reader's language; nil if only the stored sentence is known.
    private static func reason(_ run: StoredRun, _ language: Language) -> String? {
        run.reasonData.flatMap(StoredReason.words)?.text(language)
    }
}
