internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

struct LinksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "links", en: "List, accept or reject links: rows of different feeds that are the same shop.",
        ko: "서로 다른 피드에 있는 같은 가게의 연결을 보고, 맞다고 확인하거나 거절합니다.",
        about: Words(
            en: """
                An ingest links two rows of different feeds if their names agree and one more value agrees: the phone number, the road address (road name and building number) or the point. It never links by a phone number or a distance alone. A link lasts as long as its evidence stays the same. No row is merged or changed; '--unique' lists each shop once.
                """,
            ko: """
                수집할 때 서로 다른 피드의 두 행을 비교합니다. 이름이 일치하고, 그 밖에 전화번호, 도로명과 건물번호, 위치 가운데 하나가 더 일치하면 두 행을 연결합니다. 전화번호나 거리만으로는 연결하지 않습니다. 연결은 근거가 그대로인 동안 유지됩니다. 연결해도 행을 합치거나 바꾸지 않습니다. '--unique'를 쓰면 가게마다 한 행만 나옵니다.
                """),
        examples: """
            $ geocli links list
            $ geocli links show 12
            $ geocli links list --state rejected
            """,
        subcommands: [
            ListingCommand<LinksListSource>.self, ListingCommand<LinksShowSource>.self,
            LinksDecisionCommand<LinkAcceptance>.self,
            LinksDecisionCommand<LinkRejection>.self,
        ], defaultSubcommand: ListingCommand<LinksListSource>.self)
}

protocol LinkVerdict {
    static var configuration: CommandConfiguration { get }
    static var verdict: LinkDecision.Verdict { get }
}

enum LinkAcceptance: LinkVerdict {
    static let verdict = LinkDecision.Verdict.accepted
    static let configuration = CommandConfiguration(
        "accept",
        en:
            "Mark two rows of different feeds as the same shop. The decision holds as long as the evidence stays the same.",
        ko: "서로 다른 피드의 두 행이 같은 가게라고 확인합니다. 이 결정은 근거가 그대로인 동안 유지됩니다.",
        examples: """
            $ geocli links accept seoul-libraries/1935 seoul-culture/12
            $ geocli links accept seoul-libraries/1935 seoul-culture/12 --lang ko
            $ geocli links accept seoul-libraries/1935 seoul-culture/12 -q
            """)
}

enum LinkRejection: LinkVerdict {
    static let verdict = LinkDecision.Verdict.rejected
    static let configuration = CommandConfiguration(
        "reject",
        en: "Mark two linked rows as different shops. The decision holds as long as the evidence stays the same.",
        ko: "연결된 두 행이 다른 가게라고 보고 연결을 거절합니다. 이 결정은 근거가 그대로인 동안 유지됩니다.",
        examples: """
            $ geocli links reject seoul-libraries/1935 seoul-culture/12
            $ geocli links reject seoul-libraries/1935 seoul-culture/12 --lang ko
            $ geocli links reject seoul-libraries/1935 seoul-culture/12 -q
            """)
}

struct LinksDecisionCommand<Side: LinkVerdict>: ParsableCommand {
    static var configuration: CommandConfiguration { Side.configuration }

    @Argument(
        help: ArgumentHelp(
            "One row: an id such as 12, or a reference such as seoul-bookstores/2283.",
            ko: "한 행: 12 같은 번호나 seoul-bookstores/2283 같은 참조", value: .argument("ID|REF")),
        completion: .places)
    var one: String

    @Argument(
        help: ArgumentHelp(
            "The other row, from a different feed.", ko: "다른 피드의 행", value: .argument("ID|REF")),
        completion: .places)
    var other: String

    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    /// Stores the user's decision about the two rows, and tells the user which evidence the decision depends on.
    func run() throws {
        let verdict = Side.verdict
        let arguments = try [one, other].map { try PlaceReference($0) }
        guard case .file(let path) = try Environment.catalogPlace(common.db) else {
            throw UsageError(
                en:
                    "links are accepted and rejected in the catalog's file, and 'geocli push' carries them to the server; give --db the path of the catalog file",
                ko: "연결의 확인과 거절은 카탈로그 파일에서 하고 'geocli push'로 서버에 올립니다. --db로 카탈로그 파일을 지정하세요")
        }
        let today = try Environment.now().date
        let entries = try arguments.map { try $0.entry(in: try Catalog(path: path)) }
        let evidence = try CatalogWriter(path: path).decide(entries[0].id, entries[1].id, verdict, on: today)
        let refs = entries.map { DisplayText.singleLine($0.ref) }
        guard let evidence else {
            return common.note(
                en:
                    "\(refs[0]) and \(refs[1]): no rule links these two rows any longer, so the earlier decision was removed",
                ko: "\(refs[0]), \(refs[1]): 이제 두 행을 같은 가게로 보는 규칙이 없어서 이전 결정을 삭제했습니다")
        }
        let words = DisplayText.singleLine(evidence.json)
        let isAccepted = verdict == .accepted
        common.note(
            en:
                "\(refs[0]) and \(refs[1]): \(isAccepted ? "the same shop" : "different shops"), as long as the evidence is \(words)",
            ko:
                "\(refs[0]), \(refs[1]): \(isAccepted ? "같은 가게로" : "다른 가게로") 봅니다. 이 결정은 근거가 그대로인 동안 유지됩니다(근거: \(words))"
        )
    }
}

enum LinkRows: RowsWithoutPlace { static let someKeys = "ref,other_ref,rule" }

struct LinksListSource: RowSource {
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

    func write(_ given: ListingArguments<LinkRows>) throws {
        let listing = try given.checked()
        var filter = LinkFilter()
        filter.rules = Set(try ValueArgument.choices(rule, option: "--rule", of: LinkRule.self))
        filter.states = Set(try ValueArgument.choices(state, option: "--state", of: StoredLink.State.self))
        let catalog = try given.common.sourceOfPlaces()
        let wanted = ValueArgument.list(feed)
        let known = try wanted.isEmpty ? [] : catalog.lastGoodRuns().map(\.feed)
        if let unknown = wanted.first(where: { !known.contains($0) }) {
            throw ValueArgument.unknown("--feed", unknown, among: known)
        }
        filter.feeds = Set(wanted)
        try given.write(filter, of: catalog, to: listing)
    }
}

struct LinksShowSource: RowSource {
    static let configuration = CommandConfiguration(
        "show", en: "Show the links of one row: evidence, state and contradictions.",
        ko: "한 행의 연결을 근거, 상태, 서로 다른 점과 함께 보여 줍니다.",
        examples: """
            $ geocli links show 12
            $ geocli links show sample/1001 --format json
            $ geocli links show 12 --fields other_ref,rule,evidence
            """)

    @Argument(help: .placeReference, completion: .places) var place: String

    func write(_ given: ListingArguments<LinkRows>) throws {
        let listing = try given.checked()
        let wanted = try PlaceReference(place)
        let catalog = try given.common.source()
        var filter = LinkFilter()
        filter.place = try wanted.entry(in: catalog).id
        try given.write(filter, of: catalog, to: listing)
    }
}

extension ListingArguments where Rows == LinkRows {
    /// Writes links, and tells the user which decisions about them no longer count.
    fileprivate func write(_ filter: LinkFilter, of source: any PlaceSource, to listing: ListingOutput) throws {
        let limit = try output.limitCount()
        try Listing.write(.sameShops, listing) { writer in
            try source.forEachLink(filter, limit: limit, body: writer.write)
        }
        // Only a catalog's file has decisions that no longer count: a push does not copy them to a server.
        let lapsed = try (source as? Catalog)?.lapsedDecisions(filter) ?? []
        LapsedWords.tell(lapsed, isQuiet: common.quiet)
    }
}

/// The note about a person's decisions that no longer count because the evidence has changed.
private enum LapsedWords {
    private static let maximumNamedPairs = 3

    /// Writes the note to standard error; writes nothing without such decisions.
    static func tell(_ decisions: [LapsedDecision], isQuiet: Bool) {
        guard !decisions.isEmpty else { return }
        let named = decisions.prefix(maximumNamedPairs).map(words)
        let more = decisions.count > maximumNamedPairs ? ", …" : ""
        let list = Words(
            en: named.map(\.en).joined(separator: ", ") + more, ko: named.map(\.ko).joined(separator: ", ") + more)
        let count = decisions.count
        Console.note(
            Words(
                en:
                    "\(count) \(count == 1 ? "decision no longer applies" : "decisions no longer apply"), because the evidence has changed: \(list.en); decide again with 'geocli links accept' or 'geocli links reject'",
                ko:
                    "근거가 바뀌어 더는 적용되지 않는 결정 \(count)건: \(list.ko). 'geocli links accept'나 'geocli links reject'로 다시 결정하세요"
            ),
            isQuiet: isQuiet)
    }

    private static func words(_ decision: LapsedDecision) -> Words {
        let pair = [decision.one, decision.other].map { DisplayText.singleLine($0) }
        let verdict = decision.verdict == .accepted ? Words(en: "accepted", ko: "확인") : Words(en: "rejected", ko: "거절")
        return Words(
            en: "\(pair[0]) and \(pair[1]) (\(verdict.en) on \(decision.decidedOn))",
            ko: "\(pair[0]) · \(pair[1])(\(decision.decidedOn) \(verdict.ko))")
    }
}
