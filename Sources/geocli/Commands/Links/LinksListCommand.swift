internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// The rows of a listing of links.
enum LinkRows: RowsWithoutPlace { static let someKeys = "ref,other_ref,rule" }

/// `geocli links list`: the links of the catalog.
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

/// `geocli links show ID|REF`: the links of one row.
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
    /// The maximum number of pairs that the note names.
    private static let namedPairs = 3

    /// Writes the note to standard error; writes nothing without such decisions.
    static func tell(_ decisions: [LapsedDecision], isQuiet: Bool) {
        guard !decisions.isEmpty else { return }
        let named = decisions.prefix(namedPairs).map(words)
        let more = decisions.count > namedPairs ? ", …" : ""
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
