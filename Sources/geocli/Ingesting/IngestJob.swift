internal import CGeocliAssets
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliFetching
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText
internal import Logging

/// One run of one feed: from its source into the catalog.
struct IngestJob {
    let feed: Feed
    let source: IngestSource
    let options: IngestOptions
    let fetching: FetchingOptions
    let common: CommonOptions
    let isVerbose: Bool
    let startedAt: SeoulTime

    /// What a failed or refused run of this job adds to the bad nights of the feed. Nil for a dry run, which is not
    /// recorded, and for saved pages that did not fail before.
    func night() -> BadNight? {
        guard !options.isDryRun else { return nil }
        // A catalog that can't be read says nothing about other nights. The error of the run says why it can't.
        let states = (try? Environment.catalogPath(common.db)).flatMap { try? Catalog(path: $0).feedStates() }
        let night = BadNight(states?.first { $0.id == feed.id }, now: startedAt)
        if case .live = source { return night }
        return night.run != nil && night.nights > 1 ? night : nil
    }

    func run() throws -> ReportView {
        var log = Logger(label: "ingest") { ConsoleLog(label: $0) }
        log.logLevel = isVerbose ? .debug : .critical
        let ingester = Ingester(
            feed: feed, options: options, startedAt: startedAt, toolVersion: Program.version, log: log,
            now: Environment.now)
        let progress = ProgressLine(Words(en: "rows read", ko: "읽은 행"), isAllowed: !common.quiet)
        defer { Console.clearProgress() }
        switch source {
        case .saved(let pages):
            try OwnFeed.check(feed, pages, db: common.db)
            return ReportView(report: try ingester.run(pages, into: try catalog(), onProgress: progress.report))
        case .replay(let run):
            return ReportView(
                report: try ingester.replay(run: run, into: try existingCatalog(), onProgress: progress.report))
        case .live(let service): return ReportView(report: try fetch(service, ingester, progress))
        }
    }

    private func fetch(
        _ service: ServiceURL, _ ingester: Ingester, _ progress: ProgressLine
    ) throws -> Ingester.Report {
        let key = try Settings.key(feed.service?.keyVariable)?.key
        if let key { Console.keepSecret(key) }
        if let key, key.isIn(service.description) { throw ServiceURLError.credential }
        let path = try Environment.catalogPath(common.db)
        // If a service needs a key and there is none, no request is possible. An existing catalog records the failed
        // run, but a catalog is not created just for that record.
        let needsKey = feed.service?.keyVariable != nil
        guard key != nil || !needsKey || CatalogWriter.exists(path) else {
            throw missingKey(for: service)
        }
        var request = LiveRequest(
            service: service, key: key, limits: try fetching.limits(), userAgent: Program.userAgent)
        request.isResumed = fetching.resume
        do {
            request.proxy = try Proxy.chosen(
                for: service, sendsKey: key != nil, setting: try Settings.proxy(for: feed.id),
                environment: Environment.variable)
        } catch let error as PlainError {
            // Like a missing key, this fails the run, which an existing catalog records.
            guard CatalogWriter.exists(path) else { throw error }
            request.refusal = error
        }
        do {
            return try ingester.run(request, into: try catalog(), onProgress: progress.report)
        } catch  where key == nil && needsKey {
            // If the catalog has no good run yet, the error says how to get a key and what works without one.
            guard try !options.isDryRun && !Catalog(path: path).hasGoodRun() else { throw error }
            throw missingKey(for: service)
        }
    }

    /// The error for a user's first ingest without a key. It says where to get a key, where to put it, and what works
    /// without one.
    private func missingKey(for service: ServiceURL) -> PlainError {
        let error = FetchError.noKey(for: service, target: "", variable: feed.service?.keyVariable)
        return PlainError(
            .key,
            error.words.followed(
                by: Words(
                    en: "to try geocli without a key, with made-up bookstores: geocli ingest --sample",
                    ko: "인증키 없이 가상의 책방으로 써 보려면 실행하세요: geocli ingest --sample")))
    }

    /// Opens the catalog; a dry run without a catalog uses an empty one in memory.
    private func catalog() throws -> CatalogWriter {
        let path = try Environment.catalogPath(common.db)
        if options.isDryRun, !CatalogWriter.exists(path) { return try CatalogWriter(temporary: ()) }
        // Only the usual catalog's folder is created: in a path that the user wrote, a missing folder is probably a
        // typing error.
        return try CatalogWriter(path: path, makesFolder: try Environment.isUsualCatalog(common.db))
    }

    private func existingCatalog() throws -> CatalogWriter {
        let path = try Environment.catalogPath(common.db)
        // If the catalog does not exist, this throws the usual error.
        if !CatalogWriter.exists(path) { _ = try Catalog(path: path) }
        return try CatalogWriter(path: path)
    }
}

/// What `ingest --all` did with one feed.
struct FeedRun {
    /// The feed's id; if the declaration is wrong, the path of its file.
    let name: String
    /// The feed's id; nil if the declaration is wrong.
    var feed: String?
    var view: ReportView?
    var failure: Words?
    /// The exit code that this feed alone would have.
    var status = ExitStatus.success

    fileprivate var reason: String? { view?.report.run.reason ?? failure?.en }
    fileprivate var outcome: String { view?.report.run.outcome.rawValue ?? "failed" }
}

extension ListingSchema where Row == FeedRun {
    /// One row for each feed of `ingest --all`.
    static var feedRuns: ListingSchema {
        ListingSchema(
            columns: [
                Column(
                    "feed", en: "feed", ko: "피드", orNull: true,
                    about: "The feed's id; null for a file that declares no feed."
                ) { .text($0.feed) },
                Column(
                    "file", en: "file", ko: "파일", orNull: true,
                    about: "The path of a file that declares no feed; null for a feed."
                ) {
                    .text($0.feed == nil ? $0.name : nil)
                },
                Column(
                    "outcome", en: "outcome", ko: "결과",
                    type: .codes(RunOutcome.allCases.map(\.rawValue) + ["failed"]),
                    about: "published, unchanged, refused, or failed (no snapshot was received)."
                ) { .code($0.outcome) },
                Column(
                    "exit_code", en: "exit", ko: "종료 코드", type: .integer,
                    about: "The exit code of this feed alone; the command ends with the highest one."
                ) { .integer(Int($0.status.rawValue)) },
                Column(
                    "run_id", en: "run", ko: "실행", type: .integer, orNull: true,
                    about: "The run's number; null for a dry run and for a run that failed."
                ) { $0.view?.report.run.runID.map(OutputValue.integer) ?? .null },
            ] + counts + [
                Column("reason", en: "reason", ko: "이유", orNull: true, about: "Why the feed was refused or failed.") {
                    .text($0.reason)
                },
                Column(
                    "warnings", en: "warnings", ko: "주의",
                    type: .list(of: .object(ReportView.warning.columns.map(\.member))),
                    about: "Unusual findings that do no harm."
                ) { .json(.array($0.view?.report.warnings.map(ReportView.warning.object) ?? [])) },
            ], tableKeys: ["feed", "file", "outcome", "exit_code", "total", "reason"])
    }

    private static var counts: [Column<FeedRun>] {
        [
            count("received", \.received), count("accepted", \.accepted),
            count("rejected", \.rejected), count("duplicates", \.duplicates),
            count("filtered", \.filtered), count("closed", \.closed),
            count("without_point", \.withoutPoint), count("added", \.added),
            count("changed", \.changed), count("removed", \.removed),
            count("returned", \.returned), count("total", \.total),
        ]
    }

    private static func count(_ key: String, _ path: KeyPath<RunCounts, Int>) -> Column<FeedRun> {
        let title = RunCountWords.title(key)
        return Column(
            key, en: title.en, ko: title.ko, type: .integer, orNull: true, about: RunCountWords.about[key] ?? ""
        ) {
            $0.view.map { .integer($0.counts[keyPath: path]) } ?? .null
        }
    }
}

enum IngestSource {
    case saved(SavedPages)
    case live(ServiceURL)
    case replay(Int64)

    init(_ sources: [String], isSample: Bool, _ fetching: FetchingOptions, of feed: Feed) throws {
        let isAddress = sources.contains { $0.contains("://") }
        try Self.checkCount(sources, isSample: isSample, isAddress: isAddress, isReplay: fetching.replay != nil)
        if let replay = fetching.replay {
            self = .replay(Int64(try ValueArgument.count(replay, option: "--replay", minimum: 1)))
        } else if isSample {
            self = .saved(Self.bundledSample)
        } else if isAddress || sources.isEmpty,
            let address = try sources.first ?? Settings.address(of: feed)?.description
        {
            guard feed.service != nil else {
                throw UsageError(
                    en: "the declaration of \(feed.id) has no [service]; give page files, a folder or -",
                    ko: "\(feed.id) 선언에 [service]가 없습니다. 페이지 파일, 폴더, -(표준 입력) 가운데 하나를 지정하세요")
            }
            self = .live(try ServiceURL(address))
        } else if sources.isEmpty {
            throw Self.withoutAddress(feed)
        } else {
            let options = feed.columns.map(OwnFeed.words) ?? ""
            self = .saved(
                try SavedPages.at(
                    sources, waitingAtMost: try fetching.waitingLimits(), with: options,
                    endings: feed.pageEndings))
        }
        if case .live = self { return }
        try fetching.refuseForSavedPages(areStreams: SavedPages.areStreams(sources))
    }

    private static func withoutAddress(_ feed: Feed) -> UsageError {
        guard feed.service != nil else {
            return UsageError(
                en: "the feed \(feed.id) has no live service; give page files, a folder, - or an http:// address",
                ko: "\(feed.id) 피드에는 서비스가 없습니다. 페이지 파일, 폴더, -(표준 입력), http:// 주소 가운데 하나를 지정하세요")
        }
        return UsageError(
            en:
                "the service of \(feed.id) has no address; give page files, a folder, - or an http:// address, or set url.\(feed.id) in the configuration file",
            ko:
                "\(feed.id) 서비스의 주소가 없습니다. 페이지 파일, 폴더, -(표준 입력), http:// 주소 가운데 하나를 지정하거나, 설정 파일에 url.\(feed.id) 값을 쓰세요"
        )
    }

    private static func checkCount(_ sources: [String], isSample: Bool, isAddress: Bool, isReplay: Bool) throws {
        if isSample, !sources.isEmpty {
            throw UsageError(en: "give either --sample or SOURCE, not both", ko: "--sample과 SOURCE 가운데 하나만 쓰세요")
        }
        if isReplay, isSample || !sources.isEmpty {
            throw UsageError(
                en: "--replay reads the pages that the catalog keeps; leave out SOURCE and --sample",
                ko: "--replay는 카탈로그에 보관한 페이지를 읽습니다. SOURCE와 --sample은 빼세요")
        }
        if isAddress, sources.count > 1 {
            throw UsageError(
                en: "an address must be the only SOURCE; give one address, or only saved pages",
                ko: "주소는 다른 SOURCE와 함께 쓸 수 없습니다. 주소 하나만 쓰거나 저장한 페이지만 쓰세요")
        }
    }

    private static var bundledSample: SavedPages {
        let page = SavedPages.Page(name: "sample/1") { ByteSource(name: "sample/1", bytes: sample_json.bytes) }
        return SavedPages(name: SampleNames.source, pages: [page])
    }
}
