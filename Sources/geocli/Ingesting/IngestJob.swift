internal import GeocliCatalog
internal import GeocliFetching
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText
internal import Logging

/// One run of one feed: from its source into the catalog.
struct IngestJob {
    let feed: Feed
    let source: IngestSource
    let options: IngestOptions
    let fetching: FetchingOptions
    let common: CommonOptions
    /// Whether each page that is read is reported.
    let isVerbose: Bool

    /// Runs the job and returns its report.
    ///
    /// - Throws: the errors of `Ingester.run`; `PlainError` for a key that is missing or wrong, `ServiceURLError`.
    func run() throws -> ReportView {
        var log = Logger(label: "ingest") { ConsoleLog(label: $0) }
        log.logLevel = isVerbose ? .debug : .critical
        let ingester = Ingester(
            feed: feed, options: options, startedAt: try Environment.now(), toolVersion: Program.version, log: log,
            now: Environment.now)
        let progress = ProgressLine(Words(en: "rows read", ko: "읽은 행"), isAllowed: !common.quiet)
        defer { Console.clearProgress() }
        switch source {
        case .saved(let pages):
            try OwnFeed.check(feed, pages, db: common.db)
            return ReportView(report: try ingester.run(pages, into: try catalog(), onProgress: progress.report))
        case .replay(let run):
            // A missing catalog has no kept pages, and a replay must not create one.
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
