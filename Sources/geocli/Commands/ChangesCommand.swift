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

    @Option(
        help: ArgumentHelp(
            "Only changes of this kind: added, changed, moved, removed, closed or returned. Repeat the option for several kinds.",
            ko: "이 변경만: added(신규), changed(변경), moved(이전), removed(누락), closed(폐점), returned(재등록). 여러 번 쓸 수 있습니다.",
            value: .what),
        completion: .list(of: CatalogChange.What.allCases.map(\.rawValue)))
    var what: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Only places that you marked, visited or wrote about with 'geocli mine'.",
            ko: "'geocli mine'에 표시, 방문, 기록을 남긴 장소만")
    )
    var mine = false

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var following: FollowOptions
    @OptionGroup(title: HelpSection.filters) var filters: Filters<HistoryListing>
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<ChangeRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        try following.check(self)
        if following.follow { return try follow() }
        if let server = following.server { return try listChanges(of: server) }
        let reader = try reading.readerName(limit: output.limit)
        let marks = try reader.map { try ReaderMarks(of: $0, in: Environment.readersFolder()).path }
        let listing = try output.checked(common, reading: [marks], isPrivate: mine || filters.marked != nil)
        var filter = ChangeFilter()
        filter.span = try reading.since.map { try ChangeSpan(argument: $0) } ?? .last
        filter.what = try kinds()
        // Programs get the raw text and the value derived from it as two changes; a table for people shows them as one.
        filter.joinsRawText = listing.options.format == .table
        let catalog = try common.catalog(uncorrected: values.uncorrected)
        filter.places = try places(in: catalog)
        let position = try reader.map { try ReadingPosition(of: $0, in: catalog) }
        if let position { filter.span = position.span }
        let (summary, isEmpty) = try list(catalog, filter, listing)
        tell(summary, filter, position)
        if reading.markRead {
            if output.path == nil { try OutputFile.create(at: listing.place).flushToDisk() }
            try position?.markRead(summary)
        }
        if isEmpty { throw ExitStatus.empty }
    }

    /// Returns the kinds of change that `--what` names; all kinds if the option was not given.
    func kinds() throws -> Set<CatalogChange.What> {
        let kinds = try ValueArgument.choices(what, option: "--what", of: CatalogChange.What.self)
        return kinds.isEmpty ? Set(CatalogChange.What.allCases) : Set(kinds)
    }

    /// Returns the filter for places.
    func places(in catalog: Catalog) throws -> PlaceFilter {
        var filter = try filters.filter(catalog, common)
        if mine {
            let own = Set(try MarkedPlaces.all(in: catalog))
            filter.only = filter.only.map { $0.filter(own.contains) } ?? own.sorted()
        }
        return filter
    }

    /// Writes the changes up to the limit and counts the others. `isEmpty` is true only for an empty result with
    /// `--fail-empty`.
    private func list(
        _ catalog: Catalog, _ filter: ChangeFilter, _ listing: ListingOutput
    ) throws -> (summary: ChangeSummary, isEmpty: Bool) {
        let limit = try output.limitCount()
        var summary = ChangeSummary()
        do {
            try Listing.write(.changes, of: catalog, listing) { writer in
                summary = try catalog.forEachChange(filter, limit: limit, body: writer.write)
            }
        } catch let status as ExitStatus where status == .empty {
            return (summary, true)
        }
        return (summary, false)
    }

    private func tell(_ summary: ChangeSummary, _ filter: ChangeFilter, _ position: ReadingPosition?) {
        if let position { Console.note(position.words(summary), isQuiet: common.quiet) }
        guard position == nil || !summary.runs.isEmpty else { return }
        Console.note(ChangeSummaryView(summary: summary, filter: filter).words, isQuiet: common.quiet)
    }
}
