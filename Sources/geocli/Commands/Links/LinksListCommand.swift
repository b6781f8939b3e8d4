internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// The rows of a listing of links.
enum LinkRows: RowsWithoutPlace { static let someKeys = "ref,other_ref,rule" }

/// `geocli links list`: the links of the catalog.
struct LinksListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "list",
        en:
            "List the links between rows of different feeds, including those that a person rejected.",
        ko: "서로 다른 피드의 행을 잇는 연결을 보여 줍니다. 사용자가 거절한 연결도 포함합니다.",
        examples: """
            $ geocli links list
            $ geocli links list --rule core-near --format table
            $ geocli links list --state rejected --fields ref,other_ref,decided_on
            """)

    @Option(
        help: ArgumentHelp(
            "Only links with a row of this feed. Repeat the option for links between two feeds.",
            ko: "이 피드의 행이 있는 연결만. 두 번 쓰면 그 두 피드를 잇는 연결을 찾습니다.", value: .feed), completion: .feeds)
    var feed: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only links that this rule found: \(LinkRule.allCases.map(\.rawValue).joined(separator: ", ")). Repeat the option for several rules.",
            ko: "이 규칙이 찾은 연결만: \(LinkRule.allCases.map(\.rawValue).joined(separator: ", ")). 여러 번 쓸 수 있습니다.",
            value: .rule), completion: .list(of: LinkRule.allCases.map(\.rawValue)))
    var rule: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only links in this state: found, accepted or rejected. Repeat the option for several states.",
            ko: "이 상태의 연결만: found(찾음), accepted(확인), rejected(거절). 여러 번 쓸 수 있습니다.", value: .state),
        completion: .list(of: StoredLink.State.allCases.map(\.rawValue)))
    var state: [String] = []

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<LinkRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        var filter = LinkFilter()
        filter.rules = Set(try ValueArgument.choices(rule, option: "--rule", of: LinkRule.self))
        filter.states = Set(try ValueArgument.choices(state, option: "--state", of: StoredLink.State.self))
        let limit = try output.limitCount()
        let catalog = try common.sourceOfPlaces()
        let wanted = ValueArgument.list(feed)
        let known = try wanted.isEmpty ? [] : catalog.lastGoodRuns().map(\.feed)
        if let unknown = wanted.first(where: { !known.contains($0) }) {
            throw ValueArgument.unknown("--feed", unknown, among: known)
        }
        filter.feeds = Set(wanted)
        try Listing.write(.sameShops, listing) { writer in
            try catalog.forEachLink(filter, limit: limit, body: writer.write)
        }
        // Only a catalog's file has decisions that no longer count: a push does not copy them to a server.
        let lapsed = try (catalog as? Catalog)?.lapsedDecisions(filter) ?? []
        LapsedWords.tell(lapsed, isQuiet: common.quiet)
    }
}
