internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
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
            "Exit with 65 if the last good run is older than this (such as 36h or 7d) or was a run of the sample.",
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
        // The catalog is as old as its oldest feed of places. Feeds of landmarks don't count, because stations hardly
        // change and few people ingest them every night. A user who names only feeds of landmarks wants the age of
        // those feeds.
        let areLandmarks = !feeds.isEmpty && status.lastPlaceRuns.isEmpty
        let runs = areLandmarks ? status.lastGoodRuns : status.lastPlaceRuns
        let age = DataAge(status, of: runs, now: now)
        let view = StatusView(path: catalog.path, status: status, ageSeconds: age.seconds)
        if !common.quiet || result.path != nil {
            try output.write(json: view.json, table: view.sheet(Console.language)) {
                StatusMetrics(
                    status: status,
                    lastRuns: try catalog.lastRuns().filter { feeds.isEmpty || feeds.contains($0.description.feed) },
                    now: now.unixSeconds,
                    ageSeconds: age.isOfSample ? nil : age.seconds, maximumAge: limit
                ).text
            }
        }
        if let limit, let problem = age.problem(above: limit, maxAge ?? "") {
            Console.complain(problem)
            throw ExitStatus.data
        }
    }

    /// Returns the value of `--max-age` in seconds; nil if the option was not given.
    private func maximumAge() throws -> Double? {
        try maxAge.map { try ValueArgument.seconds($0, option: "--max-age") }
    }
}
