internal import ArgumentParser
internal import GeocliCatalog
internal import GeocliFetching
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText
internal import Logging

/// `geocli ingest`: reads a feed's pages into the catalog, or leaves the catalog unchanged.
struct IngestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest", abstract: "Bring a feed's pages into the catalog, or leave it as it was.",
        discussion: """
            Without SOURCE the live service is asked. Its key comes from $SEOUL_OPENAPI_KEY, or from the line
            'seoul_openapi_key = KEY' in ~/.config/geocli/config (mode 600); never from the command line.

            Examples: geocli ingest · geocli ingest pages/ · geocli ingest --sample · curl -s URL | geocli ingest -
            geocli ingest -q --resume · geocli ingest --replay 12 --accept "the city closed a district office"
            """)

    /// The name of the sample in the catalog.
    static let sampleName = "sample (made-up bookstores)"

    @Argument(
        help: ArgumentHelp(
            "Saved page files, folders of pages, -, or the http:// address of a service (default: the live service).",
            valueName: "SOURCE"), completion: .file())
    var sources: [String] = []

    @Flag(help: "The bundled sample of made-up bookstores.")
    var sample = false

    @Option(
        help: ArgumentHelp("The feed the pages are of.", valueName: "id"),
        completion: .words(Feed.known.map(\.id)))
    var feed = Feed.seoulBookstores.id

    @Flag(help: "Compare with the catalog and write nothing.")
    var dryRun = false

    @Flag(help: "Read and compare every row, also those that came in the last good run.")
    var thorough = false

    @Option(
        help: ArgumentHelp("So many percent of the known bookstores may be gone (default: 20).", valueName: "percent"))
    var maxLoss: String?

    @Option(
        help: ArgumentHelp(
            "Let the snapshot through whatever is wrong with it; the reason is kept.", valueName: "reason"))
    var accept: String?

    @OptionGroup var fetching: FetchingOptions

    @Option(
        help: ArgumentHelp("json for the whole report on standard output.", valueName: "format"),
        completion: .words(["table", "json", "ndjson"]))
    var format: String?

    @Flag(name: [.customShort("v"), .long], help: "Say which page is being read.")
    var verbose = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        let output = try Output(format, common, reading: sources)
        let feed = try chosenFeed()
        try InputFile.check(sources, db: common.db)
        let source = try IngestSource(sources, isSample: sample, fetching, of: feed)
        var options = Ingester.Options()
        options.isDryRun = dryRun
        options.comparesAll = thorough
        options.acceptedBecause = try reason()
        options.keptRuns = try fetching.keptRuns()
        if let maxLoss {
            options.maximumLossPercent = try ValueArgument.number(maxLoss, option: "--max-loss", in: 0...100)
        }
        var log = Logger(label: "ingest") { ConsoleLog(label: $0) }
        log.logLevel = verbose ? .debug : .critical
        let ingester = Ingester(
            feed: feed, options: options, startedAt: try Environment.now(), toolVersion: GeocliCommand.version,
            log: log, now: Environment.now)
        let view = ReportView(report: try report(ingester, source))
        Console.clearProgress()
        try tell(view, output)
    }

    private func report(_ ingester: Ingester, _ source: IngestSource) throws -> Ingester.Report {
        let progress = ProgressLine(Words(en: "rows read", ko: "읽은 행"), isAllowed: !common.quiet)
        defer { Console.clearProgress() }
        switch source {
        case .saved(let pages): return try ingester.run(pages, into: try catalog(), onProgress: progress.report)
        case .replay(let run):
            // A missing catalog has no kept pages, and a replay must not create one.
            return try ingester.replay(run: run, into: try existingCatalog(), onProgress: progress.report)
        case .live(let service):
            let key = try Settings.key(isQuiet: common.quiet)
            Console.secret = key
            if let key, key.isIn(service.description) { throw ServiceURLError.credential }
            let path = try Environment.catalogPath(common.db)
            // Without a key the service cannot be asked. An existing catalog records that; a missing one is not created
            // for it.
            guard key != nil || CatalogWriter.exists(path) else { throw FetchError.noKey(for: service, path: "") }
            var request = LiveRequest(
                service: service, key: key, limits: try fetching.limits(),
                userAgent: "geocli/\(GeocliCommand.version)")
            request.isResumed = fetching.resume
            return try ingester.run(request, into: try catalog(), onProgress: progress.report)
        }
    }

    private func chosenFeed() throws -> Feed {
        guard let known = Feed.named(feed.trimmingBlanks()) else {
            let all = Feed.known.map(\.id).joined(separator: ", ")
            throw ValueArgument.wrong("--feed", feed, en: "choose one of \(all)", ko: "\(all) 가운데 고르세요")
        }
        return known
    }

    /// Returns the command that accepts the refused pages, if they are kept.
    private func replay(_ view: ReportView) throws -> Words? {
        guard let run = view.report.run.runID, view.report.hasKeptPages else { return nil }
        let path = try Environment.catalogPath(common.db)
        let command = NextCommand(feed: feed, catalog: path).accepting(run: run)
        return Words(en: "if the feed is right: \(command)", ko: "피드가 옳다면: \(command)")
    }

    private func reason() throws -> String? {
        guard let text = accept?.trimmingBlanks() else { return nil }
        guard !text.isEmpty else {
            throw UsageError(
                en: "--accept needs a reason; it is kept with the run", ko: "--accept에는 이유가 필요합니다; 실행 기록에 남습니다")
        }
        return text
    }

    /// Opens the catalog; a dry run without one uses an empty catalog in memory.
    private func catalog() throws -> CatalogWriter {
        let path = try Environment.catalogPath(common.db)
        if dryRun, !CatalogWriter.exists(path) { return try CatalogWriter(temporary: ()) }
        // Only the usual catalog's folder is created: in a path that the user wrote, a missing folder is a typing
        // error.
        return try CatalogWriter(path: path, makesFolder: try Environment.isUsualCatalog(common.db))
    }

    private func existingCatalog() throws -> CatalogWriter {
        let path = try Environment.catalogPath(common.db)
        // This fails with the usual error for a missing catalog.
        if !CatalogWriter.exists(path) { _ = try Catalog(path: path) }
        return try CatalogWriter(path: path)
    }

    private func tell(_ view: ReportView, _ output: Output) throws {
        if format != nil { try output.write(json: view.json, table: view.sheet(Console.language)) }
        // After a refusal no warnings are listed. A quiet job lists only new warnings, not those of every night.
        for warning in view.report.warnings where view.report.refusal == nil && (warning.isNew || !common.quiet) {
            Console.complain(Words(en: "warning: \(warning.words.en)", ko: "주의: \(warning.words.ko)"))
        }
        guard let refusal = view.report.refusal else {
            return Console.note(view.summary, isQuiet: common.quiet)
        }
        let refused = Words(
            en: "refused: \(refusal.en); the catalog is as it was", ko: "거부: \(refusal.ko); 카탈로그는 그대로입니다")
        Console.complain(try replay(view).map { refused.followed(by: $0) } ?? refused)
        throw ExitStatus.data
    }
}
