internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery
internal import GeocliText

struct IssuesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "issues", en: "List problems in the data, decide how to handle them, and report them to the publisher.",
        ko: "데이터의 문제를 확인하고, 어떻게 처리할지 정하고, 제공 기관에 알립니다.",
        about: Words(
            en: """
                Each ingest checks the rows against a set of rules. A row that breaks a rule becomes an issue. The issue stays open, under the same number, until the feed fixes the row or a person accepts the data as right. People can add their own issues, comments and labels. Every action is recorded with its author ($GEOCLI_AUTHOR, else the user's name), its time and its reason.
                """,
            ko: """
                수집할 때마다 규칙으로 행을 검사합니다. 규칙에 어긋나는 값이 있으면 이슈가 생깁니다. 이슈는 피드에서 문제를 고치거나 사람이 그대로 두기로 할 때까지 같은 번호로 열려 있습니다. 사람도 이슈를 등록하고 의견과 라벨을 남길 수 있습니다. 누가($GEOCLI_AUTHOR, 없으면 사용자 이름) 언제 왜 그렇게 했는지 모두 남습니다.
                """),
        examples: """
            $ geocli issues
            $ geocli issues list --severity error --format table
            $ geocli issues stats
            """,
        subcommands: [
            ListingCommand<IssuesListSource>.self, ListingCommand<IssuesShowSource>.self, IssuesNewCommand.self,
            IssuesDecisionCommand<IssueAcceptance>.self,
            IssuesDecisionCommand<IssueReopening>.self, IssuesDecisionCommand<IssueClosing>.self,
            IssuesCommentCommand.self, IssuesLabelCommand.self,
            IssuesScanCommand.self, ListingCommand<IssuesStatsSource>.self, IssuesReportCommand.self,
        ], defaultSubcommand: ListingCommand<IssuesListSource>.self)
}

enum IssueRows: RowsOnMap { static let someKeys = "number,name,text" }

struct IssuesListSource: RowSource {
    static let configuration = CommandConfiguration(
        "list", en: "List issues, ordered by number. Without --state, only open and reopened issues are listed.",
        ko: "이슈를 번호순으로 보여 줍니다. --state가 없으면 열린 이슈와 다시 열린 이슈만 나옵니다.",
        examples: """
            $ geocli issues list --rule district-point --format table
            $ geocli issues list --near 37.5663,126.9779 --within 2km
            $ geocli issues list --state all --sort changed --json
            """)

    @Option(
        help: ArgumentHelp(
            "Only issues with a point, ordered by distance from this place. Write the place as in 'geocli near'.",
            ko: "좌표가 있는 이슈만 이곳에서 가까운 순서로 보여 줍니다. 위치를 쓰는 방법은 'geocli near'와 같습니다.", value: Words(en: "where", ko: "위치")),
        completion: .origins)
    var near: String?

    @Option(
        help: ArgumentHelp(
            "With --near: maximum distance, such as 800m or 1.5km.", ko: "--near와 함께 씁니다. 최대 거리. 예: 800m, 1.5km",
            value: .distance))
    var within: String?

    @Option(
        help: ArgumentHelp(
            "Sort by number (default), severity, rule, state, district, opened (latest first), changed (latest first) or distance.",
            ko:
                "정렬 기준: number(번호, 기본값), severity(심각도), rule(규칙), state(상태), district(자치구), opened(이슈가 열린 실행, 최신순), changed(이슈가 바뀐 실행, 최신순), distance(거리) 중 하나.",
            value: .key),
        completion: .words(IssueOrder.Key.allCases.map(\.rawValue)))
    var sort: String?

    @Flag(
        help: ArgumentHelp(
            "With --sort: reverse the order; issues without a value stay last.",
            ko: "--sort의 순서를 뒤집습니다. 값이 없는 이슈는 그대로 끝에 둡니다."))
    var reverse = false

    @OptionGroup var filters: IssueFilterOptions

    func write(_ given: ListingArguments<IssueRows>) throws {
        let listing = try given.checked(isPrivate: filters.places.marked != nil)
        let order = try order()
        let place = try near.map { try OriginArgument([$0], named: "--near") }
        let meters = try within.map { try ValueArgument.meters($0, option: "--within") }
        let limit = try given.output.limitCount()
        let catalog = try IssueCatalog.reading(given.common)
        var filter = try filters.filter(catalog, given.common)
        if let center = try place?.origin(in: catalog, given.common).coordinate {
            filter.near = IssueFilter.Circle(center: center, withinMeters: meters)
        }
        let schema = ListingSchema.issues(hasDistance: near != nil, Console.language)
        try Listing.write(schema, listing) { writer in
            guard let order else { return try catalog.forEachIssue(filter, limit: limit, body: writer.write) }
            var issues: [ListedIssue] = []
            try catalog.forEachIssue(filter) { issues.append($0) }
            for issue in order.sorted(issues).prefix(limit ?? .max) { try writer.write(issue) }
        }
    }

    /// Returns the order; nil to sort by number.
    private func order() throws -> IssueOrder? {
        guard within == nil || near != nil else {
            throw UsageError(en: "--within only works with --near", ko: "--within은 --near와 함께 쓰세요")
        }
        guard let sort else {
            guard !reverse else {
                throw UsageError(
                    en: "--reverse only works with --sort, as in --sort severity --reverse",
                    ko: "--reverse는 --sort severity --reverse처럼 --sort와 함께 쓰세요")
            }
            return near == nil ? nil : IssueOrder(by: .distance)
        }
        let key = try ValueArgument.choice(sort, option: "--sort", of: IssueOrder.Key.self)
        if key == .distance, near == nil {
            throw ValueArgument.wrong("--sort", sort, en: "add --near LAT,LON", ko: "--near 위도,경도를 추가하세요")
        }
        return IssueOrder(by: key, isReversed: reverse)
    }
}
