internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli runs`: past runs, newest first.
struct RunsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "runs", en: "List past runs, latest first.", ko: "지금까지의 실행을 최신순으로 보여 줍니다.",
        examples: """
            $ geocli runs
            $ geocli runs --limit 5 --format table
            $ geocli runs --fields run_id,date,outcome,reason -o runs.csv
            """)

    @OptionGroup(title: HelpSection.filters) var feeds: FeedOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<RunRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let catalog = try common.catalog()
        let limit = try output.limitCount()
        let feeds = try feeds.feeds(in: catalog)
        try Listing.write(.runs.speaking("reason", Self.reason), listing) { writer in
            try catalog.forEachRun(of: feeds, limit: limit, body: writer.write)
        }
    }

    /// Returns why a run was refused, in the reader's language; nil if only the stored sentence is known.
    private static func reason(_ run: StoredRun, _ language: Language) -> String? {
        run.reasonData.flatMap(StoredReason.words)?.text(language)
    }
}
