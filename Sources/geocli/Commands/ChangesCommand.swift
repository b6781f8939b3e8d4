internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli changes`: the changes that runs made.
struct ChangesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "changes", en: "List what changed since a run or a day, ordered by run and then by id.",
        ko: "특정 실행이나 날짜 이후의 변경 내역을 실행 순서로, 같은 실행에서는 장소 번호순으로 보여 줍니다.",
        examples: """
            $ geocli changes --since 2026-09-21
            $ geocli changes --since 0 --what added,closed --district mapo
            $ geocli changes --reader bot --mark-read -o news.ndjson
            """)

    @Option(ChangesQuestion.what, value: .what, completion: .list(of: CatalogChange.What.allCases.map(\.rawValue)))
    var what: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Only places that you marked, visited or wrote about with 'geocli mine'.",
            ko: "'geocli mine'에 표시, 방문, 기록을 남긴 장소만")
    )
    var mine = false

    @OptionGroup var following: FollowOptions
    @OptionGroup(title: HelpSection.filters) var filters: Filters<HistoryListing>
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<ChangeRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        try checkFollowing()
        if following.follow { return try follow() }
        let reader = try following.server == nil ? following.readerName(limit: output.limit) : nil
        let marks = try reader.map { try ReaderMarks(of: $0, in: Environment.readersFolder()).path }
        let listing = try output.checked(common, reading: [marks], isPrivate: mine || filters.marked != nil)
        if let server = following.server {
            let question = CommandQuestion(
                given: given, output: listing, common: common, server: server, local: filters.local)
            return try question.ask(ChangesQuestion.self) { try common.catalog() }
        }
        let answer = CommandAnswer(output: listing)
        var question = try ChangesQuestion(given)
        let catalog = try common.catalog(uncorrected: values.uncorrected)
        question.only = try ownPlaces(in: catalog)
        let position = try reader.map { try ReadingPosition(of: $0, in: catalog) }
        if let position { question.span = position.span }
        let (listed, isEmpty) = try list(question, catalog, answer)
        if let position { answer.note(position.words(listed.summary)) }
        if position == nil || !listed.summary.runs.isEmpty { answer.note(listed.words) }
        if following.markRead {
            if output.path == nil { try OutputFile.create(at: listing.place).flushToDisk() }
            try position?.markRead(listed.summary)
        }
        if isEmpty { throw ExitStatus.empty }
    }

    /// The values of the question.
    var given: Given {
        var given = Given(.option)
        given.add(ChangesQuestion.since, following.since)
        given.add(ChangesQuestion.what, each: what)
        given.add(.unboundedLimit, output.limit)
        filters.add(to: &given)
        return given
    }

    /// Returns the places of `--mine`; nil for all places.
    func ownPlaces(in catalog: Catalog) throws -> Set<Int64>? {
        mine ? Set(try MarkedPlaces.all(in: catalog)) : nil
    }

    /// Writes the changes. `isEmpty` is true only for an empty result with `--fail-empty`, after which a reader's
    /// position still moves.
    private func list(
        _ question: ChangesQuestion, _ catalog: Catalog, _ answer: CommandAnswer
    ) throws -> (listed: ChangesQuestion.Listed, isEmpty: Bool) {
        var output = answer.output
        output.failEmpty = false
        let listed = try question.list(from: catalog, into: CommandAnswer(output: output))
        return (listed, answer.output.failEmpty && listed.count == 0)
    }
}
