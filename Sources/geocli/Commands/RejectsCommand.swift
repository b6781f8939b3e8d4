internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliText

/// `geocli rejects`: the rows that a run rejected, with the reasons.
struct RejectsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "rejects", en: "List the rows that a run rejected or kept without a point, with the reasons.",
        ko: "실행에서 제외된 행과 좌표 없이 반영된 행을 이유와 함께 보여 줍니다.",
        examples: """
            $ geocli rejects
            $ geocli rejects --run 1 --format table
            $ geocli rejects --fields page,row,reason -o rejects.csv
            """)

    @Option(
        name: .customLong("run"),
        help: ArgumentHelp(
            "Number of the run (default: the last published run of each feed).", ko: "실행 번호 (기본값: 피드마다 마지막으로 반영된 실행)",
            value: .run))
    var runNumber: String?

    @OptionGroup(title: HelpSection.filters) var feeds: FeedOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<RejectRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let run = try runNumber.map { Int64(try ValueArgument.count($0, option: "--run", minimum: 1)) }
        let catalog = try common.catalog()
        let limit = try output.limitCount()
        let feeds = try feeds.feeds(in: catalog)
        try Listing.write(.rejects, listing) { writer in
            try catalog.forEachReject(run: run, of: feeds, limit: limit, body: writer.write)
        }
    }
}
