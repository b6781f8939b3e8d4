internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliPlaces
internal import GeocliText

enum IssueCatalog {
    /// Returns the path of the catalog's file.
    static func path(_ common: CommonOptions) throws -> String {
        guard case .file(let path) = try Environment.catalogPlace(common.db) else {
            throw UsageError(
                en:
                    "issues are in the catalog's file and not on the server ('geocli push' leaves them out); give --db the path of the catalog file",
                ko: "이슈는 카탈로그 파일에 있고 서버에는 없습니다('geocli push'가 보내지 않습니다). --db로 파일을 지정하세요")
        }
        return path
    }

    static func reading(_ common: CommonOptions) throws -> Catalog {
        _ = try path(common)
        return try common.catalogOfPlaces()
    }

    /// Opens the catalog for an act on these issues. If one of the issues does not exist, nothing in the catalog is
    /// changed, not even its schema.
    static func acting(on numbers: [Int64], _ common: CommonOptions) throws -> CatalogWriter {
        let path = try path(common)
        let catalog = try Catalog(path: path)
        for number in numbers { _ = try catalog.issue(number) }
        return try CatalogWriter(path: path)
    }
}

extension Environment {
    private static let maximumAuthorBytes = 200

    /// Returns the person who acts on issues, and the present time.
    static func issueAuthor() throws -> IssueAuthor {
        let name = try author()
        guard 1...maximumAuthorBytes ~= name.utf8.count else {
            throw UsageError(
                en:
                    "GEOCLI_AUTHOR is \(name.utf8.count) bytes long; write a name of at most \(maximumAuthorBytes) bytes",
                ko: "GEOCLI_AUTHOR의 길이가 \(name.utf8.count)바이트입니다. 이름은 \(maximumAuthorBytes)바이트까지 쓰세요")
        }
        return IssueAuthor(name, at: try now())
    }
}

struct IssueFilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only issues in this state: open, accepted, fixed, reopened or closed, or all for every state (default: open and reopened). Repeat the option for several states.",
            ko:
                "이 상태의 이슈만: open(열림), accepted(그대로 둠), fixed(해결), reopened(다시 열림), closed(닫힘), all(모두) (기본값: open과 reopened). 여러 번 쓸 수 있습니다.",
            value: .state),
        completion: .list(of: IssueState.allCases.map(\.rawValue) + [Self.everyState]))
    var state: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only issues found by this rule, such as district-point. Repeat the option for several rules.",
            ko: "이 규칙이 찾은 이슈만. 예: district-point. 여러 번 쓸 수 있습니다.", value: .rule),
        completion: .list(of: IssueRule.allCases.map { ($0.rawValue, $0.title.text(Console.language)) }))
    var rule: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only issues of this severity: error, warning or hint. Repeat the option for several severities.",
            ko: "이 심각도의 이슈만: error(오류), warning(주의), hint(참고). 여러 번 쓸 수 있습니다.",
            value: Words(en: "severity", ko: "심각도")),
        completion: .list(of: IssueRule.Severity.allCases.map(\.rawValue)))
    var severity: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only issues with this label. Repeat the option to require several.",
            ko: "이 라벨이 있는 이슈만. 여러 번 쓰면 라벨이 모두 있는 이슈를 찾습니다.",
            value: .label),
        completion: .issueLabels)
    var label: [String] = []

    @OptionGroup(title: HelpSection.filters) var places: Filters<HistoryListing>

    static let everyState = "all"

    /// Returns the filter. It admits closed places, because an issue may be about a closed place.
    ///
    /// - Parameter usual: the states of the issues if `--state` is not given.
    func filter(
        _ catalog: Catalog, _ common: CommonOptions, usual: Set<IssueState> = IssueFilter.waiting
    ) throws -> IssueFilter {
        var filter = IssueFilter()
        filter.states = try states() ?? usual
        filter.rules = Set(try ValueArgument.choices(rule, option: "--rule", of: IssueRule.self))
        filter.severities = Set(try ValueArgument.choices(severity, option: "--severity", of: IssueRule.Severity.self))
        filter.labels = Set(try GivenWords.labels(label, named: "--label"))
        guard !places.isEmpty else { return filter }
        var wanted = try places.filter(catalog, common)
        wanted.includesClosed = true
        filter.places = wanted
        return filter
    }

    /// Returns the wanted states: empty for all states, nil if the user named none.
    private func states() throws -> Set<IssueState>? {
        let words = ValueArgument.list(state)
        guard !words.isEmpty else { return nil }
        let names = IssueState.allCases.map(\.rawValue) + [Self.everyState]
        let states = try words.map { word -> IssueState? in
            if word.lowercased() == Self.everyState { return nil }
            guard let state = IssueState(rawValue: word.lowercased()) else {
                throw ValueArgument.unknown("--state", word, among: names)
            }
            return state
        }
        return states.contains(nil) ? [] : Set(states.compactMap { $0 })
    }
}
