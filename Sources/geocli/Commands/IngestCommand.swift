internal import ArgumentParser
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli ingest`: reads a feed's pages into the catalog, or leaves the catalog unchanged.
struct IngestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest", abstract: "Bring a feed's pages into the catalog, or leave it as it was.",
        discussion: """
            Without SOURCE the live service is asked. Its key comes from $SEOUL_OPENAPI_KEY, or from the line
            'seoul_openapi_key = KEY' in ~/.config/geocli/config (mode 600); never from the command line.

            Examples: geocli ingest · geocli ingest pages/ · geocli ingest --sample · curl -s URL | geocli ingest -
            geocli ingest -q --resume · geocli ingest --replay 12 --accept "the city closed a district office"
            geocli ingest places.csv --id no --name title --lat y --lon x --feed my-places
            geocli ingest places.geojson --feed my-places · geocli ingest --all -q
            """)

    @Argument(
        help: ArgumentHelp(
            "Saved page files, folders of pages, -, or the http:// address of a service (default: the live service).",
            valueName: "SOURCE"), completion: .file())
    var sources: [String] = []

    @Flag(help: "The bundled sample of made-up bookstores; the first real run replaces it.")
    var sample = false

    @Flag(help: "Every feed that is set up, each in its own transaction; one report.")
    var all = false

    @Option(
        help: ArgumentHelp(
            "The feed of the pages: an id of 'geocli feeds', the file of a declaration, or an id for your own file (default: \(Feed.seoulBookstoresID)).",
            valueName: "id"), completion: .words(Feed.builtInIDs))
    var feed: String?

    @Flag(help: "Compare with the catalog and write nothing.")
    var dryRun = false

    @Flag(help: "Read and compare every row, also those that came in the last good run.")
    var thorough = false

    @Option(
        help: ArgumentHelp(
            "Refuse the run if more than this percentage of known bookstores is missing (default: 20).",
            valueName: "percent"))
    var maxLoss: String?

    @Option(
        help: ArgumentHelp(
            "Let the snapshot through whatever is wrong with it; the reason is kept.", valueName: "reason"))
    var accept: String?

    @OptionGroup(title: HelpSection.columns) var columns: ColumnOptions

    @OptionGroup(title: HelpSection.fetching) var fetching: FetchingOptions

    @Option(
        help: ArgumentHelp("json for the whole report on standard output.", valueName: "format"),
        completion: .words(["table", "json", "ndjson"]))
    var format: String?

    @Flag var shortFormats: [ResultShortFormat] = []

    @Flag(name: [.customShort("v"), .long], help: "Report each page that is read.")
    var verbose = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let word = try ResultShortFormat.word(format, shortFormats)
        if all { return try runAll(word) }
        let output = try Output(word, common, reading: sources)
        let feed = try chosenFeed()
        try InputFile.check(sources, db: common.db)
        let source = try IngestSource(sources, isSample: sample, fetching, of: feed)
        let change = try OwnFeed.change(feed, db: common.db)
        let view = try IngestJob(
            feed: feed, source: source, options: try options(), fetching: fetching, common: common, isVerbose: verbose
        ).run()
        Console.clearProgress()
        if let change { Console.complain(Words(en: "warning: \(change.en)", ko: "주의: \(change.ko)")) }
        if word != nil { try output.write(json: view.json, table: view.sheet(Console.language)) }
        try ReportTeller(
            feed: feed, feedWord: self.feed?.trimmingBlanks(), sources: sources, isSample: sample, common: common
        ).tell(view)
    }

    private func runAll(_ word: String?) throws {
        let given: [(String, Bool)] = [
            ("SOURCE", !sources.isEmpty), ("--sample", sample), ("--feed", feed != nil),
            ("--replay", fetching.replay != nil), ("--accept", accept != nil),
            (columns.given ?? "", columns.given != nil),
        ]
        if let other = given.first(where: \.1)?.0 {
            throw UsageError(
                en: "--all reads every feed that is set up; leave out \(other), or leave out --all",
                ko: "--all은 준비된 피드를 모두 읽습니다; \(other) 또는 --all 가운데 하나를 빼세요")
        }
        try IngestAll(
            options: try options(), fetching: fetching, common: common, isVerbose: verbose, format: word
        ).run()
    }

    private func options() throws -> IngestOptions {
        var options = IngestOptions()
        options.isDryRun = dryRun
        options.comparesAll = thorough
        options.acceptedBecause = try reason()
        options.keptRuns = try fetching.keptRuns()
        if sample, !dryRun {
            let day = try Environment.now().date
            options.outlines = try IngestSource.sampleOutlines(day: day)
            options.ground = try IngestSource.sampleGround(day: day)
        }
        if let maxLoss {
            options.maximumLossPercent = try ValueArgument.number(maxLoss, option: "--max-loss", in: 0...100)
        }
        return options
    }

    private func chosenFeed() throws -> Feed {
        let name = feed?.trimmingBlanks()
        let other = sample ? "--sample" : fetching.replay == nil ? nil : "--replay"
        if let own = try OwnFeed(columns, sources: sources).feed(named: name, beside: other) { return own }
        if sample, name == nil || name == Feed.sample.id { return .sample }
        let found: Feed
        do {
            found = try FeedShelf.feed(name ?? Feed.seoulBookstoresID, argument: "--feed")
        } catch let error as UsageError {
            throw try name.flatMap { try OwnFeed.unknown($0, sources: sources, db: common.db) } ?? error
        }
        guard !sample else {
            throw UsageError(
                en: "the sample is a feed of its own; leave out --feed", ko: "샘플은 별도의 피드입니다; --feed를 빼세요")
        }
        try FeedShelf.requireKnownKinds(found)
        return found
    }

    private func reason() throws -> String? {
        guard let text = accept?.trimmingBlanks() else { return nil }
        guard !text.isEmpty else {
            throw UsageError(
                en: "--accept needs a reason; it is kept with the run", ko: "--accept에는 이유가 필요합니다; 실행 기록에 남습니다")
        }
        return text
    }
}
