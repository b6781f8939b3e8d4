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
        "ingest", en: "Read a feed into the catalog: publish the whole snapshot, or change nothing.",
        ko: "피드를 카탈로그에 수집합니다. 스냅샷 전체를 반영하거나, 아무것도 바꾸지 않습니다.",
        about: Words(
            en: """
                Without SOURCE the pages come from the live service. Its key is read from $SEOUL_OPENAPI_KEY, or from the line 'seoul_openapi_key = KEY' of ~/.config/geocli/config (chmod 600), never from the command line.
                """,
            ko: """
                SOURCE가 없으면 실시간 서비스에서 받습니다. 인증키는 $SEOUL_OPENAPI_KEY에서 읽고, 없으면 ~/.config/geocli/config 파일(chmod 600)의 'seoul_openapi_key = KEY' 줄에서 읽습니다. 명령줄에는 쓸 수 없습니다.
                """),
        examples: """
            $ geocli ingest --sample
            $ geocli ingest pages/ --dry-run
            $ geocli ingest - < page.json
            """)

    @Argument(
        help: ArgumentHelp(
            "Saved page files, folders of them, - for standard input, or the http:// address of a service (default: the live service).",
            ko: "저장된 페이지 파일이나 폴더, 표준 입력(-), 서비스의 http:// 주소 (기본값: 실시간 서비스)", value: .argument("SOURCE")),
        completion: .file())
    var sources: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Read the bundled sample of made-up bookstores. The first real run replaces it.",
            ko: "내장된 샘플(가상의 책방)을 읽습니다. 처음으로 실제 피드를 수집하면 지워집니다."))
    var sample = false

    @Option(
        help: ArgumentHelp(
            "Feed that the pages belong to: an id from 'geocli feeds', or the file of a declaration (default: \(Feed.seoulBookstoresID)).",
            ko: "페이지가 속한 피드: 'geocli feeds'에 나오는 ID 또는 선언 파일 (기본값: \(Feed.seoulBookstoresID))", value: .feed),
        completion: .words(Feed.builtInIDs))
    var feed: String?

    @Flag(help: ArgumentHelp("Compare with the catalog and write nothing.", ko: "카탈로그와 비교만 하고 저장하지 않습니다."))
    var dryRun = false

    @Flag(
        help: ArgumentHelp(
            "Compare every row, including those unchanged since the last good run.",
            ko: "마지막으로 성공한 실행과 똑같은 행도 모두 다시 읽고 비교합니다."))
    var thorough = false

    @Option(
        help: ArgumentHelp(
            "Refuse the run if more than this percentage of the known bookstores is missing (default: 20).",
            ko: "등록된 책방 가운데 누락된 비율(%)이 이보다 크면 실행을 거부합니다. (기본값: 20)", value: .percent))
    var maxLoss: String?

    @Option(
        help: ArgumentHelp(
            "Publish the snapshot even if a check refuses it. The reason is stored with the run.",
            ko: "검사에서 거부된 스냅샷도 반영합니다. 이유는 실행 기록에 남습니다.", value: .reason))
    var accept: String?

    @OptionGroup(title: HelpSection.fetching) var fetching: FetchingOptions

    @Option(
        help: ArgumentHelp(
            "Print the whole report: table, json or ndjson (default: one line on standard error).",
            ko: "전체 보고서를 출력합니다: table, json, ndjson (기본값: 표준 오류에 한 줄)", value: .format),
        completion: .words(["table", "json", "ndjson"]))
    var format: String?

    @Flag var shortFormats: [ResultShortFormat] = []

    @Flag(
        name: [.customShort("v"), .long],
        help: ArgumentHelp("Report each page as it is read.", ko: "읽은 페이지를 하나씩 알려 줍니다."))
    var verbose = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let output = try Output(try ResultShortFormat.word(format, shortFormats), common, reading: sources)
        let feed = try chosenFeed()
        try InputFile.check(sources, db: common.db)
        let source = try IngestSource(sources, isSample: sample, fetching, of: feed)
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
        var log = Logger(label: "ingest") { ConsoleLog(label: $0) }
        log.logLevel = verbose ? .debug : .critical
        let ingester = Ingester(
            feed: feed, options: options, startedAt: try Environment.now(), toolVersion: Program.version, log: log,
            now: Environment.now)
        let view = ReportView(report: try report(ingester, source, feed))
        Console.clearProgress()
        try tell(view, output)
    }

    private func report(_ ingester: Ingester, _ source: IngestSource, _ feed: Feed) throws -> Ingester.Report {
        let progress = ProgressLine(Words(en: "rows read", ko: "읽은 행"), isAllowed: !common.quiet)
        defer { Console.clearProgress() }
        switch source {
        case .saved(let pages): return try ingester.run(pages, into: try catalog(), onProgress: progress.report)
        case .replay(let run):
            // A missing catalog has no kept pages, and a replay must not create one.
            return try ingester.replay(run: run, into: try existingCatalog(), onProgress: progress.report)
        case .live(let service):
            let setting = try Settings.key(feed.service?.keyVariable)
            let key = setting?.key
            Console.secret = key
            if let setting { Settings.warnIfReadable(setting.origin) }
            if let key, key.isIn(service.description) { throw ServiceURLError.credential }
            let path = try Environment.catalogPath(common.db)
            // If a service needs a key and there is none, no request is possible. An existing catalog records the failed
            // run, but no catalog is created only for that record.
            let needsKey = feed.service?.keyVariable != nil
            guard key != nil || !needsKey || CatalogWriter.exists(path) else {
                throw MissingKeyError(at: service, variable: feed.service?.keyVariable)
            }
            var request = LiveRequest(
                service: service, key: key, limits: try fetching.limits(), userAgent: Program.userAgent)
            request.isResumed = fetching.resume
            do {
                return try ingester.run(request, into: try catalog(), onProgress: progress.report)
            } catch  where key == nil && needsKey {
                // If the catalog has no good run yet, the error says how to get a key and what works without one.
                guard try !dryRun && !Catalog(path: path).hasGoodRun() else { throw error }
                throw MissingKeyError(at: service, variable: feed.service?.keyVariable)
            }
        }
    }

    private func chosenFeed() throws -> Feed {
        let name = feed?.trimmingBlanks()
        if sample, name == nil || name == Feed.sample.id { return .sample }
        let found = try FeedShelf.feed(name ?? Feed.seoulBookstoresID, argument: "--feed")
        guard !sample else {
            throw UsageError(
                en: "the sample is a feed of its own; leave out --feed", ko: "샘플은 별도의 피드입니다; --feed를 빼세요")
        }
        guard let kind = found.openKinds.first else { return found }
        let choice = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError(
            en:
                "the feed \(found.id) declares the kind \(kind), and catalogs hold only \(choice); 'geocli feeds check' reads it already",
            ko: "\(found.id) 피드의 종류 \(kind)은(는) 아직 카탈로그에 넣을 수 없습니다(\(choice)만 가능); 'geocli feeds check'로 확인은 할 수 있습니다")
    }

    /// Returns the command that accepts the refused pages. It reads the kept pages; if none are kept, it reads the
    /// sources again.
    private func acceptance(_ view: ReportView) throws -> Words {
        let path = try Environment.catalogPath(common.db)
        // A file is not known by its id.
        let next = NextCommand(feed: feed?.trimmingBlanks() ?? view.report.run.description.feed, catalog: path)
        let run = view.report.hasKeptPages ? view.report.run.runID : nil
        let command = run.map(next.accepting(run:)) ?? next.accepting(sources: sample ? ["--sample"] : sources)
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
        // If the catalog does not exist, this throws the usual error.
        if !CatalogWriter.exists(path) { _ = try Catalog(path: path) }
        return try CatalogWriter(path: path)
    }

    private func tell(_ view: ReportView, _ output: Output) throws {
        if format != nil || !shortFormats.isEmpty {
            try output.write(json: view.json, table: view.sheet(Console.language))
        }
        // After a refusal no warnings are listed. A quiet job lists only new warnings, not those of every night.
        // The sample has faults on purpose, so its warnings are not listed.
        let isSilent = view.report.refusal != nil || sample
        for warning in view.report.warnings where !isSilent && (warning.isNew || !common.quiet) {
            Console.complain(Words(en: "warning: \(warning.words.en)", ko: "주의: \(warning.words.ko)"))
        }
        guard let refusal = view.report.refusal else {
            try tellRemoval(view)
            return Console.note(view.summary, isQuiet: common.quiet)
        }
        let refused = Words(en: "refused: \(refusal.en)", ko: "거부: \(refusal.ko)").followed(by: view.whatStays)
        Console.complain(refused.followed(by: try acceptance(view)))
        throw ExitStatus.data
    }
    /// Reports that this run removed the sample, also in a quiet job, because it happens only once. Removes the
    /// sample's runs from the marks of readers.
    private func tellRemoval(_ view: ReportView) throws {
        guard let removed = view.report.run.removedSample else { return }
        Console.complain(view.removal(removed))
        guard let run = view.report.run.runID else { return }
        try ReaderMarks.leave(removed.runs, for: run, in: try Environment.catalogPath(common.db))
    }
}
