internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli ingest --all`: every feed that is set up, each in its own transaction.
struct IngestAll {
    let options: IngestOptions
    let fetching: FetchingOptions
    let common: CommonOptions
    let isVerbose: Bool
    let format: String?
    /// The file of addresses that the user named; the proposed commands must name it, too.
    let addresses: String?

    /// Runs all feeds, one after another. If one fails, the others still run.
    ///
    /// - Throws: the highest `ExitStatus` of all feeds; `UsageError`, `PlainError`, `CatalogError` before the first
    ///   feed runs.
    func run() throws {
        let output = try format.map(listing)
        let (entries, paused) = try SetUpFeeds.all(db: common.db)
        if !paused.isEmpty {
            common.note(
                en: "paused: \(paused.joined(separator: ", ")) (see 'geocli feeds')",
                ko: "멈춘 피드: \(paused.joined(separator: ", "))('geocli feeds' 참고)")
        }
        // A wrong value is refused once, not for each feed.
        _ = try fetching.nightsOfPatience(isQuiet: common.quiet)
        let runs = entries.map(run)
        if let output { try Listing.write(.feedRuns, output) { writer in for run in runs { try writer.write(run) } } }
        tell(runs)
        guard let worst = runs.map(\.status.rawValue).max(), worst != 0 else { return }
        throw ExitStatus(rawValue: worst)
    }

    private func run(_ entry: SetUpFeeds.Entry) -> FeedRun {
        var run = FeedRun(name: entry.name)
        run.feed = entry.id
        do {
            let feed = try entry.feed.get()
            let job = try job(feed)
            var teller = ReportTeller(
                feed: feed, feedWord: feed.id, sources: [], isSample: false, common: common)
            teller.isOneOfMany = true
            teller.addresses = addresses
            teller.patience = try fetching.nightsOfPatience(isQuiet: common.quiet)
            let view: ReportView
            do {
                view = try job.run()
            } catch let error as any ExplainedError {
                throw try teller.failure(error, job.night())
            }
            run.view = view
            Console.clearProgress()
            try teller.tell(view, job.night)
        } catch let status as ExitStatus {
            run.status = status
        } catch {
            let words = (error as? any ExplainedError)?.words ?? Words(en: "\(error)", ko: "\(error)")
            run.failure = words
            run.status = (error as? any ExplainedError)?.exit ?? .software
            if (error as? FailedNight)?.isSilent == true { return run }
            // The error for a file with a wrong declaration already begins with the file's path.
            let name = run.feed.map { "\($0): " } ?? ""
            Console.complain(en: name + words.en, ko: name + words.ko)
        }
        return run
    }

    private func job(_ feed: Feed) throws -> IngestJob {
        let source = try IngestSource([], isSample: false, fetching, of: feed)
        return IngestJob(
            feed: feed, source: source, options: options, fetching: fetching, common: common, isVerbose: isVerbose,
            startedAt: try Environment.now())
    }

    private func tell(_ runs: [FeedRun]) {
        guard !runs.isEmpty else {
            return common.note(en: "no feed was ingested: all are paused", ko: "모든 피드를 멈춰 두어 수집하지 않았습니다")
        }
        let failed = runs.count { $0.status != .success }
        Console.note(
            failed == 0
                ? Words(en: "feeds: \(runs.count), all successful", ko: "피드 \(runs.count)개, 모두 성공")
                : Words(
                    en: "feeds: \(runs.count) (refused or failed: \(failed))",
                    ko: "피드 \(runs.count)개 가운데 \(failed)개가 거부되거나 실패했습니다"), isQuiet: common.quiet)
    }

    private func listing(_ word: String) throws -> ListingOutput {
        let formats: [ListingFormat] = [.table, .json, .ndjson]
        let format = try ValueArgument.choice(word, option: "--format", among: formats)
        guard formats.contains(format) else {
            throw ValueArgument.unknown("--format", word, among: formats.map(\.rawValue))
        }
        var options = ListingOptions()
        options.format = format
        options.language = Console.language
        options.terminalColumns = Console.outputColumns
        options.isStyled = format == .table && Console.color.isOn(1)
        return ListingOutput(
            place: try OutputDestination(nil, db: common.db, reading: []), formats: ListingFormat.tables,
            options: options, failEmpty: false)
    }
}

/// The feeds that `ingest --all` reads: those with a live service that are set up.
///
/// A feed in the user's or the machine's folder is set up because its file is there. Any feed is set up if the settings
/// have its address, or if the catalog holds a good run from its service or a mirror of it. The user has not asked for
/// any other feed.
enum SetUpFeeds {
    struct Entry {
        /// The feed's id; nil if the declaration is wrong.
        let id: String?
        /// The feed's id; if the declaration is wrong, the path of its file.
        let name: String
        let feed: Result<Feed, any Error>
    }

    /// Returns the feeds without duplicates, the program's own first, and the ids of those that a person has paused.
    static func all(db: String?) throws -> (entries: [Entry], paused: [String]) {
        let path = try Environment.catalogPath(db)
        let states = CatalogWriter.exists(path) ? try Catalog(path: path).feedStates() : []
        let paused = Set(states.filter { $0.run?.pausedOn != nil }.map(\.id))
        var entries: [Entry] = []
        for found in FeedShelf.all() {
            guard let entry = try entry(found, catalog: path) else { continue }
            // The same file may be in both folders.
            if !entries.contains(where: { $0.name == entry.name && found.isWhole }) { entries.append(entry) }
        }
        guard !entries.isEmpty else {
            throw PlainError(
                .noInput,
                en:
                    "no feed is set up; ingest a feed once with 'geocli ingest --feed ID', or put a declaration with a [service] into \(FeedShelf.userFolder ?? "~/.config/geocli/feeds")",
                ko:
                    "설정된 피드가 없습니다. 'geocli ingest --feed ID'로 한 번 수집하거나, [service]가 있는 선언을 \(FeedShelf.userFolder ?? "~/.config/geocli/feeds")에 두세요"
            )
        }
        let isPaused = { (entry: Entry) in entry.id.map(paused.contains) ?? false }
        return (entries.filter { !isPaused($0) }, entries.filter(isPaused).compactMap(\.id))
    }

    private static func entry(_ found: FeedShelf.Entry, catalog path: String) throws -> Entry? {
        guard let file = found.path else {
            guard let feed = try? found.feed.get(), try isSetUp(feed, path) else { return nil }
            return Entry(id: feed.id, name: feed.id, feed: found.feed)
        }
        // A file with a mistake may be a feed with a service. If it were left out, the user would not notice the loss.
        guard let feed = try? found.feed.get() else { return Entry(id: nil, name: file, feed: found.feed) }
        guard try feed.serviceAddress != nil || isSetUp(feed, path) else { return nil }
        return Entry(id: feed.id, name: feed.id, feed: Result { try FeedShelf.feed(file, argument: "--all") })
    }

    private static func isSetUp(_ feed: Feed, _ path: String) throws -> Bool {
        try Settings.url(of: feed.id) != nil || feed.service != nil && holds(feed, path)
    }

    /// Returns whether a catalog holds a good run of a feed from a service.
    private static func holds(_ feed: Feed, _ path: String) throws -> Bool {
        guard CatalogWriter.exists(path) else { return false }
        var isFound = false
        try Catalog(path: path).forEachRun { run in
            let isLive = ["http://", "https://"].contains(where: run.description.source.hasPrefix)
            if run.goodRun != nil, run.description.feed == feed.id, isLive { isFound = true }
        }
        return isFound
    }
}

extension FeedShelf.Entry {
    /// Whether the file's declaration is right.
    fileprivate var isWhole: Bool { if case .success = feed { true } else { false } }
}
