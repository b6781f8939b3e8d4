internal import ArgumentParser
internal import GeocliAsking
internal import GeocliCatalog
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliText

/// `geocli links show ID|REF`: the links of one row.
struct LinksShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "show", en: "Show the links of one row: evidence, state and contradictions.",
        ko: "한 행의 연결을 근거, 상태, 서로 다른 점과 함께 보여 줍니다.",
        examples: """
            $ geocli links show 12
            $ geocli links show sample/1001 --format json
            $ geocli links show 12 --fields other_ref,rule,evidence
            """)

    @Argument(
        help: ArgumentHelp(
            "An id such as 12, or a reference such as seoul-bookstores/2283.",
            ko: "12 같은 번호나 seoul-bookstores/2283 같은 참조", value: .argument("ID|REF")),
        completion: .places)
    var place: String

    @OptionGroup(title: HelpSection.output) var output: OutputOptions<LinkRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [])
        let wanted = try PlaceReference(place)
        let limit = try output.limitCount()
        let catalog = try common.source()
        var filter = LinkFilter()
        filter.place = try wanted.entry(in: catalog).id
        try Listing.write(.sameShops, listing) { writer in
            try catalog.forEachLink(filter, limit: limit, body: writer.write)
        }
        // Only a catalog's file has decisions that no longer count: a push does not copy them to a server.
        let lapsed = try (catalog as? Catalog)?.lapsedDecisions(filter) ?? []
        LapsedWords.tell(lapsed, isQuiet: common.quiet)
    }
}
