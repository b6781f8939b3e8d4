internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliIngest
internal import GeocliPlaces
internal import GeocliText

/// `geocli status`: the age and the content of the catalog.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "status", en: "Show how old the catalog is and what it contains.",
        ko: "카탈로그가 얼마나 최신인지, 무엇이 들어 있는지 보여 줍니다.",
        about: Words(
            en: "For monitoring, --max-age sets the exit code, and -o FILE.prom writes metrics for Prometheus.",
            ko: "모니터링에는 종료 코드를 바꾸는 --max-age와 Prometheus 지표를 저장하는 -o FILE.prom을 쓰세요."),
        examples: """
            $ geocli status
            $ geocli status --max-age 36h -q; echo $?
            $ geocli status -o geocli.prom
            """)

    @Option(
        help: ArgumentHelp(
            "Exit with 65 if the last good run is older than this (such as 36h or 7d) or was the sample.",
            ko: "마지막으로 성공한 실행이 이보다 오래되었거나 샘플이면 종료 코드 65로 끝냅니다. 예: 36h, 7d", value: .time))
    var maxAge: String?

    @OptionGroup(title: HelpSection.filters) var feeds: FeedOptions

    @OptionGroup(title: HelpSection.output) var result: ResultOptions

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let output = try Output(
            try result.word(), among: Output.Format.allCases, at: result.path, common, reading: [])
        let limit = try maximumAge()
        let catalog = try common.catalog()
        let feeds = try feeds.feeds(in: catalog)
        let status = try catalog.status(of: feeds)
        let now = try Environment.now()
        // The age of the catalog is that of its oldest feed of places: stations hardly change, and few people ingest them
        // every night. A person who names only feeds of landmarks asks for theirs. The age of a replayed run is that of its
        // pages.
        let areLandmarks = !feeds.isEmpty && status.lastPlaceRuns.isEmpty
        let runs = areLandmarks ? status.lastGoodRuns : status.lastPlaceRuns
        let oldest = runs.min { $0.dataFrom < $1.dataFrom }
        let age = oldest.flatMap { SeoulTime(timestamp: $0.dataFrom) }.map { now.unixSeconds - $0.unixSeconds }
        let view = StatusView(path: catalog.path, status: status, ageSeconds: age)
        if !common.quiet || result.path != nil {
            try output.write(json: view.json, table: view.sheet(Console.language)) {
                StatusMetrics(
                    status: status,
                    lastRuns: try catalog.lastRuns().filter { feeds.isEmpty || feeds.contains($0.description.feed) },
                    now: now.unixSeconds,
                    ageSeconds: status.holdsOnlySample ? nil : age, maximumAge: limit
                ).text
            }
        }
        try checkAge(age, of: status, oldest: oldest, view)
    }

    /// Returns the seconds of `--max-age`; nil if it was not given.
    private func maximumAge() throws -> Double? {
        try maxAge.map { try ValueArgument.seconds($0, option: "--max-age") }
    }

    /// Ends with 65, and says why, if the catalog is older than `--max-age` allows.
    ///
    /// - Parameters:
    ///   - age: the age of the oldest feed in seconds; nil without a good run.
    ///   - oldest: the last good run of that feed.
    private func checkAge(
        _ age: Int64?, of status: CatalogStatus, oldest: CatalogStatus.Run?, _ view: StatusView
    ) throws {
        guard let limit = try maximumAge() else { return }
        guard !status.holdsOnlySample else {
            Console.complain(
                Words(
                    en: "the catalog holds only the sample; run 'geocli ingest' for the real bookstores",
                    ko: "카탈로그에 샘플만 있습니다. 실제 책방 데이터를 받으려면 'geocli ingest'를 실행하세요"))
            throw ExitStatus.data
        }
        guard age != nil else {
            Console.complain(NoRunWords.words(hasLandmarks: !status.lastGoodRuns.isEmpty))
            throw ExitStatus.data
        }
        if let age, age < 0 {
            Console.complain(
                Words(
                    en:
                        "the last good run has a date in the future (\(oldest?.dataFrom ?? "")); check this machine's clock",
                    ko: "마지막으로 성공한 실행의 시각이 미래입니다(\(oldest?.dataFrom ?? "")). 이 컴퓨터의 시각을 확인하세요"))
            throw ExitStatus.data
        }
        if age.map({ Double($0) > limit }) ?? true {
            let feed = status.lastPlaceRuns.count > 1 ? " of \(oldest?.feed ?? "")" : ""
            Console.complain(
                Words(
                    en:
                        "the last good run\(feed) is \(view.ageText(.english)) old, more than \(maxAge ?? ""); run 'geocli ingest'",
                    ko: "마지막으로 성공한 지 \(view.ageText(.korean)) 지났습니다(한도 \(maxAge ?? "")). 'geocli ingest'를 실행하세요"))
            throw ExitStatus.data
        }
    }
}

extension CatalogStatus {
    /// Whether every good run was the sample: then nothing in the catalog is real, however fresh it is.
    fileprivate var holdsOnlySample: Bool {
        !lastPlaceRuns.isEmpty && lastPlaceRuns.allSatisfy { $0.feed == Feed.sample.id }
    }
}
