internal import ArgumentParser
internal import GeocliAsking
internal import GeocliExport
internal import GeocliPlaces
internal import GeocliQuery

/// `geocli list`: all places that the filters admit.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "list", en: "List all places that pass the filters, ordered by id.",
        ko: "필터에 맞는 장소를 모두 번호순으로 보여 줍니다.",
        examples: """
            $ geocli list --kind used --district mapo --has phone
            $ geocli list --as-of 2026-09-21 --format table
            $ geocli list --fields name,address,phone -o shops.csv
            """)

    @OptionGroup(title: HelpSection.filters) var filters: FilterOptions
    @OptionGroup(title: HelpSection.filters) var past: AsOfOptions
    @OptionGroup(title: HelpSection.filters) var values: UncorrectedOptions
    @OptionGroup(title: HelpSection.output) var sorting: SortOptions
    @OptionGroup(title: HelpSection.output) var output: OutputOptions<PlacedRows>
    @OptionGroup(title: HelpSection.common) var common: CommonOptions

    func run() throws {
        let listing = try output.checked(common, reading: [], isPrivate: filters.marked != nil).with(
            links: sorting.links)
        var given = Given(.option)
        given.add(.limit, output.limit)
        filters.add(to: &given)
        sorting.add(to: &given)
        let question = CommandQuestion(
            given: given, output: listing, common: common, server: sorting.server,
            local: filters.local + past.local + values.local)
        try question.ask(ListQuestion.self) { try past.sourceOfPlaces(common, uncorrected: values.uncorrected) }
    }
}
