internal import GeocliAsking
internal import GeocliExport
internal import GeocliIngest
internal import GeocliText

/// `geocli ingest --all`: every feed that is set up, each in its own transaction.
struct IngestAll {
    let options: IngestOptions
    let fetching: FetchingOptions
    let common: CommonOptions
    let isVerbose: Bool
    /// The value of `--format`; nil if the user asked for no report.
    let format: String?
    /// The file of addresses that the user named; the proposed commands must name it, too.
    let addresses: String?

    /// Runs all feeds, one after another. If one fails, the others still run.
    ///
    /// - Throws: the highest `ExitStatus` of all feeds; `UsageError`, `PlainError`, `CatalogError` before the first
    ///   feed runs.
    func run() throws {
        let output = try format.map(listing)
        let runs = try SetUpFeeds.all(db: common.db).map(run)
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
            let view = try job(feed).run()
            run.view = view
            Console.clearProgress()
            var teller = ReportTeller(
                feed: feed, feedWord: feed.id, sources: [], isSample: false, common: common)
            teller.isOneOfMany = true
            teller.addresses = addresses
            try teller.tell(view)
        } catch let status as ExitStatus {
            run.status = status
        } catch {
            let words = (error as? any ExplainedError)?.words ?? Words(en: "\(error)", ko: "\(error)")
            run.failure = words
            run.status = (error as? any ExplainedError)?.exit ?? .software
            // The error for a file with a wrong declaration already begins with the file's path.
            let name = run.feed.map { "\($0): " } ?? ""
            Console.complain(Words(en: name + words.en, ko: name + words.ko))
        }
        return run
    }

    private func job(_ feed: Feed) throws -> IngestJob {
        let source = try IngestSource([], isSample: false, fetching, of: feed)
        return IngestJob(
            feed: feed, source: source, options: options, fetching: fetching, common: common, isVerbose: isVerbose)
    }

    /// Tells the user how many feeds there were, and how many were refused or failed.
    private func tell(_ runs: [FeedRun]) {
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
