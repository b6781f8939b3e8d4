internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli ingest`: reads a feed's pages into the catalog, or leaves the catalog unchanged.
struct IngestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "ingest", en: "Read a feed into the catalog, either completely or not at all.",
        ko: "피드의 데이터를 받아 카탈로그(geocli의 데이터베이스)에 반영합니다. 받은 스냅샷이 검사를 통과하면 전체를 반영하고, 통과하지 못하면 아무것도 바꾸지 않습니다.",
        about: Words(
            en: """
                Without SOURCE, the pages come from the live service, or from the address that url.FEED in the configuration file names. For a proxy, see 'geocli config --help'. The service's key is read from $SEOUL_OPENAPI_KEY, or from the line 'seoul_openapi_key = KEY' in ~/.config/geocli/config (chmod 600), never from the command line.
                """,
            ko: """
                SOURCE를 쓰지 않으면 서비스(오픈 API)에서 바로 받습니다. 설정 파일에 url.FEED가 있으면 그 주소에서 받습니다. 프록시 설정은 'geocli config --help'에 있습니다. 인증키는 $SEOUL_OPENAPI_KEY에서 읽고, 없으면 ~/.config/geocli/config 파일(chmod 600)의 'seoul_openapi_key = KEY' 줄에서 읽습니다. 명령줄에는 쓸 수 없습니다.
                """),
        examples: """
            $ geocli ingest --sample
            $ geocli ingest places.csv --id no --name title --lat y --lon x --feed my-places
            $ geocli ingest pages/ --dry-run
            """)

    @Argument(
        help: ArgumentHelp(
            "Saved pages (files, folders, or - for standard input), or the http:// address of a service (default: the live service).",
            ko: "저장한 페이지 파일이나 폴더, 표준 입력(-), 서비스의 http:// 주소 (기본값: 서비스에서 바로 받기)", value: .argument("SOURCE")),
        completion: .file())
    var sources: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Read the bundled sample of made-up bookstores. The first real run replaces it.",
            ko: "내장된 샘플(가상의 책방)을 읽습니다. 처음으로 실제 피드를 수집하면 지워집니다."))
    var sample = false

    @Flag(
        help: ArgumentHelp(
            "Read all declared feeds that have a live service, and all built-in feeds that were read from a live service before or whose address is in the configuration file. Each feed is stored on its own; one report covers all feeds.",
            ko: "선언에 서비스가 적힌 피드와, 서비스에서 받은 적이 있거나 설정 파일에 주소가 있는 내장 피드를 모두 수집합니다. 피드마다 따로 반영하고, 결과는 모아서 보여 줍니다."))
    var all = false

    @Option(
        help: ArgumentHelp(
            "Feed to ingest: an id from 'geocli feeds', the file of a declaration, or an id for your own file (default: \(Feed.seoulBookstoresID)).",
            ko: "수집할 피드: 'geocli feeds'에 나오는 ID, 선언 파일, 또는 내 파일에 붙일 ID (기본값: \(Feed.seoulBookstoresID))",
            value: .feed), completion: .words(Feed.builtInIDs))
    var feed: String?

    @Flag(help: ArgumentHelp("Compare with the catalog and write nothing.", ko: "카탈로그와 비교만 하고 저장하지 않습니다."))
    var dryRun = false

    @Flag(
        help: ArgumentHelp(
            "Compare every row. Without this option, rows with the same fingerprint as in the last good run are skipped.",
            ko: "마지막으로 성공한 실행 때와 똑같은 행도 건너뛰지 않고 모두 비교합니다."))
    var thorough = false

    @Option(
        help: ArgumentHelp(
            "Refuse the run if more than this percentage of the known places is missing (default: 20).",
            ko: "등록된 장소 가운데 누락된 장소의 비율(%)이 이보다 크면 실행을 거부합니다. (기본값: 20)", value: .percent))
    var maxLoss: String?

    @Option(
        help: ArgumentHelp(
            "Publish the snapshot even if a check refuses it. The reason is stored with the run.",
            ko: "검사에서 거부된 스냅샷도 반영합니다. 이유는 실행 기록에 남습니다.", value: .reason))
    var accept: String?

    @OptionGroup var addresses: AddressOptions

    @OptionGroup(title: HelpSection.columns) var columns: ColumnOptions

    @OptionGroup(title: HelpSection.fetching) var fetching: FetchingOptions

    @Option(
        help: ArgumentHelp(
            "Print the whole report: table, json or ndjson (default: one line on standard error).",
            ko: "전체 보고서를 출력합니다: table, json, ndjson (기본값: 표준 오류에 한 줄)", value: .format),
        completion: .words(["table", "json", "ndjson"]))
    var format: String?

    @Flag(help: ShortFormat.help(.json, among: [.json])) var json = false

    @Flag(
        name: [.customShort("v"), .long],
        help: ArgumentHelp("Report each page as it is read.", ko: "읽은 페이지를 하나씩 알려 줍니다."))
    var verbose = false

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let word = try ShortFormat.word(format, [(.json, json)])
        Settings.warnIfSecretIsReadable()
        if all { return try runAll(word) }
        let output = try Output(word, common, reading: sources)
        let feed = try chosenFeed()
        try InputFile.check(sources, db: common.db)
        let source = try IngestSource(sources, isSample: sample, fetching, of: feed)
        let change = try OwnFeed.change(feed, db: common.db)
        let job = IngestJob(
            feed: feed, source: source, options: try options(), fetching: fetching, common: common,
            isVerbose: verbose, startedAt: try Environment.now())
        var teller = ReportTeller(
            feed: feed, feedWord: self.feed?.trimmingBlanks(), sources: sources, isSample: sample, common: common)
        teller.addresses = addresses.addressesDb
        teller.replay = fetching.replay
        teller.isAccepting = accept != nil
        teller.patience = try fetching.nightsOfPatience(isQuiet: common.quiet)
        let view: ReportView
        do {
            view = try job.run()
        } catch let error as any ExplainedError {
            let failed = try teller.failure(error, job.night())
            if failed.isSilent { throw failed.exit }
            throw failed
        }
        Console.clearProgress()
        if let change { Console.complain(Words(en: "warning: \(change.en)", ko: "주의: \(change.ko)")) }
        if word != nil { try output.write(json: view.json, table: view.sheet(Console.language)) }
        try teller.tell(view, job.night)
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
                ko: "--all은 설정된 피드를 모두 수집합니다. \(other)\(.with) --all 가운데 하나를 빼세요")
        }
        try IngestAll(
            options: try options(), fetching: fetching, common: common, isVerbose: verbose, format: word,
            addresses: addresses.addressesDb
        ).run()
    }

    private func options() throws -> IngestOptions {
        var options = IngestOptions()
        options.isDryRun = dryRun
        options.comparesAll = thorough
        options.acceptedBecause = try reason()
        options.addressesPath = try addresses.readPath()
        options.keptRuns = try fetching.keptRuns()
        if let maxLoss {
            options.maximumLossPercent = try ValueArgument.number(maxLoss, option: "--max-loss", in: 0...100)
        }
        return options
    }

    private func chosenFeed() throws -> Feed {
        let name = feed?.trimmingBlanks()
        let other = sample ? "--sample" : fetching.replay == nil ? nil : "--replay"
        if let own = try OwnFeed(columns, sources: sources).feed(named: name, beside: other) {
            if own.columns?.hasNoPoint == true { try addresses.checkImported() }
            return own
        }
        if sample, name == nil || name == Feed.sample.id { return .sample }
        if other == nil, name == nil { try OwnFeed.checkNoTable(sources) }
        let found: Feed
        do {
            found = try FeedShelf.feed(name ?? Feed.seoulBookstoresID, argument: "--feed")
        } catch let error as UsageError {
            throw try name.flatMap { try OwnFeed.unknown($0, sources: sources, db: common.db) } ?? error
        }
        guard !sample else {
            throw UsageError(
                en: "the sample has its own feed; leave out --feed", ko: "샘플은 별도의 피드입니다. --feed를 빼세요")
        }
        return found
    }

    private func reason() throws -> String? {
        guard let text = accept?.trimmingBlanks() else { return nil }
        // After `empty:`, the reason itself follows.
        let word = text.lowercased().hasPrefix(IngestOptions.emptyWord) ? IngestOptions.emptyWord.count : 0
        let letters = text.dropFirst(word).filter { $0.isLetter || $0.isNumber }.lowercased()
        guard letters.count > 1, !Self.placeholders.contains(letters) else {
            throw UsageError(
                en: "--accept needs a reason: say in your own words why the feed is right; it is recorded with the run",
                ko: "--accept에는 피드가 맞는 이유를 직접 쓰세요. 이유는 실행 기록에 남습니다")
        }
        return text
    }

    /// Words that stand for a reason in a message or in the manual, but say nothing.
    private static let placeholders: Set<String> = ["why", "reason", "사유", "이유"]
}
